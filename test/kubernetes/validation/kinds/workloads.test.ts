import { changed, classesOf, LABELS, META, POD, Row, rowsOf, said } from './subject';

const selector = { matchLabels: LABELS };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: META, spec: { selector, template: POD } };
const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: META, spec: { selector, template: POD } };
const replicaSet = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: META, spec: { selector, template: POD } };
const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
const statefulSet = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: META, spec: { selector, template: POD, serviceName: 'peers', volumeClaimTemplates: [claim] } };

const SELECTORS: readonly Row[] = [
  ['spec.selector', undefined, 'spec.selector: Required value', 'spec.template.metadata.labels: Invalid value'],
  ['spec.selector.matchLabels.app', 'other', 'spec.template.metadata.labels: Invalid value'],
  // A selector that cannot be read hides the template.
  ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'Is', values: ['llm'] }] }, 'spec.selector.matchExpressions[0].operator: Invalid value', 'spec.selector: Invalid value'],
  ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'In', values: [] }] }, 'spec.selector.matchExpressions[0].values: Required value', 'spec.selector: Invalid value'],
  ['spec.replicas', -1, 'spec.replicas: Invalid value'],
  ['spec.minReadySeconds', -1, 'spec.minReadySeconds: Invalid value'],
  ['spec.template.spec.activeDeadlineSeconds', 5, 'spec.template.spec.activeDeadlineSeconds: Forbidden'],
  ['spec.template.spec.restartPolicy', 'Never', 'spec.template.spec.restartPolicy: Unsupported value'],
  ['spec.template.spec.containers', undefined, 'spec.template.spec.containers: Required value'],
];

describe.each([['Deployment', deployment], ['ReplicaSet', replicaSet]] as const)('a %s', (_, body) => {
  test('that is valid', () => {
    expect(said(body)).toEqual([]);
  });

  test.each(rowsOf([...SELECTORS, ['spec.selector', {}, 'spec.selector: Invalid value']]))('with %s', (_title, path, value, expected) => {
    expect(said(changed(body, path, value))).toEqual(expected);
  });
});

