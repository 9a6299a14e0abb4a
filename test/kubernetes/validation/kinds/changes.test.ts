import { changed, LABELS, META, POD, saidOfChange } from './subject';

/*
 * What may change in an object that is there, field by field. What is asked is the one change; what stands before it need not be valid.
 */

type Body = { readonly apiVersion: string; readonly kind: string; readonly metadata: object };

const object = (apiVersion: string, kind: string, rest: object): Body => ({ apiVersion, kind, metadata: META, ...rest });
const of = (apiVersion: string, kind: string) => object(apiVersion, kind, { spec: { selector: { matchLabels: LABELS }, template: POD } });

/** What is said of a change of one field, and of the way back. */
function bothWays(body: Body, path: string, one: unknown, other: unknown): string[][] {
  const [before, after] = [one, other].map(value => changed(body, path, value));
  return [saidOfChange(before, after), saidOfChange(after, before)];
}

test.each(['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'])('the selector of a %s stays', kind => {
  const said = kind === 'StatefulSet' ? ['spec: Forbidden'] : ['spec.selector: Invalid value'];
  expect(bothWays(of('apps/v1', kind), 'spec.selector.matchLabels', LABELS, { app: 'x' })).toEqual([said, said]);
  expect(bothWays(of('apps/v1', kind), 'spec.template.spec.hostname', undefined, 'x')).toEqual([[], []]);
});

test.each(['replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy', 'minReadySeconds'])(
  '%s of a StatefulSet may change', name => {
    expect(bothWays(of('apps/v1', 'StatefulSet'), `spec.${name}`, { a: 1 }, { a: 2 })).toEqual([[], []]);
  });

test.each(['serviceName', 'podManagementPolicy', 'volumeClaimTemplates'])('%s of a StatefulSet stays', name => {
  for (const before of ['a', undefined]) {
    expect(bothWays(of('apps/v1', 'StatefulSet'), `spec.${name}`, before, 'b')).toEqual([['spec: Forbidden'], ['spec: Forbidden']]);
  }
});

describe('a claim', () => {
  const source = { kind: 'PersistentVolumeClaim', name: 'a' };
  const claim = object('v1', 'PersistentVolumeClaim', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } } });
  const REFUSED = ['spec: Forbidden'];

  test.each([
    ['accessModes', ['ReadWriteOnce'], ['ReadWriteMany'], [REFUSED, REFUSED]],
    ['selector', { matchLabels: LABELS }, { matchLabels: { app: 'x' } }, [REFUSED, REFUSED]],
    ['selector', undefined, { matchLabels: LABELS }, [REFUSED, REFUSED]],
    ['storageClassName', 'a', 'b', [REFUSED, REFUSED]],
    // The cluster chooses what nobody says.
    ['storageClassName', undefined, 'b', [[], REFUSED]],
    ['volumeName', 'a', 'b', [REFUSED, REFUSED]],
    ['volumeName', undefined, 'b', [[], REFUSED]],
    ['volumeMode', undefined, 'Filesystem', [[], []]],
    ['volumeMode', undefined, 'Block', [['spec: Forbidden', 'volumeMode: Invalid value'], ['spec: Forbidden', 'volumeMode: Invalid value']]],
    ['dataSource', source, { ...source, name: 'b' }, [REFUSED, REFUSED]],
    ['dataSourceRef', source, { ...source, name: 'b' }, [REFUSED, REFUSED]],
    ['volumeAttributesClassName', 'a', 'b', [[], []]],
    ['resources.requests.storage', '2Gi', '2048Mi', [[], []]],
    ['resources.requests.storage', '2Gi', '3Gi', [[], ['spec.resources.requests.storage: Forbidden']]],
    ['resources.requests.storage', '2Gi', undefined, [[], []]],
    ['resources.requests', { storage: '2Gi' }, undefined, [[], []]],
  ])('of which %s is %j, and then %j', (path, one, other, expected) => {
    expect(bothWays(claim, `spec.${path}`, one, other)).toEqual(expected);
  });

  test('a source is kept under both names', () => {
    const [older, newer, both] = [{ dataSource: source }, { dataSourceRef: source }, { dataSource: source, dataSourceRef: source }].map(each => (
      object('v1', 'PersistentVolumeClaim', { spec: { ...(claim as any).spec, ...each } })));
    expect([saidOfChange(older, newer), saidOfChange(newer, older), saidOfChange(both, older), saidOfChange(newer, both)]).toEqual([[], [], [], []]);
    expect([saidOfChange(claim, older), saidOfChange(claim, newer)]).toEqual([REFUSED, REFUSED]);
  });
});

