import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { RULES } from '../../../src/lint/rules';
import { supersededField } from '../../../src/lint/rules/objects/superseded-field/rule';
import { findingsOfRules } from '../../../src/lint/rules/rule';

/* Every row of the tables of rules, written out: a row that is lost is noticed by no other test. */

function said(id: string, ...objects: object[]): Finding[] {
  const manifests = objects.map(each => new Manifest(each as PlainObject, {}, { minor: '1.36', featureGates: {} }));
  return findingsOfRules(RULES.filter(rule => rule.id === id), new Facts(manifests, { isWhole: true }));
}

describe('AIW2135 what took the place of', () => {
  const pod = (spec: object, annotations: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', annotations }, spec });
  const complaints = (object: object) => said(supersededField.id, object).map(each => [each.class, each.help]);

  test.each([
    ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
    ['beta.kubernetes.io/os', 'kubernetes.io/os'],
    ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
    ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
    ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
    ['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane'],
    ['karpenter.sh/provisioner-name', 'karpenter.sh/nodepool'],
  ])('label %s of nodes: %s', (old, instead) => {
    expect(complaints(pod({ nodeSelector: { [old]: '' } }))).toEqual([['advice', `use ${instead}`]]);
    expect(complaints(pod({ nodeSelector: { [instead]: '' } }))).toEqual([]);
  });

  test.each([
    ['scheduler.alpha.kubernetes.io/critical-pod', 'risky', 'spec.priorityClassName'],
    ['security.alpha.kubernetes.io/sysctls', 'risky', 'spec.securityContext.sysctls'],
    ['security.alpha.kubernetes.io/unsafe-sysctls', 'risky', 'spec.securityContext.sysctls'],
    ['seccomp.security.alpha.kubernetes.io/pod', 'risky', 'spec.securityContext.seccompProfile'],
    ['container.seccomp.security.alpha.kubernetes.io/main', 'risky', 'securityContext.seccompProfile of the container'],
    ['container.apparmor.security.beta.kubernetes.io/main', 'advice', 'securityContext.appArmorProfile of the container'],
  ])('annotation %s of pods: %s, %s', (annotation, sure, instead) => {
    expect(complaints(pod({}, { [annotation]: 'x' }))).toEqual([[sure, `use ${instead}`]]);
  });

  test.each([
    ['seccomp.security.alpha.kubernetes.io/pod', 'seccompProfile', 'appArmorProfile'],
    ['container.apparmor.security.beta.kubernetes.io/main', 'appArmorProfile', 'seccompProfile'],
  ])('%s may stand beside %s of any container, and not beside %s', (annotation, field, other) => {
    const beside = (name: string) => pod({ containers: [{ name: 'main' }, { name: 'log', securityContext: { [name]: { type: 'RuntimeDefault' } } }] }, { [annotation]: 'x' });
    expect(complaints(beside(field))).toEqual([]);
    expect(complaints(beside(other))).toHaveLength(1);
  });

  test('other annotations have nothing to do with profiles', () => {
    const profile = { securityContext: { appArmorProfile: { type: 'RuntimeDefault' }, seccompProfile: { type: 'RuntimeDefault' } } };
    expect(complaints(pod(profile, { 'security.alpha.kubernetes.io/sysctls': 'a=1' }))).toHaveLength(1);
  });

  test.each([
    ['v1', 'PersistentVolumeClaim', 'volume.beta.kubernetes.io/storage-class', 'advice', 'spec.storageClassName'],
    ['v1', 'PersistentVolume', 'volume.beta.kubernetes.io/storage-class', 'advice', 'spec.storageClassName'],
    ['v1', 'PersistentVolume', 'volume.beta.kubernetes.io/mount-options', 'advice', 'spec.mountOptions'],
    ['v1', 'Service', 'service.alpha.kubernetes.io/tolerate-unready-endpoints', 'risky', 'spec.publishNotReadyAddresses'],
    ['v1', 'Service', 'service.kubernetes.io/topology-aware-hints', 'advice', 'spec.trafficDistribution'],
    ['networking.k8s.io/v1', 'Ingress', 'kubernetes.io/ingress.class', 'advice', 'spec.ingressClassName'],
    ['storage.k8s.io/v1', 'StorageClass', 'storageclass.beta.kubernetes.io/is-default-class', 'advice', 'storageclass.kubernetes.io/is-default-class'],
  ])('annotation of %s %s, %s: %s, %s', (apiVersion, kind, annotation, sure, instead) => {
    const object = (spec: object) => ({ apiVersion, kind, metadata: { name: 'a', annotations: { [annotation]: 'x' } }, spec });
    expect(complaints(object({}))).toEqual([[sure, `use ${instead}`]]);
    expect(complaints(object({ [instead.replace(/^spec\./, '')]: 'x' }))).toHaveLength(instead.startsWith('spec.') ? 0 : 1);
  });

  test.each([
    ['cephfs', 'a claim of the Ceph CSI driver'],
    ['flocker', 'a claim of a CSI driver'],
    ['gitRepo', 'an emptyDir that an init container clones into'],
    ['glusterfs', 'a claim of a CSI driver'],
    ['photonPersistentDisk', 'a claim of a CSI driver'],
    ['quobyte', 'a claim of the Quobyte CSI driver'],
    ['rbd', 'a claim of the Ceph CSI driver'],
    ['scaleIO', 'a claim of a CSI driver'],
    ['storageos', 'a claim of a CSI driver'],
  ])('volume %s: %s', (volume, instead) => {
    expect(complaints(pod({ volumes: [{ name: 'v', [volume]: {} }] }))).toEqual([['broken', `use ${instead}`]]);
  });
});

describe('AIW2628 a queue on the template only', () => {
  const template = { metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'q' } }, spec: { containers: [{ name: 'main', image: 'a:1' }] } };
  const jobs = (list: string, role: string) => ({ [list]: { [role]: { replicas: 1, template } } });

  test.each<[string, string, object]>([
    ['batch/v1', 'Job', { template }],
    ['batch/v1', 'CronJob', { jobTemplate: { spec: { template } } }],
    ['jobset.x-k8s.io/v1alpha2', 'JobSet', { replicatedJobs: [{ name: 'w', template: { spec: { template } } }] }],
    ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', { leaderWorkerTemplate: { size: 1, workerTemplate: template } }],
    ['apps/v1', 'StatefulSet', { template }],
    ['ray.io/v1', 'RayCluster', { headGroupSpec: { template } }],
    ['ray.io/v1', 'RayJob', { rayClusterSpec: { headGroupSpec: { template } } }],
    ['kubeflow.org/v1', 'PyTorchJob', jobs('pytorchReplicaSpecs', 'Worker')],
    ['kubeflow.org/v2beta1', 'MPIJob', jobs('mpiReplicaSpecs', 'Launcher')],
    ['kubeflow.org/v1', 'TFJob', jobs('tfReplicaSpecs', 'Worker')],
    ['kubeflow.org/v1', 'JAXJob', jobs('jaxReplicaSpecs', 'Worker')],
  ])('%s %s', (apiVersion, kind, spec) => {
    const object = (labels: object) => ({ apiVersion, kind, metadata: { name: 'a', labels }, spec });
    expect(said('AIW2628', object({})).map(each => each.message)).toEqual([expect.stringContaining(`of the ${kind}, where it is missing`)]);
    expect(said('AIW2628', object({ 'kueue.x-k8s.io/queue-name': 'q' }))).toHaveLength(kind === 'CronJob' ? 1 : 0);
  });

  test('a Deployment is admitted by its pods', () => {
    expect(said('AIW2628', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: { template } })).toEqual([]);
  });
});

