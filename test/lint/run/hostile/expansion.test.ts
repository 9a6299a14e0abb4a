import { PlainObject } from '../../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../../src/kubernetes/cluster';
import { Manifest } from '../../../../src/kubernetes/manifest';
import { podSets } from '../../../../src/lint/facts/carried-pods';
import { commandLines, containerVariables } from '../../../../src/lint/facts/engine-command';
import { ExpansionBudget } from '../../../../src/lint/facts/expansion';
import { Facts } from '../../../../src/lint/facts/facts';
import { commandsOfScript } from '../../../../src/lint/facts/shell-words';
import { check } from '../../../../src/lint/run/lint';

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const podWith = (fields: object): PlainObject => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'ml' }, spec: { containers: [{ name: 'main', image: 'registry.example/app:1', ...fields }] },
});
const limited = (fields: object) => check([{ body: podWith(fields), origin: { file: 'a.yaml', lineOf: () => 1 } }], [], { clusters: [DEFAULT_CLUSTER] })
  .findings.filter(({ id }) => id === 'AIW0004');

/** Characters that the rules read of a container. */
function lengthRead(fields: object): number {
  const [pods] = new Facts([new Manifest(podWith(fields))]).get(podSets);
  const [placed] = pods.containers;
  const variables = containerVariables(pods, placed);
  return [...variables.values(), ...commandLines(placed, variables).flat().map(({ text }) => text)].reduce((sum, text) => sum + text.length, 0);
}

const doubling = (count: number) => many(count, index => ({ name: `V${index}`, value: index === 0 ? 'model' : `$(V${index - 1})$(V${index - 1})` }));
const HOSTILE: readonly (readonly [string, object])[] = [
  ['variables that double the one before', { command: ['vllm', 'serve', 'm'], env: [...doubling(18), ...many(20, index => ({ name: `U${index}`, value: '$(V17)' }))] }],
  ['40 variables that double the one before', { command: ['vllm', 'serve', 'm'], env: doubling(40) }],
  ['a long variable in many arguments', { command: ['vllm', 'serve'], args: many(5_000, () => '$(LONG)'), env: [{ name: 'LONG', value: 'a'.repeat(100_000) }] }],
  ['a value with many references', { command: ['vllm', 'serve', '$(B)'], env: [{ name: 'A', value: 'a'.repeat(100_000) }, { name: 'B', value: '$(A)'.repeat(200_000) }] }],
  ['a script that doubles its variable', { command: ['sh', '-c', `A=model; ${'A=$A$A; '.repeat(40)}vllm serve $A`] }],
  ['a script that doubles a variable in quotes and braces', { command: ['sh', '-c', `A=model; ${'A="${A}$A"\n'.repeat(40)}vllm serve "$A"`] }],
  ['a script that repeats its arguments', { command: ['sh', '-c', 'vllm serve "$@"; '.repeat(2_000), 'sh', ...many(500, index => `--a${index}`)] }],
  ['a script that repeats a script', { command: ['sh', '-c', 'sh -c "$S"; '.repeat(2_000)], env: [{ name: 'S', value: 'vllm serve m; '.repeat(2_000) }] }],
];

describe('the text that variables of a container expand to is limited', () => {
  test.each(HOSTILE)('%s', (_, fields) => {
    const written = JSON.stringify(fields).length;

    expect(lengthRead(fields)).toBeLessThan(3 * (32_768 + 9 * written));
    expect(limited(fields)).toEqual([expect.objectContaining({ field: 'spec.containers[0]', message: expect.stringMatching(/^Too long: .*8 times its own text/) })]);
  });

  test.each([[8, []], [10, [expect.stringMatching(/^Too long/)]]])('a long variable in %d arguments', (count, messages) => {
    // 8 times its own text is read in any case; 32,768 characters are a third of the variable.
    const fields = { command: ['vllm', 'serve'], args: many(count, () => '$(LONG)'), env: [{ name: 'LONG', value: 'a'.repeat(100_000) }] };

    expect(limited(fields).map(({ message }) => message)).toEqual(messages);
  });

  test('the limit itself is allowed, and one character more is not', () => {
    const [at, beyond] = [new ExpansionBudget(10), new ExpansionBudget(10)];

    expect([at.expanded('a'.repeat(32_848)).length, at.isExceeded]).toEqual([32_848, false]);
    expect([beyond.expanded('a'.repeat(32_849)), beyond.isExceeded]).toEqual(['\u0000', true]);
  });

  test('a script that is read alone has a limit too', () => {
    expect(commandsOfScript(`A=model; ${'A=$A$A; '.repeat(40)}serve $A`, new Map())).toEqual([['serve', expect.stringContaining('\u0000')]]);
  });

  test('ordinary scripts are read whole', () => {
    expect(limited({ command: ['sh', '-c', 'exec vllm serve "$MODEL" --port $PORT "$@"', 'sh', '--tp', '8'], env: [{ name: 'MODEL', value: 'm' }, { name: 'PORT', value: '80' }] })).toEqual([]);
  });
});
