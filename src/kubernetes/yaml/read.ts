import { isUtf8 } from 'buffer';
import { CODE } from './characters';
import { Chunk, chunks } from './chunks';
import { Composer } from './composer';
import { explained, ReadYamlOrJson, unreadableDocument, unreadLine, withLines } from './document';
import { FastPath } from './fast-path';
import { looksLikeJson, readJson } from './json-stream';
import { ReadDocument, UnreadableDocument } from './read-document';
import { lineAt, paddedText } from './source';

/**
 * Reads YAML and JSON as kubectl does. Skips empty documents, and goes on behind one that cannot be read.
 *
 * Of a duplicate key the last value counts, which kubectl sends; `duplicates` has the others.
 * @param most limit in bytes of one YAML document, or of all JSON in the text.
 *
 * Source: k8s.io/cli-runtime/pkg/resource/visitor.go, k8s.io/apimachinery/pkg/util/yaml/decoder.go (v0.36), sigs.k8s.io/yaml v1.6.
 */
export function* readDocuments(text: Buffer | string, most: number = Infinity): Generator<ReadDocument | UnreadableDocument> {
  let bytes = typeof text === 'string' ? Buffer.from(text) : text;
  if (isWide(bytes)) {
    yield unreadableDocument('the text is UTF-16; save it as UTF-8', 1);
    return;
  }
  if (!isUtf8(bytes) && looksLikeJson(bytes)) {
    // Go silently reads U+FFFD for an invalid byte. We report it, and read the rest as Go does.
    yield noUtf8(bytes, 1);
    bytes = Buffer.from(bytes.toString('utf8'));
  }
  if (bytes.length > most && looksLikeJson(bytes)) {
    yield tooLarge(most, 1);
    return;
  }
  const rest = looksLikeJson(bytes) ? yield* readJson(bytes) : { offset: 0, line: 1 };
  if (rest === undefined) {
    return;
  }
  const fastPath = new FastPath();
  const composer = new Composer();
  for (const chunk of chunks(bytes, rest.offset, rest.line)) {
    const document = chunk.end - chunk.start > most ? tooLarge(most, chunk.line) : readYaml(bytes, chunk, fastPath, composer);
    if (document !== undefined) {
      yield document;
    }
  }
}

function readYaml(bytes: Buffer, chunk: Chunk, fastPath: FastPath, composer: Composer): ReadDocument | UnreadableDocument | undefined {
  const { start, end, line, badSeparator } = chunk;
  if (badSeparator !== undefined) {
    return unreadableDocument('found something other than a comment behind "---"', badSeparator);
  }
  if (!isUtf8(bytes.subarray(start, end))) {
    return noUtf8(bytes.subarray(start, end), line);
  }
  const source = { bytes, start, end, line, json: false };
  let text = '';
  try {
    text = paddedText(source);
    const usual = fastPath.read(text);
    if (usual !== undefined) {
      return new ReadYamlOrJson(source, usual, lineAt(source, text, fastPath.start));
    }
    const value = composer.document(text);
    if (value === null) {
      return undefined;
    }
    const duplicates = withLines(composer.entries.duplicates, source, text);
    return new ReadYamlOrJson(source, value, lineAt(source, text, composer.start), unreadLine(source, composer), duplicates);
  } catch (problem) {
    return explained(problem, source, text);
  }
}

function tooLarge(most: number, line: number): UnreadableDocument {
  return unreadableDocument(`the document is larger than ${Math.floor(most / 1024 / 1024)} MiB: take it apart with ---, or write a List as several`, line);
}

function isWide(bytes: Buffer): boolean {
  return bytes.length > 1 && (bytes[0] === 0xff && bytes[1] === 0xfe || bytes[0] === 0xfe && bytes[1] === 0xff);
}

function noUtf8(bytes: Buffer, firstLine: number): UnreadableDocument {
  return unreadableDocument('the text is no UTF-8', firstLine + wrongLine(bytes));
}

/** The number of lines before the first invalid byte of UTF-8. */
function wrongLine(bytes: Buffer): number {
  let line = 0;
  for (let start = 0; start < bytes.length; line++) {
    const next = bytes.indexOf(CODE.LF, start);
    const end = next < 0 ? bytes.length : next;
    if (!isUtf8(bytes.subarray(start, end))) {
      return line;
    }
    start = end + 1;
  }
  return line;
}