describe('data', () => {
  const FIXED = (name: string) => [`${name}: Forbidden`];

  test.each(['ConfigMap', 'Secret'])('of an immutable %s stay', kind => {
    for (const name of ['data', 'binaryData']) {
      const body = object('v1', kind, { immutable: true, [name]: { a: 'b' } });
      expect([bothWays(body, `${name}.a`, 'b', 'c'), bothWays(body, `${name}.tty`, undefined, '')]).toEqual([[FIXED(name), FIXED(name)], [FIXED(name), FIXED(name)]]);
      expect(bothWays(body, name, {}, undefined)).toEqual([[], []]);
      expect(bothWays({ ...body, immutable: false } as Body, `${name}.a`, 'b', 'c')).toEqual([[], []]);
    }
    const thawed = object('v1', kind, { data: { a: 'b' } });
    expect(bothWays(thawed, 'immutable', true, undefined)).toEqual([FIXED('immutable'), []]);
    expect(bothWays(thawed, 'immutable', true, false)).toEqual([FIXED('immutable'), []]);
    expect(bothWays(thawed, 'labels', 'a', 'b')).toEqual([[], []]);
  });

  test('of a Secret may be written in the clear', () => {
    const secret = object('v1', 'Secret', { immutable: true, data: { a: 'eA==', b: 'eQ==' } });
    const clear = (stringData: object, data?: object) => object('v1', 'Secret', { immutable: true, data, stringData });
    expect([
      saidOfChange(secret, clear({ a: 'x', b: 'y' })), saidOfChange(clear({ a: 'x', b: 'y' }), secret), saidOfChange(secret, clear({ a: 'x' }, { b: 'eQ==' })),
      saidOfChange(secret, clear({ a: 'x' }, { a: 'no', b: 'eQ==' })),
    ]).toEqual([[], [], [], []]);
    expect([saidOfChange(secret, clear({ a: 'x' })), saidOfChange(secret, clear({ a: 'y', b: 'y' }))]).toEqual([FIXED('data'), FIXED('data')]);
    // A config map knows no such field, and other data are no data in the clear.
    const config = object('v1', 'ConfigMap', { immutable: true, data: { a: 'x' } });
    expect(saidOfChange(config, { ...config, stringData: { a: 'y' } } as Body)).toEqual([]);
    expect(saidOfChange({ ...secret, binaryData: { c: 'd' } } as Body, { ...secret, binaryData: { c: 'd' }, stringData: { a: 'x' } } as Body)).toEqual([]);
  });

  test('the type of a Secret stays', () => {
    const secret = object('v1', 'Secret', { data: { a: 'eA==' } });
    expect([bothWays(secret, 'type', undefined, 'Opaque'), bothWays(secret, 'type', '', 'Opaque')]).toEqual([[[], []], [[], []]]);
    expect(bothWays(secret, 'type', undefined, 'kubernetes.io/tls')).toEqual([['type: Invalid value'], ['type: Invalid value']]);
    expect(bothWays(object('v1', 'ConfigMap', {}), 'type', 'a', 'b')).toEqual([[], []]);
  });
});

