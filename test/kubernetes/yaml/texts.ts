import * as fc from 'fast-check';
import { MANIFESTS } from './manifests';

const PIECES = [
  'a', 'b', 'key', 'value', 'x y', '1', '0', '-1', '1.5', 'true', 'no', '~', 'null', '"q"', '\'s\'', '"a\\nb"', '\'it\'\'s\'', '"multi\n  line"', '\'multi\n\n  line\'',
  'plain\n  more', '# note', ' # note', '#no', ': ', ':', '- ', '-', '? ', '?', ', ', ',', '[', ']', '{', '}', '[a, b]', '{a: 1}', '[]', '{}', '&x ', '&y ', '*x', '*y',
  '!!str ', '!!int ', '!!float ', '!!bool ', '!!binary ', '!t ', '! ', '|\n', '>\n', '|-\n', '>+\n', '|2\n', '>-\n', '|+\n', '|1-\n', '\n', '\n', '\n', '\n  ', '\n  ', '\n    ',
  '\n ', '\n\t', '\t', ' ', '  ', '<<: ', 'a: ', 'b: ', 'key: ', '- a', '- a: 1', '\n- ', '\n  - ', '\na: ', '\n  b: ', '\n--- ', '\n...\n', '\n---\n', '%YAML 1.1\n', '"', '\'',
  '@', '`', '%', '\r\n', '\r', 'é', '\u00a0', '\u0085', '\u2028', '😀', '\\', '=', '*', '&', '!', '|', '>', '0x1F', '1_000', '.5', '.inf', '2026-11-20', 'y', '1e3', '0o7', '08',
  '"\\u00e9"', '"\\x41\\t"', '"\\\n  z"', '\'\'', '""', '\ufeff', '\0', '9007199254740993', '-_1',
];

const INDENTS = ['', '', '  ', '  ', '    ', ' ', '   ', '\t', '  \t'];

const LINES = [
  'a: 1', 'b: x', 'c:', '- a', '- b: 1', '-', '- - x', 'k: |', 'k: >-', 'k: >+', 'k: |2', 'text here', 'more: [a, b', 'c]', '{x: y}', 'd: {', '}', '"open', 'close"', 'q: \'it',
  '? a', ': b', '- &n v', 'r: *n', 's: &n', '<<: *n', '# c', '', '---', '...', 'w:  # c', 'u: v # c', 't: v#c', 'x:y', '  k', 'e: "a\\', '!!str 1', 'f: !!int 3', 'g: !l x',
  '[a]: b', '"a b": c', '? [x]', '-\tx', 'a:\tb', 'a :  b', 'k: -', '- ? a', '- : b', '*n : v', '&n k: v', 'a: - b', 'j: {a, b: c, ? d}', 'h: [a: b, c]', 'i: "x"y', 'l: \'x\'',
  'm: &n {a: 1}', 'o: {<<: *n, b: 2}', '- {<<: [*n]}', '- *n', '- >', '- |+', '  - a', '? - a', ': - b',
];

const soup = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 }).map(pieces => pieces.join(''));

const lines = fc.array(fc.tuple(fc.constantFrom(...INDENTS), fc.constantFrom(...LINES)), { minLength: 1, maxLength: 9 })
  .map(all => all.map(([indent, line]) => indent + line).join('\n'));

const at = fc.nat({ max: 10_000 });

/** One small change of a text that was right. */
const change = fc.oneof(
  fc.tuple(at, fc.constantFrom(...PIECES)).map(([place, piece]) => (text: string) => insert(text, place % (text.length + 1), 0, piece)),
  fc.tuple(at, fc.integer({ min: 1, max: 4 })).map(([place, length]) => (text: string) => insert(text, place % text.length, length, '')),
  fc.tuple(at, fc.constantFrom(...INDENTS)).map(([place, indent]) => (text: string) => eachLine(text, place, line => [indent + line.trimStart()])),
  at.map(place => (text: string) => eachLine(text, place, line => [line, line])),
  at.map(place => (text: string) => eachLine(text, place, () => [])),
  at.map(place => (text: string) => text.slice(0, place % text.length)),
  fc.tuple(at, at, at).map(([from, to, length]) => (text: string) => insert(text, to % text.length, 0, part(text, from % text.length, length % 30))),
);

function insert(text: string, place: number, removed: number, piece: string): string {
  return text.slice(0, place) + piece + text.slice(place + removed);
}

function part(text: string, from: number, length: number): string {
  return text.slice(from, from + length);
}

function eachLine(text: string, place: number, replace: (line: string) => string[]): string {
  const all = text.split('\n');
  return all.flatMap((line, i) => i === place % all.length ? replace(line) : [line]).join('\n');
}

/** Texts with a few small changes. */
export function changesOf(originals: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...originals), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce((now, one) => one(now) || ' ', text));
}

const ended = fc.tuple(fc.oneof(soup, lines), fc.constantFrom('', '\n', '\n\n', ' ')).map(([text, end]) => text + end);

/** Small texts, most of them not quite YAML. None of them starts like JSON: kubectl reads that in another way, which the oracle does not know. */
export const texts: fc.Arbitrary<string> = fc.oneof({ arbitrary: ended, weight: 2 }, { arbitrary: changesOf(MANIFESTS), weight: 1 })
  .map(text => /^\s*\{/.test(text) ? `#\n${text}` : text);
