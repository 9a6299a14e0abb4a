import { Body, template, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { templateChange } from '../../../src/lint/changes/template-change';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { factsOf } from '../facts/objects';

const podsOf = (body: Body) => factsOf(body as PlainObject).get(podSets)[0];

/** How the pod templates of a workload differ. */
function change(one: object, other: object, kind = 'Deployment') {
  const [before, after] = [one, other].map(each => podsOf(workload(kind, 'web', { template: each })));
  return templateChange(before, after);
}

const pod = (container: Body, spec: object = {}) => template({ app: 'web' }, '', { containers: [{ name: 'main', image: 'a:1', ...container }], ...spec });
const [METADATA, SPEC, MAIN] = ['spec.template.metadata', 'spec.template.spec', 'spec.template.spec.containers[0]'];

describe('where two templates differ', () => {
  test.each<[string, object, object, string[]]>([
    ['a label', template({ app: 'a' }), template({ app: 'b' }), [`${METADATA}.labels.app`]],
    ['a label with a domain', template({ 'example.org/a': 'a' }), template({ 'example.org/a': 'b' }), [`${METADATA}.labels[example.org/a]`]],
    ['a label with a dot', template({}), template({ 'a.b': 'b' }), [`${METADATA}.labels[a.b]`]],
    ['a label with a slash at its end', template({}), template({ 'a/': 'b' }), [`${METADATA}.labels[a/]`]],
    ['an annotation', { ...template({}), metadata: { annotations: { a: '1' } } }, { ...template({}), metadata: { annotations: { a: '2' } } }, [`${METADATA}.annotations.a`]],
    ['a field of the pod', pod({}), pod({}, { hostNetwork: true }), [`${SPEC}.hostNetwork`]],
    ['the account by its older name, beside another field', pod({}, { serviceAccountName: 'a' }), pod({}, { serviceAccount: 'a', hostNetwork: true }), [`${SPEC}.hostNetwork`]],
    ['an image', pod({}), pod({ image: 'a:2' }), [`${MAIN}.image`]],
    ['entries without a name, by their places', pod({}, { tolerations: [{ key: 'a' }, { key: 'b' }] }), pod({}, { tolerations: [{ key: 'a' }, { key: 'c' }] }), [`${SPEC}.tolerations[1].key`]],
    ['entries with a name, wherever they stand', pod({ env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }] }), pod({ env: [{ name: 'B', value: '3' }, { name: 'A', value: '1' }] }), [`${MAIN}.env[0].value`]],
    ['mounts, by their paths', pod({ volumeMounts: [{ mountPath: '/a', subPath: 'x' }, { mountPath: '/b' }] }), pod({ volumeMounts: [{ mountPath: '/b' }, { mountPath: '/a', subPath: 'y' }] }), [`${MAIN}.volumeMounts[1].subPath`]],
    ['devices, by their paths', pod({ volumeDevices: [{ devicePath: '/a', x: 1 }, { devicePath: '/b' }] }), pod({ volumeDevices: [{ devicePath: '/b' }, { devicePath: '/a', x: 2 }] }), [`${MAIN}.volumeDevices[1].x`]],
    ['ports, by their numbers', pod({ ports: [{ containerPort: 1, hostPort: 7 }, { containerPort: 2 }] }), pod({ ports: [{ containerPort: 2 }, { containerPort: 1, hostPort: 8 }] }), [`${MAIN}.ports[1].hostPort`]],
    ['an entry more', pod({}, { volumes: [{ name: 'a' }] }), pod({}, { volumes: [{ name: 'a' }, { name: 'b' }] }), [`${SPEC}.volumes[1]`]],
    ['an entry less', pod({}, { volumes: [{ name: 'a' }, { name: 'b' }] }), pod({}, { volumes: [{ name: 'a' }] }), [`${SPEC}.volumes[1] (removed)`]],
    ['words', pod({ args: ['a'] }), pod({ args: ['b'] }), [`${MAIN}.args`]],
    ['words in another order', pod({ args: ['a', 'b'] }), pod({ args: ['b', 'a'] }), [`${MAIN}.args (order)`]],
    ['an entry that is no map', pod({}, { volumes: [{ name: 'a' }, 'x'] }), pod({}, { volumes: [{ name: 'a' }, 'y'] }), [`${SPEC}.volumes`]],
    ['a map that is a list now', pod({ resources: {} }), pod({ resources: ['x'] }), [`${MAIN}.resources`]],
  ])('%s', (_, one, other, paths) => {
    expect(change(one, other)).toEqual({ paths, saysTheSame: paths[0].endsWith('args (order)') ? false : expect.any(Boolean) });
  });
});

