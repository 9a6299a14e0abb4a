import type { checkSelector } from '../../../src/kubernetes/cel/check';
import type { missedProducts } from '../../../src/kubernetes/cel/memory-condition';
import { counted } from '../../hygiene/steps';

const A = 'device.attributes["gpu.nvidia.com"]';
/** Half of what the API server takes of one expression, in twice which everything may be done twice as often. */
const HALF = 5_000;

const repeated = (piece: string, between: string, length: number) =>
  Array.from({ length: Math.floor(length / (piece.length + between.length)) }, () => piece).join(between);

describe('an expression as long as the API server takes it is checked in steps that grow with its length', () => {
  test.each<[string, (length: number) => string]>([
    ['conditions', length => repeated(`${A}.architecture == "Hopper"`, ' && ', length)],
    ['choices', length => repeated(`${A}.architecture == "Hopper"`, ' || ', length)],
    ['attributes that are not there', length => repeated(`${A}.none == 1`, ' && ', length)],
    ['presence that is asked for', length => repeated(`${A}.?uuid.hasValue() && ${A}.none == 1`, ' && ', length)],
    ['words', length => repeated('true', '||', length)],
    ['a list', length => `${A}.architecture in [${repeated('"Hopper"', ',', length)}]`],
    ['a sum', length => `${repeated('1', '+', length)} == 1`],
    ['signs', length => `${'!'.repeat(length)}true`],
    ['blanks', length => `true${' '.repeat(length)}`],
    ['a string', length => `"${'a'.repeat(length)}" == ""`],
    ['a string with escapes', length => `"${'\\n'.repeat(length / 2)}" == ""`],
    ['calls one after the other', length => `"a"${repeated('.lowerAscii()', '', length)} == "a"`],
    ['a pattern with escapes', length => `"a".matches(r"${'\\\\'.repeat(length / 2)}")`],
    ['a string that is not closed', length => `true || "${'a'.repeat(length)}`],
    ['brackets that are not closed', length => `true || ${'('.repeat(length)}`],
  ])('%s', (_, expressionOf) => {
    const [{ check }, stepsOf] = counted(() => ({ check: jest.requireActual<{ checkSelector: typeof checkSelector }>('../../../src/kubernetes/cel/check').checkSelector }));
    const [once, twice] = [HALF, 2 * HALF].map(length => stepsOf(() => check(expressionOf(length), { driver: 'gpu.nvidia.com', deviceType: 'gpu' })));
    expect(once).toBeGreaterThan(0);
    expect(twice).toBeLessThan(3 * once);
  });

  // Measured: cel-go 0.26 takes 250 of each and refuses the next, but for && and ||, which it balances.
  test.each<[string, (count: number) => string]>([
    ['relations', count => `${'true == '.repeat(count)}true`],
    ['members', count => `${A}${'.a'.repeat(count - 2)} == 1`],
    ['calls', count => `"a"${'.lowerAscii()'.repeat(count)} == "a"`],
  ])('a chain of %s has an end', (_, chain) => {
    const [{ check }] = counted(() => ({ check: jest.requireActual<{ checkSelector: typeof checkSelector }>('../../../src/kubernetes/cel/check').checkSelector }));
    const details = (count: number) => check(chain(count), { driver: 'gpu.nvidia.com', deviceType: 'gpu' }).map(({ detail }) => detail).join();
    expect(details(250)).not.toContain('a chain of more than 250');
    expect(details(251)).toContain('a chain of more than 250');
  });

  test('the size that is asked for', () => {
    const [{ missed }, stepsOf] = counted(() => ({ missed: jest.requireActual<{ missedProducts: typeof missedProducts }>('../../../src/kubernetes/cel/memory-condition').missedProducts }));
    const memory = 'device.capacity["gpu.nvidia.com"].memory.compareTo(quantity("80Gi")) >= 0';
    const [once, twice] = [HALF, 2 * HALF].map(length => stepsOf(() => missed(memory, [memory, repeated(`${A}.productName.matches("H.00")`, ' && ', length)])));
    expect(twice).toBeLessThan(3 * once);
  });
});
