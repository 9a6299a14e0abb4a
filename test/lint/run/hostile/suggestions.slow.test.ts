import { PlainObject } from '../../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../../src/kubernetes/cluster';
import { check } from '../../../../src/lint/run/lint';
import { counted } from '../../../hygiene/steps';

const [library, stepsOf] = counted(() => jest.requireActual<{ check: typeof check }>('../../../../src/lint/run/lint'));

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
/** Letters that look random and are the same in each run. */
// eslint-disable-next-line no-bitwise
const letters = (seed: number, length: number) => many(length, index => 'abcdefghij'[((seed + 7) * (index + 13) * 7919 >> 3) % 10]).join('');

function checked(count: number, length: number) {
  const objects: PlainObject[] = [
    ...many(count, index => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: letters(index, length), namespace: 'ml' }, data: { a: 'b' } })),
    ...many(count, index => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${index}`, namespace: 'ml' },
      spec: { containers: [{ name: 'main', image: 'registry.example/app:1', envFrom: [{ configMapRef: { name: `z${letters(index + count, length - 1)}` } }] }] },
    })),
  ];
  return library.check(objects.map(body => ({ body, origin: { file: 'app.yaml', lineOf: () => 1 } })), [], { clusters: [DEFAULT_CLUSTER] });
}

test('long names that are nowhere cost about as much as short ones', () => {
  checked(100, 20);

  expect(stepsOf(() => checked(100, 203)) / stepsOf(() => checked(100, 20))).toBeLessThan(30);
});

test('1,000 references to 1,000 long names stay within the limit of a run', () => {
  expect(stepsOf(() => checked(1_000, 203))).toBeLessThan(500_000_000);
});
