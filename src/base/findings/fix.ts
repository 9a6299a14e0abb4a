import { changesBetween, nearestName } from '../text/nearest-name';

/**
 * A remedy that is mechanical and certain, as data: what to write at one place of the object of its finding.
 * Who cannot write it there, because of an anchor or a block of text, leaves it.
 */
export type Fix = { readonly field: string } & (
  /** Another key for the same value. */
  | { readonly key: string }
  /** Another value. */
  | { readonly value: string | number | boolean }
  /** The same value as a text: what is written there now, in quotes. */
  | { readonly quote: true }
  /** Another word in a text that has it once. */
  | { readonly word: string; readonly instead: string });

/** Shorter names are too near to each other. */
const SHORTEST = 4;

/**
 * The candidate that a name surely means: one letter in six differs, and no other candidate is as near.
 * What differs in its digits alone is another one of a row. Undefined for none.
 */
export function surelyMeant(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length < SHORTEST) {
    return undefined;
  }
  const most = Math.max(1, Math.floor(name.length / 6));
  const near = [...candidates].filter(each => Math.abs(each.length - name.length) <= most)
    .map(each => ({ each, changes: changesBetween(name.toLowerCase(), each.toLowerCase(), most) }))
    .filter(({ changes }) => changes <= most)
    .sort((one, other) => one.changes - other.changes);
  const isSure = near.length > 0 && near[1]?.changes !== near[0].changes && near[0].each.replace(/\d/g, '') !== name.replace(/\d/g, '');
  return isSure ? near[0].each : undefined;
}

/** What is said of a name that none of the candidates is. */
export interface Suggestion {
  readonly help?: string;
  /** The one that was surely meant. */
  readonly meant?: string;
}

/** The nearest candidate as a question, and as a fix where it is surely meant. */
export function suggestionFor(name: string, candidates: readonly string[]): Suggestion {
  const near = nearestName(name, candidates);
  return near === undefined ? {} : { help: `did you mean "${near}"?`, meant: surelyMeant(name, candidates) };
}

/** No word is longer; an edit distance to longer texts would cost time for nothing. */
const LONGEST_WORD = 64;

/** The same for a value that is one of a few words: case alone is sure in short ones too. */
export function suggestionForWord(value: string, words: readonly string[]): Suggestion {
  const cased = value.length > LONGEST_WORD ? [] : words.filter(each => each.toLowerCase() === value.toLowerCase());
  return cased.length === 1 ? { help: `did you mean "${cased[0]}"?`, meant: cased[0] } : suggestionFor(value.slice(0, LONGEST_WORD), words);
}
