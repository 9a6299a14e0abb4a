import { changed, classesOf, helps, LABELS, META, rowsOf, said } from './subject';

const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: META, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };

test.each(rowsOf([
  ['spec.accessModes', [], 'spec.accessModes: Required value'],
  ['spec.accessModes', ['RWO'], 'spec.accessModes: Unsupported value'],
  ['spec.accessModes', ['ReadWriteOncePod', 'ReadWriteOnce'], 'spec.accessModes: Forbidden'],
  ['spec.resources', {}, 'spec.resources[storage]: Required value'],
  ['spec.resources.requests.storage', '0', 'spec.resources[storage]: Invalid value'],
  ['spec.resources.requests.storage', '-1Gi', 'spec.resources[storage]: Invalid value'],
  ['spec.storageClassName', ''],
  ['spec.storageClassName', 'Fast', 'spec.storageClassName: Invalid value'],
  ['spec.volumeMode', 'Raw', 'spec.volumeMode: Unsupported value'],
  // One of them is copied to the other; a kind that is neither claim nor snapshot is dropped from the older field.
  ['spec.dataSource', { kind: 'PersistentVolumeClaim' }, 'spec.dataSource.name: Required value', 'spec.dataSourceRef.name: Required value'],
  ['spec.dataSource', { kind: 'Model', name: 'x', apiGroup: 'example.com' }, 'spec.dataSource: Invalid value'],
  ['spec.dataSourceRef', { kind: 'Model', name: 'x', apiGroup: 'example.com' }],
  ['spec.dataSourceRef', { kind: 'Model', name: 'x' }, 'spec.dataSource: Invalid value', 'spec.dataSourceRef: Invalid value'],
]))('a claim with %s', (_, path, value, expected) => {
  expect(said(changed(claim, path, value))).toEqual(expected);
});

test('a source of a claim that is neither a claim nor a snapshot is dropped, unless it is in dataSourceRef too', () => {
  const model = { kind: 'Model', name: 'x', apiGroup: 'example.com' };
  expect(classesOf(changed(claim, 'spec.dataSource', model))).toEqual(['AIW1204 dropped spec.dataSource']);
  expect(classesOf(changed(changed(claim, 'spec.dataSource', model), 'spec.dataSourceRef', model))).toEqual([]);
});

const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: META, spec: { selector: { matchLabels: LABELS }, minAvailable: 1 } };

test.each(rowsOf([
  ['metadata.name', 'Any_Name:1'],
  ['metadata.name', 'a/b', 'metadata.name: Invalid value'],
  ['metadata.finalizers', ['mine']],
  ['spec.maxUnavailable', 1, 'spec: Invalid value'],
  ['spec.minAvailable', '150%', 'spec.minAvailable: Invalid value'],
  ['spec.minAvailable', '5', 'spec.minAvailable: Invalid value'],
  ['spec.minAvailable', -1, 'spec.minAvailable: Invalid value'],
  ['spec.unhealthyPodEvictionPolicy', 'Never', 'spec.unhealthyPodEvictionPolicy: Unsupported value'],
  ['spec.selector', { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] }, 'spec.selector.matchExpressions[0].values: Forbidden'],
]))('a budget with %s', (_, path, value, expected) => {
  expect(said(changed(budget, path, value))).toEqual(expected);
});

const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: META,
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llm' }, maxReplicas: 4 },
};
const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } };
const queue = { type: 'External', external: { metric: { name: 'depth' }, target: { type: 'AverageValue', averageValue: '30' } } };

