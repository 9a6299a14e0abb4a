import {
  call,
  CHART,
  Expression,
  member,
  namesIn,
  packageOf,
  quoted,
  sourceOf,
  Variable,
  variablesIn,
} from '../../../src/cli/adopt/expression';
import { leftOut } from '../../../src/cli/adopt/left-out';
import { camelCase, UniqueNames } from '../../../src/cli/adopt/names';

describe('the source of an expression', () => {
  const text = (length: number) => 'x'.repeat(length);

  test.each<[string, Expression, string]>([
    ['a map', { 'a': 1, 'b-c': true, 'd': undefined, '$e': null }, "{ a: 1, 'b-c': true, $e: null }"],
    ['an empty map', { a: undefined }, '{}'],
    ['a list', ['a', 1, {}], "['a', 1, {}]"],
    ['a call', call('Accelerator.nvidia', 8, 'x'), "Accelerator.nvidia(8, 'x')"],
    [
      'a call without arguments, and a member',
      [call('Placement.anywhere'), member('kplus.Protocol.UDP')],
      '[Placement.anywhere(), kplus.Protocol.UDP]',
    ],
    ['a variable', [CHART, new Variable('llm', 1)], '[chart, llm]'],
    [
      'a key that is a number, or __proto__',
      Object.fromEntries([
        ['1a', 1],
        ['__proto__', 2],
      ]),
      "{ '1a': 1, ['__proto__']: 2 }",
    ],
  ])('of %s', (_, expression, source) => {
    expect(sourceOf(expression)).toBe(source);
  });

  test('stands on one line up to 120 characters with its indent, and not beyond', () => {
    const list = [text(112), 1];

    expect(sourceOf(list)).toHaveLength(119);
    expect(sourceOf(list, ' ')).not.toContain('\n');
    expect(sourceOf(list, '  ')).toBe(`[\n    '${text(112)}',\n    1,\n  ]`);
  });

  test('goes on below the last argument where the others are short, and below each otherwise', () => {
    const large = { a: text(70), b: text(70), c: undefined };

    expect(sourceOf(call('F', 'x', large))).toBe(`F('x', {\n  a: '${text(70)}',\n  b: '${text(70)}',\n})`);
    expect(sourceOf(call('F', text(38), large))).toMatch(/^F\('x{38}', \{\n {2}a/);
    expect(sourceOf(call('F', text(39), large))).toMatch(/^F\(\n {2}'x{39}',\n {2}\{\n {4}a: /);
  });

  test.each([
    ["it's", "'it\\'s'"],
    ['say "a" and "b"', '\'say "a" and "b"\''],
    ['a\\b\n', "'a\\\\b\\n'"],
    ['\u2028\u2029\u2028', "'\\u2028\\u2029\\u2028'"],
    ["''", "'\\'\\''"],
  ])('quotes %j', (given, source) => {
    expect(quoted(given)).toBe(source);
  });
});

test('names and variables are found below calls, lists and maps, each variable after those that it needs', () => {
  const claim = new Variable('claim', call('kplus.Volume.fromHostPath', CHART));
  const volume = new Variable('volume', { of: [claim] });
  const expression = { a: [call('Memory.of', volume)], b: { c: claim, d: call('Duration.seconds', 1) } };

  expect(variablesIn(expression)).toEqual([claim, volume]);
  expect(namesIn(expression)).toEqual(['Memory', 'kplus', 'kplus', 'Duration']);
  expect(['Memory', 'kplus', 'Duration', 'Size'].map(packageOf)).toEqual([
    'cdk8s-ai-workloads',
    'cdk8s-plus-28',
    'cdk8s',
    'cdk8s',
  ]);
});

describe('properties that a construct refuses', () => {
  const props = {
    container: { image: 'a', cpu: '1', envVariables: { A: '1', B: '2' } },
    tolerations: [{ key: 'a', value: 'x' }, { key: 'b' }],
    size: 2,
    memory: call('Memory.of', '1Gi'),
  };

  test.each<[string, object]>([
    ['container.envVariables[B]', { ...props, container: { ...props.container, envVariables: { A: '1' } } }],
    ['container.envVariables[C]', { ...props, container: { image: 'a', cpu: '1' } }],
    ['container.cpu', { ...props, container: { image: 'a', envVariables: props.container.envVariables } }],
    ['tolerations[0]', { ...props, tolerations: [{ key: 'b' }] }],
    ['tolerations[1].key', { ...props, tolerations: [{ key: 'a', value: 'x' }, {}] }],
    ['memory.of(x)', { container: props.container, tolerations: props.tolerations, size: 2 }],
  ])('are left out at %s', (field, rest) => {
    expect(leftOut(props, field)).toEqual(rest);
  });

  test.each([
    'container.image',
    'size',
    'size.x',
    'engine',
    'accelerator.count',
    'name',
    'podSelector[app]',
    'none',
    '',
  ])('are not left out at %j: there is no construct without, or no such property', field => {
    expect(leftOut(props, field)).toBeUndefined();
  });
});

describe('names of a program', () => {
  test.each([
    ['vllm-llama-70b', 'vllmLlama70b'],
    ['Llama', 'llama'],
    ['a..b__c', 'aBC'],
    ['70b', 'workload70b'],
    ['', 'workload'],
    ['class', 'classWorkload'],
    ['app', 'appWorkload'],
    ['chart', 'chartWorkload'],
    ['patch', 'patchWorkload'],
    ['kept', 'keptWorkload'],
    ['a-class', 'aClass'],
  ])('%j is the variable %s', (name, variable) => {
    expect(camelCase(name)).toBe(variable);
  });

  test('are given once: the second has 2, and numbers that are taken are passed over', () => {
    const names = new UniqueNames();

    expect(['a', 'a', 'a', 'b', 'a3', 'a', 'b2', 'b'].map(name => names.of(name))).toEqual([
      'a',
      'a2',
      'a3',
      'b',
      'a32',
      'a4',
      'b2',
      'b3',
    ]);
  });
});