test.each([
  ['scheduling.k8s.io/v1', 'PriorityClass', 'value', 1, 2, 'Forbidden'],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'value', undefined, 2, 'Forbidden'],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'preemptionPolicy', undefined, 'Never', 'Invalid value'],
  ['storage.k8s.io/v1', 'StorageClass', 'parameters', { a: 'b' }, { a: 'c' }, 'Invalid value'],
  ['storage.k8s.io/v1', 'StorageClass', 'provisioner', 'a', 'b', 'Invalid value'],
  ['storage.k8s.io/v1', 'StorageClass', 'reclaimPolicy', undefined, 'Retain', 'Invalid value'],
  ['storage.k8s.io/v1', 'StorageClass', 'volumeBindingMode', undefined, 'WaitForFirstConsumer', 'Invalid value'],
  ['node.k8s.io/v1', 'RuntimeClass', 'handler', 'a', 'b', 'Invalid value'],
  ['networking.k8s.io/v1', 'IngressClass', 'spec.controller', 'a.example/b', 'a.example/c', 'Invalid value'],
  ['resource.k8s.io/v1', 'ResourceClaim', 'spec', { devices: { requests: [{ name: 'a' }] } }, { devices: { requests: [{ name: 'b' }] } }, 'Invalid value'],
  ['resource.k8s.io/v1', 'ResourceClaimTemplate', 'spec', { spec: { devices: { requests: [{ name: 'a' }] } } }, {}, 'Invalid value'],
])('%s %s: %s stays', (apiVersion, kind, path, one, other, reason) => {
  expect(bothWays(object(apiVersion, kind, {}), path, one, other)).toEqual([[`${path}: ${reason}`], [`${path}: ${reason}`]]);
});

test.each([
  ['scheduling.k8s.io/v1', 'PriorityClass', 'value', undefined, 0],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'preemptionPolicy', undefined, 'PreemptLowerPriority'],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'description', 'a', 'b'],
  ['storage.k8s.io/v1', 'StorageClass', 'parameters', undefined, {}],
  ['storage.k8s.io/v1', 'StorageClass', 'reclaimPolicy', undefined, 'Delete'],
  ['storage.k8s.io/v1', 'StorageClass', 'volumeBindingMode', undefined, 'Immediate'],
  ['storage.k8s.io/v1', 'StorageClass', 'mountOptions', undefined, ['a']],
  ['node.k8s.io/v1', 'RuntimeClass', 'overhead', undefined, { podFixed: { cpu: '1' } }],
  ['networking.k8s.io/v1', 'IngressClass', 'spec.parameters', undefined, { kind: 'A', name: 'b' }],
  ['batch/v1', 'CronJob', 'spec.schedule', 'a', 'b'],
])('%s %s: %s may change from %j to %j', (apiVersion, kind, path, one, other) => {
  expect(bothWays(object(apiVersion, kind, {}), path, one, other)).toEqual([[], []]);
});

test.each(['RoleBinding', 'ClusterRoleBinding'])('the role of a %s stays', kind => {
  const binding = object('rbac.authorization.k8s.io/v1', kind, { roleRef: { kind: 'ClusterRole', name: 'view' } });
  const REFUSED = [['roleRef: Invalid value'], ['roleRef: Invalid value']];
  expect([bothWays(binding, 'roleRef.kind', 'ClusterRole', 'Role'), bothWays(binding, 'roleRef.name', 'view', 'edit'), bothWays(binding, 'roleRef.apiGroup', undefined, 'x')])
    .toEqual([REFUSED, REFUSED, REFUSED]);
  for (const group of [undefined, '']) {
    expect(bothWays(binding, 'roleRef.apiGroup', group, 'rbac.authorization.k8s.io')).toEqual([[], []]);
  }
  expect(bothWays(binding, 'subjects', [], [{ kind: 'User', name: 'a' }])).toEqual([[], []]);
});

