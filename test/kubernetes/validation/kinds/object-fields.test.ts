import { changed, classesOf, messages, META, POD } from './subject';

/* Choices and limits of other kinds, each beside its neighbour that the server takes. */

const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: META, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'x' };
const CLAIM = { kind: 'PersistentVolumeClaim', name: 'x' };
const MODEL = { apiGroup: 'example.com', kind: 'Model', name: 'x' };
const FAR = { ...CLAIM, namespace: 'other' };
const ofClaim = (spec: object, gates = {}) => messages({ ...claim, spec: { ...claim.spec, ...spec } }, '1.36', gates);
const WITH_FAR = { CrossNamespaceVolumeDataSource: true };
const MODES = 'supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"';

test.each([
  ...['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'].map(mode => ({ accessModes: [mode] })), { accessModes: ['ReadWriteOncePod', 'ReadWriteOncePod'] },
  { accessModes: ['ReadOnlyMany', 'ReadWriteMany'] }, { volumeMode: 'Block' }, { volumeMode: 'Filesystem' }, { volumeMode: null }, { volumeAttributesClassName: 'gold' },
  { dataSource: CLAIM }, { dataSource: SNAPSHOT }, { dataSourceRef: SNAPSHOT }, { dataSourceRef: MODEL }, { dataSource: MODEL },
  { dataSource: MODEL, dataSourceRef: MODEL },
  { dataSource: CLAIM, dataSourceRef: CLAIM }, { dataSourceRef: FAR }, { dataSource: CLAIM, dataSourceRef: { ...SNAPSHOT, namespace: 'other' } }, { dataSource: { ...SNAPSHOT, kind: 'Other' } },
])('a claim with %j is taken', spec => {
  expect(ofClaim(spec)).toEqual([]);
});

test.each<[object, string[]]>([
  [{ accessModes: [] }, ['spec.accessModes: Required value: at least 1 access mode is required']],
  [{ accessModes: ['RWO'] }, [`spec.accessModes: Unsupported value: "RWO": ${MODES}`]],
  [{ accessModes: ['ReadWriteOncePod', 'RWO'] }, [`spec.accessModes: Unsupported value: "RWO": ${MODES}`]],
  [{ volumeMode: 'Raw' }, ['spec.volumeMode: Unsupported value: "Raw": supported values: "Block", "Filesystem"']],
  [{ resources: { requests: { storage: null } } }, ['spec.resources[storage]: Invalid value: "0": must be greater than zero']],
  [{ dataSource: CLAIM, dataSourceRef: { ...CLAIM, name: 'y' } }, ['spec: Invalid value: "dataSource": must match dataSourceRef']],
  [{ dataSource: { ...SNAPSHOT, kind: 'Other' }, dataSourceRef: SNAPSHOT }, ['spec: Invalid value: "dataSource": must match dataSourceRef']],
  [{ dataSource: MODEL, dataSourceRef: { ...MODEL, apiGroup: 'example.org' } }, ['spec: Invalid value: "dataSource": must match dataSourceRef']],
  [{ dataSourceRef: { kind: 'PersistentVolumeClaim', name: '' } }, ['spec.dataSource.name: Required value', 'spec.dataSourceRef.name: Required value']],
  [{ dataSourceRef: { ...MODEL, kind: '' } }, ['spec.dataSource.kind: Required value', 'spec.dataSourceRef.kind: Required value']],
])('a claim with %j is refused', (spec, expected) => {
  expect(ofClaim(spec)).toEqual(expected);
});

test('a source in another namespace counts with its gate', () => {
  expect(ofClaim({ dataSourceRef: FAR }, WITH_FAR)).toEqual([]);
  expect(ofClaim({ dataSourceRef: { ...FAR, namespace: 'A' } })).toEqual([]);
  expect(ofClaim({ dataSourceRef: { ...FAR, namespace: 'A' } }, WITH_FAR)).toEqual([expect.stringContaining('spec.dataSourceRef.namespace: Invalid value: "A": a lowercase RFC 1123 label')]);
  expect(ofClaim({ dataSource: CLAIM, dataSourceRef: FAR }, WITH_FAR)).toEqual(['spec: Invalid value: "dataSource": may not be specified when dataSourceRef.namespace is specified']);
});

