import * as path from 'path';
import { Finding } from '../../../src/base/findings/finding';
import {
  acceptedBy,
  ignoredBy,
  NO_CONFIGURATION,
  outsideOf,
  readConfiguration,
} from '../../../src/lint/input/configuration';
import { folderOf } from '../../cli/program';

const read = (text: string) => readConfiguration(path.join(folderOf({ 'settings.yaml': text }), 'settings.yaml'));

test('every setting is read, with two entries of each list', () => {
  const text =
    'kubernetes: ["1.34", "1.36"]\nfeatureGates: {ImageVolume: true, GenericWorkload: false}\napis: [a/v1, b/v2]\nzones: [a, b]\nspareGpus: 0\ngpusPerNode: 8\n' +
    'outside:\n- {kind: Secret, name: a, namespace: ml}\n- {kind: ConfigMap}\nacknowledge:\n- {id: AIW2103, reason: r, object: Service/ml/*, file: "*.yaml"}\n- id: AIW2104\n  reason: s\nignore: [charts/**, b/*]\n';

  expect(read(text)).toEqual({
    file: expect.stringContaining('settings.yaml'),
    kubernetes: ['1.34', '1.36'],
    cluster: {
      featureGates: { ImageVolume: true, GenericWorkload: false },
      apis: ['a/v1', 'b/v2'],
      zones: ['a', 'b'],
      spareGpus: 0,
      gpusPerNode: 8,
    },
    outside: [
      { kind: 'Secret', name: 'a', namespace: 'ml' },
      { kind: 'ConfigMap', name: '*', namespace: undefined },
    ],
    acknowledge: [
      { id: 'AIW2103', reason: 'r', object: 'Service/ml/*', file: '*.yaml', field: 'acknowledge[0]', line: 11 },
      { id: 'AIW2104', reason: 's', object: undefined, file: undefined, field: 'acknowledge[1]', line: 12 },
    ],
    ignore: ['charts/**', 'b/*'],
  });
  expect(read('kubernetes: "1.35"\n').kubernetes).toEqual(['1.35']);
  expect(read('')).toMatchObject({ ...NO_CONFIGURATION });
});

