import * as fs from 'fs';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { DIFFERENCES } from './differences';
import { MANIFESTS } from './manifests';
import { SCALARS } from './scalars';
import { STRUCTURES } from './structures';
import { changesOf, texts } from './texts';
import { chunks } from '../../../src/kubernetes/yaml/chunks';
import { Composer } from '../../../src/kubernetes/yaml/composer';
import { FastPath } from '../../../src/kubernetes/yaml/fast-path';
import { Positions } from '../../../src/kubernetes/yaml/positions';
import { paddedText } from '../../../src/kubernetes/yaml/source';
import { TOKEN } from '../../../src/kubernetes/yaml/token';
import { fixtureFiles } from '../../lint/rules/fixture';

const fastPath = new FastPath();
const composer = new Composer();

function placesBy(read: (places: Positions) => void): Positions {
  const places = new Positions();
  read(places);
  return places;
}

/** Documents of a text that the fast path read, and all of them. What it read has to be what the composer makes of it, with the same positions, to the end of the text. */
function readAlike(text: string): { taken: number; documents: number } {
  const bytes = Buffer.from(text);
  const found = [...chunks(bytes, 0, 1)];
  const taken = found.filter(({ start, end, line }) => {
    const padded = paddedText({ bytes, start, end, line, json: false });
    const value = fastPath.read(padded);
    if (value === undefined) {
      return false;
    }
    expect({ text, value, start: fastPath.start }).toStrictEqual({ text, value: composer.document(padded), start: composer.start });
    const [usual, exact] = [placesBy(places => new FastPath(places).read(padded)), placesBy(places => new Composer(places).document(padded))];
    expect({ text, places: usual }).toStrictEqual({ text, places: exact });
    expect({ text, behind: composer.behind.kind }).toEqual({ text, behind: TOKEN.END_OF_TEXT });
    return true;
  });
  return { taken: taken.length, documents: found.length };
}

function isTaken(text: string): boolean {
  const { taken, documents } = readAlike(text);
  return taken === documents;
}

const RUNS = 800;

/** Manifests in the form that it reads. */
const USUAL = MANIFESTS.slice(0, 2).map(text => text.replace('&labels', '').replace('"tier"', 'tier'));

describe('the fast path reads what the composer reads', () => {
  test('in all rows that are put to Go', () => {
    const rows = [...SCALARS.flatMap(([written]) => [`v: ${written}\n`, `${written}: 1\n`, `- ${written}\n`, `v: [${written}]\n`, `v:\n- ${written}\n`]),
      ...STRUCTURES.map(([text]) => text), ...DIFFERENCES.map(({ text }) => text)];
    expect(rows.filter(isTaken).length).toBeGreaterThan(rows.length / 4);
  });

  test.each([
    ['random texts', texts, 0.02],
    ['texts that a change took out of its form, or nearly', changesOf(USUAL), 0.15],
  ])('in %s', (_what, source, share) => {
    let taken = 0;
    fc.assert(fc.property(source, text => {
      taken += isTaken(text) ? 1 : 0;
    }), { numRuns: RUNS });
    expect(taken / RUNS).toBeGreaterThan(share);
  });

  test('in texts that differ a little from what was read just before, and repeat the rest of it', () => {
    const pairs = changesOf(USUAL).chain(text => fc.tuple(fc.constant(text), changesOf([text])));
    let taken = 0;
    fc.assert(fc.property(pairs, pair => {
      taken += pair.map(isTaken)[1] ? 1 : 0;
    }), { numRuns: RUNS });
    expect(taken / RUNS).toBeGreaterThan(0.05);
  });

  test('in any data that somebody else wrote as YAML', () => {
    const tally = { taken: 0, documents: 0 };
    const style = fc.record({
      indent: fc.integer({ min: 1, max: 4 }),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 80),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const),
      defaultKeyType: fc.constant('PLAIN' as const),
      collectionStyle: fc.constantFrom('any' as const, 'block' as const),
    });
    const text = fc.oneof(fc.stringMatching(/^[ -~]{0,20}$/), fc.constantFrom('8080', 'yes', '~', 'a: b', 'a #b', '- a', 'one\ntwo\n', ' x ', '0x1f', '1e3', '--flag', '$(X)', 'ä', '"q"', '\'s\''));
    const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_./-]{2,12}$/);
    const key = fc.oneof({ arbitrary: name, weight: 50 }, { arbitrary: fc.constantFrom('on', 'null', '__proto__', '<<', '1', 'a b'), weight: 1 });
    const value = fc.letrec(tie => ({
      any: fc.oneof({ depthSize: 'small' }, leaf, tie('map'), tie('list')),
      map: fc.dictionary(key, tie('any'), { maxKeys: 5 }),
      list: fc.oneof({ arbitrary: fc.array(fc.oneof(leaf, tie('map')), { maxLength: 4 }), weight: 9 }, { arbitrary: fc.array(tie('any'), { maxLength: 4 }), weight: 1 }),
    }));
    fc.assert(fc.property(value.map, style, (data, options) => {
      const { taken, documents } = readAlike(stringify(data, { version: '1.1', ...options }));
      tally.taken += taken;
      tally.documents += documents;
    }), { numRuns: 300 });
    expect(tally.taken / tally.documents).toBeGreaterThan(0.3);
  });

  test('in the manifests of this repository, nearly all of them', () => {
    const tally = { taken: 0, documents: 0 };
    for (const file of fixtureFiles()) {
      const { taken, documents } = readAlike(fs.readFileSync(file, 'utf8'));
      tally.taken += taken;
      tally.documents += documents;
    }
    expect(tally.documents).toBeGreaterThan(500);
    expect(tally.taken / tally.documents).toBeGreaterThan(0.9);
  });
});

