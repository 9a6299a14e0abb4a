import { Target } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import {
  Manifest, OURS, autoscaler, chartOf, custom, deployment, findingsIn, leaderWorkerSet, onlyFinding, service, statefulSet, template, workload,
} from '../run/manifests';

const ZONE = 'topology.kubernetes.io/zone';
const web = deployment('web', workload('web', { ports: [{ containerPort: 8080, name: 'http' }] }));

/** A Service over the pods of `web` that prefers the same zone. */
function near(spec: object = {}, metadata: object = {}): Manifest {
  return service('near', { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }], trafficDistribution: 'PreferSameZone', ...spec }, metadata);
}

/** Messages of one id on a cluster of three zones. */
function saidIn(id: string, ...manifests: readonly Manifest[]): string[] {
  const chart = chartOf(...manifests);
  Target.define(chart, { zones: ['a', 'b', 'c'] });
  return findingsOf(chart.node.root).filter(finding => finding.id === id).map(finding => finding.message);
}

/** A Deployment of `web` with this many pods. */
function pods(replicas: number, spec: object = {}): Manifest {
  return deployment('web', workload('web', {}, { pod: spec, spec: { replicas } }));
}

const bound = (...zones: string[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: zones }] }] } } },
});
const spread = (more: object = {}) => ({
  topologySpreadConstraints: [{ topologyKey: ZONE, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'web' } }, ...more }],
});
const affinity = (kind: string, more: object = {}) => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: ZONE, labelSelector: { matchLabels: { app: 'web' } }, ...more }] } },
});

describe('AIW2401 locality preference is void', () => {
  test.each<[string, Manifest, string]>([
    ['headless', near({ clusterIP: 'None' }), 'spec.clusterIP'],
    ['the annotation', near({}, { annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } }), 'metadata.annotations[service.kubernetes.io/topology-mode]'],
    ['the older annotation, which is read first', near({}, { annotations: { 'service.kubernetes.io/topology-aware-hints': 'auto' } }), 'metadata.annotations[service.kubernetes.io/topology-aware-hints]'],
    ['only the own node', near({ internalTrafficPolicy: 'Local' }), 'spec.internalTrafficPolicy'],
    ['an alias', near({ type: 'ExternalName', externalName: 'example.com' }), 'spec.type'],
    ['no selector', near({ selector: {} }), 'spec.selector'],
  ])('%s: a warning, since the Service still serves', (_, object, field) => {
    expect(onlyFinding('AIW2401', web, object)).toMatchObject({ class: 'risky', field });
  });

  test('an error where a pattern of ours meant it', () => {
    expect(onlyFinding('AIW2401', web, near({ clusterIP: 'None' }, OURS))).toMatchObject({ class: 'broken' });
  });

  test.each<[string, Manifest]>([
    ['an annotation that asks for nothing', near({}, { annotations: { 'service.kubernetes.io/topology-mode': 'Disabled' } })],
    ['the older key says no, and it is read first', near({}, { annotations: { 'service.kubernetes.io/topology-aware-hints': 'disabled', 'service.kubernetes.io/topology-mode': 'Auto' } })],
    ['no preference', service('near', { selector: { app: 'web' }, clusterIP: 'None' })],
    ['cluster-wide routing, as the default says', near({ internalTrafficPolicy: 'Cluster' })],
  ])('nothing is void: %s', (_, object) => {
    expect(findingsIn('AIW2401', web, object)).toEqual([]);
  });
});

describe('AIW2402 target port that no selected pod has', () => {
  const on = (targetPort: unknown) => near({ ports: [{ port: 80, targetPort }] });

  test('a foreign Service: a warning', () => {
    expect(onlyFinding('AIW2402', web, on(9090))).toMatchObject({ class: 'risky', field: 'spec.ports[0].targetPort', notes: ['declared are: http 8080/TCP'] });
  });

  test('without a target port the port itself is meant', () => {
    expect(onlyFinding('AIW2402', web, on(undefined)).message).toBe('Not found: 80: no container of Deployment ml/web declares the port 80/TCP');
  });

  test('some of the pods have it', () => {
    const worker = deployment('worker', workload('web', { ports: [{ containerPort: 22 }] }));
    expect(onlyFinding('AIW2402', web, worker, on(8080))).toMatchObject({
      class: 'risky', message: 'Invalid value: 8080: pods of Deployment ml/worker declare no port 8080/TCP, and become endpoints beside those that do',
    });
  });

  test.each<[string, Manifest[]]>([
    ['a native sidecar listens', [deployment('web', workload('web', {}, {
      pod: { initContainers: [{ name: 'proxy', restartPolicy: 'Always', ports: [{ containerPort: 9090 }] }] },
    })), on(9090)]],
    ['pods that nobody can read beside others', [
      web, custom('ray.io/v1', 'RayCluster')('ray', { headGroupSpec: { template: template({ app: 'web' }) } }), on(9090),
    ]],
    ['nobody is selected', [on(9090)]],
    ['a name is looked up by another rule', [web, on('https')]],
    ['pods that nobody can read', [custom('ray.io/v1', 'RayCluster')('ray', { headGroupSpec: { template: template({ app: 'web' }) } }), on(9090)]],
    ['a Service without a preference', [web, service('s', { selector: { app: 'web' }, ports: [{ port: 9090 }] })]],
  ])('nothing to say: %s', (_, manifests) => {
    expect(findingsIn('AIW2402', ...manifests)).toEqual([]);
  });
});

