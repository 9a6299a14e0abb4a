import { ApiObject, App, Chart, JsonPatch, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { BACKENDS, Manifest, NAME, PLAIN, ROLE, llm, mainOf, ofKind, templatesOf } from './group';
import { Accelerator, Checks, LeaderWorkerGroup, Memory } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { runs } from '../../hygiene/runs';

describe.each(Object.keys(BACKENDS))('cdk8s-plus-28 on %s', kind => {
  const backend = BACKENDS[kind];
  const changed = (change: (group: LeaderWorkerGroup, chart: Chart) => void, props = {}) => {
    const { chart, group, synth } = llm({ backend, ...props });
    change(group, chart);
    return templatesOf(synth());
  };

  test('containers and init containers', () => {
    const { leader } = changed(group => {
      group.leader.addContainer({ name: 'proxy', image: 'proxy:1', portNumber: 9000 });
      group.leader.addInitContainer({ name: 'fetch', image: 'fetch:1' });
      group.leader.addSidecar({ name: 'metrics', image: 'metrics:1' });
    });
    expect(leader.spec.containers.map((each: Manifest) => each.name)).toEqual(['main', 'proxy']);
    expect(leader.spec.initContainers.map((each: Manifest) => [each.name, each.restartPolicy])).toEqual([['metrics', 'Always'], ['fetch', undefined]]);
    // All of them know their place in the group, not only the main one.
    expect(leader.spec.containers[1].env).toEqual(mainOf(leader).env);
    expect(leader.spec.initContainers[1].env).toEqual(mainOf(leader).env);
  });

  test('what is added to leaders reaches every leader and, with two templates, no worker', () => {
    const { chart, group, synth } = llm({ backend });
    group.leader.addVolume(kplus.Volume.fromEmptyDir(chart, 'Scratch', 'scratch'));
    const { leader, worker } = templatesOf(synth());
    expect(leader.spec.volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
    expect(worker.spec.volumes).toEqual(kind === 'singleStatefulSet' ? leader.spec.volumes : undefined);
  });

  test('volumes, mounts and values of objects in the app, or of others by name', () => {
    const { leader } = changed((group, chart) => {
      const config = new kplus.ConfigMap(chart, 'Config', { metadata: { name: 'config' }, data: { mode: 'fast' } });
      const secret = kplus.Secret.fromSecretName(chart, 'Secret', 'existing');
      const main = group.leader.mainContainer;
      main.mount('/etc/config', kplus.Volume.fromConfigMap(chart, 'Files', config, { name: 'files' }));
      main.env.addVariable('MODE', kplus.EnvValue.fromConfigMap(config, 'mode'));
      main.env.addVariable('KEY', kplus.EnvValue.fromSecretValue({ secret, key: 'key' }));
      main.env.copyFrom(kplus.Env.fromSecret(secret));
    });
    expect(leader.spec.volumes).toEqual([{ name: 'files', configMap: { name: 'config' } }]);
    expect(mainOf(leader).volumeMounts).toEqual([{ name: 'files', mountPath: '/etc/config' }]);
    expect(mainOf(leader).env).toEqual(expect.arrayContaining([
      { name: 'MODE', valueFrom: { configMapKeyRef: { name: 'config', key: 'mode' } } }, { name: 'KEY', valueFrom: { secretKeyRef: { name: 'existing', key: 'key' } } },
    ]));
    expect(mainOf(leader).envFrom).toEqual([{ secretRef: { name: 'existing' } }]);
  });

  test('probes, and no defaults of that library', () => {
    const { leader } = changed(() => undefined, {
      container: { image: 'i:1', command: ['serve'], portNumber: 8000, readiness: kplus.Probe.fromHttpGet('/ready'), liveness: kplus.Probe.fromTcpSocket() },
    });
    expect(mainOf(leader).readinessProbe.httpGet).toMatchObject({ path: '/ready', port: 8000 });
    expect(mainOf(leader).livenessProbe.tcpSocket).toEqual({ port: 8000 });
    for (const absent of ['startupProbe', 'imagePullPolicy']) {
      expect(mainOf(leader)).not.toHaveProperty(absent);
    }
    expect(mainOf(leader)).not.toHaveProperty('resources');
    expect(mainOf(leader).securityContext).not.toHaveProperty('runAsNonRoot');
    expect(mainOf(leader).securityContext).not.toHaveProperty('readOnlyRootFilesystem');
  });

  test('a service account', () => {
    const { chart, group, synth } = llm({ backend });
    expect(group.leader.automountServiceAccountToken).toBe(false);
    const other = llm({ backend, serviceAccount: kplus.ServiceAccount.fromServiceAccountName(chart, 'Account', 'runner'), automountServiceAccountToken: true });
    expect(templatesOf(other.synth()).worker.spec).toMatchObject({ serviceAccountName: 'runner', automountServiceAccountToken: true });
    expect(templatesOf(synth()).worker.spec).toMatchObject({ automountServiceAccountToken: false });
  });

  test('scheduling is merged with the placement of the group', () => {
    const { leader } = changed(group => group.leader.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('disk', 'fast'))));
    expect(leader.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms).toEqual([
      { matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] },
    ]);
    expect(leader.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution).toHaveLength(1);
  });

  test('taints are tolerated and hosts kept apart', () => {
    const { leader } = changed(group => {
      group.leader.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.is('spot', 'true')));
      group.leader.scheduling.separate(group.leader);
    });
    expect(leader.spec.tolerations).toContainEqual(expect.objectContaining({ key: 'spot', value: 'true' }));
    const [apart] = leader.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(apart).toMatchObject({ topologyKey: 'kubernetes.io/hostname' });
    expect(JSON.stringify(apart)).toContain(NAME);
  });

  test('connections make a NetworkPolicy on the pattern\'s own labels', () => {
    const { chart, group, synth } = llm({ backend });
    const client = new kplus.Deployment(chart, 'Client', { containers: [{ image: 'client:1' }] });
    group.leader.connections.allowFrom(client, { ports: [kplus.NetworkPolicyPort.tcp(8000)] });
    const policies = ofKind(synth(), 'NetworkPolicy').map(each => each.spec.podSelector.matchLabels);
    expect(policies).toContainEqual({ [NAME]: 'llm', ...(kind === 'singleStatefulSet' ? {} : { [ROLE]: 'leader' }) });
  });

  test('isolation closes the groups to others and keeps their own rendezvous and DNS open', () => {
    const { ofKind: kindOf } = llm({ backend, isolate: true });
    const own = { podSelector: { matchLabels: { [NAME]: 'llm' } } };
    expect(kindOf('NetworkPolicy')).toMatchObject([{
      metadata: { name: 'llm', namespace: 'ml' },
      spec: {
        ...own,
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: [own] }],
        egress: [{ to: [own] }, { ports: [{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }] }],
      },
    }]);
  });

  test('a NetworkPolicy of the user selects all pods of the groups', () => {
    const { chart, group, object } = llm({ backend });
    new kplus.NetworkPolicy(chart, 'Isolated', { metadata: { name: 'isolated' }, selector: group });
    expect(object('NetworkPolicy', 'isolated').spec.podSelector).toEqual({ matchLabels: { [NAME]: 'llm' } });
  });

  test('an Ingress to leaders', () => {
    const { chart, group, synth } = llm({ backend, container: { image: 'i:1', portNumber: 8000 } });
    const service = new kplus.Service(chart, 'Public', { metadata: { name: 'public' }, selector: group.leader, ports: [{ port: 80, targetPort: 8000 }] });
    service.exposeViaIngress('/v1');
    const [ingress] = ofKind(synth(), 'Ingress');
    expect(ingress.spec.rules[0].http.paths[0].backend.service.name).toBe('public');
  });

  test('labels and annotations of pods', () => {
    const { leader } = changed(group => group.leader.podMetadata.addAnnotation('prometheus.io/scrape', 'true'), { podMetadata: { labels: { team: 'a' } } });
    expect(leader.metadata.labels).toMatchObject({ [NAME]: 'llm', team: 'a' });
    expect(leader.metadata.annotations).toEqual({ 'prometheus.io/scrape': 'true' });
  });

  test('identity labels cannot be set', () => {
    expect(() => llm({ backend, podMetadata: { labels: { [NAME]: 'other' } } })).toThrow(`podMetadata.labels[${NAME}]: Forbidden: carries identity and is set by the pattern`);
  });

  test('quantities are printed as they were given', () => {
    const { leader } = changed(() => undefined, {
      container: { image: 'i:1', command: ['x'], resources: { memory: { request: Size.gibibytes(16) }, cpu: { request: kplus.Cpu.units(4) } } },
    });
    expect(mainOf(leader).resources).toEqual({ requests: { cpu: '4', memory: '16Gi' } });
  });

  test('the name of the waiting sidecar is taken', () => {
    const { group, synth } = llm({ backend });
    group.leader.addSidecar({ name: 'wait-for-leader', image: 'x:1' });
    expect(synth).toThrow(/containers\n\s+Duplicate value: "wait-for-leader": is the name of the sidecar that waits for the leader/);
  });

  test('the advice on memory looks at what each role asks for', () => {
    const advised = (props: object) => findingsOf(llm({ backend, accelerator: Accelerator.nvidia(1), ...props }).chart).filter(finding => finding.id === 'AIW3202').length;
    const memory = Memory.of('64Gi');
    expect(advised({})).toBe(1);
    expect(advised({ container: { image: 'i:1', command: ['x'], memory } })).toBe(0);
    if (kind !== 'singleStatefulSet') {
      expect(advised({ leader: { memory }, worker: { memory } })).toBe(0);
      expect(advised({ leader: { memory } })).toBe(1);
      expect(advised({ worker: { memory } })).toBe(1);
    }
  });

  test('a JSON patch of any path survives', () => {
    const pointer = (path: (string | number)[]) => path.map(part => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
    const paths = pathsOf(carrier(llm({ backend }).synth()));
    const anyName = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9./~-]{0,20}$/);
    fc.assert(fc.property(fc.constantFrom(...paths), anyName, fc.jsonValue({ maxDepth: 2 }).filter(each => each !== null), (path, name, value) => {
      const [object] = llm({ backend }).group.apiObjects;
      const target = [...path, name];
      object.addJsonPatch(JsonPatch.add(pointer(target), value));
      // Rendered without the checks: they report random labels in a selector, rightly.
      const found = target.reduce((at, part) => at[part], object.toJson());
      expect(JSON.stringify(found)).toBe(JSON.stringify(value));
    }), { numRuns: runs(200) });
  });

  test('a patch that names a field which no library knows', () => {
    const { group, synth } = llm({ backend });
    Checks.of(group).acknowledge({ id: kind === 'leaderWorkerSet' ? 'AIW1101' : 'AIW1105', reason: 'the gate is on in this cluster' });
    const template = kind === 'leaderWorkerSet' ? '/spec/leaderWorkerTemplate/workerTemplate' : '/spec/template';
    group.apiObjects.forEach(object => object.addJsonPatch(JsonPatch.add(`${template}/spec/schedulingGroup`, { podGroupName: 'llm' })));
    expect(templatesOf(synth()).worker.spec.schedulingGroup).toEqual({ podGroupName: 'llm' });
  });
});

