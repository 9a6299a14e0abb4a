import * as fs from 'fs';
import * as path from 'path';
import * as fc from 'fast-check';
import { PlainObject } from '../../../../src/base/plain';
import { Cluster, DEFAULT_CLUSTER } from '../../../../src/kubernetes/cluster';
import { ObjectWithOrigin } from '../../../../src/kubernetes/manifest';
import { readFile } from '../../../../src/lint/input/documents';
import { renderJson } from '../../../../src/lint/report/json';
import { renderReport } from '../../../../src/lint/report/text';
import { check } from '../../../../src/lint/run/lint';
import { MINORS } from '../../../../src/lint/run/lint-options';
import { runs } from '../../../hygiene/runs';
import { fixtureFiles } from '../../rules/fixture';

/** `HOSTILE_RUNS=20000` tries more, `HOSTILE_SEED=7` others. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? 600);
const SEED = process.env.HOSTILE_SEED === undefined ? {} : { seed: Number(process.env.HOSTILE_SEED) };

/** Real manifests of every kind that a rule is about: those of its fixtures. */
const REAL: readonly PlainObject[] = fixtureFiles().flatMap(file =>
  readFile(path.basename(file), fs.readFileSync(file)).objects.map(({ body }) => body));

const WORDS = [...new Set(REAL.flatMap(wordsIn))];

function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(wordsIn);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => [key, ...wordsIn(each)]);
  }
  return typeof value === 'string' && value.length < 40 ? [value] : [];
}

/** Keys that mean something to JavaScript. */
const TRAPS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', '0', ''];
const SCALARS = [
  null, true, false, 0, -1, 2.5, 1e308, 9007199254740992, '', 'Always', '50%', '10Gi', '-1', '$(', '{{', '\u0000', '\ud800', 'a'.repeat(300),
  'x/y/z', '../..', '2100-01-01T00:00:00Z',
];

/** An object as a reader makes it: `__proto__` is a key like any other. */
function withKeys(entries: readonly (readonly [string, unknown])[]): PlainObject {
  const made = {};
  entries.forEach(([key, value]) => Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true }));
  return made;
}

const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.constantFrom(...TRAPS) });
const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(...SCALARS),
    key,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(withKeys),
  ),
}));

/** A place in an object: at each level, which of its values to go into. */
interface Change {
  readonly way: readonly number[];
  readonly value: unknown;
  readonly added?: string;
}

const change = fc.record<Change>({
  way: fc.array(fc.nat(40), { minLength: 1, maxLength: 9 }),
  value: anything,
  added: fc.option(key, { nil: undefined }),
});

/** The object with another value at a place, or with a key more there. */
function changed(value: unknown, { way, ...what }: Change): unknown {
  if (typeof value !== 'object' || value === null || way.length === 0) {
    return what.value;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || way.length === 1 && what.added !== undefined && !Array.isArray(value)) {
    return Array.isArray(value) ? [what.value] : withKeys([...entries, [what.added ?? '__proto__', what.value]]);
  }
  const at = way[0] % entries.length;
  const inner = { ...what, way: way.slice(1) };
  const next = entries.map(([name, each], index): [string, unknown] => [name, index === at ? changed(each, inner) : each]);
  return Array.isArray(value) ? next.map(([, each]) => each) : withKeys(next);
}

/** A real object with up to three changes; its kind stays. */
const spoilt = fc.tuple(fc.constantFrom(...REAL), fc.array(change, { minLength: 1, maxLength: 3 })).map(([real, changes]): ObjectWithOrigin => ({
  body: { ...changes.reduce<unknown>(changed, real) as PlainObject, apiVersion: real.apiVersion, kind: real.kind },
  origin: {},
}));

/** An object of a real kind that is made of nothing but chance. */
const parts = fc.tuple(fc.constantFrom(...REAL), fc.array(fc.tuple(key, anything), { maxLength: 4 }), anything, anything);
const random = parts.map(([real, entries, metadata, spec]): ObjectWithOrigin => ({
  body: withKeys([...entries, ['apiVersion', real.apiVersion], ['kind', real.kind], ['metadata', metadata], ['spec', spec]]),
  origin: {},
}));