describe('AIW3401 zone without an endpoint', () => {
  const tooFew = (count: number, missing: number) => expect.stringContaining(
    `${count} endpoint${count === 1 ? '' : 's'} cannot stand in 3 zones: 3 - ${3 - missing} = ${missing} zone${missing === 1 ? ' has' : 's have'} none`);
  const nothingSpreads = expect.stringContaining('but nothing spreads them over zones');
  const autoscaled = (minReplicas?: number) => autoscaler('web', { minReplicas, maxReplicas: 9, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } });
  const bare = deployment('web', workload('web', {}, { pod: spread(), spec: { replicas: undefined } }));

  test.each<[string, Manifest[], unknown]>([
    ['2 pods', [pods(2, spread())], tooFew(2, 1)],
    ['1 pod', [pods(1)], tooFew(1, 2)],
    ['the least of an autoscaler', [bare, autoscaled(2)], tooFew(2, 1)],
    ['an autoscaler that says no least', [bare, autoscaled()], tooFew(1, 2)],
    ['pods that must be together', [pods(9, affinity('podAffinity'))], tooFew(9, 2)],
    ['two workloads, both bound to one zone, and one pod for two', [pods(5, bound('a')), deployment('w2', workload('web', {}, { pod: bound('b', 'c'), spec: { replicas: 1 } }))], tooFew(6, 1)],
    ['one ordinal of a set', [statefulSet('web', workload('web', {}, { pod: spread(), spec: { replicas: 9 } })), near({ selector: { 'app': 'web', 'apps.kubernetes.io/pod-index': '0' } })], tooFew(1, 2)],
    ['pods bound to some zones', [pods(9, bound('a', 'b'))], expect.stringContaining('1 of 3 zones (c) can have no endpoint')],
    ['a node selector', [pods(9, { nodeSelector: { [ZONE]: 'b' } })], expect.stringContaining('2 of 3 zones (a, c) can have no endpoint')],
    ['enough, and nothing spreads them', [pods(9)], nothingSpreads],
    ['enough, spread over hosts only', [pods(9, spread({ topologyKey: 'kubernetes.io/hostname' }))], nothingSpreads],
    ['a constraint that counts other pods', [pods(9, spread({ labelSelector: { matchLabels: { app: 'other' } } }))], nothingSpreads],
    ['a constraint without a selector counts nothing', [pods(9, spread({ labelSelector: undefined }))], nothingSpreads],
    ['no pods bound to a zone, and one less than zones spread', [
      deployment('w1', workload('web', {}, { pod: bound('a'), spec: { replicas: 0 } })), pods(2, spread()), deployment('w2', workload('web')),
    ], nothingSpreads],
    ['a great skew', [pods(6, spread({ maxSkew: 3 }))], expect.stringContaining('maxSkew 3 lets 6 pods fill only 2 of 3 zones')],
  ])('%s', (_, manifests, message) => {
    const given = manifests.some(each => each.kind === 'Service') ? manifests : [...manifests, near()];
    expect(saidIn('AIW3401', ...given)).toEqual([message]);
  });

  const zonal = (zone: string) => deployment(`web-${zone}`, workload('web', {}, { pod: bound(zone), spec: { replicas: 1 } }));
  const LWS = 'leaderworkerset.sigs.k8s.io/group-index';
  test.each<[string, Manifest[]]>([
    ['as many as zones, spread', [pods(3, spread())]],
    ['spread if possible', [pods(3, spread({ whenUnsatisfiable: 'ScheduleAnyway' }))]],
    ['kept apart', [pods(3, affinity('podAntiAffinity'))]],
    ['a great skew, and many pods', [pods(9, spread({ maxSkew: 3 }))]],
    ['a workload for each zone', ['a', 'b', 'c'].map(zonal)],
    ['two zones bound, the third spread to', [zonal('a'), zonal('b'), deployment('w', workload('web', {}, { pod: bound('c') }))]],
    ['a pod that could serve two zones leaves one to another', [
      deployment('w1', workload('web', {}, { pod: { ...bound('a', 'b', 'c'), ...spread() }, spec: { replicas: 2 } })), zonal('a'),
    ]],
    ['a pod on every node', [custom('apps/v1', 'DaemonSet')('web', { selector: { matchLabels: { app: 'web' } }, template: template({ app: 'web' }) })]],
    ['groups that are together one by one', [leaderWorkerSet('web', {
      replicas: 3, leaderWorkerTemplate: { size: 1, workerTemplate: template({ app: 'web' }, {}, { ...spread(), ...affinity('podAffinity', { matchLabelKeys: [LWS] }) }) },
    })]],
    ['pods that this app does not make', []],
  ])('nothing is missing: %s', (_, manifests) => {
    expect(saidIn('AIW3401', ...manifests, near())).toEqual([]);
  });

  test('zones that nobody declared are not guessed', () => {
    expect(findingsIn('AIW3401', pods(1), near())).toEqual([]);
  });

  test('a preference that is none is not measured by zones', () => {
    expect(saidIn('AIW3401', pods(1), service('s', { selector: { app: 'web' } }))).toEqual([]);
  });
});