describe('a volume', () => {
  const volume = object('v1', 'PersistentVolume', { spec: { capacity: { storage: '1Gi' }, csi: { driver: 'a', volumeHandle: 'b' } } });

  test.each([
    'accessModes', 'capacity', 'claimRef', 'mountOptions', 'persistentVolumeReclaimPolicy', 'storageClassName',
  ])('may change its %s', name => {
    expect([bothWays(volume, `spec.${name}`, undefined, { a: 1 }), bothWays(volume, `spec.${name}`, { a: 2 }, { a: 1 })]).toEqual([[[], []], [[], []]]);
  });

  test('may be given the secret of expansion, and keeps it', () => {
    const REFUSED = ['spec.persistentvolumesource: Forbidden'];
    expect(bothWays(volume, 'spec.csi.controllerExpandSecretRef', undefined, { name: 'a' })).toEqual([[], REFUSED]);
    expect(bothWays(volume, 'spec.csi.nodeExpandSecretRef', undefined, { name: 'a' })).toEqual([REFUSED, REFUSED]);
    expect(saidOfChange(changed(volume, 'spec', {}), volume)).toEqual(REFUSED);
  });

  test('keeps a class of attributes, which may be another one', () => {
    const REFUSED = ['spec.volumeAttributesClassName: Forbidden'];
    expect([bothWays(volume, 'spec.volumeAttributesClassName', undefined, 'a'), bothWays(volume, 'spec.volumeAttributesClassName', 'a', 'b')]).toEqual([[[], REFUSED], [[], []]]);
    // The server of 1.33 does not keep it.
    expect(saidOfChange(changed(volume, 'spec.volumeAttributesClassName', 'a'), volume, '1.33')).toEqual([]);
  });

  test('keeps its nodes, whose labels may become the stable ones', () => {
    const on = (key: string) => ({ required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['a'] }] }] } });
    const [REFUSED, beta, stable] = [['nodeAffinity: Invalid value'], on('failure-domain.beta.kubernetes.io/zone'), on('topology.kubernetes.io/zone')];
    expect(bothWays(volume, 'spec.nodeAffinity', beta, stable)).toEqual([[], REFUSED]);
    expect(bothWays(volume, 'spec.nodeAffinity', stable, on('example.com/rack'))).toEqual([REFUSED, REFUSED]);
    expect(bothWays(volume, 'spec.nodeAffinity', undefined, stable)).toEqual([[], REFUSED]);
  });

  test('keeps its source and its mode', () => {
    const [REFUSED, MODE] = [['spec.persistentvolumesource: Forbidden'], ['volumeMode: Invalid value']];
    expect([bothWays(volume, 'spec.csi.volumeHandle', 'b', 'c'), bothWays(volume, 'spec.csi', { driver: 'a' }, undefined)]).toEqual([[REFUSED, REFUSED], [REFUSED, REFUSED]]);
    expect([bothWays(volume, 'spec.volumeMode', undefined, 'Block'), bothWays(volume, 'spec.volumeMode', undefined, 'Filesystem')]).toEqual([[MODE, MODE], [[], []]]);
  });
});

