import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { allDerivedNames } from '../../../src/lint/facts/derived-names';

/** `Kind stem (from to): as`, of everything that controllers name after an object. */
function names(...objects: readonly PlainObject[]): string[] {
  return allDerivedNames(factsOf(...objects)).map(({ kind, stem, from, to, as, owner }) => (
    `${kind} ${stem}${from === undefined ? '' : ` (${from} to ${to})`}: ${as}${owner.name === 'it' ? '' : ` of ${owner.name}`}`));
}
const scaler = (apiVersion: string, kind: string) => (
  object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: { apiVersion, kind, name: 'it' }, maxReplicas: 9 }));

describe('a StatefulSet', () => {
  const set = (spec: object) => object('apps/v1', 'StatefulSet', 'it', { template: pods(), ...spec });

  test.each<[string, object, string[]]>([
    ['one pod', {}, ['Pod it- (0 to 0): a pod']],
    ['pods by their ordinals', { replicas: 3, ordinals: { start: 4 } }, ['Pod it- (4 to 6): a pod']],
    ['no pod', { replicas: 0 }, ['Pod it- (0 to -1): a pod']],
    ['claims', { replicas: 2, volumeClaimTemplates: [{ metadata: { name: 'data' } }, { metadata: { name: 'wal' } }] }, [
      'Pod it- (0 to 1): a pod', 'PersistentVolumeClaim data-it- (0 to 1): a claim of template "data"', 'PersistentVolumeClaim wal-it- (0 to 1): a claim of template "wal"',
    ]],
  ])('names %s', (_, spec, expected) => {
    expect(names(set(spec))).toEqual(expected);
  });

  test('under an autoscaler names any number of them', () => {
    expect(names(set({ replicas: 2, ordinals: { start: 1 }, volumeClaimTemplates: [{ metadata: { name: 'data' } }] }), scaler('apps/v1', 'StatefulSet')))
      .toEqual(['Pod it- (1 to Infinity): a pod', 'PersistentVolumeClaim data-it- (1 to Infinity): a claim of template "data"']);
  });
});

describe('a LeaderWorkerSet', () => {
  const lws = (spec: object, template: object = {}) => object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'it', { leaderWorkerTemplate: { workerTemplate: pods(), ...template }, ...spec });
  const LEADERS = 'StatefulSet it: the set of leaders';

  test.each<[string, object, object, string[]]>([
    ['leaders', {}, {}, [LEADERS, 'Service it: the headless Service', 'Pod it- (0 to 0): a leader']],
    ['workers', { replicas: 2 }, { size: 2 }, [LEADERS, 'StatefulSet it- (0 to 1): the set of workers of a group', 'Service it: the headless Service', 'Pod it- (0 to 1): a leader']],
    ['a Service for each group', { replicas: 2, networkConfig: { subdomainPolicy: 'UniquePerReplica' } }, {}, [LEADERS, 'Service it- (0 to 1): the Service of a group', 'Pod it- (0 to 1): a leader']],
    ['one Service, said in words', { networkConfig: { subdomainPolicy: 'Shared' } }, {}, [LEADERS, 'Service it: the headless Service', 'Pod it- (0 to 0): a leader']],
  ])('names %s', (_, spec, template, expected) => {
    expect(names(lws(spec, template))).toEqual(expected);
  });

  test('under an autoscaler names any number of groups', () => {
    expect(names(lws({ replicas: 2 }), scaler('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet'))).toContain('Pod it- (0 to Infinity): a leader');
  });
});