test.each(rowsOf([
  ['spec.maxReplicas', undefined, 'spec.maxReplicas: Invalid value', 'spec.maxReplicas: Required value'],
  ['spec.minReplicas', 5, 'spec.maxReplicas: Invalid value'],
  ['spec.minReplicas', 0, 'spec.metrics: Forbidden', 'spec.minReplicas: Invalid value'],
  ['spec.scaleTargetRef.apiVersion', 'v1', 'spec.scaleTargetRef.apiVersion: Invalid value'],
  ['spec.scaleTargetRef', { kind: 'ReplicationController', name: 'x', apiVersion: 'v1' }],
  ['spec.scaleTargetRef.name', '', 'spec.scaleTargetRef.name: Required value'],
  ['spec.metrics', [cpu, queue]],
  ['spec.metrics', [{ ...cpu, ...queue }], 'spec.metrics[0].resource: Forbidden'],
  ['spec.metrics', [{ type: 'Cpu' }], 'spec.metrics[0].type: Unsupported value'],
  ['spec.metrics', [{ type: 'Pods' }], 'spec.metrics[0].pods: Required value'],
  ['spec.metrics', [changed(cpu, 'resource.target.averageUtilization', 0)], 'spec.metrics[0].resource.target.averageUtilization: Invalid value'],
  ['spec.metrics', [changed(cpu, 'resource.target.averageValue', '1')], 'spec.metrics[0].resource.target.averageValue: Forbidden'],
  ['spec.metrics', [changed(queue, 'external.target.averageValue', '0')], 'spec.metrics[0].external.target.averageValue: Invalid value'],
  ['spec.metrics', [changed(queue, 'external.target', { type: 'Value' })], 'spec.metrics[0].external.target.averageValue: Required value'],
  ['spec.metrics', [{ type: 'ContainerResource', containerResource: { name: 'gpu', container: 'main', target: cpu.resource.target } }],
    'spec.metrics[0].containerResource.name: Invalid value'],
  ['spec.behavior', { scaleUp: { stabilizationWindowSeconds: 3601 } }, 'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value'],
  ['spec.behavior', { scaleDown: { selectPolicy: 'Best' } }, 'spec.behavior.scaleDown.selectPolicy: Unsupported value'],
  ['spec.behavior', { scaleDown: { policies: [] } }, 'spec.behavior.scaleDown.policies: Required value'],
  ['spec.behavior', { scaleDown: { policies: [{ type: 'Pods', value: 0, periodSeconds: 1801 }] } },
    'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value', 'spec.behavior.scaleDown.policies[0].value: Invalid value'],
]))('an autoscaler with %s', (_, path, value, expected) => {
  expect(said(changed(autoscaler, path, value))).toEqual(expected);
});

test('an autoscaler may go to zero with its gate and a metric from outside', () => {
  const zero = changed(changed(autoscaler, 'spec.minReplicas', 0), 'spec.metrics', [queue]);
  expect(said(zero)).toEqual(['spec.minReplicas: Invalid value']);
  expect(said(zero, '1.36', { HPAScaleToZero: true })).toEqual([]);
  expect(helps(zero)).toEqual([expect.stringMatching(/KEDA.*--feature-gate HPAScaleToZero=true/)]);
  expect(helps(changed(autoscaler, 'spec.minReplicas', -1))).toEqual([undefined]);
});

test('the only metric of an autoscaler of version 1 is read as one of version 2', () => {
  const first = { ...autoscaler, apiVersion: 'autoscaling/v1', spec: { ...autoscaler.spec, targetCPUUtilizationPercentage: 0 } };
  expect(said(first)).toEqual(['spec.metrics[0].resource.target.averageUtilization: Invalid value']);
});

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: META, data: { 'a.yaml': 'x' } };

test.each(rowsOf([
  ['data', { 'a/b': 'x' }, 'data[a/b]: Invalid value'],
  ['data', { '..': 'x' }, 'data[..]: Invalid value'],
  ['binaryData', { 'a.yaml': 'eA==' }, 'data[a.yaml]: Invalid value'],
  ['data', { big: 'x'.repeat(1024 * 1024) }],
  ['data', { big: 'é'.repeat(1024 * 512 + 1) }, ': Too long'],
]))('a config map with %s', (_, path, value, expected) => {
  expect(said({ ...configMap, [path]: value })).toEqual(expected);
});

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: META, data: { token: 'eA==' } };