test.each([
  ['zones: [a, 2]', ':1: zones[1] takes a text: put quotes around 2'],
  ['spareGpus: 1.5', ':1: spareGpus takes a whole number'],
  ['gpusPerNode: -1', ':1: gpusPerNode takes a whole number'],
  ['featureGates: {A: true, B: "true"}', ':1: featureGates takes gates with true or false'],
  ['apis: a/v1', ':1: apis takes a list'],
  ['kubernets: "1.34"', ':1: kubernets is no setting; did you mean kubernetes?'],
  ['outside:\n- {kind: A}\n- {name: b}', ':3: outside[1] kind is missing'],
  ['outside:\n- {kind: A}\n- {kind: A, name: "!(a)"}', 'outside[1].name takes a glob, and this one has !(…)'],
  [
    'acknowledge:\n- {id: AIW2103, reason: r}\n- {id: AIW21, reason: r}',
    ':3: acknowledge[1].id takes the id of a finding, like AIW2103',
  ],
  [
    'acknowledge:\n- {id: AIW2103, reason: r}\n- {id: AIW0005, reason: r}',
    ':3: acknowledge[1].id AIW0005 cannot be accepted',
  ],
  ['acknowledge:\n- {id: AIW2103, reason: r}\n- {id: AIW2103}', ':3: acknowledge[1] reason is missing'],
  ['acknowledge:\n- {id: AIW2103, reason: " "}', 'acknowledge[0].reason takes a text'],
  ['- a', 'the configuration takes kubernetes, featureGates'],
  ['a: 1\n---\nb: 2', ':3: a configuration is one document'],
])('%j is refused', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

describe('objects outside of the input', () => {
  const outside = outsideOf({
    ...NO_CONFIGURATION,
    outside: [
      { kind: 'Secret', name: 'a', namespace: 'ml' },
      { kind: 'Secret', name: 'a', namespace: 'other' },
      { kind: 'Secret', name: 'b' },
      { kind: 'ConfigMap', name: 'shared-*', namespace: 'ml' },
      { kind: 'ConfigMap', name: 'all-*' },
    ],
  });

  test.each<[string, string, string, boolean]>([
    ['Secret', 'ml', 'a', true],
    ['Secret', 'other', 'a', true],
    ['Secret', 'third', 'a', false],
    ['Secret', 'third', 'b', true],
    ['Secret', '', 'b', true],
    ['ConfigMap', 'ml', 'a', false],
    ['ConfigMap', 'ml', 'shared-x', true],
    ['ConfigMap', 'other', 'shared-x', false],
    ['ConfigMap', 'other', 'all-x', true],
    ['Secret', 'ml', 'all-x', false],
  ])('%s %s/%s is there: %s', (kind, place, name, expected) => {
    expect(outside.has(kind, place, name)).toBe(expected);
  });
});

describe('acknowledgements of a configuration', () => {
  const about = (kind: string, namespace: string, name: string, file?: string): Finding => ({
    id: 'AIW2103',
    title: 't',
    class: 'broken',
    message: 'm',
    object: { apiVersion: 'v1', kind, namespace, name },
    file,
  });
  const covers = (object: string | undefined, finding: Finding, file?: string) =>
    acceptedBy({
      ...NO_CONFIGURATION,
      acknowledge: [{ id: 'AIW2103', reason: 'r', object, file, field: 'f' }],
    })[0].covers(finding);

  test.each<[string | undefined, Finding, boolean]>([
    [undefined, about('Service', 'ml', 'router'), true],
    ['Service', about('Service', 'ml', 'router'), true],
    ['Service', about('Pod', 'ml', 'router'), false],
    ['Service/router', about('Service', 'any', 'router'), true],
    ['Service/router', about('Service', 'ml', 'other'), false],
    ['Service/ml/router', about('Service', 'ml', 'router'), true],
    ['Service/ml/router', about('Service', 'other', 'router'), false],
    ['Service/m*/r*', about('Service', 'ml', 'router'), true],
    ['Service/m*/r*', about('Service', 'ml', 'x'), false],
    ['Service', { ...about('Service', 'ml', 'a'), object: undefined }, false],
  ])('of %s for %j: %s', (object, finding, expected) => {
    expect(covers(object, finding)).toBe(expected);
  });

  test('of files are for those alone, and for none that is in no file', () => {
    expect([
      covers(undefined, about('A', '', 'a', 'x/a.yaml'), 'x/*'),
      covers(undefined, about('A', '', 'a', 'y/a.yaml'), 'x/*'),
      covers(undefined, about('A', '', 'a'), 'x/*'),
      covers(undefined, about('A', '', 'a')),
    ]).toEqual([true, false, false, true]);
    expect(covers('B', about('A', '', 'a', 'x/a.yaml'), 'x/*')).toBe(false);
  });

  test('that accept nothing are told at their own line, the second one too', () => {
    const accepted = acceptedBy(read('acknowledge:\n- {id: AIW2103, reason: r}\n- {id: AIW2104, reason: "s t"}\n'));

    expect(accepted[1].stale!()).toMatchObject({
      id: 'AIW0003',
      field: 'acknowledge[1]',
      line: 3,
      file: expect.stringContaining('settings.yaml'),
      message: 'Invalid value: "AIW2104": no such finding in this input (reason given: "s t")',
    });
  });
});

test('a file is ignored by any of two patterns', () => {
  const isIgnored = ignoredBy({ ...NO_CONFIGURATION, ignore: ['charts/**', '*.json'] });

  expect(['charts/a/b.yaml', 'a.json', 'a.yaml', 'x/a.json'].map(isIgnored)).toEqual([true, true, false, false]);
});
