import { PlainObject } from '../../../src/base/plain';
import { ObjectProblem } from '../../../src/kubernetes/problem';
import { FIELDS } from '../../../src/kubernetes/release/measured/fields.generated';
import { POD_PATHS } from '../../../src/kubernetes/release/measured/rows';
import { checkSchema, Schema, SchemaOptions } from '../../../src/kubernetes/schema/schema';

function problems(body: unknown, minor = '1.36', options?: SchemaOptions): ObjectProblem[] {
  const found: ObjectProblem[] = [];
  checkSchema(body as PlainObject, new Schema(minor, options), problem => found.push(problem));
  return found;
}

/** `AIW1102 spec.replicas`. */
function places(body: unknown, minor?: string, options?: SchemaOptions): string[] {
  return problems(body, minor, options).map(({ id, field }) => `${id} ${field}`);
}

const CONTAINER = { name: 'main', image: 'a:1' };

function deployment(container: object = {}, pod: object = {}, spec: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a', creationTimestamp: null },
    spec: { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ ...CONTAINER, ...container }], ...pod } }, ...spec },
    status: {},
  };
}

const POD = 'spec.template.spec';

test('what servers take gives no problem', () => {
  expect(problems(deployment({ resources: { limits: { 'cpu': 1.5, 'memory': '64Gi', 'nvidia.com/gpu': 8 } }, ports: [{ containerPort: 80 }] }))).toEqual([]);
});

describe('unknown fields', () => {
  test('are named with their place and the nearest name', () => {
    expect(problems(deployment({ imagee: 'a' }))).toEqual([{
      id: 'AIW1101',
      class: 'rejected',
      field: `${POD}.containers[0].imagee`,
      message: 'Invalid value: "imagee": unknown field',
      help: 'did you mean "image"?',
      fix: { field: `${POD}.containers[0].imagee`, key: 'image' },
    }]);
  });

  test.each([
    ['case matters', deployment({ Image: 'a' }), `AIW1101 ${POD}.containers[0].Image`],
    ['null does not hide one', deployment({}, { foo: null }), `AIW1101 ${POD}.foo`],
    ['status is read too', { ...deployment(), status: { foo: 1 } }, 'AIW1101 status.foo'],
    ['at the top', { ...deployment(), foo: {} }, 'AIW1101 foo'],
  ])('%s', (_, body, place) => {
    expect(places(body)).toEqual([place]);
  });

  test('keys that JavaScript objects inherit are unknown like any other', () => {
    const body = JSON.parse('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"__proto__":{"data":{}},"constructor":1,"toString":null}');
    expect(places(body)).toEqual(['AIW1101 __proto__', 'AIW1101 constructor', 'AIW1101 toString']);
  });

  test('undefined, which no manifest can hold, is nothing', () => {
    expect(problems({ ...deployment(), foo: undefined })).toEqual([]);
  });

  test('are found behind any number of fields that are dropped', () => {
    const gated = Array.from({ length: 200 }, (_, index) => ({ name: `n${index}`, image: 'a', lifecycle: { stopSignal: 'SIGTERM' } }));
    expect(problems(deployment({ imagee: 'a' }, { initContainers: gated }), '1.36').filter(({ id }) => id === 'AIW1101')).toHaveLength(1);
  });

  test('a hundred of them are enough', () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    expect(problems({ apiVersion: 'v1', kind: 'Pod', spec: data })).toHaveLength(100);
  });
});