const clusters = fc.constantFrom(...MINORS).map((minor): Cluster[] => [{ minor, featureGates: {}, zones: ['a', 'b'], spareGpus: 2, gpusPerNode: 8 }]);

test.each([
  ['real objects that were spoilt', spoilt], ['objects made of chance', random],
])('%s give findings that can be printed, and no check breaks', (_, object) => {
  fc.assert(fc.property(fc.array(object, { minLength: 1, maxLength: 4 }), clusters, (objects, asked) => {
    const outcome = check(objects, [], { clusters: asked });
    expect(outcome.findings.filter(({ id }) => id === 'AIW0004')).toEqual([]);
    expect(renderReport(outcome)).toContain('checked');
    expect((JSON.parse([...renderJson(outcome)].join('')) as { findings: unknown[] }).findings).toHaveLength(outcome.findings.length);
  }), { numRuns: runs(RUNS), ...SEED });
});

test('a value that is its own way of becoming text is shown as JSON', () => {
  const value = [withKeys([['toString', {}], ['valueOf', {}]])];
  const spec = { trafficDistribution: value, internalTrafficPolicy: 'Local', selector: { app: 'a' }, ports: [{ port: 80 }] };
  const service = { body: { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec }, origin: {} };
  const { findings } = check([service], [], { clusters: [DEFAULT_CLUSTER] });
  expect(findings.map(({ id, field }) => `${id} ${field}`)).toContain('AIW1102 spec.trafficDistribution');
  expect(findings.filter(({ id }) => id === 'AIW0004')).toEqual([]);
});

describe('keys that mean something to JavaScript are keys', () => {
  const keys = TRAPS.filter(each => each !== '').map(each => `${each}: x`).join(', ');
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: trap, namespace: ml, labels: {${keys}}, annotations: {${keys}}}
spec:
  selector: {matchLabels: {${keys}}}
  template:
    metadata: {labels: {${keys}}}
    spec:
      nodeSelector: {${keys}}
      containers:
      - name: main
        image: registry.example/app:1
        resources: {limits: {${keys.replaceAll('x', '1')}}}
---
apiVersion: v1
kind: Service
metadata: {name: trap, namespace: ml}
spec: {selector: {${keys}}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: trap, namespace: ml}
data: {${keys}}
__proto__: {a: b}
`;
  const findings = () => {
    const { objects, findings: unread } = readFile('trap.yaml', Buffer.from(text));
    return check(objects, unread, { clusters: [{ minor: '1.36', featureGates: {} }] }).findings;
  };

  test('they select and are selected', () => {
    expect(findings().filter(({ id }) => ['AIW2103', 'AIW2113', 'AIW0004'].includes(id))).toEqual([]);
  });

  test.each(TRAPS.filter(each => each !== ''))('a kind, a group and a version of the name %s are unknown ones', name => {
    const types = [
      ['v1', name], [name, 'Pod'], [`${name}/v1`, 'Pod'], [`apps/${name}`, 'Deployment'], [name, name],
      [`resource.k8s.io/${name}`, 'ResourceClaim'], ['resource.k8s.io/v1', name],
      ['leaderworkerset.x-k8s.io/v1', name], [`leaderworkerset.x-k8s.io/${name}`, 'LeaderWorkerSet'],
    ];
    const objects = types.map(([apiVersion, kind], index) => (
      { body: { apiVersion, kind, metadata: { name: `o${index}` }, spec: {} }, origin: { file: `${index}.yaml`, lineOf: () => 1 } }));
    const outcome = check(objects, [], { clusters: [{ minor: '1.34', featureGates: {} }] });
    expect(outcome.findings.filter(({ id }) => id === 'AIW0004')).toEqual([]);
    const told = outcome.findings.filter(({ id }) => ['AIW0006', 'AIW1106', 'AIW2501'].includes(id)).map(({ file }) => file);
    expect([...new Set(told)].sort()).toEqual(objects.map(({ origin }) => origin.file));
    expect(renderReport(outcome)).not.toContain('[native code]');
  });

  test('a field of that name is as unknown as any other, and nothing gets into the prototype of objects', () => {
    expect(findings()).toContainEqual(expect.objectContaining({ id: 'AIW1101', field: '__proto__', line: 24 }));
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