test.each([
  ['kubernetes.io/tls', {}, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
  ['kubernetes.io/basic-auth', {}, ['data[password]: Required value', 'data[username]: Required value']],
  ['kubernetes.io/basic-auth', { username: 'x' }, []],
  ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, ['data[ssh-privatekey]: Required value']],
  ['kubernetes.io/dockerconfigjson', { '.dockerconfigjson': '{}' }, []],
  ['kubernetes.io/dockerconfigjson', { '.dockerconfigjson': 'x' }, ['data[.dockerconfigjson]: Invalid value']],
  ['kubernetes.io/service-account-token', {}, ['metadata.annotations[kubernetes.io/service-account.name]: Required value']],
  ['example.com/own', {}, []],
])('a secret of type %s with %j', (type, stringData, expected) => {
  expect(said({ ...secret, type, stringData })).toEqual(expected);
});

test.each(rowsOf([
  ['value', 1_000_000_000],
  ['value', 1_000_000_001, 'value: Forbidden'],
  ['metadata.name', 'system-gpu', 'metadata.name: Forbidden'],
  ['preemptionPolicy', 'Always', 'preemptionPolicy: Unsupported value'],
]))('a priority class with %s', (_, path, value, expected) => {
  expect(said(changed({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'gpu' }, value: 10 }, path, value))).toEqual(expected);
});

test.each([
  ['v1', 'Namespace', 'a.b', ['metadata.name: Invalid value']],
  ['v1', 'LimitRange', 'a.b', []],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'system:x', []],
  ['storage.k8s.io/v1', 'StorageClass', 'A', ['metadata.name: Invalid value']],
  ['example.com/v1', 'Model', 'A', []],
])('%s %s takes the name %s or not', (apiVersion, kind, name, expected) => {
  expect(said({ apiVersion, kind, metadata: { name }, ...(kind === 'StorageClass' && { provisioner: 'x.example.com' }) })).toEqual(expected);
});

const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: META, spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] } };

test.each(rowsOf([
  ['spec.policyTypes', ['Inbound'], 'spec.policyTypes[0]: Unsupported value'],
  ['spec.ingress[0].from', [{}], 'spec.ingress[0].from[0]: Required value'],
  ['spec.ingress[0].from', [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }], 'spec.ingress[0].from[0]: Forbidden'],
  ['spec.ingress[0].from', [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }]],
  ['spec.ingress[0].from', [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }], 'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value'],
  ['spec.ingress[0].from', [{ ipBlock: { cidr: 'fd00::/8', except: ['fd00:1::/32'] } }]],
  ['spec.ingress[0].ports', [{ port: 80, endPort: 79 }], 'spec.ingress[0].ports[0].endPort: Invalid value'],
  ['spec.ingress[0].ports', [{ port: 'http', endPort: 90 }], 'spec.ingress[0].ports[0].endPort: Invalid value'],
]))('a network policy with %s', (_, path, value, expected) => {
  expect(said(changed(policy, path, value))).toEqual(expected);
});

const backend = { service: { name: 'llm', port: { number: 80 } } };
const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: META, spec: { rules: [{ host: 'a.b', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] } };
const route = 'spec.rules[0].http.paths[0]';

test.each(rowsOf([
  ['spec', {}, 'spec: Invalid value'],
  ['spec.rules[0].host', '1.2.3.4', 'spec.rules[0].host: Invalid value'],
  ['spec.rules[0].host', '*.b'],
  [`${route}.pathType`, undefined, `${route}.pathType: Required value`],
  [`${route}.path`, '/a/../b', `${route}.path: Invalid value`],
  [`${route}.backend`, {}, `${route}.backend: Invalid value`],
  [`${route}.backend`, { service: { name: 'llm' } }, `${route}.backend: Required value`],
  [`${route}.backend.service.port`, { name: 'http', number: 80 }, `${route}.backend: Invalid value`],
  ['spec.tls', [{ hosts: ['*'], secretName: 'A' }], 'spec.tls[0].hosts[0]: Invalid value', 'spec.tls[0].secretName: Invalid value'],
]))('an ingress with %s', (_, path, value, expected) => {
  expect(said(changed(ingress, path, value))).toEqual(expected);
});