describe('a JobSet', () => {
  const jobSet = (spec: object) => object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'it', spec);
  const replicatedJobs = [{ name: 'w', replicas: 3 }, { name: 'x' }, {}];
  const JOBS = ['Job it-w- (0 to 2): a Job of "w"', 'Job it-x- (0 to 0): a Job of "x"', 'Job it-- (0 to 0): a Job of ""'];

  test.each<[string, object, string[]]>([
    ['Jobs and a Service of its name', {}, [...JOBS, 'Service it: the headless Service']],
    ['a Service by its subdomain', { network: { subdomain: 'net' } }, [...JOBS, 'Service net: the headless Service']],
    ['no Service', { network: { enableDNSHostnames: false } }, JOBS],
    ['a Service, said in words', { network: { enableDNSHostnames: true } }, [...JOBS, 'Service it: the headless Service']],
  ])('names %s', (_, spec, expected) => {
    expect(names(jobSet({ replicatedJobs, ...spec }))).toEqual(expected);
  });
});

describe('a Job of Volcano', () => {
  const volcano = (spec: object) => object('batch.volcano.sh/v1alpha1', 'Job', 'it', { tasks: [{ name: 'master', replicas: 2 }, {}], ...spec });
  const PODS = ['Pod it-master- (0 to 1): a pod of task "master"', 'Pod it-default1- (0 to 0): a pod of task "default1"'];

  test.each<[string, object, string[]]>([
    ['pods', {}, PODS],
    ['a Service and its list of hosts', { plugins: { svc: [] } }, [...PODS, 'Service it: the headless Service', 'ConfigMap it-svc: the list of hosts']],
    ['keys', { plugins: { ssh: null } }, [...PODS, 'Secret it-ssh: the SSH keys']],
  ])('names %s', (_, spec, expected) => {
    expect(names(volcano(spec))).toEqual(expected);
  });
});

test('a job of the training operator names a pod and a Service for each replica', () => {
  const torch = object('kubeflow.org/v1', 'PyTorchJob', 'it', { pytorchReplicaSpecs: { Master: {}, Worker: { replicas: 3 } } });
  expect(names(torch)).toEqual([
    'Pod it-master- (0 to 0): a pod of "Master"', 'Service it-master- (0 to 0): the Service of a pod of "Master"',
    'Pod it-worker- (0 to 2): a pod of "Worker"', 'Service it-worker- (0 to 2): the Service of a pod of "Worker"',
  ]);
  expect(names(torch, scaler('kubeflow.org/v1', 'PyTorchJob'))).toContain('Pod it-worker- (0 to Infinity): a pod of "Worker"');
});

test.each<[string, object, string[]]>([
  ['RayCluster', {}, ['Service it-head-svc: the Service of the head']],
  ['RayCluster', { headGroupSpec: { headService: { metadata: { name: 'mine' } } } }, ['Service mine: the Service of the head']],
  ['RayService', {}, ['Service it-head-svc: the Service of the head', 'Service it-serve-svc: the Service of the replicas']],
  ['RayJob', {}, []],
])('a %s %j', (kind, spec, expected) => {
  expect(names(object('ray.io/v1', kind, 'it', spec))).toEqual(expected);
});

describe('a Sandbox', () => {
  const sandbox = (spec: object) => object('agents.x-k8s.io/v1beta1', 'Sandbox', 'it', { podTemplate: pods(), ...spec });

  test.each<[string, object, string[]]>([
    ['its pod', {}, ['Pod it: its pod']],
    ['claims without numbers', { volumeClaimTemplates: [{ metadata: { name: 'home' } }] }, ['Pod it: its pod', 'PersistentVolumeClaim home-it: the claim of template "home"']],
    ['a Service that it asks for', { service: true }, ['Pod it: its pod', 'Service it: the headless Service']],
    ['no Service, said in words', { service: false }, ['Pod it: its pod']],
  ])('names %s', (_, spec, expected) => {
    expect(names(sandbox(spec))).toEqual(expected);
  });
});

test('of several objects each is the owner of its own', () => {
  expect(names(object('ray.io/v1', 'RayCluster', 'a'), object('ray.io/v1', 'RayCluster', 'b'))).toEqual([
    'Service a-head-svc: the Service of the head of a', 'Service b-head-svc: the Service of the head of b',
  ]);
});
