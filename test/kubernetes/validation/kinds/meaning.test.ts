import { changed, LABELS, META, POD, saidOfChange } from './subject';
import { sameMeaning } from '../../../../src/kubernetes/validation/kinds/meaning';

/*
 * What an API server fills in is the same as what is left out, and nothing else is. A Job shows it: nothing of its template may change.
 */

const CONTAINER = 'containers[0]';
const PROBE = `${CONTAINER}.readinessProbe`;
const VOLUME = 'volumes[0]';
const TOKEN = `${VOLUME}.projected.sources[0].serviceAccountToken`;

const container = {
  name: 'main',
  image: 'x',
  ports: [{ containerPort: 80 }],
  readinessProbe: { httpGet: { port: 80 } },
  livenessProbe: { grpc: { port: 80 } },
  env: [
    { name: 'A' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
  ],
  envFrom: [{ configMapRef: { name: 'a' } }],
  volumeMounts: [{ name: 'a', mountPath: '/a' }],
};
const spec = { containers: [container], initContainers: [{ name: 'first', image: 'x' }], tolerations: [{ key: 'a' }], volumes: [{ name: 'a' }] };
const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: META, spec: { template: { metadata: { labels: LABELS }, spec } } };
const REFUSED = ['spec.template: Invalid value'];

/** What is said where a field of the pods that was left out is written, and of the way back. What holds it stands there all the while. */
function saidOf(path: string, value: unknown): string[][] {
  const written = changed(job, `spec.template.spec.${path}`, value);
  const left = changed(written, `spec.template.spec.${path}`, undefined);
  return [saidOfChange(left, written), saidOfChange(written, left)];
}