test('the class of attributes of a claim is not looked at without its gate', () => {
  const body = changed(claim, 'spec.volumeAttributesClassName', 'A');
  expect([messages(body, '1.36').length, messages(body, '1.33')]).toEqual([1, []]);
});

test('only foreign sources of a claim are dropped', () => {
  const dropped = (dataSource: object) => classesOf(changed(claim, 'spec.dataSource', dataSource));
  expect([dropped(CLAIM), dropped(SNAPSHOT), dropped(MODEL), dropped({ ...SNAPSHOT, kind: 'Other' })])
    .toEqual([[], [], ['AIW1204 dropped spec.dataSource'], ['AIW1204 dropped spec.dataSource']]);
});

const autoscaler = {
  apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: META, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llm' }, maxReplicas: 4 },
};
const ofAutoscaler = (spec: object, gates = {}) => messages({ ...autoscaler, spec: { ...autoscaler.spec, ...spec } }, '1.36', gates);
const metric = { metric: { name: 'depth' } };
const external = (target: object) => ({ metrics: [{ type: 'External', external: { ...metric, target } }] });
const ofObject = (target: object) => ({ metrics: [{ type: 'Object', object: { ...metric, describedObject: { apiVersion: 'v1', kind: 'Service', name: 'llm' }, target } }] });
const container = (fields: object) => ({ metrics: [{ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'main', target: { type: 'Utilization', averageUtilization: 1 }, ...fields } }] });
const up = (rules: object) => ({ behavior: { scaleUp: rules } });
const policy = (fields: object) => up({ policies: [{ type: 'Pods', value: 1, periodSeconds: 1, ...fields }] });
const value = { type: 'Value', value: '1' };
const average = { type: 'AverageValue', averageValue: '1' };

test.each([
  external(value), external(average), ofObject(value), ofObject(average), ofObject({ ...value, averageValue: '1' }),
  ...['cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi', 'nvidia.com/gpu', 'kubernetes.io/x'].map(name => container({ name })),
  ...['Max', 'Min', 'Disabled', null].map(selectPolicy => up({ selectPolicy })), up({ stabilizationWindowSeconds: 0 }), up({ stabilizationWindowSeconds: 3600 }),
  policy({}), policy({ type: 'Percent' }), policy({ periodSeconds: 1800 }), up({ tolerance: '0' }), { minReplicas: 4 }, { maxReplicas: 1 }, { metrics: null, behavior: null },
])('an autoscaler with %j is taken', spec => {
  expect(ofAutoscaler(spec)).toEqual([]);
});

const first = 'spec.metrics[0]';
const PERIOD = 'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value:';

