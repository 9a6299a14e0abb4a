import { Composer } from './composer';
import { SyntaxProblem } from './cursor';
import { JsonReader } from './json-value';
import { Places } from './places';
import type { ReadDocument, UnreadableDocument } from './read';
import { lineAt, paddedText, Source, textOf } from './source';
import { TOKEN } from './token';

/** What a document says, read once more for the places of its values. */
function placesOf(source: Source): { readonly places: Places; readonly text: string } {
  const places = new Places();
  const text = source.json ? textOf(source) : paddedText(source);
  if (source.json) {
    new JsonReader(text, 0, places).document();
  } else {
    new Composer(places).document(text);
  }
  return { places, text };
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

/** A document that keeps its place in the file instead of its text. */
export class ReadYamlOrJson implements ReadDocument {
  /** Places of the document that was asked last, as questions come in series. Weak, so that no file is kept for it. */
  private static last = new WeakMap<Source, ReturnType<typeof placesOf>>();

  constructor(private readonly source: Source, readonly value: unknown, readonly line: number, readonly unread?: number) {}

  get comments(): readonly { line: number; text: string }[] {
    return commentsOf(this.source);
  }

  lineOf(path: string): number {
    const { places, text } = this.places();
    return lineAt(this.source, text, places.nearest(path));
  }

  written(path: string): string | undefined {
    return this.places().places.writtenAt(path);
  }

  private places(): ReturnType<typeof placesOf> {
    const known = ReadYamlOrJson.last.get(this.source);
    if (known !== undefined) {
      return known;
    }
    const places = placesOf(this.source);
    ReadYamlOrJson.last = new WeakMap([[this.source, places]]);
    return places;
  }
}

export function unreadable(reason: string, line: number): UnreadableDocument {
  return { error: `line ${line}: ${reason}`, line };
}

/** What was thrown, as a document that cannot be read. */
export function explained(problem: unknown, source: Source, text: string): UnreadableDocument {
  if (problem instanceof SyntaxProblem) {
    return unreadable(problem.message, lineAt(source, text, lastContent(text, problem.offset)));
  }
  if (problem instanceof RangeError || (problem as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG') {
    return unreadable('the document is too large or nested too deep', source.line);
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
