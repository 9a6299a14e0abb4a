import * as fc from 'fast-check';

/** Texts that YAML 1.1 reads as something else, or that end lines, quote, indent or comment. */
const PIECES = ['\n', '\n\n', ' ', '  ', '\t', ':', ': ', '#', ' #', '-', '---', '...', '%', '"', "'", '\\', '~', '<<', '&a', '*a', '!', '|', '>', '@', '`', '?', '{', '}', '[',
  ']', ',', '=', 'y', 'N', 'on', 'OFF', 'no', 'Yes', 'true', 'Null', 'e1', '-e5', 'E+3', '.5', '.inf', '-.INF', '.nan', '0', '0775', '0x1f', '0b1', '0o7', '1_000', '12:30', '1e3', '12.5',
  '2024-01-01', '2024-01-01T00:00:00Z', '16Gi', '500m', '1E', '1e', 'word', 'a b', '--flag', '-c', '$(A)', 'http://a.b/c', '\r', '\r\n', '\u0000', '\u007f', '\u0085', '\u00a0',
  '\u2028', '\ufeff', 'é', '漢', '\ud800', '😀', 'x'.repeat(50), 'word '.repeat(30)];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map(pieces => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string() },
);
const plainKey = fc.stringMatching(/^[a-z][a-zA-Z./-]{0,9}$/);
const key = fc.oneof({ weight: 8, arbitrary: plainKey }, { weight: 1, arbitrary: text }, { weight: 1, arbitrary: fc.constant('k'.repeat(1_100)) });
const scalar = fc.oneof({ weight: 5, arbitrary: text }, fc.boolean(), fc.integer(), fc.double(),
  fc.constantFrom(null, undefined, 0, -0, 1e21, 1e-7, NaN, Infinity, new Date(0)));

/** Documents of any shape, hostile to whoever prints them. */
export const hostile = documents(key, scalar);

/** The same with keys and scalars that need no help of the library: what is hostile is in the texts. */
export const hostileTexts = documents(plainKey, fc.oneof({ weight: 5, arbitrary: text }, fc.constantFrom(true, null, 8)));

function documents(keys: fc.Arbitrary<string>, scalars: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.letrec<{ value: unknown; collection: unknown }>(tie => ({
    value: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, scalars, tie('collection')),
    collection: fc.oneof(fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(keys, tie('value'), { maxKeys: 5, noNullPrototype: true })),
  })).collection;
}