test.each([
  ['dnsPolicy', 'ClusterFirst', 'Default'],
  ['restartPolicy', 'Always', 'OnFailure'],
  ['schedulerName', 'default-scheduler', 'volcano'],
  ['terminationGracePeriodSeconds', 30, 31],
  ['hostIPC', false, true],
  ['hostNetwork', false, true],
  ['hostPID', false, true],
  ['serviceAccountName', '', 'a'],
  ['subdomain', '', 'a'],
  ['hostname', '', 'a'],
  ['nodeName', '', 'a'],
  ['priorityClassName', '', 'a'],
  ['securityContext', {}, { runAsUser: 1 }],
  ['nodeSelector', {}, { a: 'b' }],
  ['imagePullSecrets', [], [{ name: 'a' }]],
  [`${CONTAINER}.terminationMessagePath`, '/dev/termination-log', '/a'],
  [`${CONTAINER}.terminationMessagePolicy`, 'File', 'FallbackToLogsOnError'],
  [`${CONTAINER}.imagePullPolicy`, 'Always', 'IfNotPresent'],
  [`${CONTAINER}.stdin`, false, true],
  [`${CONTAINER}.stdinOnce`, false, true],
  [`${CONTAINER}.tty`, false, true],
  [`${CONTAINER}.workingDir`, '', '/a'],
  [`${CONTAINER}.args`, [], ['a']],
  [`${CONTAINER}.resources`, {}, { limits: { cpu: 1 } }],
  [`${CONTAINER}.resources.claims`, [], [{ name: 'a' }]],
  [`${CONTAINER}.resources.limits`, {}, { cpu: 1 }],
  [`${CONTAINER}.resources.requests`, {}, { cpu: 1 }],
  [`${CONTAINER}.ports[0].protocol`, 'TCP', 'UDP'],
  [`${CONTAINER}.ports[0].hostPort`, 0, 80],
  [`${PROBE}.timeoutSeconds`, 1, 2],
  [`${PROBE}.periodSeconds`, 10, 11],
  [`${PROBE}.successThreshold`, 1, 2],
  [`${PROBE}.failureThreshold`, 3, 4],
  [`${PROBE}.initialDelaySeconds`, 0, 1],
  [`${PROBE}.httpGet.scheme`, 'HTTP', 'HTTPS'],
  [`${PROBE}.httpGet.path`, '/', '/a'],
  [`${CONTAINER}.livenessProbe.grpc.service`, '', 'a'],
  [`${CONTAINER}.env[0].value`, '', 'a'],
  [`${CONTAINER}.env[1].valueFrom.fieldRef.apiVersion`, 'v1', 'v2'],
  [`${CONTAINER}.env[2].valueFrom.resourceFieldRef.divisor`, '0', '1'],
  [`${CONTAINER}.env[2].valueFrom.resourceFieldRef.divisor`, 0, 1],
  [`${CONTAINER}.envFrom[0].prefix`, '', 'A_'],
  [`${CONTAINER}.volumeMounts[0].readOnly`, false, true],
  [`${CONTAINER}.volumeMounts[0].subPath`, '', 'a'],
  [`${CONTAINER}.volumeMounts[0].subPathExpr`, '', 'a'],
  ['tolerations[0].operator', '', 'Exists'],
  ['tolerations[0].effect', '', 'NoSchedule'],
  ['tolerations[0].value', '', 'a'],
  [`${VOLUME}.emptyDir.medium`, '', 'Memory'],
  [`${VOLUME}.configMap.defaultMode`, 420, 256],
  [`${VOLUME}.secret.defaultMode`, 420, 0],
  [`${VOLUME}.hostPath.type`, '', 'Directory'],
  [`${VOLUME}.iscsi.iscsiInterface`, 'default', 'a'],
  [`${VOLUME}.rbd.keyring`, '/etc/ceph/keyring', '/a'],
  [`${VOLUME}.rbd.pool`, 'rbd', 'a'],
  [`${VOLUME}.rbd.user`, 'admin', 'a'],
  [`${VOLUME}.azureDisk.cachingMode`, 'ReadWrite', 'None'],
  [`${VOLUME}.azureDisk.kind`, 'Shared', 'Managed'],
  [`${VOLUME}.azureDisk.fsType`, 'ext4', 'xfs'],
  [`${VOLUME}.scaleIO.storageMode`, 'ThinProvisioned', 'ThickProvisioned'],
  [`${VOLUME}.scaleIO.fsType`, 'xfs', 'ext4'],
  [`${TOKEN}.expirationSeconds`, 3600, 3601],
  [`${VOLUME}.ephemeral.volumeClaimTemplate.spec.volumeMode`, 'Filesystem', 'Block'],
  [`${VOLUME}.ephemeral.volumeClaimTemplate.metadata`, {}, { labels: LABELS }],
])('%s: what is left out is %j, and not %j', (path, filledIn, another) => {
  expect([saidOf(path, filledIn), saidOf(path, null), saidOf(path, another)]).toEqual([[[], []], [[], []], [REFUSED, REFUSED]]);
});

test.each([
  // Filled in in a Pod, or nowhere.
  ['enableServiceLinks', true],
  ['preemptionPolicy', 'PreemptLowerPriority'],
  [`${CONTAINER}.securityContext`, {}],
  [`${CONTAINER}.restartPolicy`, 'Always'],
  ['initContainers[0].restartPolicy', 'Always'],
  [`${PROBE}.terminationGracePeriodSeconds`, 30],
  [`${VOLUME}.emptyDir`, {}],
  ['affinity', {}],
])('a template where %s is %j is another one', (path, value) => {
  expect(saidOf(path, value)).toEqual([REFUSED, REFUSED]);
});

