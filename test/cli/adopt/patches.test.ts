import { PlainObject } from '../../../src/base/plain';
import { comparison, keyOf, textOf } from '../../../src/cli/adopt/adoption';
import { comparisonOf, fieldOf, Patch, patchesBetween } from '../../../src/cli/adopt/patches';
import { Manifest } from '../../../src/kubernetes/manifest';

const V1 = { apiVersion: 'apps/v1', kind: 'Deployment' };
const between = (made: PlainObject, wanted: PlainObject, head: PlainObject = V1) =>
  patchesBetween({ ...head, ...made }, { ...head, ...wanted });
const shown = (patches: readonly Patch[]) =>
  patches.map(({ op, path, isOfPods }) => `${op} ${path}${isOfPods ? ' of pods' : ''}`);

test('a patch says what is wanted, and what stands there instead', () => {
  const patches = between(
    { spec: { replicas: 1, paused: true, same: 1 } },
    { spec: { replicas: 2, minReadySeconds: 5, same: 1 } },
  );

  expect(patches).toEqual([
    { op: 'replace', path: '/spec/replicas', value: 2, instead: 1, isOfPods: false },
    { op: 'remove', path: '/spec/paused', instead: true, isOfPods: false },
    { op: 'add', path: '/spec/minReadySeconds', value: 5, isOfPods: false },
  ]);
});

test.each(['template', 'leaderTemplate', 'workerTemplate'])(
  'what is below %s is of the pods, and what only begins so is not',
  name => {
    const patches = between(
      { spec: { [name]: { spec: { a: 1 } }, [`${name}s`]: { a: 1 } } },
      { spec: { [name]: { spec: { a: 2 } }, [`${name}s`]: { a: 2 } } },
    );

    expect(shown(patches)).toEqual([`replace /spec/${name}/spec/a of pods`, `replace /spec/${name}s/a`]);
  },
);

test.each([
  'labels',
  'annotations',
  'matchLabels',
  'selector',
  'nodeSelector',
  'data',
  'resources',
  'strategy',
  'rolloutStrategy',
  'securityContext',
  'affinity',
])('%s are replaced as a whole', name => {
  expect(between({ spec: { [name]: { a: '1', b: '1' } } }, { spec: { [name]: { a: '1', b: '2' } } })).toMatchObject([
    { op: 'replace', path: `/spec/${name}`, value: { a: '1', b: '2' } },
  ]);
});

describe('lists', () => {
  const list = (name: string, made: PlainObject[], wanted: PlainObject[]) =>
    shown(between({ spec: { [name]: made } }, { spec: { [name]: wanted } }));
  const [a, b] = [
    { name: 'a', image: '1' },
    { name: 'b', image: '1' },
  ];

  test.each(['containers', 'initContainers', 'replicatedJobs'])(
    '%s of the same names in the same order are compared one by one',
    name => {
      expect(list(name, [a, b], [a, { ...b, image: '2' }])).toEqual([`replace /spec/${name}/1/image`]);
      expect(list(name, [a, b], [b, a])).toEqual([`replace /spec/${name}`]);
      expect(list(name, [a, b], [a])).toEqual([`replace /spec/${name}`]);
      expect(list(name, [a], [a, b])).toEqual([`replace /spec/${name}`]);
    },
  );

  test.each(['metrics', 'triggers'])('%s of the same types are compared one by one', name => {
    const [pods, object] = [
      { type: 'Pods', x: 1 },
      { type: 'Object', x: 1 },
    ];

    expect(list(name, [pods, object], [pods, { ...object, x: 2 }])).toEqual([`replace /spec/${name}/1/x`]);
    expect(list(name, [pods, object], [pods, { ...pods, x: 2 }])).toEqual([`replace /spec/${name}`]);
  });

  test('of other elements are replaced as a whole', () => {
    expect(list('tolerations', [a, b], [a, { ...b, image: '2' }])).toEqual(['replace /spec/tolerations']);
  });
});

