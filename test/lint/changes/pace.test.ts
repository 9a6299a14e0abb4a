import { Body, template, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { restartsOf } from '../../../src/lint/changes/restarts';
import { Facts } from '../../../src/lint/facts/facts';
import { Change } from '../../../src/lint/kinds/kind';

const MAX_UNAVAILABLE = { ...DEFAULT_CLUSTER, featureGates: { MaxUnavailableStatefulSet: true } };

/** What becomes of the pods when the object changes. */
function restart(before: Body, after: Body, others: readonly Body[] = [], cluster = DEFAULT_CLUSTER, othersAfter = others) {
  const [previous, next] = [before, after].map(body => new Manifest(body as PlainObject, {}, cluster));
  const factsOf = (object: Manifest, beside: readonly Body[]) =>
    new Facts([object, ...beside.map(body => new Manifest(body as PlainObject, {}, cluster))], { isWhole: true });
  const [found] = restartsOf([{ previous, next } as Change], factsOf(previous, others), factsOf(next, othersAfter));
  return found && { pods: found.pods, away: found.away };
}

const changed = (kind: string, spec: Body, cluster = DEFAULT_CLUSTER) => restart(workload(kind, 'web', spec, 'a:1'), workload(kind, 'web', spec, 'a:2'), [], cluster);

function scalerOf(apiVersion: string, kind: string, name: string): Body {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: 'ml' },
    spec: { scaleTargetRef: { apiVersion, kind, name }, minReplicas: 2, maxReplicas: 4 },
  };
}

describe('Deployment', () => {
  test.each<[string, Body, object | undefined]>([
    ['by default a quarter, rounded down', { replicas: 7 }, { pods: 7, away: 1 }],
    ['one pod', {}, { pods: 1, away: 0 }],
    ['Recreate', { replicas: 4, strategy: { type: 'Recreate' } }, { pods: 4, away: 4 }],
    ['what it says', { replicas: 4, strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2, maxSurge: 0 } } }, { pods: 4, away: 2 }],
    ['paused', { replicas: 4, paused: true }, undefined],
    ['not paused', { replicas: 4, paused: false }, { pods: 4, away: 1 }],
    ['what nobody can read', { replicas: 4, strategy: { rollingUpdate: { maxUnavailable: 'x' } } }, { pods: 4, away: undefined }],
    ['no pods', { replicas: 0 }, undefined],
  ])('%s', (_, spec, expected) => {
    expect(changed('Deployment', spec)).toEqual(expected);
  });

  const autoscaler = scalerOf('apps/v1', 'Deployment', 'web');

  test('under an autoscaler nobody knows', () => {
    const web = (image: string) => workload('Deployment', 'web', { replicas: 4 }, image);
    expect(restart(web('a:1'), web('a:2'), [autoscaler])).toEqual({ pods: undefined, away: undefined });
    expect(restart(web('a:1'), web('a:2'), [autoscaler], DEFAULT_CLUSTER, [])).toEqual({ pods: undefined, away: undefined });
    expect(restart(web('a:1'), web('a:2'), [], DEFAULT_CLUSTER, [autoscaler])).toEqual({ pods: undefined, away: undefined });
  });
});