test.each<[object, string[]]>([
  [external({ ...value, averageValue: '1' }), [`${first}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`]],
  [external({ type: 'Value' }), [`${first}.external.target.averageValue: Required value: must set either a target value for metric or a per-pod target`]],
  [ofObject({ type: 'Value' }), [`${first}.object.target.averageValue: Required value: must set either a target value or averageValue`]],
  [external({ ...value, type: 'Sum' }), [`${first}.external.target.type: Invalid value: "Sum": must be either Utilization, Value, or AverageValue`]],
  [external({ ...value, type: '' }), [`${first}.external.target.type: Required value: must specify a metric target type`, `${first}.external.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue`]],
  [external({ ...value, value: '-1' }), [`${first}.external.target.value: Invalid value: "-1": must be positive`]],
  [{ metrics: [{ type: 'External', external: { metric: { name: 'a/b' }, target: value } }] }, [`${first}.external.metric.name: Invalid value: "a/b": may not contain '/'`]],
  [{ metrics: [{ type: 'External', external: { metric: { name: '..' }, target: value } }] }, [`${first}.external.metric.name: Invalid value: "..": may not be '..'`]],
  [{ metrics: [{ type: 'External', external: { metric: {}, target: value } }] }, [`${first}.external.metric.name: Required value: must specify a metric name`]],
  [{ metrics: [{ type: 'Pods', pods: { ...metric, target: value } }] }, [`${first}.pods.target.averageValue: Required value: must specify a positive target averageValue`]],
  [{ metrics: [{ type: 'Resource', resource: { target: { type: 'Utilization', averageUtilization: 1 } } }] }, [`${first}.resource.name: Required value: must specify a resource name`]],
  [{ metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } }] },
    [`${first}.resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization`]],
  [{ metrics: [{ type: '' }] }, [
    `${first}.type: Required value: must specify a metric source type`,
    `${first}.type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"`,
  ]],
  // Only the first source is looked into.
  [{ metrics: [{ type: 'External', external: { ...metric, target: value }, pods: {} }] }, [`${first}.pods: Forbidden: must populate the given metric source only`]],
  [container({ name: 'gpu' }), [`${first}.containerResource.name: Invalid value: "gpu": must be a standard resource for containers`]],
  [container({ name: 'x-hugepages-' }), [
    expect.stringContaining('name part must consist of') as unknown as string, `${first}.containerResource.name: Invalid value: "x-hugepages-": must be a standard resource for containers`,
  ]],
  [container({ name: 'requests.example.com/gpu' }), [`${first}.containerResource.name: Invalid value: "requests.example.com/gpu": doesn't follow extended resource name standard`]],
  [container({ name: '' }), [`${first}.containerResource.name: Required value: must specify a resource name`]],
  [container({ container: '' }), [`${first}.containerResource.container: Required value: must specify a container`]],
  [container({ container: 'A' }), [expect.stringContaining(`${first}.containerResource.container: Invalid value: "A"`) as unknown as string]],
  [up({ stabilizationWindowSeconds: -1 }), ['spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero']],
  [up({ stabilizationWindowSeconds: 3601 }), ['spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600']],
  [up({ selectPolicy: 'Best' }), ['spec.behavior.scaleUp.selectPolicy: Unsupported value: "Best": supported values: "Disabled", "Max", "Min"']],
  [policy({ type: 'Nodes' }), ['spec.behavior.scaleUp.policies[0].type: Unsupported value: "Nodes": supported values: "Percent", "Pods"']],
  [policy({ value: 0 }), ['spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero']],
  [policy({ periodSeconds: 0 }), [`${PERIOD} 0: must be greater than zero`]], [policy({ periodSeconds: 1801 }), [`${PERIOD} 1801: must be less than or equal to 1800`]],
  [up({ tolerance: '-0.1' }), ['spec.behavior.scaleUp.tolerance: Invalid value: "-0.1": must be greater than or equal to 0']],
  [{ maxReplicas: 0 }, ['spec.maxReplicas: Required value: must be set and greater than 0', 'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`']],
  [{ maxReplicas: -1 }, ['spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1', 'spec.maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`']],
  [{ scaleTargetRef: { apiVersion: '/v1', kind: 'A', name: 'a' } }, ['spec.scaleTargetRef.apiVersion: Invalid value: "/v1": apiVersion must specify API group']],
  [{ scaleTargetRef: { apiVersion: 'a/b/c', kind: 'A', name: 'a' } }, ['spec.scaleTargetRef.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c']],
])('an autoscaler with %j is refused', (spec, expected) => {
  expect(ofAutoscaler(spec)).toEqual(expected);
});

test('a metric of an object lets an autoscaler go to zero, too', () => {
  expect(ofAutoscaler({ minReplicas: 0, ...ofObject(value) }, { HPAScaleToZero: true })).toEqual([]);
  expect(ofAutoscaler({ minReplicas: 0 }, { HPAScaleToZero: true }))
    .toEqual(['spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas']);
});

const MEBIBYTE = 1024 * 1024;
const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64');
const ofMap = (fields: object) => messages({ apiVersion: 'v1', kind: 'ConfigMap', metadata: META, ...fields });
const ofSecret = (fields: object, metadata: object = {}) => messages({ apiVersion: 'v1', kind: 'Secret', metadata: { ...META, ...metadata }, ...fields });

