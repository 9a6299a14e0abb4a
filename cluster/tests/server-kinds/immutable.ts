/*
 * Changes of one object, with the field that the server names: of kinds and rules that random changes of the samples do not reach.
 */
export interface ImmutableCase {
  readonly what: string;
  readonly previous: any;
  readonly next: any;
  /** `field reason`; none where the change is fine. */
  readonly refused: readonly string[];
}

const container = { name: 'main', image: 'x:1' };
const meta = (name: string) => ({ name, namespace: 'default' });

function job(name: string, spec: any, podSpec: any = {}, only: any = container): any {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta(name),
    spec: { ...spec, template: { spec: { restartPolicy: 'Never', containers: [only], ...podSpec } } },
  };
}

function pod(name: string, spec: any): any {
  return { apiVersion: 'v1', kind: 'Pod', metadata: meta(name), spec: { containers: [container], ...spec } };
}

function storageClass(name: string, fields: any): any {
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name }, provisioner: 'a.example.com', parameters: { a: 'b' }, ...fields };
}

function volume(name: string, spec: any): any {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, nfs: { server: 's', path: '/x' }, ...spec },
  };
}

function claim(name: string, spec: any): any {
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: meta(name), spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec } };
}

function binding(name: string, role: string): any {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role }, subjects: [] };
}