test.each([
  ['x', 'Always'], ['x:latest', 'Always'], ['x:1', 'IfNotPresent'], ['x:not-latest', 'IfNotPresent'], ['a.example:5000/x', 'Always'], ['a.example:5000/x:1', 'IfNotPresent'],
  ['x@sha256:1', 'IfNotPresent'], ['a.example:5000/x@sha256:1', 'IfNotPresent'], ['x:1@sha256:1', 'IfNotPresent'], ['x:latest@sha256:1', 'Always'],
])('an image %s is pulled %s', (image, expected) => {
  for (const policy of ['Always', 'IfNotPresent', 'Never']) {
    expect(sameMeaning({ image }, { image, imagePullPolicy: policy })).toBe(policy === expected);
    expect(sameMeaning({ reference: image }, { reference: image, pullPolicy: policy })).toBe(policy === expected);
    expect(sameMeaning({ image, imagePullPolicy: policy }, { image }, '', '', 'as written')).toBe(false);
    expect(sameMeaning({ reference: image, pullPolicy: policy }, { reference: image }, '', '', 'as written')).toBe(false);
  }
  expect([sameMeaning({}, { imagePullPolicy: expected }), sameMeaning({ image }, { image: 'y' }), sameMeaning({ image: 'y' }, { image: 'y', pullPolicy: expected })])
    .toEqual([false, false, false]);
});

test('both names of a service account are one field', () => {
  const [older, newer, another] = [{ serviceAccount: 'a' }, { serviceAccountName: 'a' }, { serviceAccountName: 'b' }];
  expect([sameMeaning(older, newer), sameMeaning(newer, { ...older, ...newer })]).toEqual([true, true]);
  expect([sameMeaning(older, another), sameMeaning(older, {}), sameMeaning({}, newer)]).toEqual([false, false, false]);
  expect([sameMeaning(older, newer, '', '', 'as written'), sameMeaning(newer, newer, '', '', 'as written')]).toEqual([false, true]);
});

test('the objects of an extension are as they are written', () => {
  const is = (one: unknown, other: unknown) => sameMeaning(one, other, 'spec', '', 'as written');
  const ports = (port: object) => ({ containers: [{ ports: [port] }] });
  expect([is({ dnsPolicy: 'ClusterFirst' }, {}), is(ports({ protocol: 'TCP' }), ports({})), is({ hostIPC: false }, {})]).toEqual([false, false, true]);
  expect(is({ a: [{ terminationMessagePolicy: 'File' }] }, { a: [{}] })).toBe(false);
});

test.each(['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData', 'parameters'])('what %s hold has no default', name => {
  const is = (one: unknown, other: unknown) => sameMeaning({ [name]: one }, { [name]: other });
  expect([is({ protocol: 'TCP' }, {}), is({ a: 'b', tty: '' }, { a: 'b' }), is({ a: 'b', c: null }, { a: 'b' }), is({}, undefined), is({ a: 'b' }, { a: 'b' }), is({ a: '1' }, { a: '1.0' })])
    .toEqual([false, false, true, true, true, false]);
});

test.each(['requests', 'limits', 'overhead'])('amounts in %s may be spelled in several ways', name => {
  const is = (one: unknown, other: unknown) => sameMeaning({ [name]: { memory: one } }, { [name]: { memory: other } });
  expect([is('1Gi', '1024Mi'), is(1, '1'), is('1Gi', '1G'), is('1Gi', undefined), is('x', 'y'), is('1', 'y'), is({}, '1')]).toEqual([true, true, false, false, false, false, false]);
});

test.each(['sizeLimit', 'divisor'])('an amount in %s may be spelled in several ways', name => {
  const is = (one: unknown, other: unknown) => sameMeaning({ [name]: one }, { [name]: other });
  expect([is('1Gi', '1024Mi'), is('1Gi', '1G'), is('1', undefined)]).toEqual([true, false, false]);
  expect(sameMeaning({ a: '1Gi' }, { a: '1024Mi' })).toBe(false);
});

test('lists are the same entry for entry', () => {
  const is = (one: unknown, other: unknown) => sameMeaning({ args: one }, { args: other });
  expect([is(['a'], ['a']), is(['a'], ['a', 'b']), is(['a', 'b'], ['a']), is(['a', 'b'], ['b', 'a']), is(['a'], 'a'), is('a', ['a']), is(['a'], { 0: 'a' }), is({ 0: 'a' }, ['a'])])
    .toEqual([true, false, false, false, false, false, false, false]);
  expect([sameMeaning({ a: {} }, { a: 'x' }), sameMeaning({ a: 'x' }, { a: {} }), sameMeaning({ a: { b: 1 } }, {})]).toEqual([false, false, false]);
});