test('a config map holds a mebibyte, whatever its keys', () => {
  expect(ofMap({ data: { key: 'x'.repeat(MEBIBYTE) } })).toEqual([]);
  expect(ofMap({ data: { a: 'x'.repeat(MEBIBYTE / 2), b: 'x'.repeat(MEBIBYTE / 2 + 1) } })).toEqual([': Too long: may not be more than 1048576 bytes']);
  expect(ofMap({ binaryData: { key: base64(MEBIBYTE) } })).toEqual([]);
  expect(ofMap({ binaryData: { key: base64(MEBIBYTE) }, data: { a: 'x' } })).toEqual([': Too long: may not be more than 1048576 bytes']);
  expect(ofMap({ binaryData: { 'a/b': '' } })).toEqual([expect.stringContaining('binaryData[a/b]: Invalid value: "a/b": a valid config key must')]);
  expect(ofMap({ data: { a: 'x' }, binaryData: { a: 'eA==' } })).toEqual(['data[a]: Invalid value: "a": duplicate of key present in binaryData']);
});

test('so does a secret', () => {
  expect(ofSecret({ data: { key: base64(MEBIBYTE) } })).toEqual([]);
  expect(ofSecret({ data: { key: base64(MEBIBYTE) }, stringData: { key: 'x' } })).toEqual([]);
  expect(ofSecret({ data: { key: base64(MEBIBYTE) }, stringData: { a: 'x' } })).toEqual(['data: Too long: may not be more than 1048576 bytes']);
  expect(ofSecret({ stringData: { a: 'x'.repeat(MEBIBYTE), b: 'x' } })).toEqual(['data: Too long: may not be more than 1048576 bytes']);
});

const encoded = (text: string) => Buffer.from(text).toString('base64');
const ACCOUNT = 'kubernetes.io/service-account.name';
const NO_JSON = 'Invalid value: "<secret contents redacted>": must be a JSON object';

test.each<[string, object, string[]]>([
  ['kubernetes.io/dockercfg', {}, ['data[.dockercfg]: Required value']], ['kubernetes.io/dockercfg', { '.dockercfg': '{}' }, []], ['kubernetes.io/dockercfg', { '.dockercfg': 'null' }, []],
  ['kubernetes.io/dockercfg', { '.dockercfg': '[]' }, [`data[.dockercfg]: ${NO_JSON}`]], ['kubernetes.io/dockercfg', { '.dockercfg': '{' }, [`data[.dockercfg]: ${NO_JSON}`]],
  ['kubernetes.io/dockerconfigjson', {}, ['data[.dockerconfigjson]: Required value']], ['kubernetes.io/dockerconfigjson', { '.dockerconfigjson': '1' }, [`data[.dockerconfigjson]: ${NO_JSON}`]],
  ['kubernetes.io/tls', { 'tls.crt': 'x' }, ['data[tls.key]: Required value']], ['kubernetes.io/tls', { 'tls.crt': '', 'tls.key': '' }, []],
  ['kubernetes.io/basic-auth', { password: 'x' }, []], ['kubernetes.io/basic-auth', { other: 'x' }, ['data[username]: Required value', 'data[password]: Required value']],
  ['kubernetes.io/ssh-auth', { 'ssh-privatekey': 'x' }, []], ['kubernetes.io/ssh-auth', {}, ['data[ssh-privatekey]: Required value']],
  ['', {}, []], ['Opaque', {}, []],
])('a secret of type %s holds %j', (type, texts, expected) => {
  expect(ofSecret({ type, stringData: texts })).toEqual(expected);
  expect(ofSecret({ type, data: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, encoded(text)])) })).toEqual(expected);
});

test('a token of a service account names it', () => {
  const type = 'kubernetes.io/service-account-token';
  expect(ofSecret({ type }, { annotations: { [ACCOUNT]: 'default' } })).toEqual([]);
  expect(ofSecret({ type }, { annotations: { [ACCOUNT]: '' } })).toEqual([`metadata.annotations[${ACCOUNT}]: Required value`]);
});