/** The first object that carries pods. */
function carrier(manifests: Manifest[]): Manifest {
  return manifests.find(each => each.kind === 'StatefulSet' || each.kind === 'LeaderWorkerSet');
}

/** Paths of all maps in a manifest, below its spec. */
function pathsOf(value: Manifest, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  const inner = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]));
  return Array.isArray(value) || path[0] !== 'spec' ? inner : [path, ...inner];
}

describe('an autoscaler on a LeaderWorkerSet', () => {
  const scaled = () => {
    const made = llm({ backend: BACKENDS.leaderWorkerSet });
    new kplus.HorizontalPodAutoscaler(made.chart, 'Scale', {
      metadata: { name: 'scale' },
      target: made.group,
      minReplicas: 2,
      maxReplicas: 8,
      metrics: [kplus.Metric.pods({ name: 'waiting', target: kplus.MetricTarget.averageValue(8) })],
    });
    return made;
  };

  test('points at it, whose scale is the number of groups', () => {
    expect(scaled().object('HorizontalPodAutoscaler', 'scale').spec.scaleTargetRef).toEqual({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'llm' });
  });

  test('owns replicas: the manifest has none', () => {
    expect(scaled().object('LeaderWorkerSet', 'llm').spec).not.toHaveProperty('replicas');
    expect(llm({ backend: BACKENDS.leaderWorkerSet }).object('LeaderWorkerSet', 'llm').spec.replicas).toBe(2);
  });

  test('is explained', () => {
    const { group } = scaled();
    expect(group.hasAutoscaler).toBe(true);
    expect(group.explain()).toContain('2 groups x 3 pods = 6, to begin with: an autoscaler sets the groups');
    expect(group.explain()).toContain('replicas is left out. Taking it out of a live object sets it to 1');
  });
});

test('workers can be kept apart from other workloads of the app', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const { group } = llm({}, { chart });
  const other = new kplus.Deployment(chart, 'Other', { containers: [{ image: 'other:1' }] });
  group.worker!.scheduling.separate(other);
  const worker = templatesOf(Testing.synth(chart)).worker;
  expect(worker.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution).toHaveLength(1);
});

test.each(PLAIN)('a patch of a Service or the budget survives too (%s)', kind => {
  const { chart, object } = llm({ backend: BACKENDS[kind] });
  Checks.of(chart).acknowledge({ id: 'AIW1101', reason: 'a field that the next minor will have' });
  const objects = chart.node.findAll().filter(each => ApiObject.isApiObject(each));
  objects.filter(each => each.kind === 'Service' || each.kind === 'PodDisruptionBudget').forEach(each => each.addJsonPatch(JsonPatch.add('/spec/extra', { a: 1 })));
  expect(object('Service', 'llm').spec.extra).toEqual({ a: 1 });
  expect(object('PodDisruptionBudget', 'llm').spec.extra).toEqual({ a: 1 });
});
