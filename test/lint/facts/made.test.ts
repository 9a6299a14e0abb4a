import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { isOutside } from '../../../src/lint/facts/made';
import { RULES } from '../../../src/lint/rules';
import { findingsOfRules } from '../../../src/lint/rules/rule';

const annotated = (name: string, key: string) => ({ metadata: { name, namespace: 'ml', annotations: { [key]: 'true' } } });
const listening = (secret: string) => ({ listeners: [{ tls: { certificateRefs: [{ name: secret }] } }, { name: 'http' }] });

/** Made anew for each test: what a run has looked for once is kept. */
const facts = () => factsOf(
  object('batch.volcano.sh/v1alpha1', 'Job', 'mpi', { plugins: { svc: [], ssh: [] }, tasks: [{ name: 'worker', replicas: 2, template: pods() }] }),
  object('batch.volcano.sh/v1alpha1', 'Job', 'plain', { tasks: [{ name: 'worker', replicas: 2, template: pods() }] }),
  object('kubeflow.org/v1', 'PyTorchJob', 'train', { pytorchReplicaSpecs: { Worker: { replicas: 2, template: pods() } } }),
  object('ray.io/v1', 'RayCluster', 'ray', { authOptions: { mode: 'token' }, headGroupSpec: { template: pods() } }),
  object('ray.io/v1', 'RayService', 'chat', { rayClusterConfig: { headGroupSpec: { template: pods() } } }),
  object('external-secrets.io/v1', 'ExternalSecret', 'hf', {}),
  object('bitnami.com/v1alpha1', 'SealedSecret', 'sealed', {}),
  object('resource.nvidia.com/v1beta1', 'ComputeDomain', 'domain', { channel: { resourceClaimTemplate: { name: 'channel' } } }),
  object('networking.k8s.io/v1', 'Ingress', 'api', { tls: [{ secretName: 'api-tls' }] }),
  object('external-secrets.io/v1', 'ExternalSecret', 'named', { target: { name: 'hub' } }),
  object('bitnami.com/v1alpha1', 'SealedSecret', 'named', { template: { metadata: { name: 'unsealed' } } }),
  object('cert-manager.io/v1', 'Certificate', 'tls', { secretName: 'certificate' }),
  object('secrets-store.csi.x-k8s.io/v1', 'SecretProviderClass', 'store', { secretObjects: [{ secretName: 'synced' }, { secretName: 'synced-too' }] }),
  object('isindir.github.com/v1alpha3', 'SopsSecret', 'sops', { secretTemplates: [{ name: 'opened' }] }),
  object('onepassword.com/v1', 'OnePasswordItem', 'vaulted'),
  object('secrets.hashicorp.com/v1beta1', 'VaultStaticSecret', 'static', { destination: { name: 'static-of-vault' } }),
  object('secrets.hashicorp.com/v1beta1', 'VaultDynamicSecret', 'dynamic', { destination: { name: 'dynamic-of-vault' } }),
  object('secrets.hashicorp.com/v1beta1', 'VaultPKISecret', 'pki', { destination: { name: 'pki-of-vault' } }),
  object('secrets.hashicorp.com/v1beta1', 'HCPVaultSecretsApp', 'hcp', {}),
  object('secrets.infisical.com/v1alpha1', 'InfisicalSecret', 'infisical', { managedSecretReference: { secretName: 'managed' } }),
  object('postgresql.cnpg.io/v1', 'Cluster', 'pg', {}),
  object('serving.kserve.io/v1alpha1', 'LLMInferenceService', 'llama', {}),
  object('serving.kserve.io/v1beta1', 'InferenceService', 'iris', {}),
  object('serving.knative.dev/v1', 'Service', 'knative', {}),
  object('monitoring.coreos.com/v1', 'Prometheus', 'p', {}),
  object('monitoring.coreos.com/v1', 'Alertmanager', 'a', {}),
  object('networking.k8s.io/v1', 'Ingress', 'issued', { tls: [{ secretName: 'issued-tls' }] }, annotated('issued', 'cert-manager.io/cluster-issuer')),
  object('gateway.networking.k8s.io/v1', 'Gateway', 'edge', listening('edge-tls'), annotated('edge', 'cert-manager.io/issuer')),
  object('gateway.networking.k8s.io/v1', 'Gateway', 'acme', listening('acme-tls'), annotated('acme', 'kubernetes.io/tls-acme')),
  object('gateway.networking.k8s.io/v1', 'Gateway', 'bare', listening('bare-tls')),
  object('ray.io/v1', 'RayCluster', 'open', { authOptions: { mode: 'disabled' }, headGroupSpec: { headService: { metadata: { name: 'door' } }, template: pods() } }),
  object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'kept', { volumeClaimPolicies: [{ templates: [{ metadata: { name: 'data' } }] }], replicatedJobs: [] }),
  object('agents.x-k8s.io/v1beta1', 'Sandbox', 'agent', { podTemplate: pods(), volumeClaimTemplates: [{ metadata: { name: 'home' } }] }),
  object('agents.x-k8s.io/v1beta1', 'Sandbox', 'mute', { service: false, podTemplate: pods() }),
  object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'sim', { replicatedJobs: [{ name: 'w', template: { spec: { template: pods() } } }] }),
);