describe('which documents it reads', () => {
  test('usual manifests, all of them', () => {
    expect(USUAL.filter(isTaken)).toEqual(USUAL);
  });

  test.each([
    'a: 1\n', '---\na: 1\n', '# c\n\na: 1 # d\n', 'a:\n  b: x\n', 'a:\n- b\n- c: d\n  e: f\nz: 1', 'a:\n  - b\n', 'a:\n', 'a:\n-\n- b\n', 'a: [b, {c: d}, "e", -1,]\n',
    'a: {}\nb: []\n', 'a: "x\\n"\nb: \'it\'\'s\'\n', 'a: |\n  x\n   y\n\nb: >-\n  z\n', 'a: ä # ö\n', 'a: b:c d#e\n', 'a: --flag=1\n', 'a: b,c [d] {e} f?\n', 'app.kubernetes.io/name: x\n',
    'a:\n  - b: |\n      x\n    c: 1\n', '__proto__: {a: 1}\n', 'a:\n\n  # c\n  b: 1\n',
  ])('%j', text => {
    expect(isTaken(text)).toBe(true);
  });

  test.each([
    ['an anchor', 'a: &x 1\n'], ['an alias', 'a: *x\n'], ['a tag', 'a: !!str 1\n'], ['a merge', 'a:\n  <<: {b: 1}\n'], ['a complex key', '? a\n: b\n'],
    ['a key twice', 'a: 1\na: 2\n'], ['a key twice in braces', 'a: {b: 1, b: 2}\n'], ['a key that is no text', 'on: 1\n'], ['a tab', 'a:\tb\n'], ['CR LF', 'a: 1\r\n'],
    ['a scalar of two lines', 'a: b\n  c\n'], ['quotes over two lines', 'a: "b\n  c"\n'], ['brackets over two lines', 'a: [b,\n  c]\n'], ['a list', '- a\n'], ['a scalar', 'a\n'],
    ['a list in a list', 'a:\n- - b\n'], ['text behind the end', 'a: 1\n...\nb\n'], ['an indented document', ' a: 1\n'], ['nothing', '# c\n'], ['a wrong column', 'a:\n    b: 1\n  c: 2\n'],
    ['an infinite number', 'a: .inf\n'], ['two colons', 'a: b: c\n'], ['a control character', 'a: \u0007\n'], ['deep nesting', `a: ${'['.repeat(60)}${']'.repeat(60)}\n`],
    ['deep blocks', Array.from({ length: 120 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')], ['a long key', `${'k'.repeat(300)}: 1\n`], ['an empty key', ': 1\n'],
    ['a dash less far right than the key of its list', 'a:\n  b:\n - c\n'], ['text behind a scalar in quotes', 'a: "b" c\n'], ['a separator of Unicode', 'a: b\u2028\n'],
  ])('%s is left to the composer', (_what, text) => {
    expect(readAlike(text).taken).toBe(0);
  });
});