describe('wrong types', () => {
  test.each<[string, object, string, string]>([
    ['text for a number', deployment({}, {}, { replicas: '5' }), 'spec.replicas', 'Invalid value: "5": must be an integer'],
    ['a fraction for a number', deployment({}, {}, { replicas: 1.5 }), 'spec.replicas', 'Invalid value: 1.5: must be an integer'],
    ['more than 32 bits', deployment({}, {}, { replicas: 2 ** 31 }), 'spec.replicas', 'Invalid value: 2147483648: must be an integer of 32 bits'],
    ['more than 64 bits', deployment({}, { terminationGracePeriodSeconds: 2n ** 63n }), `${POD}.terminationGracePeriodSeconds`, 'Invalid value: 9223372036854775808: must be an integer of 64 bits'],
    ['a number for a text', deployment({ env: [{ name: 'A', value: 5 }] }), `${POD}.containers[0].env[0].value`, 'Invalid value: 5: must be a string'],
    ['a boolean for a text', deployment({ args: ['a', true] }), `${POD}.containers[0].args[1]`, 'Invalid value: true: must be a string'],
    ['a number in labels', { ...deployment(), metadata: { labels: { 'a.io/b': 1 } } }, 'metadata.labels[a.io/b]', 'Invalid value: 1: must be a string'],
    ['text for a boolean', deployment({}, { hostIPC: 'true' }), `${POD}.hostIPC`, 'Invalid value: "true": must be true or false'],
    ['an object for a list', deployment({ ports: { containerPort: 1 } }), `${POD}.containers[0].ports`, 'Invalid value: "object": must be a list'],
    ['a list for labels', { ...deployment(), metadata: { labels: ['a'] } }, 'metadata.labels', 'Invalid value: "array": must be an object'],
    ['a list for an object', deployment({}, {}, { selector: [] }), 'spec.selector', 'Invalid value: "array": must be an object'],
    ['a text for an object', deployment({ resources: 'x' }), `${POD}.containers[0].resources`, 'Invalid value: "x": must be an object'],
    ['a boolean for a port', deployment({ livenessProbe: { httpGet: { port: true } } }), `${POD}.containers[0].livenessProbe.httpGet.port`, 'Invalid value: true: must be an integer or a string'],
    ['no quantity', deployment({ resources: { limits: { cpu: '1 core' } } }), `${POD}.containers[0].resources.limits[cpu]`, 'Invalid value: "1 core": must be a quantity such as 500m, 1.5 or 64Gi'],
    ['no base64', { apiVersion: 'v1', kind: 'Secret', data: { a: 'no base64' } }, 'data[a]', 'Invalid value: "no base64": must be text in base64'],
    ['texts for bytes', { apiVersion: 'v1', kind: 'Secret', data: { a: ['YQ==\n'] } }, 'data[a]', 'Invalid value: "array": must be text in base64'],
    ['no time', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { creationTimestamp: '2026-01-02' } }, 'metadata.creationTimestamp', 'Invalid value: "2026-01-02": must be a time such as 2026-01-02T03:04:05Z'],
    ['a time without its six digits', { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { renewTime: '2026-01-02T03:04:05Z' } }, 'spec.renewTime',
      'Invalid value: "2026-01-02T03:04:05Z": must be a time such as 2026-01-02T03:04:05.000000Z'],
  ])('%s', (_, body, field, message) => {
    expect(problems(body).map(problem => [problem.id, problem.field, problem.message])).toEqual([['AIW1102', field, message]]);
  });

  test.each([
    ['arguments', deployment({ args: ['--model', null] }), `${POD}.containers[0].args[1]`, 'an empty text'],
    ['containers', deployment({ env: [null] }), `${POD}.containers[0].env[0]`, 'an empty map'],
    ['numbers', deployment({}, { securityContext: { supplementalGroups: [null] } }), `${POD}.securityContext.supplementalGroups[0]`, 'nothing of its type: zero, or an empty text'],
    ['amounts', deployment({ resources: { limits: { cpu: null } } }), `${POD}.containers[0].resources.limits[cpu]`, '"0"'],
  ])('null in a list or map of %s is told: the server reads it as something', (_, body, field, read) => {
    expect(problems(body)).toEqual([expect.objectContaining({ id: 'AIW1108', class: 'dropped', field, message: `Invalid value: null: the API server reads it as ${read}` })]);
  });

  test.each([
    ['null anywhere', deployment({ env: null, resources: { limits: null } }, { hostIPC: null }, { replicas: null })],
    ['64 bits', deployment({}, { terminationGracePeriodSeconds: 2n ** 63n - 1n })],
    ['a port by name and by number', deployment({ livenessProbe: { httpGet: { port: 'http' } }, readinessProbe: { tcpSocket: { port: 8080 } } })],
    ['bytes as numbers', { apiVersion: 'v1', kind: 'Secret', data: { a: [97, 98] } }],
  ])('%s is taken', (_, body) => {
    expect(problems(body)).toEqual([]);
  });

  test('what is below a wrong type is not looked at', () => {
    expect(places(deployment({}, { volumes: { foo: 1 } }))).toEqual([`AIW1102 ${POD}.volumes`]);
  });

  test('quotes that are missing or too many are pointed out', () => {
    expect(problems(deployment({ env: [{ name: 'A', value: 5 }] }))[0].help).toBe('put it in quotes, as it is written');
    expect(problems(deployment({}, {}, { replicas: '5' }))[0].help).toBe('write it without quotes');
  });
});

