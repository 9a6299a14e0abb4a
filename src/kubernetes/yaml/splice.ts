import { Place } from './read-document';

/** A change of a file: these bytes become that text. All other bytes stay. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What to write in the place of a scalar: a value, what is there in quotes, or one word instead of another. */
export type NewScalar =
  | { readonly value: string | number | boolean }
  | { readonly quote: true }
  | { readonly word: string; readonly instead: string };

const QUOTED = /^(?:"(?:[^"\\\r\n]|\\[^\r\n])*"|'(?:[^'\r\n]|'')*')/;
/** A key that ends on its line; the rest of its line is its value. */
const PLAIN_KEY = /^[A-Za-z0-9_.$/][A-Za-z0-9_.$/-]*(?=[ \t]*:(?:[ \t\r\n]|$))/;
const JSON_WORD = /^(?:true|false)(?![\w.-])/;
/** Texts that need no quotes, if they are no number or word of YAML, which whoever reads the file again finds out. */
const NEEDS_NO_QUOTES = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** A line that is longer than this is that of a program. */
const LONGEST = 65_536;

/** Another key in the place of one. Undefined where the key is not written plainly there: an anchor, an alias, several lines. */
export function spliceKey(bytes: Buffer, place: Place, key: string): Splice | undefined {
  const text = textAt(bytes, place.offset);
  const written = keyAt(text, place.steps.at(-1));
  return written === undefined ? undefined : splice(place.offset, written, restyled(written, key));
}

/** Another scalar in the place of one. Undefined where none is written on one line there: a block of text, an anchor, an alias, a tag. */
export function spliceValue(bytes: Buffer, place: Place, change: NewScalar): Splice | undefined {
  const text = textAt(bytes, place.offset);
  const before = introductionOf(text, place.steps.at(-1));
  const written = before === undefined ? undefined : scalarAt(text.slice(before.length), place.written);
  const changed = written === undefined ? undefined : scalarOf(written, change);
  return changed === undefined ? undefined : splice(place.offset + Buffer.byteLength(before!), written!, changed);
}

/** The bytes of a file with its changes, which do not overlap. */
export function spliced(bytes: Buffer, splices: readonly Splice[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of [...splices].sort((one, other) => one.start - other.start)) {
    pieces.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

function splice(start: number, written: string, text: string): Splice {
  return { start, end: start + Buffer.byteLength(written), text };
}

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('utf8', offset, Math.min(bytes.length, offset + LONGEST));
}

/** The key as it is written, if it is the one that is looked for. */
function keyAt(text: string, key: string | number | undefined): string | undefined {
  const quoted = QUOTED.exec(text)?.[0];
  const written = quoted !== undefined && /^\s*:/.test(text.slice(quoted.length)) ? quoted : PLAIN_KEY.exec(text)?.[0];
  return written !== undefined && unquoted(written) === key ? written : undefined;
}

/** What stands before a value: its key and colon, or the dash of an item. */
function introductionOf(text: string, step: string | number | undefined): string | undefined {
  if (typeof step === 'number') {
    return /^(?:-[ \t]+)?/.exec(text)![0];
  }
  const key = keyAt(text, step);
  return key === undefined ? undefined : key + /^\s*:[ \t]*/.exec(text.slice(key.length))![0];
}

function scalarAt(text: string, written: string | undefined): string | undefined {
  return written !== undefined && written !== '' && text.startsWith(written) ? written : (QUOTED.exec(text) ?? JSON_WORD.exec(text))?.[0];
}

function scalarOf(written: string, change: NewScalar): string | undefined {
  if ('quote' in change) {
    return isQuoted(written) ? undefined : JSON.stringify(written);
  }
  if ('word' in change) {
    return withWord(written, change.word, change.instead);
  }
  return typeof change.value === 'string' ? restyled(written, change.value) : String(change.value);
}

/** Undefined unless the word is there exactly once, as a word of its own. */
function withWord(written: string, word: string, instead: string): string | undefined {
  const at = written.indexOf(word);
  const isOnce = at >= 0 && !written.includes(word, at + 1);
  const [before, behind] = [written[at - 1] ?? ' ', written[at + word.length] ?? ' '];
  return isOnce && !/[\w.-]/.test(before) && !/[\w.-]/.test(behind) ? written.slice(0, at) + instead + written.slice(at + word.length) : undefined;
}

/** A text in the quotes of another. */
function restyled(written: string, text: string): string {
  if (written.startsWith('\'')) {
    return `'${text.replaceAll('\'', '\'\'')}'`;
  }
  return !isQuoted(written) && NEEDS_NO_QUOTES.test(text) ? text : JSON.stringify(text);
}

function isQuoted(written: string): boolean {
  return written.startsWith('"') || written.startsWith('\'');
}

/** Undefined for escapes that YAML has and JSON has not. */
function unquoted(written: string): string | undefined {
  if (!written.startsWith('"')) {
    return written.startsWith('\'') ? written.slice(1, -1).replaceAll('\'\'', '\'') : written;
  }
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}