describe('StatefulSet', () => {
  test.each<[string, Body, object | undefined]>([
    ['one at a time', { replicas: 3 }, { pods: 3, away: 1 }],
    ['a partition', { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } }, { pods: 1, away: 1 }],
    ['no share that can be read', { replicas: 3, updateStrategy: { rollingUpdate: { partition: 'x' } } }, { pods: 3, away: 1 }],
    ['a partition of all', { replicas: 3, updateStrategy: { rollingUpdate: { partition: 3 } } }, undefined],
    ['a partition of more', { replicas: 3, updateStrategy: { rollingUpdate: { partition: 5 } } }, undefined],
    ['OnDelete', { replicas: 3, updateStrategy: { type: 'OnDelete' } }, undefined],
    ['several at once, which needs a gate', { replicas: 3, updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }, { pods: 3, away: 1 }],
  ])('%s', (_, spec, expected) => {
    expect(changed('StatefulSet', spec)).toEqual(expected);
  });

  test.each([[2, 2], [5, 3], ['50%', 1]])('with the gate, %s at once', (maxUnavailable, away) => {
    expect(changed('StatefulSet', { replicas: 3, updateStrategy: { rollingUpdate: { maxUnavailable } } }, MAX_UNAVAILABLE)).toEqual({ pods: 3, away });
  });

  test('under an autoscaler, one at a time unless it says more and the gate is on', () => {
    const scaler = [scalerOf('apps/v1', 'StatefulSet', 'web')];
    const web = (image: string, rollingUpdate: Body = {}) => workload('StatefulSet', 'web', { updateStrategy: { rollingUpdate } }, image);
    expect(restart(web('a:1'), web('a:2'), scaler)).toEqual({ pods: undefined, away: 1 });
    expect(restart(web('a:1'), web('a:2', { maxUnavailable: 2 }), scaler)).toEqual({ pods: undefined, away: 1 });
    expect(restart(web('a:1'), web('a:2', { maxUnavailable: 2 }), scaler, MAX_UNAVAILABLE)).toEqual({ pods: undefined, away: 2 });
  });

  test('what a smaller set loses is no roll-out, and what a larger one gains is none', () => {
    const sized = (replicas: number, image: string) => workload('StatefulSet', 'web', { replicas }, image);
    expect(restart(sized(5, 'a:1'), sized(3, 'a:2'))).toEqual({ pods: 3, away: 1 });
    expect(restart(sized(3, 'a:1'), sized(5, 'a:2'))).toEqual({ pods: 3, away: 1 });
  });
});

test.each<[string, string, (image: string) => Body]>([
  ['disaggregatedset.x-k8s.io/v1alpha1', 'DisaggregatedSet', image => ({ roles: [{ name: 'prefill', spec: { replicas: 2, leaderWorkerTemplate: { workerTemplate: template({}, image) } } }] })],
  ['serving.kserve.io/v1alpha1', 'LLMInferenceService', image => ({ replicas: 2, template: template({}, image).spec })],
])('%s %s', (apiVersion, kind, spec) => {
  const of = (image: string): Body => ({ apiVersion, kind, metadata: { name: 'llm', namespace: 'ml' }, spec: spec(image) });
  expect(restart(of('a:1'), of('a:2'))).toEqual({ pods: 2 });
});

test.each<[string, Body, object | undefined]>([
  ['by default', {}, { pods: undefined }],
  ['OnDelete', { updateStrategy: { type: 'OnDelete' } }, undefined],
])('DaemonSet: %s', (_, spec, expected) => {
  expect(changed('DaemonSet', spec)).toEqual(expected);
});