describe('minors and gates', () => {
  const restartRules = deployment({ restartPolicyRules: [{ action: 'Restart' }] });

  test('a field of a newer release is unknown to an older one', () => {
    expect(problems(restartRules, '1.33').map(({ id, message }) => [id, message]))
      .toEqual([['AIW1107', 'Invalid value: "restartPolicyRules": unknown field in Kubernetes 1.33: it came with 1.34']]);
  });

  test('a field that a later release took back is unknown to that one', () => {
    const slice = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: 's' }, spec: { devices: [{ name: 'd', nodeAllocatableResourceMappings: { cpu: {} } }] } };
    const unknown = (minor: string) => problems(slice, minor).filter(({ id }) => id === 'AIW1107').map(({ message }) => message);
    expect(unknown('1.37')).toEqual(['Invalid value: "nodeAllocatableResourceMappings": unknown field in Kubernetes 1.37: 1.36 was the last that had it']);
    expect(unknown('1.36')).toEqual([]);
  });

  test('a field whose gate is off is dropped, one that is on is kept', () => {
    expect(problems(restartRules, '1.34')).toEqual([expect.objectContaining({
      id: 'AIW1105',
      class: 'dropped',
      field: `${POD}.containers[0].restartPolicyRules`,
      message: 'Invalid value: "array": Kubernetes 1.34 drops it: feature gate ContainerRestartRules',
      help: 'it is kept from 1.35 on; where the cluster differs, say so: --feature-gate ContainerRestartRules=true',
    })]);
    expect(problems(restartRules, '1.35')).toEqual([]);
  });

  test('gates of the cluster decide, in both directions', () => {
    expect(problems(restartRules, '1.34', { featureGates: { ContainerRestartRules: true } })).toEqual([]);
    expect(places(restartRules, '1.35', { featureGates: { ContainerRestartRules: false } })).toEqual([`AIW1105 ${POD}.containers[0].restartPolicyRules[0].action`]);
  });

  test('gates that are said to be as they are anyway change nothing', () => {
    expect(places(restartRules, '1.34', { featureGates: { ContainerRestartRules: false } })).toEqual([`AIW1105 ${POD}.containers[0].restartPolicyRules`]);
    expect(problems(restartRules, '1.35', { featureGates: { ContainerRestartRules: true } })).toEqual([]);
  });

  test('of two gates the one that is off has to be switched on, and the other has to stay on', () => {
    const devices = { requests: [{ name: 'gpu', firstAvailable: [{ name: 'a', deviceClassName: 'gpu', capacity: { requests: { memory: '1Gi' } } }] }] };
    const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'a' }, spec: { devices } };
    const dropped = (featureGates: Record<string, boolean>) => problems(claim, '1.35', { featureGates }).map(({ field }) => field.split('.').at(-1));

    expect(dropped({})).toEqual(['capacity']);
    expect(dropped({ DRAConsumableCapacity: true })).toEqual([]);
    expect(dropped({ DRAPrioritizedList: true })).toEqual(['capacity']);
    expect(dropped({ DRAConsumableCapacity: true, DRAPrioritizedList: false })).not.toEqual([]);
  });

  test('pods of all kinds are looked at, and fields of a kind', () => {
    const pod = { containers: [CONTAINER], volumes: [{ name: 'a', image: { reference: 'a:1' } }] };
    expect(places({ apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: { spec: { template: { spec: pod } } } } }, '1.33')).toEqual(['AIW1105 spec.jobTemplate.spec.template.spec.volumes[0].image']);
    expect(places({ apiVersion: 'v1', kind: 'Pod', spec: pod }, '1.33')).toEqual(['AIW1105 spec.volumes[0].image']);
    expect(places({ apiVersion: 'v1', kind: 'ReplicationController', spec: { template: { spec: pod } } }, '1.33')).toEqual(['AIW1105 spec.template.spec.volumes[0].image']);
    expect(places({ apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } } })).toEqual(['AIW1105 spec.updateStrategy.rollingUpdate.maxUnavailable']);
  });

  test('an object that keeps none of its fields is named once', () => {
    const certificate = { signerName: 'a.io/a', keyType: 'ED25519', keyPath: 'key', userAnnotations: { a: 'b' } };
    const body = deployment({}, { volumes: [{ name: 'a', projected: { sources: [{ podCertificate: certificate }] } }] });
    expect(places(body)).toEqual([`AIW1105 ${POD}.volumes[0].projected.sources[0].podCertificate`]);
    expect(places(deployment({}, { resources: { limits: { cpu: '1' }, requests: { cpu: '1' } } }), '1.33')).toEqual([`AIW1105 ${POD}.resources`]);
  });

  test('no kind drops fields of its pods that others keep, so that all pods share one tree', () => {
    const own = Object.entries(POD_PATHS).flatMap(([kind, path]) => Object.entries(FIELDS[kind] ?? {})
      .filter(([field, row]) => field.startsWith(`${path}spec.`) && row.split(' ')[0].includes('d')));
    expect(own).toEqual([]);
  });

  test('only the values of a field that are dropped are named', () => {
    const init = (restartPolicy: string) => deployment({}, { initContainers: [{ ...CONTAINER, restartPolicy }] });
    expect(places(init('Never'), '1.33')).toEqual([`AIW1105 ${POD}.initContainers[0].restartPolicy`]);
    expect(places(init('Always'), '1.33')).toEqual([]);
  });

  test('a field whose loss leaves something that is refused is rejected, where no validation of the kind says so', () => {
    const body = deployment({ env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'a', path: 'a', key: 'a' } } }] });
    const classes = (options?: SchemaOptions) => problems(body, '1.34', options).map(({ id, class: of }) => [id, of]);
    expect(classes({ validated: new Set() })).toEqual([['AIW1105', 'rejected']]);
    expect(classes()).toEqual([['AIW1105', 'dropped']]);
  });

  test('nothing is lost with an empty list', () => {
    expect(problems(deployment({}, { resourceClaims: [] }), '1.33')).toEqual([]);
    expect(places(deployment({}, { resourceClaims: [{ name: 'a' }] }), '1.33')).toEqual([`AIW1105 ${POD}.resourceClaims`]);
  });
});

