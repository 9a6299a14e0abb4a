import * as fc from 'fast-check';
import { fixtureText } from '../given/fixtures';
import { options } from '../given/options';
import { fileName, text } from '../given/words';
import { programKind } from '../trial';

/** Random bytes, and fixture files with random damage. */

const INVALID = [
  '80', 'c0af', 'e28028', 'f4908080', 'eda080', 'ff', 'fe', '00', '1b5b324a', 'c285', 'e280a8', 'efbbbf', '0d', '09', 'c2a0', '3a3a6572726f723a3a',
].map(hex => Buffer.from(hex, 'hex'));
const piece = fc.oneof(
  fc.constantFrom(...INVALID),
  text.map(each => Buffer.from(each)),
  fc.uint8Array({ maxLength: 12 }).map(each => Buffer.from(each)),
);

interface Damage {
  readonly at: number;
  readonly taken: number;
  readonly put: Buffer;
}
const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(2000)),
  put: piece,
});

function damaged(bytes: Buffer, { at, taken, put }: Damage): Buffer {
  const place = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + taken)]);
}

const spoilt = fc.tuple(fixtureText, fc.array(damage, { minLength: 1, maxLength: 4 })).map(([real, all]) => all.reduce(damaged, real));
const encoded = fc.tuple(fixtureText, fc.constantFrom<(real: Buffer) => Buffer>(
  real => Buffer.from(`\ufeff${real.toString()}`, 'utf16le'),
real => Buffer.from(`\ufeff${real.toString()}`, 'utf16le').swap16(),
real => Buffer.from(real.toString(), 'utf16le'),
real => Buffer.concat([Buffer.from('efbbbf', 'hex'), real]),
real => Buffer.from(real.toString().replaceAll('\n', '\r\n')),
real => Buffer.from(real.toString().replaceAll('\n', '\r')),
real => Buffer.from(real.toString().replaceAll('  ', '\t')),
real => Buffer.concat([real, Buffer.from('\n---\n'), real]),
)).map(([real, change]) => change(real));

const content = fc.oneof(
  { weight: 6, arbitrary: spoilt },
  { weight: 2, arbitrary: encoded },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map(each => Buffer.from(each)) },
  { weight: 1, arbitrary: fc.array(piece, { maxLength: 40 }).map(each => Buffer.concat(each)) },
);

export const bytes = programKind(fc.record({
  files: fc.array(fc.record({ name: fileName, content }), { minLength: 1, maxLength: 3 }),
  options,
  standardInput: fc.boolean(),
}).map(({ files, options: chosen, standardInput }) => (standardInput
  ? { args: ['lint', '-', ...chosen], files: [], stdin: files[0].content }
  : { args: ['lint', '.', ...chosen], files })));
