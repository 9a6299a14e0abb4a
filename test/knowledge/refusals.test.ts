import { PlainObject } from '../../src/base/plain';
import { ONE_SHOT_ACTIONS, POSITION_LABELS, SCHEDULED_FIELD, refusedByChaosMesh } from '../../src/knowledge/chaos-mesh';
import { REFUSED_TYPES, refusedInQueue } from '../../src/knowledge/queue-refusals';
import { DEFAULT_TTL_SECONDS, hasHooks, leavesVolumesOut, refusedByVelero, takesClaims, takesPods } from '../../src/knowledge/velero';

/* What webhooks and controllers of others refuse: one problem each, and the last value that passes. */

function shown(problems: readonly { readonly field: string; readonly reason: string; readonly detail: string }[]): string[] {
  return problems.map(({ field, reason, detail }) => `${field}: ${reason}: ${detail}`);
}

describe('Chaos Mesh', () => {
  const fieldsOf = (kind: string, spec: object) => refusedByChaosMesh(kind, spec as PlainObject, 'spec').map(({ field }) => field);

  test.each<[string, unknown, string[]]>([
    ['fixed', '1', []], ['fixed', '+1', []], ['fixed', '1000', []], ['fixed', '0', ['spec.value']], ['fixed', undefined, ['spec.value']], ['fixed', '1.5', ['spec.value']], ['fixed', '-1', ['spec.value']],
    ['fixed-percent', '100', []], ['fixed-percent', '101', ['spec.value']], ['fixed-percent', '0', ['spec.value']],
    ['random-max-percent', '100', []], ['random-max-percent', '101', ['spec.value']], ['one', undefined, []], ['all', undefined, []], ['all', '0', []],
  ])('mode %s with value %s: %j', (mode, value, fields) => {
    expect(fieldsOf('PodChaos', { mode, value })).toEqual(fields);
  });

  test('the target has a mode of its own', () => {
    expect(fieldsOf('NetworkChaos', { mode: 'fixed', value: '0', target: { mode: 'fixed-percent', value: '101' } })).toEqual(['spec.value', 'spec.target.value']);
  });

  test('a share is said to end at 100, a number is not', () => {
    const details = ['fixed', 'fixed-percent'].flatMap(mode => refusedByChaosMesh(mode, { mode, value: '0' }, 'spec').map(({ detail, help }) => [detail, help]));

    expect(details).toEqual([
      ['mode fixed needs a whole number from 1', 'set value to the number of pods, or use mode: one or all'],
      ['mode fixed-percent needs a whole number from 1 to 100', 'set value to the share of the pods in per cent'],
    ]);
  });

  test.each([['30s', []], ['1h30m', []], ['', []], [undefined, []], ['30', ['spec.duration']], ['1d', ['spec.duration']]])('duration %s: %j', (duration, fields) => {
    expect(fieldsOf('StressChaos', { duration })).toEqual(fields);
  });

  test.each<[string, object, string[]]>([
    ['delay', { direction: 'to', externalTargets: ['a.example'] }, []],
    ['delay', { direction: 'to' }, []],
    ['delay', { direction: 'from', target: { mode: 'all' } }, []],
    ['delay', { direction: 'both', target: { mode: 'all' } }, []],
    ['delay', { direction: 'both' }, ['spec.direction']],
    ['delay', { direction: 'from', externalTargets: ['a.example'], target: { mode: 'all' } }, ['spec.direction']],
    ['delay', { direction: 'both', externalTargets: ['a.example'] }, ['spec.direction', 'spec.direction']],
    ['partition', { direction: 'both', externalTargets: ['a.example'] }, []],
  ])('%s with %j: %j', (action, spec, fields) => {
    expect(fieldsOf('NetworkChaos', { action, ...spec })).toEqual(fields);
    expect(fieldsOf('PodChaos', { action, ...spec })).toEqual([]);
  });

  test.each<[string, string, string[] | undefined, string[]]>([
    ['PodChaos', 'container-kill', undefined, ['spec.containerNames']], ['PodChaos', 'container-kill', [], ['spec.containerNames']], ['PodChaos', 'container-kill', ['main'], []],
    ['PodChaos', 'pod-kill', undefined, []], ['StressChaos', 'container-kill', undefined, []],
  ])('%s %s of %j: %j', (kind, action, containerNames, fields) => {
    expect(fieldsOf(kind, { action, containerNames })).toEqual(fields);
  });

  test('what is over when it is done, where a schedule holds it, and which labels say no workload', () => {
    expect(ONE_SHOT_ACTIONS).toEqual(['pod-kill', 'container-kill']);
    expect(SCHEDULED_FIELD).toEqual({ PodChaos: 'podChaos', NetworkChaos: 'networkChaos', StressChaos: 'stressChaos' });
    expect([...POSITION_LABELS].sort()).toEqual([
      'apps.kubernetes.io/pod-index', 'batch.kubernetes.io/job-completion-index', 'cdk8s-ai-workloads/group', 'cdk8s-ai-workloads/role', 'cdk8s-ai-workloads/zone',
      'jobset.sigs.k8s.io/job-index', 'leaderworkerset.sigs.k8s.io/group-index', 'leaderworkerset.sigs.k8s.io/worker-index', 'ray.io/node-type', 'topology.kubernetes.io/zone',
      'training.kubeflow.org/job-role', 'training.kubeflow.org/replica-index', 'training.kubeflow.org/replica-type',
    ]);
  });
});