test.each([
  ['Service', 'mpi'], ['ConfigMap', 'mpi-svc'], ['Secret', 'mpi-ssh'], ['Pod', 'mpi-worker-1'], ['Service', 'train-worker-1'], ['Service', 'ray-head-svc'], ['Secret', 'ray'],
  ['Service', 'chat-serve-svc'], ['Secret', 'hf'], ['Secret', 'sealed'], ['ResourceClaimTemplate', 'channel'], ['Service', 'sim'], ['Job', 'sim-w-0'],
  ['Secret', 'hub'], ['Secret', 'unsealed'], ['Secret', 'certificate'], ['Secret', 'synced'], ['Secret', 'synced-too'], ['Secret', 'opened'], ['Secret', 'vaulted'],
  ['Secret', 'static-of-vault'], ['Secret', 'dynamic-of-vault'], ['Secret', 'pki-of-vault'], ['Secret', 'hcp'], ['Secret', 'managed'],
  ['Secret', 'pg-app'], ['Secret', 'pg-superuser'], ['Secret', 'pg-ca'], ['Secret', 'pg-server'], ['Secret', 'pg-replication'],
  ['Service', 'pg-rw'], ['Service', 'pg-r'], ['Service', 'pg-ro'],
  ['Service', 'llama-kserve-workload-svc'], ['Service', 'llama-epp-service'], ['InferencePool', 'llama-inference-pool'],
  ['Service', 'iris'], ['Service', 'iris-predictor'], ['Service', 'iris-transformer'], ['Service', 'knative'], ['Service', 'prometheus-operated'],
  ['Service', 'alertmanager-operated'], ['Secret', 'issued-tls'], ['Secret', 'edge-tls'], ['Secret', 'acme-tls'], ['PersistentVolumeClaim', 'data-kept'], ['Service', 'door'],
  ['Service', 'agent'], ['Pod', 'agent'], ['PersistentVolumeClaim', 'home-agent'],
])('a controller makes the %s %s', (kind, name) => {
  expect(isOutside(facts(), kind, 'ml', name)).toBe(true);
});

test.each([
  ['the Service of a Volcano job without the plugin', 'Service', 'ml', 'plain'],
  ['a pod beyond the replicas', 'Pod', 'ml', 'mpi-worker-2'],
  ['an object of another namespace', 'Secret', 'default', 'hf'],
  ['a certificate that nobody issues', 'Secret', 'ml', 'api-tls'],
  ['a certificate of a Gateway that nobody issues', 'Secret', 'ml', 'bare-tls'],
  ['a token of a cluster that asks for none', 'Secret', 'ml', 'open'],
  ['a Secret of the name that another was given', 'Secret', 'ml', 'named'],
  ['a Service of a Sandbox that wants none', 'Service', 'ml', 'mute'],
  ['a name of the prototype', 'Secret', 'ml', 'constructor'],
])('nobody makes %s', (_, kind, place, name) => {
  expect(isOutside(facts(), kind, place, name)).toBe(false);
});

describe('AIW2102 a written object that stands where a controller puts one', () => {
  const collisions = (...objects: readonly PlainObject[]) => (
    findingsOfRules(RULES.filter(rule => rule.id === 'AIW2102'), factsOf(...objects)).map(finding => finding.message));
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
