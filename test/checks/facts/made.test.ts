import { factsOf, object, pods } from './objects';
import { RULES } from '../../../src/checks/rules';
import { runRules } from '../../../src/checks/rules/rule';
import { PlainObject } from '../../../src/pod/plain';

const facts = factsOf(
  object('batch.volcano.sh/v1alpha1', 'Job', 'mpi', { plugins: { svc: [], ssh: [] }, tasks: [{ name: 'worker', replicas: 2, template: pods() }] }),
  object('batch.volcano.sh/v1alpha1', 'Job', 'plain', { tasks: [{ name: 'worker', replicas: 2, template: pods() }] }),
  object('kubeflow.org/v1', 'PyTorchJob', 'train', { pytorchReplicaSpecs: { Worker: { replicas: 2, template: pods() } } }),
  object('ray.io/v1', 'RayCluster', 'ray', { authOptions: { mode: 'token' }, headGroupSpec: { template: pods() } }),
  object('ray.io/v1', 'RayService', 'chat', { rayClusterConfig: { headGroupSpec: { template: pods() } } }),
  object('external-secrets.io/v1', 'ExternalSecret', 'hf', {}),
  object('bitnami.com/v1alpha1', 'SealedSecret', 'sealed', {}),
  object('resource.nvidia.com/v1beta1', 'ComputeDomain', 'domain', { channel: { resourceClaimTemplate: { name: 'channel' } } }),
  object('networking.k8s.io/v1', 'Ingress', 'api', { tls: [{ secretName: 'api-tls' }] }),
  object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'sim', { replicatedJobs: [{ name: 'w', template: { spec: { template: pods() } } }] }),
);

test.each([
  ['Service', 'mpi'], ['ConfigMap', 'mpi-svc'], ['Secret', 'mpi-ssh'], ['Pod', 'mpi-worker-1'], ['Service', 'train-worker-1'], ['Service', 'ray-head-svc'], ['Secret', 'ray'],
  ['Service', 'chat-serve-svc'], ['Secret', 'hf'], ['Secret', 'sealed'], ['ResourceClaimTemplate', 'channel'], ['Service', 'sim'], ['Job', 'sim-w-0'],
])('a controller makes the %s %s', (kind, name) => {
  expect(facts.isOutside(kind, 'ml', name)).toBe(true);
});

test.each([
  ['the Service of a Volcano job without the plugin', 'Service', 'ml', 'plain'],
  ['a pod beyond the replicas', 'Pod', 'ml', 'mpi-worker-2'],
  ['an object of another namespace', 'Secret', 'default', 'hf'],
  ['a certificate that nobody issues', 'Secret', 'ml', 'api-tls'],
  ['a name of the prototype', 'Secret', 'ml', 'constructor'],
])('nobody makes %s', (_, kind, place, name) => {
  expect(facts.isOutside(kind, place, name)).toBe(false);
});

describe('AIW2102 a written object that stands where a controller puts one', () => {
  const collisions = (...objects: readonly PlainObject[]) => (
    runRules(RULES.filter(rule => rule.id === 'AIW2102'), factsOf(...objects)).map(finding => finding.message));
  const ray = object('ray.io/v1', 'RayCluster', 'ray', { headGroupSpec: { template: pods() } });
  const volcano = object('batch.volcano.sh/v1alpha1', 'Job', 'mpi', { plugins: { svc: [] }, tasks: [] });

  test('the Service of a Ray head', () => {
    expect(collisions(ray, object('v1', 'Service', 'ray-head-svc'))).toEqual([
      'Duplicate value: "ray": Service "ray-head-svc", the Service of the head of RayCluster ml/ray, is Service ml/ray-head-svc',
    ]);
    expect(collisions(ray, object('v1', 'Service', 'ray'))).toEqual([]);
  });

  test('the Service of a Volcano job, unless it is headless and so taken over', () => {
    expect(collisions(volcano, object('v1', 'Service', 'mpi', { clusterIP: 'None' }))).toEqual([]);
    expect(collisions(volcano, object('v1', 'Service', 'mpi'))).toHaveLength(1);
  });
});
