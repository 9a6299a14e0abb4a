import { Composer } from './composer';
import { SyntaxProblem } from './cursor';
import { DuplicateEntry } from './entries';
import { FastPath } from './fast-path';
import { JsonReader } from './json-value';
import { Positions } from './positions';
import { DuplicateKey, Place, ReadDocument, UnreadableDocument } from './read-document';
import { ByteIndex, lineAt, LineIndex, paddedText, Source, textOfDocument } from './source';
import { TOKEN } from './token';

/** Reads a document again, this time with the position of each value. */
function placesOf(source: Source): { readonly places: Positions; readonly lines: LineIndex } {
  const text = source.json ? textOfDocument(source) : paddedText(source);
  return { places: source.json ? placesInJson(text) : placesInYaml(text), lines: new LineIndex(source, text) };
}

function placesInJson(text: string): Positions {
  const places = new Positions();
  new JsonReader(text, 0, places).document();
  return places;
}

function placesInYaml(text: string): Positions {
  const usual = new Positions();
  if (new FastPath(usual).read(text) !== undefined) {
    return usual;
  }
  const places = new Positions();
  new Composer(places).document(text);
  return places;
}

/** The comments of a document without `#`. Text behind the value, which Go does not read, has none. */
function commentsOf(source: Source): { line: number; text: string }[] {
  if (source.json) {
    return [];
  }
  const text = paddedText(source);
  const composer = new Composer();
  const ends: number[] = composer.cursor.comments = [];
  composer.document(text);
  const comments: { line: number; text: string }[] = [];
  for (let i = 0; i < ends.length; i += 2) {
    comments.push({ line: lineAt(source, text, ends[i]), text: text.slice(ends[i] + 1, ends[i + 1]).trim() });
  }
  return comments;
}

/** The line of the first text behind the value of a document: Go does not read it, so it is never applied. */
export function unreadLine(source: Source, composer: Composer): number | undefined {
  const { kind, offset } = composer.behind;
  if (kind === TOKEN.END_OF_TEXT) {
    return undefined;
  }
  const { text } = composer.cursor;
  const start = kind === TOKEN.DOCUMENT_END ? offset + 3 : offset;
  const content = /^(?:[\s\0]|#.*)*/.exec(text.slice(start))?.[0].length ?? 0;
  return start + content < text.length ? lineAt(source, text, start + content) : undefined;
}

/** How many documents keep their positions in memory: a finding may refer to two, and the next finding to the same two. */
const RECENT = 8;
/** Weak references, so that the cache keeps no file in memory. */
const recent: WeakRef<ReadYamlOrJson>[] = [];

const NONE: readonly DuplicateKey[] = [];

/** The duplicate keys of a document with their lines in the file. All documents without any share one list. */
export function withLines(duplicates: readonly DuplicateEntry[], source: Source, text: string): readonly DuplicateKey[] {
  return duplicates.length === 0 ? NONE : duplicates.map(({ key, lost, offset }) => ({ key, lost, line: lineAt(source, text, offset) }));
}

/** A document that was read. Keeps its range in the bytes of the file and decodes the text again when it is needed. */
export class ReadYamlOrJson implements ReadDocument {
  private known?: ReturnType<typeof placesOf>;
  private inBytes?: ByteIndex;
  private readonly bytes: Buffer;
  private readonly start: number;
  private readonly end: number;
  private readonly firstLine: number;
  private readonly json: boolean;

  constructor(
    source: Source, readonly value: unknown, readonly line: number, readonly unread?: number, readonly duplicates: readonly DuplicateKey[] = NONE,
  ) {
    // Fields of the source one by one: with a hundred thousand documents an object for each takes a tenth of the memory of all values.
    this.bytes = source.bytes;
    this.start = source.start;
    this.end = source.end;
    this.firstLine = source.line;
    this.json = source.json;
  }

  private get source(): Source {
    return { bytes: this.bytes, start: this.start, end: this.end, line: this.firstLine, json: this.json };
  }

  get comments(): readonly { line: number; text: string }[] {
    return commentsOf(this.source);
  }

  lineOf(path: string): number {
    const { places, lines } = this.places();
    return lines.at(places.nearest(path));
  }

  written(path: string): string | undefined {
    return this.places().places.writtenAt(path);
  }

  place(path: string): Place | undefined {
    const { places, lines } = this.places();
    const found = places.exact(path);
    this.inBytes ??= new ByteIndex(this.source);
    return found && { steps: found.steps, written: found.written, offset: this.inBytes.at(lines.columnAt(found.offset)) };
  }

  private places(): ReturnType<typeof placesOf> {
    if (this.known === undefined) {
      this.known = placesOf(this.source);
      if (recent.push(new WeakRef(this)) > RECENT) {
        delete recent.shift()!.deref()?.known;
      }
    }
    return this.known;
  }
}

export function unreadableDocument(reason: string, line: number): UnreadableDocument {
  return { error: `line ${line}: ${reason}`, line };
}

/** Turns what reading threw into a document that cannot be read; other errors are thrown again. */
export function explained(problem: unknown, source: Source, text: string): UnreadableDocument {
  if (problem instanceof SyntaxProblem) {
    return unreadableDocument(problem.message, lineAt(source, text, lastContent(text, problem.offset)));
  }
  if (problem instanceof RangeError || (problem as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG') {
    return unreadableDocument('the document is too large or nested too deep', source.line);
  }
  throw problem;
}

/** An error at the end of the text belongs to the last line with content, not to the empty lines behind it. */
function lastContent(text: string, offset: number): number {
  let at = offset;
  if (at >= text.length || text[at] === '\0') {
    while (at > 0 && /[\s\0]/.test(text[at - 1])) {
      at--;
    }
  }
  return at;
}
