import { explained, ReadYamlOrJson, withLines } from './document';
import { JsonReader, NoJson } from './json-value';
import { ReadDocument, UnreadableDocument } from './read-document';
import { textOfDocument } from './source';

/** White space as Go's unicode.IsSpace has it. */
const BLANKS = /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/;
const BLANKS_TO_BREAK = /^(?:[\t\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*\n?)/;

/** Whether kubectl reads the text as JSON first. Source: k8s.io/apimachinery/pkg/util/yaml/decoder.go GuessJSONStream, cli-runtime visitor.go (v0.36). */
export function looksLikeJson(bytes: Buffer): boolean {
  const start = bytes.toString('utf8', 0, 4096);
  return start[BLANKS.exec(start)?.[0].length ?? 0] === '{';
}

/** A position in a text: in characters, bytes of the file and lines. */
class Mark {
  byte = 0;
  line = 1;
  private position = 0;

  constructor(private readonly text: string) {}

  advance(position: number): this {
    const passed = this.text.slice(this.position, position);
    this.byte += Buffer.byteLength(passed);
    for (let at = passed.indexOf('\n'); at >= 0; at = passed.indexOf('\n', at + 1)) {
      this.line++;
    }
    this.position = position;
    return this;
  }
}

/**
 * Reads consecutive JSON values. Text behind the first value that is not JSON may be YAML; returns the position from where to read it as that.
 *
 * Source: k8s.io/apimachinery/pkg/util/yaml/decoder.go YAMLOrJSONDecoder.Decode (v0.36).
 */
export function* readJson(bytes: Buffer): Generator<ReadDocument | UnreadableDocument, { offset: number; line: number } | undefined> {
  const whole = { bytes, start: 0, end: bytes.length, line: 1, json: true };
  const text = textOfDocument(whole);
  const mark = new Mark(text);
  const reader = new JsonReader(text, 0);
  for (let count = 0, last = 0; reader.passSpace(); count++, last = reader.position) {
    const { position } = reader;
    try {
      const value = reader.document();
      const { byte: start, line } = mark.advance(position);
      const source = { bytes, start, end: mark.advance(reader.position).byte, line, json: true };
      if (value !== null) {
        yield new ReadYamlOrJson(source, value, line, undefined, withLines(reader.duplicates, whole, text));
      }
    } catch (problem) {
      if (problem instanceof NoJson && count <= 1) {
        const rest = yamlBehind(mark, text, last);
        if (rest !== undefined) {
          return rest;
        }
      }
      yield explained(problem, whole, text);
      return undefined;
    }
  }
  return undefined;
}

/** Where YAML begins behind white space. Source: decoder.go consumeWhitespace, which reports the end where fewer than four bytes are left (v0.36). */
function yamlBehind(mark: Mark, text: string, last: number): { offset: number; line: number } | undefined {
  const blanks = BLANKS_TO_BREAK.exec(text.slice(last, last + 4096))?.[0] ?? '';
  const broken = blanks.endsWith('\n');
  const left = Buffer.byteLength(text.slice(last + blanks.length - (broken ? 1 : 0)).slice(0, 4));
  const { byte: offset, line } = mark.advance(last + blanks.length);
  return left < 4 ? undefined : { offset, line };
}