describe('LeaderWorkerSet', () => {
  const groups = (image: string, spec: Body = {}, size?: number): Body => ({
    apiVersion: 'leaderworkerset.x-k8s.io/v1',
    kind: 'LeaderWorkerSet',
    metadata: { name: 'llm', namespace: 'ml' },
    spec: { replicas: 3, leaderWorkerTemplate: { ...(size && { size }), workerTemplate: template({}, image) }, ...spec },
  });
  const rolling = (configuration: Body): Body => ({ rolloutStrategy: { rollingUpdateConfiguration: configuration } });

  test.each<[string, Body, number | undefined, object | undefined]>([
    ['one group at a time', {}, 4, { pods: 12, away: 4 }],
    ['groups of one pod', {}, undefined, { pods: 3, away: 1 }],
    ['a partition', rolling({ partition: 2 }), 4, { pods: 4, away: 4 }],
    ['a partition of all', rolling({ partition: 3 }), 4, undefined],
    ['two groups', rolling({ maxUnavailable: 2 }), 4, { pods: 12, away: 8 }],
    ['more groups than there are', rolling({ maxUnavailable: 9 }), 4, { pods: 12, away: 12 }],
    ['a share, which nobody here works out', rolling({ maxUnavailable: '50%' }), 4, { pods: 12, away: undefined }],
  ])('%s', (_, spec, size, expected) => {
    expect(restart(groups('a:1', spec, size), groups('a:2', spec, size))).toEqual(expected);
  });

  test('under an autoscaler nobody knows', () => {
    expect(restart(groups('a:1'), groups('a:2'), [scalerOf('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'llm')])).toEqual({ pods: undefined, away: undefined });
  });

  test.each<[string, Body, Body, boolean]>([
    ['None and its older name', { restartPolicy: 'Default' }, { restartPolicy: 'None' }, false],
    ['the same the other way', { restartPolicy: 'None' }, { restartPolicy: 'Default' }, false],
    ['from None', { restartPolicy: 'None' }, {}, true],
    ['from its older name', { restartPolicy: 'Default' }, {}, true],
    ['to None', {}, { restartPolicy: 'None' }, true],
    ['the default size', {}, { size: 1 }, false],
    ['another size', { size: 1 }, { size: 2 }, true],
  ])('what a revision holds: %s', (_, one, other, restarts) => {
    const written = (more: Body) => ({ ...groups('a:1'), spec: { replicas: 3, leaderWorkerTemplate: { workerTemplate: template({}, 'a:1'), ...more } } });
    expect(restart(written(one), written(other)) !== undefined).toBe(restarts);
  });
});

describe('what is the same role', () => {
  const ray = (image: string, ...groups: readonly (readonly [groupName: string, replicas: number, image: string])[]): Body => ({
    apiVersion: 'ray.io/v1',
    kind: 'RayCluster',
    metadata: { name: 'ray', namespace: 'ml' },
    spec: {
      upgradeStrategy: { type: 'Recreate' },
      headGroupSpec: { template: template({}, image) },
      workerGroupSpecs: groups.map(([groupName, replicas, of]) => ({ groupName, replicas, template: template({}, of) })),
    },
  });

  test('groups of workers by their names', () => {
    expect(restart(ray('a:1', ['a', 1, 'x'], ['b', 2, 'y']), ray('a:1', ['b', 2, 'y'], ['a', 1, 'x']))).toBeUndefined();
    expect(restart(ray('a:1', ['a', 1, 'x'], ['b', 2, 'y']), ray('a:1', ['b', 2, 'y'], ['a', 1, 'z']))).toEqual({ pods: 4, away: 4 });
  });

  test('of groups that scale by themselves nobody knows how many are replaced', () => {
    const scaling = (body: Body): Body => ({ ...body, spec: { ...body.spec as Body, enableInTreeAutoscaling: true } });
    expect(restart(scaling(ray('a:1', ['a', 1, 'x'])), scaling(ray('a:2', ['a', 1, 'x'])))).toEqual({ pods: undefined, away: undefined });
  });

  test('a group more is no roll-out of those that are there', () => {
    expect(restart(ray('a:1', ['a', 1, 'x']), ray('a:1', ['a', 1, 'x'], ['b', 2, 'y'], ['c', 2, 'y']))).toBeUndefined();
  });
});

test('fields of a LeaderWorkerSet mean nothing in another kind', () => {
  const web = (size: number) => workload('Deployment', 'web', { leaderWorkerTemplate: { size } });
  expect(restart(web(1), web(2))).toBeUndefined();
});

describe('extensions', () => {
  const rollout = (image: string, spec: Body = {}): Body => (
    { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', metadata: { name: 'web', namespace: 'ml' }, spec: { replicas: 2, selector: { matchLabels: { a: 'b' } }, template: template({ a: 'b' }, image), ...spec } });

  test.each<[Body, object | undefined]>([[{}, { pods: 2 }], [{ paused: true }, undefined], [{ paused: false }, { pods: 2 }]])('Rollout %j', (spec, expected) => {
    expect(restart(rollout('a:1', spec), rollout('a:2', spec))).toEqual(expected);
  });

  const cluster = (image: string, type?: string): Body => ({
    apiVersion: 'ray.io/v1',
    kind: 'RayCluster',
    metadata: { name: 'ray', namespace: 'ml' },
    spec: { ...(type && { upgradeStrategy: { type } }), headGroupSpec: { template: template({}, image) }, workerGroupSpecs: [{ groupName: 'gpu', replicas: 4, template: template({}, image) }] },
  });

  test.each([[undefined, undefined], ['None', undefined], ['Recreate', { pods: 5, away: 5 }]])('RayCluster with the strategy %s', (type, expected) => {
    expect(restart(cluster('a:1', type), cluster('a:2', type))).toEqual(expected);
  });

  const service = (image: string, type?: string): Body => ({
    apiVersion: 'ray.io/v1', kind: 'RayService', metadata: { name: 'ray', namespace: 'ml' }, spec: { ...(type && { upgradeStrategy: { type } }), rayClusterConfig: cluster(image).spec },
  });

  test.each([[undefined, { pods: 5 }], ['NewCluster', { pods: 5 }], ['None', undefined]])('RayService with the strategy %s', (type, expected) => {
    expect(restart(service('a:1', type), service('a:2', type))).toEqual(expected);
  });
});