describe('Kueue', () => {
  const named = (...names: string[]) => names.map(groupName => ({ groupName }));
  const groups = (count: number) => named(...Array.from({ length: count }, (_, index) => `g${index}`));
  const refused = (type: string, spec: object, annotations: object = {}) => (
    refusedInQueue(type, { metadata: { annotations }, spec } as unknown as PlainObject));
  const fields = (type: string, spec: object, annotations: object = {}) => refused(type, spec, annotations).map(({ field, reason }) => `${field}: ${reason}`);
  const run = (cluster: object, more: object = {}) => ({ shutdownAfterJobFinishes: true, rayClusterSpec: cluster, ...more });

  test('knows these kinds', () => {
    expect([...REFUSED_TYPES].sort()).toEqual(['jobset.x-k8s.io/JobSet', 'ray.io/RayCluster', 'ray.io/RayJob', 'ray.io/RayService']);
    expect(fields('batch/Job', { replicatedJobs: groups(9), workerGroupSpecs: groups(9) })).toEqual([]);
  });

  test.each<[string, number, (spec: object[]) => object, string]>([
    ['jobset.x-k8s.io/JobSet', 8, replicatedJobs => ({ replicatedJobs }), 'spec.replicatedJobs'],
    ['ray.io/RayCluster', 7, workerGroupSpecs => ({ workerGroupSpecs }), 'spec.workerGroupSpecs'],
    ['ray.io/RayService', 7, workerGroupSpecs => ({ rayClusterConfig: { workerGroupSpecs } }), 'spec.rayClusterConfig.workerGroupSpecs'],
    ['ray.io/RayJob', 6, workerGroupSpecs => run({ workerGroupSpecs }), 'spec.rayClusterSpec.workerGroupSpecs'],
    ['ray.io/RayJob', 6, workerGroupSpecs => run({ workerGroupSpecs }, { submissionMode: 'K8sJobMode' }), 'spec.rayClusterSpec.workerGroupSpecs'],
    ['ray.io/RayJob', 7, workerGroupSpecs => run({ workerGroupSpecs }, { submissionMode: 'HTTPMode' }), 'spec.rayClusterSpec.workerGroupSpecs'],
  ])('%s has at most %d kinds of pods beside its own', (type, most, spec, field) => {
    expect(fields(type, spec(groups(most)))).toEqual([]);
    expect(fields(type, spec(groups(most + 1)))).toEqual([`${field}: Too many`]);
  });

  test('the pods that count against the most are named', () => {
    expect(shown([...refused('ray.io/RayCluster', { workerGroupSpecs: groups(8) }), ...refused('ray.io/RayJob', run({ workerGroupSpecs: groups(7) }))])).toEqual([
      'spec.workerGroupSpecs: Too many: 8: a Workload has at most 8 pod sets: the head, 7 groups of workers',
      'spec.rayClusterSpec.workerGroupSpecs: Too many: 7: a Workload has at most 8 pod sets: the head, the pod that submits, 6 groups of workers',
    ]);
  });

  test.each<[string, object, string[]]>([
    ['ray.io/RayCluster', { workerGroupSpecs: named('a', 'head', 'submitter') }, ['spec.workerGroupSpecs[1].groupName: Invalid value']],
    ['ray.io/RayJob', run({ workerGroupSpecs: named('submitter', 'b') }), ['spec.rayClusterSpec.workerGroupSpecs[0].groupName: Invalid value']],
    ['ray.io/RayJob', run({ workerGroupSpecs: named('submitter', 'b') }, { submissionMode: 'InteractiveMode' }), []],
  ])('%s %j: %j', (type, spec, problems) => {
    expect(fields(type, spec)).toEqual(problems);
  });

  test('an autoscaler of the cluster is refused, unless the object says that its size may change', () => {
    const spec = { enableInTreeAutoscaling: true };

    expect(fields('ray.io/RayCluster', spec)).toEqual(['spec.enableInTreeAutoscaling: Invalid value']);
    expect(fields('ray.io/RayJob', run(spec))).toEqual(['spec.rayClusterSpec.enableInTreeAutoscaling: Invalid value']);
    expect(fields('ray.io/RayCluster', spec, { 'kueue.x-k8s.io/elastic-job': 'true' })).toEqual([]);
    expect(fields('ray.io/RayCluster', spec, { 'kueue.x-k8s.io/elastic-job': 'false' })).toHaveLength(1);
    expect(fields('ray.io/RayCluster', { enableInTreeAutoscaling: false })).toEqual([]);
  });

  test('a run gives its cluster back', () => {
    const problems = [undefined, false, true].map(shutdownAfterJobFinishes => refused('ray.io/RayJob', run({}, { shutdownAfterJobFinishes })).map(({ field, value }) => [field, value]));

    expect(problems).toEqual([[['spec.shutdownAfterJobFinishes', false]], [['spec.shutdownAfterJobFinishes', false]], []]);
    expect(fields('ray.io/RayCluster', {})).toEqual([]);
  });

  test('a run takes one cluster, its own or another', () => {
    const clusterSelector = { 'ray.io/cluster': 'shared' };

    expect(fields('ray.io/RayJob', { clusterSelector })).toEqual([]);
    expect(fields('ray.io/RayJob', { clusterSelector, rayClusterSpec: {} })).toEqual(['spec.clusterSelector: Forbidden']);
    expect(fields('ray.io/RayJob', { clusterSelector: {}, rayClusterSpec: {} })).toEqual(['spec.shutdownAfterJobFinishes: Invalid value']);
  });
});