const ofPriority = (fields: object, name = 'gpu') => messages({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value: 10, ...fields });
const SYSTEM = "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ";

test('classes of the system are as the server makes them', () => {
  expect(ofPriority({ value: 2_000_001_000 }, 'system-node-critical')).toEqual([]);
  expect(ofPriority({ value: 2_000_000_000 }, 'system-cluster-critical')).toEqual([]);
  expect(ofPriority({ value: 1 }, 'system-node-critical')).toEqual([`${SYSTEM}value of system-node-critical PriorityClass must be 2000001000`]);
  expect(ofPriority({ value: 2_000_000_000, globalDefault: true }, 'system-cluster-critical'))
    .toEqual([`${SYSTEM}globalDefault of system-cluster-critical PriorityClass must be false`]);
  expect(ofPriority({}, 'system-gpu')).toEqual([`${SYSTEM}system-gpu is not a known system priority class`]);
});

test('other classes have a value and a policy', () => {
  expect(ofPriority({ value: 1_000_000_001 })).toEqual(['value: Forbidden: maximum allowed value of a user defined priority is 1000000000']);
  expect([ofPriority({ value: 1_000_000_000 }), ofPriority({ preemptionPolicy: 'Never' }), ofPriority({ preemptionPolicy: 'PreemptLowerPriority' }), ofPriority({ preemptionPolicy: null })])
    .toEqual([[], [], [], []]);
  expect(ofPriority({ preemptionPolicy: '' })).toEqual(['preemptionPolicy: Required value']);
  expect(ofPriority({ preemptionPolicy: 'x' })).toEqual(['preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"']);
});

const ofLease = (spec: object, gates = { CoordinatedLeaderElection: true }) =>
  messages({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: META, spec }, '1.36', gates);
const STRATEGY = 'spec.strategy.strategy';

test.each<[object, string[]]>([
  [{}, []], [{ leaseDurationSeconds: 1, leaseTransitions: 0 }, []], [{ leaseTransitions: -1 }, ['spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0']],
  [{ leaseDurationSeconds: 0 }, ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0']],
  [{ strategy: 'OldestEmulationVersion' }, []], [{ strategy: 'example.com/mine' }, []], [{ strategy: null }, []],
  [{ strategy: 'Mine' }, [`${STRATEGY}: Unsupported value: "Mine": supported values: "OldestEmulationVersion"`]],
  [{ strategy: '' }, [`${STRATEGY}: Unsupported value: "": supported values: "OldestEmulationVersion"`]],
  [{ strategy: '/mine' }, [`${STRATEGY}: Invalid value: "/mine": prefix part must be non-empty`]],
  [{ preferredHolder: 'a', strategy: 'OldestEmulationVersion' }, []], [{ preferredHolder: '' }, []],
  [{ preferredHolder: 'a' }, ['spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined']],
])('a lease with %j', (spec, expected) => {
  expect(ofLease(spec)).toEqual(expected);
});

test('what is for the election of leaders is not looked at without its gate', () => {
  expect(ofLease({ strategy: 'Mine', preferredHolder: 'a' }, { CoordinatedLeaderElection: false })).toEqual([]);
});

const backend = { service: { name: 'llm', port: { number: 80 } } };
const ofIngress = (spec: object, annotations: object = {}) => messages({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { ...META, annotations }, spec });
const routed = (path: object) => ({ rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...path }] } }] });
const behind = (defaultBackend: object) => ({ defaultBackend });
const route = 'spec.rules[0].http.paths[0]';
const RESOURCE = { apiGroup: 'example.com', kind: 'Bucket', name: 'x' };