describe('a Service', () => {
  const service = object('v1', 'Service', { spec: { ports: [{ port: 80 }] } });
  const CLASS = ['spec.loadBalancerClass: Invalid value'];
  const ADDRESS = ['spec.clusterIPs[0]: Invalid value'];
  const FAMILY = ['spec.ipFamilies[0]: Invalid value'];
  const said = (one: object, other: object) => [one, other].map(spec => object('v1', 'Service', { spec }));
  const both = (one: object, other: object) => { const [a, b] = said(one, other); return [saidOfChange(a, b), saidOfChange(b, a)]; };

  test('keeps the class of its balancer while it is one', () => {
    const type = 'LoadBalancer';
    expect(both({ type, loadBalancerClass: 'a/b' }, { type, loadBalancerClass: 'a/c' })).toEqual([CLASS, CLASS]);
    expect(both({ type, loadBalancerClass: 'a/b' }, { type })).toEqual([CLASS, CLASS]);
    expect(both({ type, loadBalancerClass: 'a/b' }, { type: 'NodePort' })).toEqual([[], []]);
    expect(both({ type, loadBalancerClass: 'a/b' }, {})).toEqual([[], []]);
    expect(both({ loadBalancerClass: 'a/b' }, { loadBalancerClass: 'a/c' })).toEqual([[], []]);
  });

  test('keeps the port of its health check', () => {
    const local = (healthCheckNodePort?: number, rest: object = {}) => ({ type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort, ...rest });
    const REFUSED = ['spec.healthCheckNodePort: Forbidden'];
    expect(both(local(30900), local(30901))).toEqual([REFUSED, REFUSED]);
    expect([both(local(30900), local()), both(local(30900), local(30900)), both(local(30900), local(30901, { externalTrafficPolicy: 'Cluster' }))])
      .toEqual([[[], []], [[], []], [[], []]]);
    expect([both(local(30900, { type: 'NodePort' }), local(30901)), both(local(30900, { type: 'NodePort' }), local(30901, { type: 'NodePort' }))]).toEqual([[[], []], [[], []]]);
  });

  test('keeps its address', () => {
    const at = (clusterIP?: string, rest: object = {}) => ({ clusterIP, ...rest });
    expect([both(at('10.96.0.7'), at('10.96.0.8')), both(at('10.96.0.7'), at('None')), both({ clusterIPs: ['10.96.0.7'] }, { clusterIPs: ['10.96.0.8'] })])
      .toEqual([[ADDRESS, ADDRESS], [ADDRESS, ADDRESS], [ADDRESS, ADDRESS]]);
    expect([both(at('10.96.0.7'), at()), both(at('10.96.0.7'), at('')), both(at('10.96.0.7'), { clusterIPs: ['10.96.0.7', '2001:db8::7'] })]).toEqual([[[], []], [[], []], [[], []]]);
    expect(both(at('', { clusterIPs: ['10.96.0.8'] }), at('10.96.0.7'))).toEqual([ADDRESS, ADDRESS]);
    // What is left out stays; what was left out was an address.
    expect(both(at(), at('None'))).toEqual([ADDRESS, []]);
    expect(both(at('10.96.0.7', { type: 'NodePort' }), at('10.96.0.8', { type: 'LoadBalancer' }))).toEqual([ADDRESS, ADDRESS]);
    expect(both(at('10.96.0.7'), at('10.96.0.8', { type: 'ExternalName' }))).toEqual([[], []]);
  });

  test('keeps its first family', () => {
    const families = (ipFamilies?: string[], clusterIP?: string) => ({ ipFamilies, clusterIP });
    expect([both(families(['IPv4']), families(['IPv6'])), both(families(['IPv4', 'IPv6']), families(['IPv6', 'IPv4']))]).toEqual([[FAMILY, FAMILY], [FAMILY, FAMILY]]);
    expect([both(families(['IPv4']), families(['IPv4', 'IPv6'])), both(families(['IPv4']), families()), both(families(['IPv4'], 'None'), families(['IPv6'], 'None')), both(families(['IPv4']), families([]))])
      .toEqual([[[], []], [[], []], [[], []], [[], []]]);
    expect(both(families(['IPv4'], 'None'), families(['IPv6'], '10.96.0.7'))).toEqual([ADDRESS, ADDRESS]);
    expect(both(families(['IPv4'], 'None'), families(['IPv6']))).toEqual([[], ADDRESS]);
  });

  test('may change the rest', () => {
    for (const name of ['ports', 'selector', 'sessionAffinity', 'publishNotReadyAddresses', 'ipFamilyPolicy']) {
      expect(bothWays(service, `spec.${name}`, undefined, 'x')).toEqual([[], []]);
    }
  });
});