describe('Velero', () => {
  const fields = (spec: object) => refusedByVelero(spec as PlainObject, 'spec').map(({ field, reason }) => `${field}: ${reason}`);
  const [NAMESPACED, CLUSTER] = ['NamespaceScopedResources', 'ClusterScopedResources'];

  test.each<[object, string[]]>([
    [{ includedResources: ['pods'], excludedNamespaces: ['a'] }, []],
    [{ includedResources: ['pods'], [`included${NAMESPACED}`]: ['pods'] }, [`spec.included${NAMESPACED}: Forbidden`]],
    [{ excludedResources: ['pods'], [`excluded${NAMESPACED}`]: ['pods'] }, [`spec.excluded${NAMESPACED}: Forbidden`]],
    [{ includeClusterResources: false, [`included${CLUSTER}`]: ['nodes'] }, [`spec.included${CLUSTER}: Forbidden`]],
    [{ includeClusterResources: true, [`excluded${CLUSTER}`]: ['nodes'] }, [`spec.excluded${CLUSTER}: Forbidden`]],
    [{ includeClusterResources: null, [`included${CLUSTER}`]: ['nodes'] }, []],
    [{ includedResources: [], [`included${CLUSTER}`]: ['nodes'] }, []],
    [{ labelSelector: {}, orLabelSelectors: [{}] }, ['spec.orLabelSelectors: Forbidden']],
    [{ labelSelector: null, orLabelSelectors: [{}] }, []],
    [{ orLabelSelectors: [{}] }, []],
    ...['Namespaces', 'Resources', NAMESPACED, CLUSTER].flatMap((list): [object, string[]][] => [
      [{ [`included${list}`]: ['*'] }, []],
      [{ [`included${list}`]: ['*', 'a'] }, [`spec.included${list}: Invalid value`]],
      [{ [`included${list}`]: ['a', 'b'], [`excluded${list}`]: ['c', 'b'] }, [`spec.excluded${list}: Invalid value`]],
      [{ [`included${list}`]: ['*'], [`excluded${list}`]: ['b'] }, []],
      [{ [`excluded${list}`]: ['*'] }, list.endsWith('ScopedResources') ? [] : [`spec.excluded${list}: Invalid value`]],
      [{ [`included${list}`]: ['a'], [`excluded${list}`]: ['*'] }, [`spec.excluded${list}: Invalid value`]],
      [{ [`excluded${list}`]: ['a', '*'] }, [`spec.excluded${list}: Invalid value`]],
    ]),
  ])('%j: %j', (spec, problems) => {
    expect(fields(spec)).toEqual(problems);
  });

  test('both forms of filters are named, and the older ones are to go', () => {
    const spec = { includedResources: ['pods'], excludedResources: ['secrets'], includeClusterResources: true, [`included${NAMESPACED}`]: ['pods'] };

    expect(refusedByVelero(spec as PlainObject, 'spec.template')).toEqual([expect.objectContaining({
      field: 'spec.template.includedNamespaceScopedResources',
      detail: 'Velero takes filters of one form: includedResources is of the older one, and this is by scope',
      help: 'take includedResources and excludedResources and includeClusterResources away, or this one',
    })]);
  });

  test.each<[object, boolean, boolean]>([
    [{}, true, true],
    ...['pods', 'Pod', 'po', 'pods.'].map((name): [object, boolean, boolean] => [{ includedResources: [name] }, true, false]),
    ...['persistentvolumeclaims', 'PersistentVolumeClaim', 'pvc'].map((name): [object, boolean, boolean] => [{ includedResources: [name] }, false, true]),
    [{ includedResources: ['*'], excludedResources: ['pods'] }, false, true],
    [{ excludedResources: ['pvc'] }, true, false],
    [{ [`included${NAMESPACED}`]: ['po', 'pvc'] }, true, true],
    [{ [`included${NAMESPACED}`]: ['secrets'] }, false, false],
    [{ [`excluded${NAMESPACED}`]: ['*'] }, false, false],
    [{ [`excluded${NAMESPACED}`]: ['pod', 'secrets'] }, false, true],
    [{ [`excluded${CLUSTER}`]: ['*'] }, true, true],
  ])('%j takes pods: %s, claims: %s', (spec, pods, claims) => {
    expect([takesPods(spec as PlainObject), takesClaims(spec as PlainObject)]).toEqual([pods, claims]);
  });

  test.each<[object, string | undefined]>([
    [{}, undefined],
    [{ includedResources: ['pods', 'pvc'] }, 'includedResources'],
    [{ includedResources: ['pvc', 'pv'] }, undefined],
    [{ includedResources: ['pvc', 'persistentvolumes'] }, undefined],
    [{ includedResources: ['pvc', 'PersistentVolume'] }, undefined],
    [{ includedResources: ['pvc'], includeClusterResources: true }, undefined],
    [{ includeClusterResources: false }, 'includeClusterResources'],
    [{ excludedResources: ['secrets', 'pv'] }, 'excludedResources'],
    [{ excludedResources: ['pv'], includeClusterResources: true }, 'excludedResources'],
    [{ [`excluded${CLUSTER}`]: ['persistentvolumes'] }, `excluded${CLUSTER}`],
    [{ [`excluded${CLUSTER}`]: ['*'] }, `excluded${CLUSTER}`],
    [{ [`excluded${NAMESPACED}`]: ['pv'] }, undefined],
  ])('%j leaves volumes out by %s', (spec, field) => {
    expect(leavesVolumesOut(spec as PlainObject)).toBe(field);
  });

  test('a backup is kept for 30 days, and has hooks where resources are named', () => {
    expect(DEFAULT_TTL_SECONDS).toBe(30 * 24 * 3600);
    expect([{}, { hooks: { resources: [] } }, { hooks: { resources: [{ name: 'freeze' }] } }].map(spec => hasHooks(spec as unknown as PlainObject))).toEqual([false, false, true]);
  });
});
