import { object } from './kinds';
import { Manifest } from '../harness/manifest';

const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const subject = { kind: 'ServiceAccount', name: 'a', namespace: 'a' };
const matchConditions = [{ name: 'a', expression: 'true' }];
const operations = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: 'Namespaced' };
const service = { namespace: 'a', name: 'a' };
const webhook = { name: 'a.a.io', admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig: { service }, rules: [operations], matchConditions };
const admission = { resourceRules: [operations] };
const variables = [{ name: 'a', expression: 'true' }];
const auditAnnotations = [{ key: 'a', valueExpression: "'a'" }];
const names = { plural: 'as', singular: 'a', kind: 'A', listKind: 'AList' };
const resourceVersion = {
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { 'type': 'object', 'properties': { spec: { type: 'object', properties: { a: { type: 'string' } } } }, 'x-kubernetes-validations': [{ rule: 'true' }] } },
  additionalPrinterColumns: [{ name: 'a', type: 'string', jsonPath: '.spec.a' }],
  selectableFields: [{ jsonPath: '.spec.a' }],
  subresources: { scale: { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' } },
};
const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { service } } };
const flowRules = ['Group', 'ServiceAccount', 'User'].map(kind => ({
  subjects: [{ kind, [`${kind[0].toLowerCase()}${kind.slice(1)}`]: { name: 'a', ...(kind === 'ServiceAccount' && { namespace: 'a' }) } }],
  resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['a'] }],
  nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a'] }],
}));
const patch = { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/metadata/labels/a", value: "a"}]' } };

/** Valid objects of kinds that only the schema speaks of: asked about required fields and closed lists. */
export const MORE_KINDS: readonly Manifest[] = [
  object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', { webhooks: [webhook] }),
  object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', { webhooks: [webhook] }),
  object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', { spec: { matchConstraints: admission, validations: [{ expression: 'true' }], variables, auditAnnotations } }),
  object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', { spec: { policyName: 'a', validationActions: ['Deny'] } }),
  object('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', { spec: { matchConstraints: admission, mutations: [patch], reinvocationPolicy: 'Never' } }),
  object('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicyBinding', { spec: { policyName: 'a' } }),
  named('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'as.a.io', {
    spec: { group: 'a.io', scope: 'Namespaced', names, versions: [resourceVersion], conversion },
  }),
  named('apiregistration.k8s.io/v1', 'APIService', 'v1.a.io', {
    spec: { group: 'a.io', version: 'v1', groupPriorityMinimum: 7, versionPriority: 7, service, insecureSkipTLSVerify: true },
  }),
  object('coordination.k8s.io/v1', 'Lease', { spec: { holderIdentity: 'a' } }),
  ...flowRules.map(rule => object('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
    spec: { priorityLevelConfiguration: { name: 'a' }, distinguisherMethod: { type: 'ByUser' }, rules: [rule] },
  })),
  object('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } }),
  object('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'a.io/a' } }),
  object('rbac.authorization.k8s.io/v1', 'ClusterRole', { rules }),
  object('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', { subjects: [subject], roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' } }),
  object('rbac.authorization.k8s.io/v1', 'Role', { rules }),
  object('rbac.authorization.k8s.io/v1', 'RoleBinding', { subjects: [subject], roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' } }),
  object('storage.k8s.io/v1', 'CSIDriver', { spec: {} }),
  object('storage.k8s.io/v1', 'CSINode', { spec: { drivers: [{ name: 'a', nodeID: 'a' }] } }),
  object('storage.k8s.io/v1', 'CSIStorageCapacity', { storageClassName: 'a' }),
  object('storage.k8s.io/v1', 'VolumeAttachment', { spec: { attacher: 'a', nodeName: 'a', source: { persistentVolumeName: 'a' } } }),
  object('v1', 'Endpoints', { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 7 }] }] }),
  object('v1', 'LimitRange', { spec: { limits: [{ type: 'Container', max: { cpu: '7' } }] } }),
  object('v1', 'Namespace', {}),
  object('v1', 'Node', {}),
  object('v1', 'ResourceQuota', { spec: { hard: { pods: '7' }, scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }] } } }),
];

function named(apiVersion: string, kind: string, name: string, content: object): Manifest {
  return { ...object(apiVersion, kind, content), metadata: { name } };
}