describe('a Pod', () => {
  const pod = object('v1', 'Pod', { spec: { ...POD.spec, initContainers: [{ name: 'first', image: 'x' }] } });
  const said = (path: string, one: unknown, other: unknown) => bothWays(pod, `spec.${path}`, one, other);
  const OTHERS = ['spec: Forbidden'];
  const ALL = [[], []];

  test.each(['containers', 'initContainers'])('has as many %s as before', list => {
    const REFUSED = [`spec.${list}: Forbidden`];
    expect(said(list, [{ name: 'a' }], [{ name: 'a' }, { name: 'b' }])).toEqual([REFUSED, REFUSED]);
    expect([said(`${list}[0].image`, 'x', 'y'), said(`${list}[0].image`, 'x:1', 'x:latest'), said(`${list}[0].name`, 'a', 'b'), said(`${list}[0].command`, undefined, ['a'])])
      .toEqual([ALL, ALL, [OTHERS, OTHERS], [OTHERS, OTHERS]]);
    expect(said(`${list}[0].imagePullPolicy`, 'Always', 'Never')).toEqual([OTHERS, OTHERS]);
  });

  test.each(['containers', 'initContainers'])('its %s request what they are limited to', list => {
    const at = `${list}[0].resources`;
    const limits = { cpu: '1', memory: '1Gi' };
    expect([said(at, { limits }, { limits, requests: limits }), said(at, { limits }, { limits, requests: { cpu: '1' } }), said(at, {}, { requests: { cpu: '1' } })])
      .toEqual([ALL, ALL, [OTHERS, OTHERS]]);
    expect([said(at, { limits }, { limits, requests: { cpu: '500m' } }), said(at, { limits, claims: [{ name: 'a' }] }, { limits })]).toEqual([[OTHERS, OTHERS], [OTHERS, OTHERS]]);
  });

  test('may be given less time, and no more', () => {
    const REFUSED = ['spec.activeDeadlineSeconds: Invalid value'];
    expect([said('activeDeadlineSeconds', 5, 4), said('activeDeadlineSeconds', undefined, 4), said('activeDeadlineSeconds', 4, 4)]).toEqual([[[], REFUSED], [[], REFUSED], ALL]);
  });

  test('may tolerate more, and the same for another time', () => {
    const [one, other] = [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }, { key: 'b', operator: 'Exists' }];
    const REFUSED = ['spec.tolerations: Forbidden'];
    expect(said('tolerations', [one], [other, one])).toEqual([[], REFUSED]);
    expect(said('tolerations', [one], undefined)).toEqual([REFUSED, []]);
    expect(said('tolerations', [one], [{ ...one, tolerationSeconds: 6 }])).toEqual(ALL);
    for (const name of ['key', 'operator', 'effect', 'value']) {
      expect(said('tolerations', [one], [{ ...one, [name]: 'x' }])).toEqual([REFUSED, REFUSED]);
    }
  });

  test.each(['nodeName', 'hostNetwork', 'affinity', 'volumes', 'restartPolicy', 'terminationGracePeriodSeconds', 'nodeSelector'])('keeps its %s', name => {
    expect(said(name, 1, 2)).toEqual([OTHERS, OTHERS]);
  });

  test('gates are lifted', () => {
    expect(said('schedulingGates', [{ name: 'a' }], undefined)[0]).toEqual([]);
  });
});

