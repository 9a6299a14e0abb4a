import { changed, LABELS, META, POD, saidOfChange } from './subject';

const selector = { matchLabels: LABELS };
const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
const statefulSet = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: META, spec: { selector, template: POD, serviceName: 'peers', volumeClaimTemplates: [claim] } };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: META, spec: { selector, template: POD } };
const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: META, spec: { template: { ...POD, spec: { ...POD.spec, restartPolicy: 'Never' } } } };
const suspended = changed(job, 'spec.suspend', true);
const service = { apiVersion: 'v1', kind: 'Service', metadata: META, spec: { selector: LABELS, ports: [{ port: 80 }], clusterIP: 'None' } };
const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: META, roleRef: { kind: 'ClusterRole', name: 'view' } };
const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: META, data: { a: 'b' }, immutable: true };
const volumeClaim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: META, spec: claim.spec };
const devices = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: META, spec: { spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'a' } }] } } } };

test.each([
  ['the selector of a Deployment', deployment, 'spec.selector.matchLabels.app', 'x', ['spec.selector: Invalid value']],
  ['the template of a Deployment', deployment, 'spec.template.spec.containers[0].image', 'y', []],
  ['the claims of a StatefulSet', statefulSet, 'spec.volumeClaimTemplates[0].spec.resources.requests.storage', '2Gi', ['spec: Forbidden']],
  ['the spelling of a size', statefulSet, 'spec.volumeClaimTemplates[0].spec.resources.requests.storage', '1024Mi', []],
  ['the Service of a StatefulSet', statefulSet, 'spec.serviceName', 'others', ['spec: Forbidden']],
  ['a default that is now said', statefulSet, 'spec.podManagementPolicy', 'OrderedReady', []],
  ['another value than the default', statefulSet, 'spec.podManagementPolicy', 'Parallel', ['spec: Forbidden']],
  ['the ordinals of a StatefulSet', statefulSet, 'spec.ordinals', { start: 5 }, []],
  ['the image of a Job', job, 'spec.template.spec.containers[0].image', 'y', ['spec.template: Invalid value']],
  ['the completions of a Job', job, 'spec.completions', 2, ['spec.completions: Invalid value']],
  ['the parallelism of a Job', job, 'spec.parallelism', 2, ['spec.completions: Invalid value']],
  ['the pull policy that the tag implies', job, 'spec.template.spec.containers[0].imagePullPolicy', 'Always', []],
  ['the threshold of success that is filled in', changed(job, 'spec.template.spec.containers[0].readinessProbe', { tcpSocket: { port: 1 } }),
    'spec.template.spec.containers[0].readinessProbe.successThreshold', 1, []],
  ['an empty value of a variable', changed(job, 'spec.template.spec.containers[0].env', [{ name: 'A' }]), 'spec.template.spec.containers[0].env[0].value', '', []],
  ['a Service that becomes a name', changed(service, 'spec.clusterIP', '10.96.0.7'), 'spec', { type: 'ExternalName', externalName: 'a.example' }, []],
  ['a Service that becomes a name, whose address is said', changed(service, 'spec.clusterIP', '10.96.0.7'), 'spec',
    { type: 'ExternalName', externalName: 'a.example', clusterIP: '10.96.0.8' }, []],
  ['a Service that was a name, whose address is said', changed(service, 'spec', { type: 'ExternalName', externalName: 'a.example', clusterIP: '10.96.0.8' }), 'spec',
    { clusterIP: '10.96.0.7', ports: [{ port: 80 }] }, []],
  ['the nodes of a suspended Job', suspended, 'spec.template.spec.nodeSelector', { a: 'b' }, []],
  ['the nodes of a Job', job, 'spec.template.spec.nodeSelector', { a: 'b' }, ['spec.template: Invalid value']],
  // What is left out stays as it was.
  ['a headless Service that no longer says so', service, 'spec.clusterIP', undefined, []],
  ['a headless Service', service, 'spec.clusterIP', '10.96.0.7', ['spec.clusterIPs[0]: Invalid value']],
  ['a Service that shall be headless', changed(service, 'spec.clusterIP', undefined), 'spec.clusterIP', 'None', ['spec.clusterIPs[0]: Invalid value']],
  ['the group that a binding implies', binding, 'roleRef.apiGroup', 'rbac.authorization.k8s.io', []],
  ['the role of a binding', binding, 'roleRef.name', 'edit', ['roleRef: Invalid value']],
  ['the controller of an IngressClass', { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: META, spec: { controller: 'a.example/x' } },
    'spec.controller', 'b.example/x', ['spec.controller: Invalid value']],
  ['the ports of a Service', service, 'spec.ports', [{ port: 81 }], []],
  ['an immutable config map', config, 'data', { a: 'c' }, ['data: Forbidden']],
  ['an immutable config map that would thaw', config, 'immutable', false, ['immutable: Forbidden']],
  ['a larger claim', volumeClaim, 'spec.resources.requests.storage', '2Gi', []],
  ['a smaller claim', volumeClaim, 'spec.resources.requests.storage', '500Mi', ['spec.resources.requests.storage: Forbidden']],
  ['the modes of a claim', volumeClaim, 'spec.accessModes', ['ReadWriteMany'], ['spec: Forbidden']],
  ['a device claim template', devices, 'spec.spec.devices.requests[0].exactly.count', 2, ['spec: Invalid value']],
])('a change of %s', (_, previous, path, value, expected) => {
  expect(saidOfChange(previous, changed(previous as any, path, value))).toEqual(expected);
});

test('the resources of a suspended Job may change from 1.36 on', () => {
  const next = changed(suspended, 'spec.template.spec.containers[0].resources', { limits: { 'nvidia.com/gpu': 1 } });
  expect([saidOfChange(suspended, next, '1.35'), saidOfChange(suspended, next, '1.36')]).toEqual([['spec.template: Invalid value'], []]);
});

test('an object that stays as it is may stay', () => {
  for (const body of [statefulSet, deployment, job, suspended, service, config, volumeClaim, devices]) {
    expect(saidOfChange(body, structuredClone(body))).toEqual([]);
  }
});

test('another kind in the place of an object is no change of it', () => {
  expect(saidOfChange(deployment, { ...statefulSet })).toEqual([]);
});