describe('AIW3402 locality behind a gateway', () => {
  const route = (kind: string, backend: object, metadata = {}) => custom('gateway.networking.k8s.io/v1', kind)('front', { rules: [{ backendRefs: [backend] }] }, metadata);
  const ingress = (spec: object) => custom('networking.k8s.io/v1', 'Ingress')('front', spec);
  const backend = { service: { name: 'near', port: { number: 80 } } };

  test.each<[string, Manifest]>([
    ['an HTTPRoute', route('HTTPRoute', { name: 'near', port: 80 })],
    ['a GRPCRoute', route('GRPCRoute', { kind: 'Service', name: 'near' })],
    ['a route of another namespace', route('HTTPRoute', { name: 'near', namespace: 'ml' }, { namespace: 'edge' })],
    ['an Ingress', ingress({ rules: [{ http: { paths: [{ path: '/', backend }] } }] })],
    ['the default of an Ingress', ingress({ defaultBackend: backend })],
  ])('%s', (_, front) => {
    expect(onlyFinding('AIW3402', web, near(), front)).toMatchObject({ class: 'risky', object: { kind: 'Service' }, message: expect.stringContaining('/front sends traffic here') });
  });

  test('client affinity is named as well', () => {
    expect(onlyFinding('AIW3402', web, near({ sessionAffinity: 'ClientIP' }), route('HTTPRoute', { name: 'near' })).message).toContain('and the client affinity too');
  });

  test('a Service that is strictly node-local says so', () => {
    const strict = service('near', { selector: { app: 'web' }, ports: [{ port: 8080 }], internalTrafficPolicy: 'Local' });
    expect(onlyFinding('AIW3402', web, strict, route('HTTPRoute', { name: 'near' })).field).toBe('spec.internalTrafficPolicy');
  });

  test.each<[string, Manifest]>([
    ['to another Service', route('HTTPRoute', { name: 'far' })],
    ['to one of this name elsewhere', route('HTTPRoute', { name: 'near', namespace: 'other' })],
    ['to another kind', route('HTTPRoute', { kind: 'InferencePool', name: 'near' })],
  ])('a route %s', (_, front) => {
    expect(findingsIn('AIW3402', web, near(), front)).toEqual([]);
  });
});

describe('AIW3403 client affinity under a locality preference', () => {
  test('both are wished for', () => {
    expect(onlyFinding('AIW3403', web, near({ sessionAffinity: 'ClientIP', trafficDistribution: 'PreferSameNode' })).message)
      .toContain('when a zone or node loses its last endpoint');
  });

  test('one of them is not', () => {
    expect(findingsIn('AIW3403', web, near({ sessionAffinity: 'None' }), service('s', { selector: { app: 'web' }, sessionAffinity: 'ClientIP' }))).toEqual([]);
  });
});

describe('AIW3404 autoscaler averages over zones', () => {
  const scaled = (spec: object = {}) => deployment('web', workload('web', {}, { pod: spec, spec: { replicas: undefined } }));
  const hpa = autoscaler('hpa', { maxReplicas: 9, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } });
  const keda = custom('keda.sh/v1alpha1', 'ScaledObject')('keda', { scaleTargetRef: { name: 'web' } });

  test.each<[string, Manifest]>([['HorizontalPodAutoscaler ml/hpa', hpa], ['ScaledObject ml/keda', keda]])('%s', (name, scaler) => {
    expect(onlyFinding('AIW3404', scaled(), scaler, near()).message).toContain(`${name} scales by the average over all zones`);
  });

  test.each<[string, Manifest[]]>([
    ['it has one zone of its own', [scaled(bound('a')), hpa, near()]],
    ['nothing is preferred', [scaled(), hpa, service('s', { selector: { app: 'web' } })]],
    ['it scales something else', [scaled(), pods(1), near()]],
  ])('nothing to say: %s', (_, manifests) => {
    expect(findingsIn('AIW3404', ...manifests)).toEqual([]);
  });
});

describe('AIW3405 pods that are not ready keep their zone\'s clients', () => {
  test('published before they are ready', () => {
    expect(onlyFinding('AIW3405', web, near({ publishNotReadyAddresses: true }))).toMatchObject({ class: 'risky', field: 'spec.publishNotReadyAddresses' });
  });

  test('a rendezvous without a preference may', () => {
    expect(findingsIn('AIW3405', web, service('s', { selector: { app: 'web' }, publishNotReadyAddresses: true }))).toEqual([]);
  });
});
