import { Composer } from './composer';
import { SyntaxProblem } from './cursor';
import { JsonReader } from './json-value';
import { Places } from './places';
import { ReadDocument, UnreadableDocument } from './read-document';
import { lineAt, LineIndex, paddedText, Source, textOfDocument } from './source';
import { TOKEN } from './token';

/** What a document says, read once more for the places of its values. */
function placesOf(source: Source): { readonly places: Places; readonly lines: LineIndex } {
  const places = new Places();
  const text = source.json ? textOfDocument(source) : paddedText(source);
  if (source.json) {
    new JsonReader(text, 0, places).document();
  } else {
    new Composer(places).document(text);
  }
  return { places, lines: new LineIndex(source, text) };
}

/** The comments of a document, without their sign. Text that Go does not read has none. */
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

/** The line of the first text behind the value of a document, which Go does not read and nobody applies. */
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

/** How many documents keep their places: a finding may speak of two, and the next one of the same two. */
const RECENT = 8;
/** Weak, so that no file is kept for them. */
const recent: WeakRef<ReadYamlOrJson>[] = [];

/** A document that keeps its place in the file instead of its text. */
export class ReadYamlOrJson implements ReadDocument {
  private known?: ReturnType<typeof placesOf>;
  private readonly bytes: Buffer;
  private readonly start: number;
  private readonly end: number;
  private readonly firstLine: number;
  private readonly json: boolean;

  constructor(source: Source, readonly value: unknown, readonly line: number, readonly unread?: number) {
    // Taken apart: there may be a hundred thousand documents, and an object for each place takes a tenth of what all of them say.
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

/** What was thrown, as a document that cannot be read. */
export function explained(problem: unknown, source: Source, text: string): UnreadableDocument {
  if (problem instanceof SyntaxProblem) {
    return unreadableDocument(problem.message, lineAt(source, text, lastContent(text, problem.offset)));
  }
  if (problem instanceof RangeError || (problem as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG') {
    return unreadableDocument('the document is too large or nested too deep', source.line);
  }
  throw problem;
}

/** What ends too early is wrong where its text ends, not in the empty lines behind it. */
function lastContent(text: string, offset: number): number {
  let at = offset;
  if (at >= text.length || text[at] === '\0') {
    while (at > 0 && /[\s\0]/.test(text[at - 1])) {
      at--;
    }
  }
  return at;
}