test.each<[string, string, object, string]>([
  ['apps/v1', 'StatefulSet', { volumeClaimTemplates: [{ spec: { storageClassName: 'fast' } }] }, 'spec.volumeClaimTemplates[0]'],
  ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', { leaderWorkerTemplate: { volumeClaimTemplates: [{ spec: { storageClassName: 'fast' } }] } }, 'spec.leaderWorkerTemplate.volumeClaimTemplates[0]'],
  ['jobset.x-k8s.io/v1alpha2', 'JobSet', { volumeClaimPolicies: [{ templates: [{ spec: { storageClassName: 'fast' } }] }] }, 'spec.volumeClaimPolicies[0].templates[0]'],
])('AIW2119: the storage class of claims that a %s %s makes', (apiVersion, kind, spec, field) => {
  expect(said('AIW2119', { apiVersion, kind, metadata: { name: 'a' }, spec }).map(each => each.field)).toEqual([`${field}.spec.storageClassName`]);
});

test.each([['system-node-critical', 0], ['system-cluster-critical', 0], ['system-critical', 1]])('AIW2117: priority class %s: %d', (priorityClassName, count) => {
  expect(said('AIW2117', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { priorityClassName } })).toHaveLength(count);
});

describe('AIW2731 where a port is asked', () => {
  const spec = (asked: object) => ({ containers: [{ name: 'main', image: 'registry.example/app:1', ports: [{ containerPort: 8080 }], ...asked }] });
  const inPod = (asked: object) => said('AIW2731', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: spec(asked) }).map(each => each.field);

  test.each([
    ...['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap(probe => ['httpGet', 'tcpSocket', 'grpc'].map(how => [probe, how])),
    ['lifecycle', 'postStart', 'httpGet'], ['lifecycle', 'preStop', 'httpGet'],
  ].map(path => [path]))('%j', path => {
    const asked = (port: number) => path.reduceRight<object>((inner, key) => ({ [key]: inner }), { port });
    expect(inPod(asked(9999))).toEqual([`spec.containers[0].${path.join('.')}.port`]);
    expect(inPod(asked(8080))).toEqual([]);
  });

  test('a port behind two servers of one Service is missed only where both miss it', () => {
    const labels = { app: 'llm' };
    const server = (name: string, port: number) => {
      const containers = [{ name: 'main', image: 'vllm/vllm-openai:v0.18.0', args: ['--model=m', `--port=${port}`] }];
      const own = { ...labels, name };
      const serving = { selector: { matchLabels: own }, template: { metadata: { labels: own }, spec: { containers } } };
      return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: serving };
    };
    const to = (targetPort: number) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'llm' }, spec: { selector: labels, ports: [{ port: 80, targetPort }] } });
    expect([9000, 9001, 9002].map(port => said('AIW2731', server('a', 9000), server('b', 9001), to(port)).length)).toEqual([0, 0, 1]);
  });

  test('what is declared is listed without a word on the node where the number is not one of its ports', () => {
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: spec({ livenessProbe: { httpGet: { port: 80 } } }) };
    expect(said('AIW2731', object)[0].notes).toEqual([expect.stringMatching(/^declared are: .*8080/)]);
  });

  test('a port of the node is named', () => {
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: spec({ ports: [{ containerPort: 1 }, { containerPort: 8080, hostPort: 80 }], livenessProbe: { httpGet: { port: 80 } } }) };
    expect(said('AIW2731', object)[0].notes).toContain('80 is the port on the node (hostPort); in the pod it is 8080');
  });

  test.each<[string, object, number]>([['an address', {}, 1], ['none', { clusterIP: 'None' }, 0], ['the name of another', { type: 'ExternalName' }, 0]])('a Service with %s', (_, more, count) => {
    const labels = { app: 'llm' };
    const server = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'vllm/vllm-openai:v0.18.0', args: ['--model=m'] }] } };
    const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'llm' }, spec: { selector: { matchLabels: labels }, template: server } };
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'llm' }, spec: { selector: labels, ports: [{ port: 80 }], ...more } };
    expect(said('AIW2731', web, service)).toHaveLength(count);
  });
});