const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'a:b' }, roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [] };

test.each(rowsOf([
  ['roleRef.kind', 'Role', 'roleRef.kind: Unsupported value'],
  ['roleRef.name', '', 'roleRef.name: Required value'],
  ['subjects', [{ kind: 'ServiceAccount', name: 'x' }], 'subjects[0].namespace: Required value'],
  ['subjects', [{ kind: 'Robot', name: 'x' }], 'subjects[0].kind: Unsupported value'],
  ['subjects', [{ kind: 'User', name: 'x' }]],
]))('a binding with %s', (_, path, value, expected) => {
  expect(said(changed(binding, path, value))).toEqual(expected);
});

test.each([
  [{ rules: [{ verbs: ['get'] }] }, ['rules[0].apiGroups: Required value', 'rules[0].resources: Required value']],
  [{ rules: [{ verbs: [], nonResourceURLs: ['/x'] }] }, ['rules[0].nonResourceURLs: Invalid value', 'rules[0].verbs: Required value']],
])('a role with %j', (fields, expected) => {
  expect(said({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: META, ...fields })).toEqual(expected);
});

test.each([
  [{ provisioner: '' }, ['provisioner: Required value']],
  [{ reclaimPolicy: 'Keep' }, ['reclaimPolicy: Unsupported value']],
  [{ volumeBindingMode: 'Late' }, ['volumeBindingMode: Unsupported value']],
  [{ allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: [] }] }] }, ['allowedTopologies[0].matchLabelExpressions[0].values: Required value']],
  [{ allowedTopologies: [{}] }, ['allowedTopologies[0].matchLabelExpressions: Duplicate value']],
])('a storage class with %j', (fields, expected) => {
  expect(said({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'a.example.com', ...fields })).toEqual(expected);
});

test('other kinds around workloads are read, too', () => {
  expect(said({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'x' }, handler: 'A' })).toEqual(['handler: Invalid value']);
  expect(said({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: META, spec: { leaseDurationSeconds: 0 } })).toEqual(['spec.leaseDurationSeconds: Invalid value']);
  expect(said({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' }, spec: { finalizers: ['mine'] } })).toEqual(['spec.finalizers: Invalid value']);
});

test('some kinds look at the finished name only, and the server names a limit range itself', () => {
  const meta = { generateName: 'a'.repeat(300) };
  expect(said({ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: meta })).toEqual([]);
  expect(said({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: meta })).toEqual(['metadata.generateName: Invalid value']);
  expect(said({ apiVersion: 'v1', kind: 'LimitRange', metadata: {} })).toEqual([]);
  expect(said({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: {} })).toEqual(['metadata.name: Required value']);
});

test('a LimitRange asks by default for its default limit, before its least', () => {
  const range = (limit: object) => said({ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l' }, spec: { limits: [{ type: 'Container', ...limit }] } });
  expect(range({ min: { cpu: 1 }, default: { cpu: 2 }, max: { cpu: 4 } })).toEqual([]);
  expect(range({ min: { cpu: 3 }, default: { cpu: 2 } })).toEqual(['spec.limits[0].defaultRequest[cpu]: Invalid value', 'spec.limits[0].default[cpu]: Invalid value']);
  expect(range({ max: { cpu: 4 }, defaultRequest: { cpu: 5 } })).toEqual(['spec.limits[0].defaultRequest[cpu]: Invalid value']);
});

test('a pod is read with its metadata once', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'A' }, spec: { containers: [{ name: 'main', image: 'x' }] } };
  expect(said(pod)).toEqual(['metadata.name: Invalid value']);
});

test('a range of addresses has a name like any other object', () => {
  expect(said({ apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata: { name: 'Upper' }, spec: { cidrs: ['10.0.0.0/16'] } })).toEqual(['metadata.name: Invalid value']);
});