describe('what is equal', () => {
  test.each([
    ['apps/v1', 'stored'],
    ['v1', 'stored'],
    ['autoscaling/v2', 'stored'],
    ['networking.k8s.io/v1', 'stored'],
    ['policy/v1', 'stored'],
    ['leaderworkerset.x-k8s.io/v1', 'written'],
    ['keda.sh/v1alpha1', 'written'],
    ['ray.io/v1', 'written'],
  ])('objects of %s are compared as they are %s', (apiVersion, expected) => {
    expect(comparisonOf({ apiVersion })).toBe(expected);
  });

  test('two notations of an amount are one where they are stored, and two where they are written', () => {
    const amount = (memory: string): PlainObject => ({
      spec: { template: { spec: { containers: [{ name: 'a', resources: { limits: { memory } } }] } } },
    });

    expect(between(amount('1024Mi'), amount('1Gi'))).toEqual([]);
    expect(
      shown(
        between(amount('1024Mi'), amount('1Gi'), {
          apiVersion: 'leaderworkerset.x-k8s.io/v1',
          kind: 'LeaderWorkerSet',
        }),
      ),
    ).toEqual(['replace /spec/template/spec/containers/0/resources of pods']);
  });

  test('what is written is data: neither the order of keys nor null counts, the order of lists does', () => {
    const written = (spec: PlainObject, other: PlainObject) =>
      shown(between({ spec }, { spec: other }, { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject' }));

    expect(written({ a: 1, b: [1, { c: 2, d: 3 }], n: null }, { b: [1, { d: 3, c: 2 }], a: 1 })).toEqual([]);
    expect(written({ b: [1, 2] }, { b: [2, 1] })).toEqual(['replace /spec/b']);
    expect(written({ b: [1, 2] }, { b: [1] })).toEqual(['replace /spec/b']);
    expect(written({ a: 1 }, { a: '1' })).toEqual(['replace /spec/a']);
  });
});

test.each([
  ['/spec/template/spec/containers/0/args/12', 'spec.template.spec.containers[0].args[12]'],
  ['/metadata/annotations/a.b~1c', 'metadata.annotations[a.b/c]'],
  ['/data/x~01', 'data[x~1]'],
  ['/data/some-key', 'data.some-key'],
])('%s is the field %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});

test('keys with slashes and tildes are escaped, all of them', () => {
  expect(shown(between({ spec: {} }, { spec: { 'a/b/c~d~e': 1 } }))).toEqual(['add /spec/a~1b~1c~0d~0e']);
});

describe('two sets of objects', () => {
  const object = (name: string, more: PlainObject = {}, kind = 'ConfigMap') =>
    new Manifest({ apiVersion: 'v1', kind, metadata: { name, namespace: 'ml' }, ...more });

  test('are compared one by one: what is gone, what differs, what is new, two of each', () => {
    const before = [object('a'), object('b'), object('c', { x: 1, y: 1 }), object('d', { x: 1 }), object('same')];
    const after = [object('new1'), object('same'), object('d', { x: 2 }), object('c', { x: 2 }), object('new2')];

    expect(comparison(before, after)).toEqual([
      'ConfigMap ml/a: is not given back',
      'ConfigMap ml/b: is not given back',
      'ConfigMap ml/c: x: 1 became 2',
      'ConfigMap ml/c: y: 1 became nothing',
      'ConfigMap ml/d: x: 1 became 2',
      'ConfigMap ml/new1: is new',
      'ConfigMap ml/new2: is new',
    ]);
    expect(comparison([object('a')], [object('a', { x: 1 })])).toEqual(['ConfigMap ml/a: x: nothing became 1']);
  });

  test('have an object by group, kind, namespace and name', () => {
    const of = (apiVersion: string, kind: string, namespace: string, name: string) =>
      keyOf(new Manifest({ apiVersion, kind, metadata: { namespace, name } }));
    const first = of('apps/v1', 'Deployment', 'ml', 'a');

    expect(of('apps/v1beta1', 'Deployment', 'ml', 'a')).toBe(first);
    const others = [
      of('extensions/v1', 'Deployment', 'ml', 'a'),
      of('apps/v1', 'StatefulSet', 'ml', 'a'),
      of('apps/v1', 'Deployment', 'other', 'a'),
      of('apps/v1', 'Deployment', 'ml', 'b'),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    expect(
      [object('a'), new Manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' } })].map(textOf),
    ).toEqual(['ConfigMap ml/a', 'Namespace ml']);
  });
});