test.each<[object, string[]]>([
  [behind(backend), []], [behind({ resource: RESOURCE }), []], [behind({ resource: { kind: 'Bucket', name: 'x' } }), []], [behind({ service: { name: 'a', port: { name: 'http' } } }), []],
  [{ ...behind(backend), ingressClassName: 'nginx' }, []],
  ...['Exact', 'Prefix', 'ImplementationSpecific'].map((pathType): [object, string[]] => [routed({ pathType }), []]), [routed({ pathType: 'ImplementationSpecific', path: '' }), []],
  [routed({ pathType: 'ImplementationSpecific', path: '/a//b/..' }), []], [routed({ path: '/a.b/..c' }), []], [{ rules: [{ host: 'a.b' }] }, []],
  [routed({ pathType: 'Glob' }), [`${route}.pathType: Unsupported value: "Glob": supported values: "Exact", "ImplementationSpecific", "Prefix"`]],
  [routed({ path: '' }), [`${route}.path: Invalid value: "": must be an absolute path`]], [routed({ path: 'a' }), [`${route}.path: Invalid value: "a": must be an absolute path`]],
  [routed({ pathType: 'ImplementationSpecific', path: 'a' }), [`${route}.path: Invalid value: "a": must be an absolute path`]],
  ...['//', '/./', '/../', '%2f', '%2F'].flatMap((part): Array<[object, string[]]> => ['Exact', 'Prefix'].map(
    pathType => [routed({ pathType, path: `/a${part}b` }), [`${route}.path: Invalid value: "/a${part}b": must not contain '${part}'`]])),
  [routed({ path: '/a/..' }), [`${route}.path: Invalid value: "/a/..": cannot end with '/..'`]], [routed({ path: '/a/.' }), [`${route}.path: Invalid value: "/a/.": cannot end with '/.'`]],
  [behind({ ...backend, resource: RESOURCE }), ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends']],
  [behind({}), ['spec.defaultBackend: Invalid value: "": resource or service backend is required']],
  [behind({ resource: { kind: 'a/b', name: '' } }), ["spec.defaultBackend.resource.kind: Invalid value: \"a/b\": may not contain '/'", 'spec.defaultBackend.resource.name: Required value']],
  [behind({ resource: { ...RESOURCE, name: '..' } }), ["spec.defaultBackend.resource.name: Invalid value: \"..\": may not be '..'"]],
  [behind({ service: { name: '', port: { number: 80 } } }), ['spec.defaultBackend.service.name: Required value']],
  [behind({ service: { name: 'a', port: { number: 65_536 } } }), ['spec.defaultBackend.service.port.number: Invalid value: 65536: must be between 1 and 65535, inclusive']],
  [behind({ service: { name: 'a', port: { name: '80' } } }), ['spec.defaultBackend.service.port.name: Invalid value: "80": must contain at least one letter (a-z)']],
  [behind({ service: { name: 'a', port: { name: 'a', number: 1 } } }), ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number']],
  [behind({ service: { name: 'a' } }), ['spec.defaultBackend: Required value: port name or number is required']],
  [{ rules: [{ http: { paths: [] } }] }, ['spec.rules[0].http.paths: Required value']],
])('an ingress with %j', (spec, expected) => {
  expect(ofIngress(spec)).toEqual(expected);
});

test('the annotation of an ingress names the class of the field', () => {
  const spec = { ...behind(backend), ingressClassName: 'nginx' };
  expect(ofIngress(spec, { 'kubernetes.io/ingress.class': 'nginx' })).toEqual([]);
  expect(ofIngress(spec, { 'kubernetes.io/ingress.class': 'other' }))
    .toEqual(['annotations.kubernetes.io/ingress.class: Invalid value: "other": must match `ingressClassName` when both are specified']);
});

const ofRole = (rule: object, kind = 'ClusterRole') => messages({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: META, rules: [rule] });
const URLS = { verbs: ['get'], nonResourceURLs: ['/x'] };
const BOTH = ['rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs'];

test('a rule is of resources or of URLs', () => {
  expect([ofRole(URLS), ofRole({ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, 'Role')]).toEqual([[], []]);
  expect([ofRole({ ...URLS, apiGroups: [''] }), ofRole({ ...URLS, resources: ['pods'] }), ofRole({ ...URLS, resourceNames: ['x'] })]).toEqual([BOTH, BOTH, BOTH]);
  expect(ofRole({ ...URLS, apiGroups: [''], resources: ['pods'] })).toEqual(BOTH);
  expect(ofRole({ ...URLS, apiGroups: [''], resourceNames: ['pods'] })).toEqual(BOTH);
  expect(ofRole(URLS, 'Role')).toEqual(['rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs']);
});

const subject = (fields: object, kind = 'ClusterRoleBinding') => messages({
  apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: META, roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ name: 'x', ...fields }],
});

test.each<[object, string[]]>([
  [{ kind: 'User' }, []], [{ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io' }, []], [{ kind: 'ServiceAccount', namespace: 'ml' }, []], [{ kind: 'ServiceAccount', namespace: 'ml', apiGroup: '' }, []],
  [{ kind: 'ServiceAccount', namespace: 'ml', apiGroup: 'x' }, ['subjects[0].apiGroup: Unsupported value: "x": supported values: ""']],
  [{ kind: 'User', apiGroup: 'x' }, ['subjects[0].apiGroup: Unsupported value: "x": supported values: "rbac.authorization.k8s.io"']],
  [{ kind: 'Robot' }, ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"']],
  [{ kind: 'ServiceAccount', namespace: 'ml', name: '' }, ['subjects[0].name: Required value']], [{ kind: 'User', name: 'A b' }, []],
])('a binding of %j', (fields, expected) => {
  expect(subject(fields)).toEqual(expected);
});

const ofClass = (fields: object) => messages({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'a.example.com', ...fields });
const parameters = (count: number) => ({ parameters: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, ''])) });
const terms = (...expressions: object[][]) => ({ allowedTopologies: expressions.map(matchLabelExpressions => ({ matchLabelExpressions })) });
const [ZONE, REGION] = [{ key: 'zone', values: ['a', 'b'] }, { key: 'region', values: ['r'] }];

test.each<[object, string[]]>([
  [{ reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' }, []], [{ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }, []], [{ reclaimPolicy: '' }, []],
  [{ volumeBindingMode: '' }, ['volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"']],
  [{ reclaimPolicy: 'Keep' }, ['reclaimPolicy: Unsupported value: "Keep": supported values: "Delete", "Retain"']], [{ provisioner: 'A.Example.com' }, []],
  [parameters(512), []], [{ parameters: { '': 'x' } }, ['parameters: Invalid value: "": field can not be empty.']],
  [{ parameters: { a: 'x'.repeat(256 * 1024 - 1) } }, []], [{ parameters: { a: 'x'.repeat(256 * 1024) } }, ['parameters: Too long: may not be more than 262144 bytes']],
  [terms([ZONE], [REGION]), []], [terms([ZONE, REGION]), []], [terms([ZONE], [{ ...ZONE, values: ['a'] }]), []],
  [terms([ZONE], [{ ...ZONE, values: ['b', 'a'] }]), ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""']],
  [terms([ZONE, REGION], [REGION, ZONE]), ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""']],
  [terms([REGION, ZONE], [ZONE, REGION]), ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""']],
  [terms([ZONE, { ...ZONE, values: ['c'] }]), ['allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "zone"']],
  [terms([{ ...ZONE, values: ['a', 'a'] }]), ['allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"']],
  [terms([{ ...ZONE, values: [] }]), ['allowedTopologies[0].matchLabelExpressions[0].values: Required value']],
])('a storage class with %j', (fields, expected) => {
  expect(ofClass(fields)).toEqual(expected);
});

test('the parameters of a storage class are counted', () => {
  expect(ofClass(parameters(513))).toEqual(['parameters: Too long: may not be more than 512 bytes']);
});

const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: META, spec: { serviceName: 'peers', selector: { matchLabels: { app: 'llm' } }, template: POD } };
const ofSet = (spec: object) => messages({ ...set, spec: { ...set.spec, ...spec } });
const inPod = (fields: object, spec: object = {}) => ofSet({ template: { ...POD, spec: { ...POD.spec, ...fields } }, ...spec });
const CLAIMS = { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim.spec }] };
const mounting = { containers: [{ name: 'main', image: 'x', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] };

test('the pods of a set are looked at as the controller makes them', () => {
  // Host name and subdomain are the set's.
  expect([inPod({ hostname: 'A' }), inPod({ subdomain: 'A' }), inPod({ hostname: 'A' }, CLAIMS), inPod({ subdomain: 'A' }, CLAIMS)]).toEqual([[], [], [], []]);
  expect(inPod(mounting, CLAIMS)).toEqual([]);
  expect(inPod(mounting)).toEqual(['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"']);
  // A volume of a claim's name makes way; others stay.
  expect(inPod({ ...mounting, volumes: [{ name: 'data', hostPath: { path: '..' } }] }, CLAIMS)).toEqual([]);
  expect(inPod({ ...mounting, volumes: [{ name: 'other', hostPath: { path: '..' } }] }, CLAIMS)).toHaveLength(1);
});

const rolling = (rollingUpdate: object) => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } });
const unavailable = (maxUnavailable: unknown, gates: Record<string, boolean>) =>
  messages({ ...set, spec: { ...set.spec, ...rolling({ maxUnavailable }) } }, '1.36', gates);

test('how many of a set are replaced at once', () => {
  const on = { MaxUnavailableStatefulSet: true };
  expect([unavailable(1, on), unavailable('10%', on), unavailable(0, { MaxUnavailableStatefulSet: false })]).toEqual([[], [], []]);
  expect(unavailable(0, on)).toEqual(['spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0']);
  expect(unavailable('0%', on)).toEqual(['spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "0%": cannot be 0']);
  expect(unavailable('101%', on)).toEqual(['spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%']);
});

test.each<[object, string[]]>([
  [{ podManagementPolicy: 'Parallel' }, []], [{ podManagementPolicy: 'OrderedReady' }, []], [{ podManagementPolicy: '' }, []],
  [{ podManagementPolicy: 'Random' }, ["spec.podManagementPolicy: Invalid value: \"Random\": must be 'OrderedReady' or 'Parallel'"]],
  [{ updateStrategy: { type: 'OnDelete' } }, []], [{ updateStrategy: { type: 'OnDelete', rollingUpdate: {} } },
    ["spec.updateStrategy.rollingUpdate: Invalid value: {}: only allowed for updateStrategy 'RollingUpdate'"]],
  [{ updateStrategy: { type: 'x' } }, ["spec.updateStrategy: Invalid value: {\"type\":\"x\"}: must be 'RollingUpdate' or 'OnDelete'"]],
  [rolling({ partition: 0 }), []], [rolling({ partition: -1 }), ['spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0']],
  [{ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } }, []], [{ persistentVolumeClaimRetentionPolicy: {} }, []],
  ...['whenDeleted', 'whenScaled'].map((name): [object, string[]] => [{ persistentVolumeClaimRetentionPolicy: { [name]: 'Keep' } },
    [`spec.persistentVolumeClaimRetentionPolicy.${name}: Unsupported value: "Keep": supported values: "Retain", "Delete"`]]),
  [{ ordinals: { start: 0 } }, []], [{ ordinals: { start: -1 } }, ['spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0']],
  [{ replicas: -1 }, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']], [{ minReadySeconds: -1 }, ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0']],
  [{ serviceName: '' }, []], [{ serviceName: 'a.b' }, ['spec.serviceName: Invalid value: "a.b": must not contain dots']],
  [{ volumeClaimTemplates: [{ metadata: { name: 'data' } }] }, ['spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required', 'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value']],
])('a stateful set with %j', (spec, expected) => {
  expect(ofSet(spec)).toEqual(expected);
});

test('pods of sets run for ever', () => {
  expect(inPod({ activeDeadlineSeconds: 1 })).toEqual(['spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported']);
  expect(inPod({ restartPolicy: 'Never' })).toEqual(['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"']);
});