test('what the server makes of metadata and of claims is no change', () => {
  const is = (one: unknown, other: unknown, key = '') => sameMeaning(one, other, key);
  expect([
    is({ metadata: { creationTimestamp: 'x' } }, {}), is({ metadata: { creationTimestamp: 'x', labels: LABELS } }, { metadata: { labels: LABELS } }),
    is({ metadata: { name: 'x' } }, { metadata: { name: 'y' } }), is({ creationTimestamp: 'x' }, {}), is({ metadata: { labels: LABELS } }, {}),
  ]).toEqual([true, true, false, false, false]);
  for (const name of ['apiVersion', 'kind', 'status']) {
    expect([is([{ [name]: 'x' }], [{ [name]: 'y' }], 'volumeClaimTemplates'), is([{ [name]: 'x' }], [{}], 'volumeClaimTemplates'), is([{ [name]: 'x' }], [{}])]).toEqual([true, true, false]);
  }
  expect(is([{ spec: { volumeName: 'x' } }], [{ spec: { volumeName: 'y' } }], 'volumeClaimTemplates')).toBe(false);
});

test.each([
  ['podManagementPolicy', 'OrderedReady', 'Parallel'], ['completionMode', 'NonIndexed', 'Indexed'], ['volumeMode', 'Filesystem', 'Block'],
  ['preemptionPolicy', 'PreemptLowerPriority', 'Never'], ['reclaimPolicy', 'Delete', 'Retain'], ['volumeBindingMode', 'Immediate', 'WaitForFirstConsumer'],
  ['serviceName', '', 'x'], ['apiGroup', '', 'x'],
])('%s is %j where nobody wrote it', (name, filledIn, another) => {
  expect([sameMeaning(filledIn, undefined, name), sameMeaning(undefined, filledIn, name)]).toEqual([true, true]);
  expect([sameMeaning(another, undefined, name), sameMeaning(undefined, another, name)]).toEqual([false, false]);
});

test.each([
  ['allocationMode', 'ExactCount', 'All'], ['count', 1, 2],
])('%s of a request for devices is %j where nobody wrote it', (name, filledIn, another) => {
  const claim = (request: object) => ({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: META, spec: { devices: { requests: [request] } } });
  for (const inside of [(value: object) => claim({ name: 'a', exactly: value }), (value: object) => claim({ name: 'a', firstAvailable: [value] })]) {
    const [left, written] = [inside({}), inside({ [name]: filledIn })];
    expect([saidOfChange(left, written), saidOfChange(written, left), saidOfChange(left, inside({ [name]: another }))]).toEqual([[], [], ['spec: Invalid value']]);
  }
});

test('operators and states that are filled in', () => {
  expect([sameMeaning({ tolerations: [{ operator: 'Equal' }] }, { tolerations: [{}] }), sameMeaning({ onPodConditions: [{ status: 'True' }] }, { onPodConditions: [{}] }),
    sameMeaning({ onPodConditions: [{ status: 'False' }] }, { onPodConditions: [{}] }), sameMeaning({ status: 'True' }, {})]).toEqual([true, true, false, false]);
});

test('a Pod is filled in where a template is not', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: META, spec: POD.spec };
  for (const [name, filledIn, another] of [['enableServiceLinks', true, false], ['preemptionPolicy', 'PreemptLowerPriority', 'Never'], ['dnsPolicy', 'ClusterFirst', 'Default']]) {
    const said = (value: unknown) => saidOfChange(pod, changed(pod, `spec.${name}`, value));
    expect([said(filledIn), said(another)]).toEqual([[], ['spec: Forbidden']]);
  }
});