describe('versions', () => {
  test.each([
    ['apps/v1', 'Deployment', '1.33', 'served'],
    ['resource.k8s.io/v1', 'ResourceClaim', '1.33', 'not-served'],
    ['resource.k8s.io/v1', 'ResourceClaim', '1.34', 'served'],
    ['resource.k8s.io/v1beta1', 'ResourceClaim', '1.34', 'not-served'],
    ['policy/v1beta1', 'PodSecurityPolicy', '1.36', 'not-served'],
    ['v1', 'Deployment', '1.36', 'not-served'],
    ['apps/v1', 'Deploymnt', '1.36', 'not-served'],
    ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', '1.36', 'unknown'],
    ['', '', '1.36', 'unknown'],
    ['v9', 'Pod', '1.36', 'not-served'],
    ['builtin', 'LabelTransformer', '1.36', 'unknown'],
    ['__proto__', 'constructor', '1.36', 'unknown'],
    ['constructor/v1', '__proto__', '1.36', 'unknown'],
    // No such groups, and none that an extension can have.
    ['apps', 'Deployment', '1.36', 'not-served'],
    ['app/v1', 'Deployment', '1.36', 'not-served'],
    ['Apps/v1', 'deployment', '1.36', 'not-served'],
    [' apps/v1', 'Deployment', '1.36', 'not-served'],
    ['networking/v1', 'Ingress', '1.36', 'not-served'],
    ['core/v1', 'Pod', '1.36', 'not-served'],
    ['V1', 'Pod', '1.36', 'not-served'],
    ['v1 ', 'Pod', '1.36', 'not-served'],
    ['rbac/v1', 'Role', '1.36', 'not-served'],
    ['rbac.k8s.io/v1', 'Role', '1.36', 'not-served'],
    ['apps.k8s.io/v1', 'Deployment', '1.36', 'not-served'],
    ['networking.k8s/v1', 'Ingress', '1.36', 'not-served'],
    ['netwroking.k8s.io/v1', 'Ingress', '1.36', 'not-served'],
    ['autoscaling.k8s.io/v2', 'HorizontalPodAutoscaler', '1.36', 'not-served'],
    // Kinds of known extensions, in groups that nobody has.
    ['v1', 'NetworkAttachmentDefinition', '1.36', 'not-served'],
    ['apps/v1', 'LeaderWorkerSet', '1.36', 'not-served'],
    ['keda/v1alpha1', 'ScaledObject', '1.36', 'not-served'],
    ['keda.k8s.io/v1alpha1', 'ScaledObject', '1.36', 'not-served'],
    ['monitoring.coreos/v1', 'podmonitor', '1.36', 'not-served'],
    ['snapshot.k8s.io/v1', 'VolumeSnapshot', '1.36', 'not-served'],
    ['inference.networking.k8s.io/v1', 'InferencePool', '1.36', 'unknown'],
    // May come to be.
    ['jobset.k8s.io/v1', 'JobSet', '1.36', 'unknown'],
    ['inference.networking.k8s.io/v1', 'InferenceObjective', '1.36', 'unknown'],
    // Of other people.
    ['net.gke.io/v1', 'ServiceExport', '1.36', 'unknown'],
    ['llm-d.ai/v1alpha2', 'InferenceObjective', '1.36', 'unknown'],
    ['networking.x-k8s.io/v1alpha1', 'HTTPRoute', '1.36', 'unknown'],
    ['serving.knative.dev/v1', 'Service', '1.36', 'unknown'],
    ['azmonitoring.coreos.com/v1', 'ServiceMonitor', '1.36', 'unknown'],
    ['networking.internal.knative.dev/v1alpha1', 'Ingress', '1.36', 'unknown'],
    ['networking.istio.io/v1', 'Gateway', '1.36', 'unknown'],
    ['scheduling.x-k8s.io/v1alpha1', 'PodGroup', '1.36', 'unknown'],
    ['scheduling.sigs.k8s.io/v1alpha1', 'PodGroup', '1.36', 'unknown'],
    ['networking.gke.io/v1', 'Ingress', '1.36', 'unknown'],
    ['scheduling.x-k8s.io/v1alpha1', 'PodGroup', '1.36', 'unknown'],
    ['crd.projectcalico.org/v1', 'NetworkPolicy', '1.36', 'unknown'],
    ['projectcalico.org/v3', 'NetworkPolicy', '1.36', 'unknown'],
    ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', '1.36', 'unknown'],
    ['kustomize.config.k8s.io/v1beta1', 'Kustomization', '1.36', 'unknown'],
    ['iam.aws.upbound.io/v1beta1', 'Role', '1.36', 'unknown'],
    ['traefik.io/v1alpha1', 'Service', '1.36', 'unknown'],
    ['rbac.istio.io/v1', 'ServiceRole', '1.36', 'unknown'],
    ['skaffold/v4beta11', 'Config', '1.36', 'unknown'],
    ['example.org/v1', 'Deployment', '1.36', 'unknown'],
  ])('%s %s at %s is %s', (apiVersion, kind, minor, expected) => {
    expect(new Schema(minor).kindOf(apiVersion, kind)).toBe(expected);
  });

  test.each([
    ['batch/v1beta1', 'CronJob', '1.34', 'Invalid value: "batch/v1beta1": Kubernetes 1.34 serves no CronJob of this version, nor does any release from 1.25 on', 'write apiVersion: batch/v1'],
    ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', '1.34', expect.stringContaining('from 1.26 on'), 'write apiVersion: autoscaling/v2'],
    ['extensions/v1beta1', 'Ingress', '1.36', expect.stringContaining('from 1.22 on'), 'write apiVersion: networking.k8s.io/v1'],
    ['resource.k8s.io/v1', 'DeviceClass', '1.33', 'Invalid value: "resource.k8s.io/v1": Kubernetes 1.33 serves no DeviceClass of this version', 'resource.k8s.io/v1 is served from 1.34 on'],
    ['v1', 'Deployment', '1.36', 'Invalid value: "v1": Kubernetes 1.36 serves no Deployment of this version', 'write apiVersion: apps/v1'],
    ['apps', 'Deployment', '1.36', 'Invalid value: "apps": Kubernetes 1.36 serves no Deployment of this version', 'write apiVersion: apps/v1'],
    ['networking/v1', 'Ingress', '1.36', 'Invalid value: "networking/v1": Kubernetes 1.36 serves no Ingress of this version', 'write apiVersion: networking.k8s.io/v1'],
    ['app/v1', 'deployment', '1.36', 'Invalid value: "app/v1": Kubernetes 1.36 serves no deployment of this version', 'write apiVersion: apps/v1 and kind: Deployment'],
    ['apps/v1', 'deployment', '1.36', 'Invalid value: "apps/v1": Kubernetes 1.36 serves no deployment of this version', 'write kind: Deployment'],
    ['v1beta1', 'Deployment', '1.36', 'Invalid value: "v1beta1": Kubernetes 1.36 serves no Deployment of this version', 'write apiVersion: apps/v1'],
    ['events.k8s/v1', 'Event', '1.36', 'Invalid value: "events.k8s/v1": Kubernetes 1.36 serves no Event of this version', 'write apiVersion: events.k8s.io/v1'],
    ['apps/v1', 'Deploymnt', '1.36', 'Invalid value: "apps/v1": Kubernetes 1.36 serves no Deploymnt of this version', 'did you mean "Deployment"?'],
    ['v1', 'NetworkAttachmentDefinition', '1.36', expect.stringContaining('serves no NetworkAttachmentDefinition'), 'write apiVersion: k8s.cni.cncf.io/v1'],
    ['v1', 'PodMonitor', '1.36', expect.stringContaining('serves no PodMonitor'), 'write apiVersion: monitoring.coreos.com/v1'],
    ['keda/v1', 'scaledobject', '1.36', expect.stringContaining('serves no scaledobject'), 'write apiVersion: keda.sh/v1alpha1 and kind: ScaledObject'],
    ['networking.k8s.io/v1', 'HTTPRoute', '1.36', expect.stringContaining('serves no HTTPRoute'), 'write apiVersion: gateway.networking.k8s.io/v1'],
    ['v1', 'PodGroup', '1.36', expect.stringContaining('serves no PodGroup'), 'write apiVersion: scheduling.volcano.sh/v1beta1 or scheduling.x-k8s.io/v1alpha1'],
    ['scheduling.volcano/v1beta1', 'PodGroup', '1.36', expect.stringContaining('serves no PodGroup'), 'write apiVersion: scheduling.volcano.sh/v1beta1'],
    ['scheduling.k8s.io/v1', 'PodGroup', '1.36', expect.stringContaining('serves no PodGroup'),
      'write apiVersion: scheduling.k8s.io/v1alpha2, where the cluster serves it (--runtime-config), and say so with --api'],
    ['apps/v1', 'Wxyzwxyz', '1.36', 'Invalid value: "apps/v1": Kubernetes 1.36 serves no Wxyzwxyz of this version', undefined],
    ['apps/v2', 'Deployment\n  help: none', '1.36', 'Invalid value: "apps/v2": Kubernetes 1.36 serves no Deployment\\n  help: none of this version', undefined],
  ])('%s %s at %s says what to write', (apiVersion, kind, minor, message, help) => {
    expect(problems({ apiVersion, kind, spec: { foo: 1 } }, minor)).toEqual([{ id: 'AIW1106', class: 'rejected', field: 'apiVersion', message, help }]);
  });

  test('a version that the cluster is said to serve is checked like any other', () => {
    const claim = { apiVersion: 'resource.k8s.io/v1beta1', kind: 'ResourceClaim', spec: { devices: { requests: [{ name: 'a', deviceClassName: 'a', foo: 1 }] } } };
    expect(places(claim, '1.33')).toEqual(['AIW1106 apiVersion']);
    expect(places(claim, '1.33', { apis: ['resource.k8s.io/v1beta1'] })).toEqual(['AIW1101 spec.devices.requests[0].foo']);
  });

  test('the scope of a kind is known', () => {
    const schema = new Schema('1.36');
    expect([schema.isNamespaced('v1', 'Pod'), schema.isNamespaced('v1', 'Node'), schema.isNamespaced('example.com/v1', 'Node')]).toEqual([true, false, undefined]);
  });
});