function definition(plural: string, { version = 'v1', more, ...spec }: any): any {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'integer' } } } };
  const others = more === undefined ? [] : [{ name: more, served: true, storage: false, schema }];
  const versions = [{ name: version, served: true, storage: true, schema }, ...others];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.changed.example.com` },
    spec: { group: 'changed.example.com', scope: 'Namespaced', names: { plural, kind: `Kind${plural}` }, versions, ...spec },
  };
}

const gpu = { ...container, resources: { limits: { 'nvidia.com/gpu': 1 } } };
const gpuTwice = { ...container, resources: { limits: { 'nvidia.com/gpu': 1 }, requests: { 'nvidia.com/gpu': '1' } } };
const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 };

export const IMMUTABLE_CASES: readonly ImmutableCase[] = [
  { what: 'the image of a Job', previous: job('a', {}), next: job('a', {}, {}, { ...container, image: 'x:2' }), refused: ['spec.template FieldValueInvalid'] },
  { what: 'the image of a suspended Job', previous: job('b', { suspend: true }), next: job('b', { suspend: true }, {}, { ...container, image: 'x:2' }), refused: ['spec.template.spec FieldValueInvalid'] },
  { what: 'the node selector of a suspended Job', previous: job('c', { suspend: true }), next: job('c', { suspend: true }, { nodeSelector: { a: 'b' } }), refused: [] },
  { what: 'the tolerations of a suspended Job that starts', previous: job('d', { suspend: true }), next: job('d', { suspend: false }, { tolerations: [{ operator: 'Exists' }] }), refused: [] },
  { what: 'the node selector of a Job', previous: job('e', {}), next: job('e', {}, { nodeSelector: { a: 'b' } }), refused: ['spec.template FieldValueInvalid'] },
  { what: 'what the server would have filled in', previous: job('f', {}), next: job('f', { backoffLimit: 6 }, { dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30 }, { ...container, imagePullPolicy: 'IfNotPresent' }), refused: [] },
  { what: 'requests that the limits of a pod imply', previous: pod('g', { containers: [gpu] }), next: pod('g', { containers: [gpuTwice] }), refused: [] },
  { what: 'requests in the pods of a Job', previous: job('g', {}, {}, gpu), next: job('g', {}, {}, gpuTwice), refused: ['spec.template FieldValueInvalid'] },
  { what: 'the resources of a suspended Job', previous: job('z', { suspend: true }), next: job('z', { suspend: true }, {}, gpu), refused: [] },
  { what: 'an indexed Job that grows with its parallelism', previous: job('h', indexed), next: job('h', { ...indexed, completions: 5, parallelism: 5 }), refused: [] },
  { what: 'an indexed Job that grows alone', previous: job('i', indexed), next: job('i', { ...indexed, completions: 5 }), refused: ['spec.completions FieldValueInvalid'] },
  { what: 'the completions of a Job', previous: job('j', { completions: 2 }), next: job('j', { completions: 3 }), refused: ['spec.completions FieldValueInvalid'] },
  { what: 'the image of a pod', previous: pod('k', {}), next: pod('k', { containers: [{ ...container, image: 'x:2' }] }), refused: [] },
  { what: 'the arguments of a pod', previous: pod('l', {}), next: pod('l', { containers: [{ ...container, args: ['x'] }] }), refused: ['spec FieldValueForbidden'] },
  { what: 'a container more in a pod', previous: pod('m', {}), next: pod('m', { containers: [container, { ...container, name: 'b' }] }), refused: ['spec.containers FieldValueForbidden'] },
  { what: 'a toleration more in a pod', previous: pod('n', {}), next: pod('n', { tolerations: [{ key: 'a', operator: 'Exists' }] }), refused: [] },
  { what: 'a later deadline of a pod', previous: pod('o', { activeDeadlineSeconds: 5 }), next: pod('o', { activeDeadlineSeconds: 6 }), refused: ['spec.activeDeadlineSeconds FieldValueInvalid'] },
  { what: 'the parameters of a storage class', previous: storageClass('p', {}), next: storageClass('p', { parameters: { a: 'c' } }), refused: ['parameters FieldValueInvalid'] },
  { what: 'the provisioner of a storage class', previous: storageClass('q', {}), next: storageClass('q', { provisioner: 'b.example.com' }), refused: ['provisioner FieldValueInvalid'] },
  { what: 'the reclaim policy of a storage class', previous: storageClass('r', { reclaimPolicy: 'Delete' }), next: storageClass('r', { reclaimPolicy: 'Retain' }), refused: ['reclaimPolicy FieldValueInvalid'] },
  { what: 'expansion of a storage class', previous: storageClass('s', {}), next: storageClass('s', { allowVolumeExpansion: true }), refused: [] },
  { what: 'the source of a volume', previous: volume('t', {}), next: volume('t', { nfs: { server: 's', path: '/y' } }), refused: ['spec.persistentvolumesource FieldValueForbidden'] },
  { what: 'the reclaim policy of a volume', previous: volume('u', {}), next: volume('u', { persistentVolumeReclaimPolicy: 'Delete' }), refused: [] },
  { what: 'a smaller claim', previous: claim('v', {}), next: claim('v', { resources: { requests: { storage: '1Gi' } } }), refused: ['spec.resources.requests.storage FieldValueForbidden'] },
  { what: 'the access mode of a claim', previous: claim('w', {}), next: claim('w', { accessModes: ['ReadWriteMany'] }), refused: ['spec FieldValueForbidden'] },
  { what: 'the role of a binding', previous: binding('x', 'view'), next: binding('x', 'edit'), refused: ['roleRef FieldValueInvalid'] },
  {
    what: 'the handler of a runtime class',
    previous: { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'y' }, handler: 'a' },
    next: { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'y' }, handler: 'b' },
    refused: ['handler FieldValueInvalid'],
  },
  { what: 'the scope of a definition', previous: definition('aa', {}), next: definition('aa', { scope: 'Cluster' }), refused: ['spec.scope FieldValueInvalid'] },
  { what: 'the kind of a definition', previous: definition('bb', {}), next: definition('bb', { names: { plural: 'bb', kind: 'Other' } }), refused: ['spec.names.kind FieldValueInvalid'] },
  { what: 'the version of a definition', previous: definition('cc', {}), next: definition('cc', { version: 'v2' }), refused: ['spec.versions FieldValueInvalid'] },
  { what: 'one more version of a definition', previous: definition('dd', {}), next: definition('dd', { more: 'v2' }), refused: [] },
];