describe('a pull policy', () => {
  test.each<[string, Body, Body, string[]]>([
    ['that nobody wrote follows the image', {}, { image: 'a:2' }, ['image']],
    ['that is written out as it was beside another image', {}, { image: 'a:2', imagePullPolicy: 'IfNotPresent' }, ['image']],
    ['that is another now', {}, { imagePullPolicy: 'Always' }, ['imagePullPolicy']],
    ['that is taken out', { imagePullPolicy: 'Always' }, {}, ['imagePullPolicy']],
    ['that is another than the one written', { imagePullPolicy: 'Never' }, { imagePullPolicy: 'Always' }, ['imagePullPolicy']],
  ])('%s', (_, one, other, paths) => {
    expect(change(pod(one), pod(other))).toEqual({ paths: paths.map(path => `${MAIN}.${path}`), saysTheSame: false });
  });

  test('that says what is filled in is no change', () => {
    expect(change(pod({}), pod({ imagePullPolicy: 'IfNotPresent' }))).toBeUndefined();
  });

  test('of a kind where nobody fills in anything', () => {
    const groups = (container: Body) => podsOf({
      apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm', namespace: 'ml' }, spec: { leaderWorkerTemplate: { workerTemplate: pod(container) } },
    });
    expect(templateChange(groups({}), groups({ imagePullPolicy: 'IfNotPresent' })))
      .toEqual({ paths: ['spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].imagePullPolicy'], saysTheSame: true });
  });
});

describe('what says the same', () => {
  const [a, b] = [{ name: 'a', emptyDir: {} }, { name: 'b', emptyDir: {} }];

  test.each<[string, object, object, boolean]>([
    ['another order', pod({}, { volumes: [a, b] }), pod({}, { volumes: [b, a] }), true],
    ['another order of what has one', pod({}, { initContainers: [a, b] }), pod({}, { initContainers: [b, a] }), false],
    ['another order beside another label', { ...pod({}, { volumes: [a, b] }), metadata: { labels: { x: '1' } } }, pod({}, { volumes: [b, a] }), false],
    ['another order beside another volume', pod({}, { volumes: [a, b] }), pod({}, { volumes: [b, { ...a, emptyDir: { medium: 'Memory' } }] }), false],
  ])('%s: %s', (_, one, other, saysTheSame) => {
    expect(change(one, other)).toMatchObject({ saysTheSame });
  });

  test('nothing at all', () => {
    expect([change(pod({}), pod({})), change(pod({}), pod({}), 'StatefulSet')]).toEqual([undefined, undefined]);
  });
});

test.each([
  ['requests', '1Gi', '1073741824', true], ['limits', '1Gi', '1073741824', true], ['limits', '1', '1000m', false],
])('%s of %s and %s in another notation replace pods of a StatefulSet: %s', (list, one, other, isNotation) => {
  const amount = (memory: string) => pod({ resources: { [list]: { memory, 'nvidia.com/gpu': 'x' } } });
  expect(change(amount(one), amount(other), 'StatefulSet')?.paths.includes(`${MAIN}.resources.${list}.memory (notation)`) ?? false).toBe(isNotation);
  expect(change(amount(one), amount(other))).toBeUndefined();
});