describe('kinds that only the schema speaks of', () => {
  /** As if no kind had a validation of its own. */
  const alone: SchemaOptions = { validated: new Set() };
  const role = (content: object) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'a' }, ...content });

  test('miss what the server insists on', () => {
    expect(places(role({}), '1.36', alone)).toEqual(['AIW1103 roleRef']);
    expect(places(role({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: '' } }), '1.36', alone)).toEqual(['AIW1103 roleRef.name']);
  });

  test('hold to closed lists', () => {
    const ingress = (pathType: string) => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      spec: { rules: [{ http: { paths: [{ path: '/', pathType, backend: { service: { name: 'a', port: { number: 80 } } } }] } }] },
    });
    expect(problems(ingress('prefix'), '1.36', alone)).toEqual([{
      id: 'AIW1104',
      class: 'rejected',
      field: 'spec.rules[0].http.paths[0].pathType',
      message: 'Unsupported value: "prefix": supported values: "Exact", "ImplementationSpecific", "Prefix"',
      help: 'did you mean "Prefix"?',
      fix: { field: 'spec.rules[0].http.paths[0].pathType', value: 'Prefix' },
    }]);
    expect(problems(ingress('Prefix'), '1.36', alone)).toEqual([]);
  });

  test('nothing is demanded of a status, which the server empties', () => {
    const definition = (status: object) => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', status });
    const about = (status: object) => places(definition(status)).filter(place => place.includes('status'));
    expect(about({ acceptedNames: { plural: '', kind: '' }, conditions: null, storedVersions: null })).toEqual([]);
    expect(about({ acceptedNames: { foo: 1 } })).toEqual(['AIW1101 status.acceptedNames.foo']);
  });

  test('others are left to their validation', () => {
    expect(problems({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [{}], restartPolicy: 'Sometimes' } })).toEqual([]);
    const driver = { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttachment', spec: { source: {} } };
    expect(problems(driver, '1.36', alone).map(({ id, field }) => `${id} ${field}`)).toEqual(['AIW1103 spec.attacher', 'AIW1103 spec.nodeName']);
    expect(problems(driver, '1.36', { validated: new Set(['storage.k8s.io/VolumeAttachment']) })).toEqual([]);
  });

  test('schemas of custom resources are typed, and strict only where the server is', () => {
    const definition = (schema: object) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      spec: { group: 'a.io', scope: 'Namespaced', names: { plural: 'as', kind: 'A' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }] },
    });
    expect(places(definition({ properties: { a: { typ: 'string' } } }))).toEqual(['AIW1101 spec.versions[0].schema.openAPIV3Schema.properties[a].typ']);
    expect(problems(definition({ items: { typ: 'string' }, additionalProperties: true, default: { any: [1] } }))).toEqual([]);
    expect(places(definition({ items: { minLength: 'x' } }))).toEqual(['AIW1102 spec.versions[0].schema.openAPIV3Schema.items.minLength']);
  });
});

describe('any input', () => {
  test.each<[string, unknown]>([
    ['no apiVersion', { kind: 'Pod' }], ['a list for a kind', { apiVersion: 'v1', kind: ['Pod'] }], ['numbers', { apiVersion: 1, kind: 2 }], ['an extension', { apiVersion: 'a.io/v1', kind: 'A', foo: 1 }],
  ])('%s is not the business of the schema', (_, body) => {
    expect(problems(body)).toEqual([]);
  });

  test('nesting that no reader would let through does not end the process', () => {
    let schema: object = {};
    for (let depth = 0; depth < 20_000; depth++) {
      schema = { properties: { a: schema } };
    }
    expect(() => problems({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } })).not.toThrow();
  });
});