test.each(rowsOf([
  ['spec.strategy', { type: 'Recreate' }],
  ['spec.strategy', { type: 'Recreate', rollingUpdate: {} }, 'spec.strategy.rollingUpdate: Forbidden'],
  ['spec.strategy', { type: 'Canary' }, 'spec.strategy: Unsupported value'],
  ['spec.strategy', { rollingUpdate: { maxUnavailable: 0, maxSurge: '0%' } }, 'spec.strategy.rollingUpdate.maxUnavailable: Invalid value'],
  ['spec.strategy', { rollingUpdate: { maxUnavailable: '101%' } }, 'spec.strategy.rollingUpdate.maxUnavailable: Invalid value'],
  ['spec.strategy', { rollingUpdate: { maxSurge: '300%' } }],
  ['spec.strategy', { rollingUpdate: { maxSurge: 'many' } }, 'spec.strategy.rollingUpdate.maxSurge: Invalid value'],
  // The default of the deadline is 600 s.
  ['spec.minReadySeconds', 600, 'spec.progressDeadlineSeconds: Invalid value'],
  ['spec.revisionHistoryLimit', -1, 'spec.revisionHistoryLimit: Invalid value'],
  ['metadata.name', 'Upper', 'metadata.name: Invalid value'],
  ['metadata.finalizers', ['mine'], 'metadata.finalizers[0]: Invalid value'],
]))('a Deployment with %s', (_, path, value, expected) => {
  expect(said(changed(deployment, path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['spec.selector', undefined, 'spec.template.metadata.labels: Invalid value'],
  ['spec.selector', {}, 'spec.selector: Invalid value'],
  ['spec.updateStrategy', { type: 'OnDelete', rollingUpdate: { maxUnavailable: 0 } }],
  ['spec.updateStrategy', { type: 'Recreate' }, 'spec.updateStrategy: Unsupported value'],
  ['spec.updateStrategy', { rollingUpdate: { maxSurge: 1 } }, 'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value'],
  ['spec.updateStrategy', { rollingUpdate: { maxUnavailable: 0 } }, 'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value'],
  ['spec.updateStrategy', { rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' } }],
]))('a DaemonSet with %s', (_, path, value, expected) => {
  expect(said(changed(daemonSet, path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['metadata.name', 'a.b', 'metadata.name: Invalid value'],
  ['spec.selector', {}, 'spec.selector: Invalid value'],
  ['spec.serviceName', 'a.b', 'spec.serviceName: Invalid value'],
  ['spec.ordinals', { start: -1 }, 'spec.ordinals.start: Invalid value'],
  ['spec.podManagementPolicy', 'Serial', 'spec.podManagementPolicy: Invalid value'],
  ['spec.persistentVolumeClaimRetentionPolicy', { whenScaled: 'Keep' }, 'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value'],
  ['spec.updateStrategy', { type: 'OnDelete', rollingUpdate: {} }, 'spec.updateStrategy.rollingUpdate: Invalid value'],
  ['spec.updateStrategy', { type: 'Recreate' }, 'spec.updateStrategy: Invalid value'],
  ['spec.updateStrategy', { rollingUpdate: { partition: -1 } }, 'spec.updateStrategy.rollingUpdate.partition: Invalid value'],
  ['spec.volumeClaimTemplates[0].spec.accessModes', [], 'spec.volumeClaimTemplates[0].spec.accessModes: Required value'],
  // A mount names the claim template, and a volume of its name is replaced, whatever is wrong with it.
  ['spec.template.spec.containers[0].volumeMounts', [{ name: 'data', mountPath: '/data' }]],
  ['spec.template.spec.volumes', [{ name: 'data', hostPath: { path: '../x' } }]],
  // Overwritten by the controller.
  ['spec.template.spec.hostname', 'Not A Name'],
]))('a StatefulSet with %s', (_, path, value, expected) => {
  expect(said(changed(statefulSet, path, value))).toEqual(expected);
});

test('maxUnavailable of a StatefulSet counts where its gate is on', () => {
  const body = changed(statefulSet, 'spec.updateStrategy', { rollingUpdate: { maxUnavailable: 0 } });
  expect(said(body)).toEqual([]);
  expect(said(body, '1.36', { MaxUnavailableStatefulSet: true })).toEqual(['spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value']);
});

test('errors of metadata, of the pod and of the rest are told apart', () => {
  const { validateObject } = jest.requireActual<typeof import('../../../../src/kubernetes/validation/validate')>('../../../../src/kubernetes/validation/validate');
  const ids: string[] = [];
  const body = changed(changed(changed(deployment, 'metadata.name', 'A'), 'spec.replicas', -1), 'spec.template.spec.restartPolicy', 'Never');
  validateObject(body, { minor: '1.36' }, ({ id, field }) => ids.push(`${id} ${field}`));
  expect(ids).toEqual(['AIW1201 metadata.name', 'AIW1203 spec.replicas', 'AIW1202 spec.template.spec.restartPolicy']);
});

test('a misspelt policy of an init container is refused, or dropped before 1.35, so that it is no sidecar', () => {
  const typo = changed(deployment, 'spec.template.spec.initContainers', [{ name: 'proxy', image: 'x', restartPolicy: 'always' }]);
  expect(classesOf(typo, '1.36')).toEqual(['AIW1202 rejected spec.template.spec.initContainers[0].restartPolicy']);
  expect(classesOf(typo, '1.34')).toEqual(['AIW1204 dropped spec.template.spec.initContainers[0].restartPolicy']);
  expect(classesOf(changed(typo, 'spec.template.spec.initContainers[0].restartPolicy', 'Always'), '1.34')).toEqual([]);
});