describe('a Job', () => {
  const job = of('batch/v1', 'Job');
  const said = (path: string, one: unknown, other: unknown) => bothWays(job, `spec.${path}`, one, other);

  test.each(['selector', 'completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'])('keeps its %s', name => {
    const REFUSED = [`spec.${name}: Invalid value`];
    expect([said(name, undefined, 'a'), said(name, 'b', 'a')]).toEqual([[REFUSED, REFUSED], [REFUSED, REFUSED]]);
  });

  test.each(['parallelism', 'suspend', 'backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished', 'maxFailedIndexes', 'podReplacementPolicy'])('may change its %s', name => {
    expect(bothWays(changed(job, 'spec.completions', 2), `spec.${name}`, 1, 2)).toEqual([[], []]);
  });

  test.each([
    [{ completions: 1 }, {}, [[], []]],
    [{ completions: 1 }, { completions: 2 }, [1, 1]],
    [{ parallelism: 2 }, {}, [1, 1]],
    [{ completionMode: 'Indexed', completions: 2, parallelism: 2 }, { completionMode: 'Indexed', completions: 3, parallelism: 3 }, [[], []]],
    [{ completionMode: 'Indexed', completions: 2, parallelism: 2 }, { completionMode: 'Indexed', completions: 3, parallelism: 2 }, [1, []]],
    [{ completionMode: 'Indexed', completions: 2 }, { completionMode: 'Indexed', completions: 1 }, [1, []].reverse()],
    // The rules of a Job refuse it by themselves.
    [{ completionMode: 'Indexed', completions: 2, parallelism: 2 }, { completionMode: 'Indexed', parallelism: 2 }, [[], []]],
  ])('completions from %j to %j', (one, other, expected) => {
    const [before, after] = [one, other].map(spec => object('batch/v1', 'Job', { spec: { template: POD, ...spec } }));
    expect([saidOfChange(before, after), saidOfChange(after, before)]).toEqual(expected.map(each => each === 1 ? ['spec.completions: Invalid value'] : each));
  });

  describe('that is suspended', () => {
    const held = changed(changed(job, 'spec.suspend', true), 'spec.template.spec.initContainers', [{ name: 'first', image: 'x' }]);
    const saidOfHeld = (path: string, one: unknown, other: unknown) => bothWays(held, `spec.template.${path}`, one, other);
    const nodes = (key: string) => ({ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] } });
    const REFUSED = ['spec.template.spec: Invalid value'];

    test.each([
      ['spec.nodeSelector', { a: 'b' }], ['spec.tolerations', [{ key: 'a' }]], ['spec.schedulingGates', [{ name: 'a' }]], ['spec.affinity', { nodeAffinity: nodes('a') }],
      ['metadata.labels', { app: 'x' }], ['metadata.annotations', { a: 'b' }],
      ['spec.containers[0].resources', { limits: { cpu: '1' } }], ['spec.initContainers[0].resources', { limits: { cpu: '1' } }],
    ])('may change %s', (path, value) => {
      expect([saidOfHeld(path, undefined, value), bothWays(changed(held, 'spec.suspend', false), `spec.template.${path}`, undefined, value).flat().length]).toEqual([[[], []], 2]);
    });

    test.each([
      ['spec.hostname', 'a'], ['spec.containers[0].image', 'y'], ['spec.initContainers[0].image', 'y'], ['spec.affinity', { podAffinity: {} }], ['spec.containers[0].name', 'y'],
      ['spec.containers', [{ name: 'main', image: 'x' }, { name: 'other', image: 'x' }]], ['spec.containers', []], ['spec.initContainers', []],
      ['spec.containers[0]', { name: 'y', image: 'x', resources: { limits: { cpu: '1' } } }],
    ])('keeps %s', (path, value) => {
      const before = path.split('.').reduce<any>((inner, step) => step.split(/[[\]]+/).filter(each => each !== '').reduce((each, name) => each?.[name], inner), (held as any).spec.template);
      expect(saidOfHeld(path, before, value)).toEqual([REFUSED, REFUSED]);
      expect(saidOfChange(held, changed(held, `spec.template.${path}`, value), '1.35')).toEqual(['spec.template: Invalid value']);
    });

    test('may choose other nodes, and the same pods to be near', () => {
      const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'a' }] };
      const near = { podAffinity, nodeAffinity: nodes('a') };
      expect([saidOfHeld('spec.affinity', near, { podAffinity, nodeAffinity: nodes('b') }), saidOfHeld('spec.affinity', near, { podAffinity })]).toEqual([[[], []], [[], []]]);
      expect([saidOfHeld('spec.affinity', near, { nodeAffinity: nodes('a') }), saidOfHeld('spec.affinity', near, undefined)]).toEqual([[REFUSED, REFUSED], [REFUSED, REFUSED]]);
      expect(saidOfHeld('spec.affinity', {}, { nodeAffinity: nodes('a') })).toEqual([[], []]);
    });

    test('without metadata', () => {
      expect(saidOfHeld('metadata', undefined, { labels: LABELS })).toEqual([[], []]);
      expect(saidOfHeld('metadata', undefined, { name: 'x' })[0].length).toBe(0);
    });
  });
});
