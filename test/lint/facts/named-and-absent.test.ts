import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { absenceOf, absenceOfPods, lighter } from '../../../src/lint/facts/absence';
import { absentSeries } from '../../../src/lint/facts/absent-series';
import { backups } from '../../../src/lint/facts/backups';
import { bondsOf, boundTogether, stemOf } from '../../../src/lint/facts/bonds';
import { podSets, podSetsOf } from '../../../src/lint/facts/carried-pods';
import { arePodsKnown, chaosSelector, chosenPods, experiments } from '../../../src/lint/facts/chaos';
import { claimUses } from '../../../src/lint/facts/claims';
import { exportOf, importOf, importedNames, isImport, serviceExports, serviceImports } from '../../../src/lint/facts/cluster-sets';
import { commandsOfContainer, laterCommands, programFiles } from '../../../src/lint/facts/container-commands';
import { containerTexts } from '../../../src/lint/facts/container-texts';
import { commandsOf, entryScript, scriptPlace, usesShell } from '../../../src/lint/facts/entry-script';
import { Facts } from '../../../src/lint/facts/facts';
import { jobOf, jobSpecs, jobsWithoutIndex } from '../../../src/lint/facts/job-specs';
import { isNamedByNobody } from '../../../src/lint/facts/named-objects';
import { podIndex } from '../../../src/lint/facts/pod-index';
import { poolsOf, portsOfPool, selectorOfPool } from '../../../src/lint/facts/pools';
import { experimentPods, flaggerLabel, primaryPods, progressiveDelivery } from '../../../src/lint/facts/progressive-delivery';
import { recordedNames, writtenQueries } from '../../../src/lint/facts/queries';
import { backendsOf, routesOf } from '../../../src/lint/facts/routes';
import { schedulerConfigurations, schedulerNames } from '../../../src/lint/facts/schedulers';
import { labelSelector, selectorOfMap } from '../../../src/lint/facts/selector';
import { servicesByLabel } from '../../../src/lint/facts/service-index';

/* Who names what, and what is nowhere: two of everything, in two namespaces. */

const inNamespace = (body: PlainObject, namespace: string): PlainObject => ({ ...body, metadata: { ...body.metadata as PlainObject, namespace } });
const unplaced = (body: PlainObject): PlainObject => ({ ...body, metadata: { name: (body.metadata as PlainObject).name } });
const inFiles = (...bodies: (readonly [PlainObject, string])[]): Facts =>
  new Facts(
    bodies.map(([body, file]) => new Manifest(body, { file }, DEFAULT_CLUSTER)),
    { isWhole: true },
  );
const config = (name: string) => object('v1', 'ConfigMap', name);
const deployment = (name: string, labels: object, more: object = {}) => object('apps/v1', 'Deployment', name, { template: pods(labels), ...more });

describe('an object that is not here', () => {
  const absence = (facts: Facts, name: string, more: object = {}) => {
    const { class: kind, notes } = absenceOf(facts, { subject: facts.objects[0], type: 'ConfigMap', place: 'ml', name, ...more });
    return [kind, ...notes];
  };
  const pod = object('v1', 'Pod', 'a', { containers: [] });

  test('the lighter of two classes is the one that says less', () => {
    expect([lighter('broken', 'risky'), lighter('risky', 'broken'), lighter('advice', 'lossy'), lighter('rejected', 'dropped'), lighter('broken', 'broken')]).toEqual(['risky', 'risky', 'advice', 'dropped', 'broken']);
  });

  test('a slip of one of two names is broken, another name is risky, and without any it is advice', () => {
    const facts = factsOf(pod, config('settings'), config('models'));

    expect(absence(facts, 'setings')).toEqual(['broken', 'did you mean settings?']);
    expect(absence(facts, 'weights')).toEqual(['risky']);
    expect(absence(factsOf(pod), 'weights')).toEqual(['advice']);
  });

  test('one of another namespace is told of', () => {
    expect(absence(factsOf(pod, inNamespace(config('weights'), 'prod')), 'weights')).toEqual(['broken', 'there is one in namespace "prod"']);
    expect(absence(factsOf(unplaced(pod), inNamespace(config('weights'), 'prod')), 'weights', { place: 'default' })).toEqual(['risky', 'there is one in namespace "prod"']);
    expect(absence(factsOf(pod, unplaced(config('weights'))), 'weights')).toEqual(['risky', 'there is one in namespace "default"']);
  });

  test('in an app it is a mistake of a pattern, or may come from elsewhere', () => {
    const facts = new Facts([new Manifest(pod, {}, DEFAULT_CLUSTER)]);

    expect([absence(facts, 'weights', { isOurs: true }), absence(facts, 'weights')]).toEqual([['broken'], ['risky']]);
  });

  test('an object of a kind that nobody knows may make it', () => {
    const [kind, note] = absence(factsOf(pod, object('example.com/v1', 'Thing', 't')), 'weights');

    expect([kind, note]).toEqual(['advice', 'Thing ml/t is of a kind these checks cannot read, and may make it']);
  });

  test('the one other object of the file that nobody names is the one that is meant', () => {
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gone' } });
    const wanted = { type: 'apps/Deployment' };
    const other = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'i', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } });

    expect(absence(inFiles([scaler, 'a'], [deployment('web', {}), 'a']), 'gone', wanted)[0]).toBe('broken');
    expect(absence(inFiles([scaler, 'a'], [deployment('web', {}), 'b']), 'gone', wanted)[0]).toBe('risky');
    expect(absence(inFiles([scaler, 'a'], [deployment('web', {}), 'a'], [deployment('api', {}), 'a']), 'gone', wanted)[0]).toBe('risky');
    expect(absence(inFiles([scaler, 'a'], [deployment('web', {}), 'a'], [other, 'a']), 'gone', wanted)[0]).toBe('risky');
  });

  test('nobody names an object if neither pods, claims nor autoscalers do', () => {
    const spec = { containers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'used' } }] }], volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'used' } }] };
    const claims = ['used', 'unused'].map(name => object('v1', 'PersistentVolumeClaim', name));
    const facts = factsOf(object('v1', 'Pod', 'a', spec), config('used'), config('unused'), inNamespace(config('used'), 'prod'), ...claims, object('v1', 'Service', 's'));

    expect(facts.objects.slice(1).map(each => isNamedByNobody(facts, each, false))).toEqual([false, true, true, false, true, false]);
  });
});

describe('pods that are not here', () => {
  const absence = (facts: Facts, selector: object, more: object = {}) => (
    absenceOfPods(facts, { subject: facts.objects[0], selector: selectorOfMap(selector), sure: 'broken', ...more }));
  const service = (selector: object, name = 's') => object('v1', 'Service', name, { selector });

  test('a slip in one label is sure, another value is not', () => {
    expect(absence(factsOf(service({}), deployment('web', { app: 'web', tier: 'front' })), { app: 'web', tier: 'frnt' }).class).toBe('broken');
    expect(absence(factsOf(service({}), deployment('web', { app: 'web', tier: 'front' }), deployment('db', {})), { app: 'web', tier: 'back' }).class).toBe('risky');
  });

  test('the same under another usual key is sure', () => {
    expect(absence(factsOf(service({}), deployment('web', { 'app.kubernetes.io/name': 'web' })), { app: 'web' }).class).toBe('broken');
    expect(absence(factsOf(service({}), deployment('web', { mine: 'web' })), { app: 'web' }).class).toBe('risky');
  });

  test('pods of another namespace are told of', () => {
    const found = absence(factsOf(service({}), inNamespace(deployment('web', { app: 'web' }), 'prod')), { app: 'web' });

    expect([found.class, found.notes]).toEqual(['broken', ['Deployment prod/web in namespace "prod" has these labels']]);
  });

  test('where no workload is, or in the namespace of the system, it is advice', () => {
    expect(absence(factsOf(service({})), { app: 'web' })).toEqual({ class: 'advice', notes: ['no workload of namespace "ml" is among what was checked'] });
    expect(absence(factsOf(service({}), inNamespace(deployment('dns', { app: 'dns' }), 'kube-system')), { app: 'web' }, { place: 'kube-system' })).toEqual({
      class: 'advice', notes: ['pods of kube-system come with the cluster'],
    });
  });

  test('the one workload of the file with the same keys is meant, unless a Service has it', () => {
    const web = deployment('web', { app: 'web' });
    const classOf = (...bodies: (readonly [PlainObject, string])[]) => absence(inFiles(...bodies), { app: 'completely-different' }).class;

    expect(classOf([service({}), 'a'], [web, 'a'])).toBe('broken');
    expect(classOf([service({}), 'a'], [web, 'b'])).toBe('risky');
    expect(classOf([service({}), 'a'], [web, 'a'], [deployment('api', { app: 'api' }), 'a'])).toBe('risky');
    expect(classOf([service({}), 'a'], [web, 'a'], [service({ app: 'web' }, 't'), 'a'])).toBe('risky');
  });
});

describe('series that nobody exports', () => {
  const facts = (...images: string[]) => factsOf(object('v1', 'Pod', 'a', { containers: images.map((image, index) => ({ name: `c${index}`, image })) }));
  const DCGM = facts('app:1', 'nvcr.io/nvidia/k8s/dcgm-exporter:4.5');

  test.each<[string, string | undefined, string?]>([
    ['vllm_queue_depth', 'risky no version of vLLM exports it', 'use vllm:num_requests_waiting, unless a rule or a collector makes this name'],
    ['vllm:gpu_cache_usage_perc', 'risky vLLM from 0.12 on does not export it', 'use vllm:kv_cache_usage_perc'],
    ['vllm:prompt_tokens', 'risky counters have the suffix _total in Prometheus', 'use vllm:prompt_tokens_total'],
    ['vllm:prompt_tokens_total', undefined], ['vllm:num_requests_waiting', undefined], ['vllm:new_series', undefined],
    ['vllm_prompt_tokens_total', 'risky vLLM writes a colon behind its name', 'use vllm:prompt_tokens_total, unless a rule or a collector makes this name'],
    ['kube_pod_status_phas', 'risky kube-state-metrics has no series of this name', 'use kube_pod_status_phase'],
    ['kube_pod_status_phase', undefined], ['kube_mine_something', undefined],
    ['DCGM_FI_DEV_GPU_UTL', 'risky the DCGM exporter has no series of this name', 'use DCGM_FI_DEV_GPU_UTIL'],
    ['DCGM_FI_DEV_POWER_VIOLATION', 'advice the DCGM exporter leaves it out unless its file of counters names it', 'add a row for it to the file of counters (DCGM_EXPORTER_COLLECTORS)'],
    ['DCGM_FI_DEV_GPU_UTIL', undefined], ['DCGM_FI_PROF_GR_ENGINE_ACTIVE', undefined], ['DCGM_FI_SOMETHING_ELSE_ENTIRELY', undefined],
    ['nvidia_gpu_duty_cycle', 'risky the DCGM exporter, which runs here, has no series of this name', 'use DCGM_FI_DEV_GPU_UTIL, 0 to 100'],
    ['http_requests_total', undefined],
  ])('%s: %s', (...[name, detail, help]) => {
    const found = absentSeries(name, DCGM);

    expect(found && [`${found.class} ${found.detail}`, found.help]).toEqual(detail === undefined ? undefined : [detail, help]);
  });

  test('other exporters of GPUs may run where that of DCGM does not', () => {
    expect([facts('app:1'), facts('my-dcgm-exporter:1'), facts('dcgm-exporter@sha256:a')].map(each => absentSeries('nvidia_gpu_duty_cycle', each)?.class)).toEqual([undefined, undefined, 'risky']);
  });
});

describe('workloads that belong together', () => {
  const set = (name: string, labels: object = {}, more: object = {}) => object('apps/v1', 'StatefulSet', name, { replicas: 1, template: pods(labels), ...more });
  const bonds = (...bodies: PlainObject[]) => {
    const facts = factsOf(...bodies);
    return bondsOf(facts.ofType('apps/StatefulSet'), facts).map(({ text, objects }) => `${objects.map(({ name }) => name).join('+')}: ${text}`);
  };

  test.each<[string, PlainObject[], string[]]>([
    ['a Service', [set('a', { x: '1', app: 'db' }), set('b', { app: 'db' }), set('c', { app: 'web' }), object('v1', 'Service', 's', { selector: { app: 'db' } })], ['a+b: Service ml/s sends to all of them']],
    ['a budget', [set('a1x', { app: 'db' }), set('b1y', { app: 'db' }), object('policy/v1', 'PodDisruptionBudget', 'p', { maxUnavailable: 1, selector: { matchLabels: { app: 'db' } } })],
      ['a1x+b1y: PodDisruptionBudget ml/p covers all of them']],
    ['a budget over everything', [set('aax'), set('bby'), object('policy/v1', 'PodDisruptionBudget', 'p', { maxUnavailable: 1, selector: {} })], []],
    ['a governing Service', [set('aax', {}, { serviceName: 's' }), set('bby', {}, { serviceName: 's' }), set('ccz', {}, { serviceName: 't' })], ['aax+bby: their governing Service is s']],
    ['labels', [set('aax', { 'app.kubernetes.io/name': 'db', 'app.kubernetes.io/instance': 'i' }), set('bby', { 'app.kubernetes.io/name': 'db', 'app.kubernetes.io/instance': 'i' })],
      ['aax+bby: they have the labels app.kubernetes.io/name: db, app.kubernetes.io/instance: i, and the same images']],
    ['labels with other instances', [set('aax', { 'app.kubernetes.io/name': 'db', 'app.kubernetes.io/instance': 'i' }), set('bby', { 'app.kubernetes.io/name': 'db', 'app.kubernetes.io/instance': 'j' })], []],
    ['a part of something', [set('aax', { 'app.kubernetes.io/part-of': 'p' }), set('bby', { 'app.kubernetes.io/part-of': 'p' })], ['aax+bby: they have the label app.kubernetes.io/part-of: p, and the same images']],
    ['a pattern', [set('aax', { 'cdk8s-ai-workloads/name': 'llm' }), set('bby', { 'cdk8s-ai-workloads/name': 'llm' })], ['aax+bby: they are parts of llm']],
    ['names', [set('db-1'), set('db-2'), set('web-1')], ['db-1+db-2: their names (db-*) and images are the same but for a zone or number']],
    ['names in two namespaces', [set('db-1'), inNamespace(set('db-2'), 'prod')], []],
  ])('%s', (_, bodies, expected) => {
    expect(bonds(...bodies)).toEqual(expected);
  });

  test.each<[string, object, string | undefined]>([
    ['db-1', {}, 'db-*'], ['db', {}, undefined], ['llm-8b', {}, undefined], ['db-eu-west-1a', {}, 'db-eu-west-*'], ['db-a', {}, 'db-*'], ['db-a-2', {}, 'db-*-*'], ['db-1-cache', {}, 'db-*-cache'], ['db-a-cache', {}, 'db-*-cache'], ['1', {}, undefined],
    ['db-zone-one', { nodeSelector: { 'topology.kubernetes.io/zone': 'Zone-One' } }, 'db-*'],
  ])('the stem of %s is %s', (name, spec, stem) => {
    const facts = factsOf(object('apps/v1', 'StatefulSet', name, { template: { spec: { containers: [], ...spec } } }));

    expect(stemOf(facts.objects[0], facts.get(podSets))).toBe(stem);
  });

  test('what is bound to one is bound to all, in the order of the members', () => {
    const members = factsOf(...['a', 'b', 'c', 'd', 'e'].map(name => set(name))).objects;
    const bond = (...indexes: number[]) => ({ text: '', objects: indexes.map(index => members[index]) });
    const groups = boundTogether(members, [bond(3, 1), bond(0, 3)]);

    expect(members.map(each => groups.get(each)!.map(({ name }) => name).join(''))).toEqual(['abd', 'abd', 'c', 'abd', 'e']);
  });
});

describe('experiments', () => {
  const chaos = (kind: string, name: string, spec: object) => object('chaos-mesh.org/v1alpha1', kind, name, spec);

  test('stand alone or in a schedule', () => {
    const facts = factsOf(
      chaos('PodChaos', 'p', { action: 'pod-kill' }), chaos('NetworkChaos', 'n', {}), chaos('StressChaos', 's', {}), chaos('IOChaos', 'i', {}),
      chaos('Schedule', 'q', { type: 'NetworkChaos', networkChaos: { mode: 'one' }, podChaos: {} }), chaos('Schedule', 'r', { type: 'IOChaos', ioChaos: {} }), chaos('Schedule', 'u', { type: 'PodChaos' }),
    );

    expect(experiments(facts).map(({ object: { name }, kind, field }) => `${name} ${kind} ${field}`)).toEqual(['p PodChaos spec', 'n NetworkChaos spec', 's StressChaos spec', 'q NetworkChaos spec.networkChaos']);
  });

  test('choose pods by labels and expressions in the namespaces that they name, or in their own', () => {
    const facts = factsOf(
      deployment('a', { app: 'x', tier: 'y' }), deployment('b', { app: 'x' }), inNamespace(deployment('c', { app: 'x' }), 'prod'),
      chaos('PodChaos', 'p', { selector: { namespaces: ['prod', 'ml'], labelSelectors: { app: 'x' } } }),
      chaos('PodChaos', 'q', { selector: { labelSelectors: { app: 'x' }, expressionSelectors: [{ key: 'tier', operator: 'Exists' }] } }),
      chaos('NetworkChaos', 'r', { selector: { labelSelectors: { app: 'z' } }, target: { selector: { labelSelectors: { app: 'x' }, nodes: ['n'] } } }),
    );
    const [p, q, r] = experiments(facts);
    const chosen = (selector: ReturnType<typeof chaosSelector>) => chosenPods(facts, selector).map(({ carrier }) => carrier.name);

    expect([chosen(chaosSelector(p)), chosen(chaosSelector(q)), chosen(chaosSelector(r)), chosen(chaosSelector(r, 'target'))]).toEqual([['c', 'a', 'b'], ['a'], [], ['a', 'b']]);
    expect([chaosSelector(p), chaosSelector(r), chaosSelector(r, 'target')].map(({ isByLabels, field }) => [isByLabels, field])).toEqual([[true, 'spec.selector'], [true, 'spec.selector'], [false, 'spec.target.selector']]);
    expect([['ml', 'prod'], ['ml', 'other']].map(places => arePodsKnown(facts, places))).toEqual([true, false]);
  });

  test.each([
    [{ pods: { ml: ['a'] } }, false], [{ nodes: ['n'] }, false], [{ nodeSelectors: { a: 'b' } }, false], [{ annotationSelectors: { a: 'b' } }, false], [{ fieldSelectors: { a: 'b' } }, false],
    [{ podPhaseSelectors: ['Running'] }, true], [{}, true],
  ])('%j chooses by labels alone: %s', (more, isByLabels) => {
    const [found] = experiments(factsOf(chaos('PodChaos', 'p', { selector: { labelSelectors: { app: 'x' }, ...more } })));

    expect(chaosSelector(found).isByLabels).toBe(isByLabels);
  });
});

describe('Services of several clusters', () => {
  const of = (group: string, kind: string, name: string) => object(`${group}/v1`, kind, name);
  const route = object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'r', {
    rules: [{ backendRefs: [{ name: 'plain' }, { group: 'multicluster.x-k8s.io', kind: 'ServiceImport', name: 'routed', namespace: 'prod' }] }],
  });
  const facts = factsOf(of('multicluster.x-k8s.io', 'ServiceExport', 'a'), of('net.gke.io', 'ServiceExport', 'b'), of('multicluster.x-k8s.io', 'ServiceImport', 'c'), of('net.gke.io', 'ServiceImport', 'd'), route);

  test('are exported and imported in two groups', () => {
    expect([serviceExports(facts), serviceImports(facts)].map(all => all.map(({ name }) => name))).toEqual([['a', 'b'], ['c', 'd']]);
    expect(['a', 'b', 'c'].map(name => exportOf(facts, 'ml', name)?.name)).toEqual(['a', 'b', undefined]);
    expect(['c', 'd', 'a'].map(name => importOf(facts, 'ml', name)?.name)).toEqual(['c', 'd', undefined]);
    expect(exportOf(facts, 'prod', 'a')).toBeUndefined();
    expect(['multicluster.x-k8s.io/ServiceImport', 'net.gke.io/ServiceImport', 'multicluster.x-k8s.io/ServiceExport', 'Service'].map(isImport)).toEqual([true, true, false, false]);
  });

  test('have names of all clusters by an import or a route', () => {
    expect([...importedNames(facts)]).toEqual(['ml/c', 'ml/d', 'prod/routed']);
  });
});

describe('routes and pools', () => {
  test('a route of any protocol sends to backends, and mirrors to others', () => {
    const route = (kind: string, name: string, ...rules: object[]) => object('gateway.networking.k8s.io/v1', kind, name, { rules });
    const facts = factsOf(
      route('HTTPRoute', 'a', { backendRefs: [{ name: 'x', port: 80 }, { name: 'y', namespace: 'prod', group: 'g', kind: 'K' }] }, {
        backendRefs: [{ name: 'z' }], filters: [{ type: 'Other' }, { requestMirror: { backendRef: { name: 'm', port: 81 } } }],
      }),
      route('GRPCRoute', 'b', { backendRefs: [{ name: 'x' }, {}] }), route('TCPRoute', 'c'), route('TLSRoute', 'd'), route('UDPRoute', 'e'), route('Gateway', 'f', { backendRefs: [{ name: 'x' }] }),
    );

    expect(routesOf(facts).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(backendsOf(facts).map(({ route: { name: of }, field, type, name, place, port }) => [of, field, type, name, place, port].join(' '))).toEqual([
      'a spec.rules[0].backendRefs[0] Service x ml 80', 'a spec.rules[0].backendRefs[1] g/K y prod ', 'a spec.rules[1].backendRefs[0] Service z ml ',
      'a spec.rules[1].filters[1].requestMirror.backendRef Service m ml 81', 'b spec.rules[0].backendRefs[0] Service x ml ',
    ]);
  });

  test('a pool of either version has a selector and ports', () => {
    const facts = factsOf(
      object('inference.networking.k8s.io/v1', 'InferencePool', 'new', { selector: { matchLabels: { app: 'a' } }, targetPorts: [{ number: 8000 }, { number: 8001 }, {}] }),
      object('inference.networking.x-k8s.io/v1alpha2', 'InferencePool', 'old', { selector: { app: 'b' }, targetPortNumber: 9000 }),
      object('inference.networking.x-k8s.io/v1alpha2', 'InferencePool', 'none', {}),
    );
    const pools = poolsOf(facts);

    expect(pools.map(({ name }) => name)).toEqual(['new', 'old', 'none']);
    expect(pools.map(pool => selectorOfPool(pool).equals)).toEqual([[['app', 'a']], [['app', 'b']], []]);
    expect(pools.map(pool => portsOfPool(pool).map(({ field, port }) => `${field} ${port}`))).toEqual([
      ['spec.targetPorts[0].number 8000', 'spec.targetPorts[1].number 8001'], ['spec.targetPortNumber 9000'], [],
    ]);
  });
});

describe('canaries and experiments of roll-outs', () => {
  const canary = (name: string, spec: object) => object('flagger.app/v1beta1', 'Canary', name, spec);
  const target = (labels: object, template: object) => object('apps/v1', 'Deployment', 'web', { selector: { matchLabels: labels }, template: pods(template) });

  test('a canary names a Deployment and a Service', () => {
    const facts = factsOf(
      target({}, {}), canary('a', { targetRef: { kind: 'Deployment', name: 'web' } }), canary('b', { targetRef: { kind: 'Deployment', name: 'web' }, service: { name: 'front' } }),
      canary('c', { targetRef: { kind: 'DaemonSet', name: 'web' } }), canary('d', { targetRef: { kind: 'Deployment', name: 'gone' } }),
    );

    expect(progressiveDelivery(facts).map(({ canary: { name }, target: found, service }) => [name, found?.name, service])).toEqual([
      ['a', 'web', 'web'], ['b', 'web', 'front'], ['c', undefined, 'web'], ['d', undefined, 'gone'],
    ]);
  });

  test.each<[object, object | undefined]>([
    [{ tier: 'x', app: 'web' }, { key: 'app', value: 'web' }], [{ name: 'n', app: 'web' }, { key: 'app', value: 'web' }], [{ 'app.kubernetes.io/name': 'w', 'name': 'n' }, { key: 'name', value: 'n' }],
    [{ 'tier': 'x', 'app.kubernetes.io/name': 'w' }, { key: 'app.kubernetes.io/name', value: 'w' }], [{ tier: 'x', other: 'y' }, { key: 'tier', value: 'x' }], [{}, undefined],
  ])('of %j Flagger takes %j', (labels, taken) => {
    expect(flaggerLabel(factsOf(target(labels, {})).objects[0])).toEqual(taken);
  });

  test('primary pods are those of the target with another value of one label', () => {
    const facts = factsOf(target({ app: 'web' }, { app: 'web', tier: 'x' }), canary('a', { targetRef: { kind: 'Deployment', name: 'web' } }));

    expect(primaryPods(facts).map(({ labels }) => labels)).toEqual([{ app: 'web-primary', tier: 'x' }]);
    expect(facts.get(podIndex).select('ml', selectorOfMap({ app: 'web-primary' }))).toHaveLength(1);
  });

  test('an experiment has pods of its own with further labels', () => {
    const templates = [{ name: 'base', metadata: { labels: { track: 'base' } } }, { name: 'next', metadata: { labels: { track: 'next' } } }];
    const rollout = object('argoproj.io/v1alpha1', 'Rollout', 'r', { template: pods({ app: 'web' }), strategy: { canary: { steps: [{ setWeight: 5 }, { experiment: { templates } }] } } });

    expect(experimentPods(factsOf(rollout)).map(({ role, labels }) => [role, labels])).toEqual([['base', { app: 'web', track: 'base' }], ['next', { app: 'web', track: 'next' }]]);
  });
});

describe('what stands in texts', () => {
  test('queries of rules, dashboards, triggers and canaries, with their use', () => {
    const facts = factsOf(
      object('monitoring.coreos.com/v1', 'PrometheusRule', 'p', { groups: [{ rules: [{ alert: 'A', expr: 'a' }] }, { rules: [{ record: 'r:x', expr: 'b' }, { record: 'r:y', expr: 'c' }] }] }),
      object('v1', 'ConfigMap', 'd', {}, {
        data: {
          'board.json': JSON.stringify({
            panels: [
              { targets: [{ expr: 'd' }, { expr: 'logs', datasource: { type: 'loki' } }] },
              { datasource: { type: 'loki' }, targets: [{ expr: 'logs' }, { expr: 'e', datasource: { type: 'prometheus' } }] },
              { type: 'row', panels: [{ targets: [{ expr: 'f' }] }] }, { datasource: 'Loki', targets: [{ expr: 'logs' }] },
            ],
          }),
          'api.json': JSON.stringify({ dashboard: { panels: [{ datasource: '$source', targets: [{ expr: 'g' }] }] } }),
          'other.txt': '{"panels":[{"targets":[{"expr":"x"}]}]}',
        },
      }),
      object('keda.sh/v1alpha1', 'ScaledObject', 's', { triggers: [{ type: 'cpu' }, { type: 'prometheus', metadata: { query: 'h' } }] }),
      object('flagger.app/v1beta1', 'MetricTemplate', 'm', { provider: { type: 'prometheus' }, query: 'i' }), object('flagger.app/v1beta1', 'MetricTemplate', 'n', { provider: { type: 'datadog' }, query: 'x' }),
      object('flagger.app/v1beta1', 'Canary', 'c', { analysis: { metrics: [{ name: 'request-duration' }, { query: 'j' }] } }),
    );

    expect(writtenQueries(facts).map(({ field, text, use }) => `${text} ${use} ${field}`)).toEqual([
      'a alert spec.groups[0].rules[0].expr', 'b record spec.groups[1].rules[0].expr', 'c record spec.groups[1].rules[1].expr', 'd panel data[board.json]', 'e panel data[board.json]',
      'f panel data[board.json]', 'g panel data[api.json]', 'h scaler spec.triggers[1].metadata.query', 'i canary spec.query', 'j canary spec.analysis.metrics[1].query',
    ]);
    expect([...recordedNames(facts)]).toEqual(['r:x', 'r:y']);
  });

  test('configurations of schedulers in ConfigMaps', () => {
    const yaml = (version: string, ...names: string[]) => `apiVersion: kubescheduler.config.k8s.io/${version}\nkind: KubeSchedulerConfiguration\nprofiles:\n${names.map(name => `- schedulerName: ${name}\n`).join('')}`;
    const facts = factsOf(
      object('v1', 'ConfigMap', 'a', {}, { data: { 'one.yaml': yaml('v1', 'one', 'two'), 'other': 'kubescheduler.config.k8s.io' } }),
      object('v1', 'ConfigMap', 'b', {}, { data: { two: `---\n${yaml('v1beta3', 'three')}---\nkind: Other\napiVersion: kubescheduler.config.k8s.io/v1\n` } }),
    );

    expect(schedulerConfigurations(facts).map(({ object: { name }, field }) => `${name} ${field}`)).toEqual(['a data[one.yaml]', 'b data[two]']);
    expect([...schedulerNames(facts)]).toEqual(['one', 'two', 'three']);
  });
});

describe('commands of containers', () => {
  const placed = (container: object) => factsOf(object('v1', 'Pod', 'a', { containers: [{ name: 'main', ...container }] })).get(podSets)[0].containers[0];

  test('those of probes and hooks come after that of the container', () => {
    const exec = (...command: string[]) => ({ exec: { command } });
    const container = placed({
      command: ['serve'], args: ['--a'], startupProbe: exec('s'), livenessProbe: exec('l', 'm'), readinessProbe: { httpGet: { port: 80 } }, lifecycle: { postStart: exec('p'), preStop: exec('q') },
    });
    const AT = 'spec.containers[0]';

    expect(laterCommands(container)).toEqual([
      { words: ['s'], field: `${AT}.startupProbe.exec.command`, isHook: false }, { words: ['l', 'm'], field: `${AT}.livenessProbe.exec.command`, isHook: false },
      { words: ['p'], field: `${AT}.lifecycle.postStart.exec.command`, isHook: true }, { words: ['q'], field: `${AT}.lifecycle.preStop.exec.command`, isHook: true },
    ]);
    expect(commandsOfContainer(container).map(words => words.map(({ text }) => text).join(' '))).toEqual(['serve --a', 's', 'l m', 'p', 'q']);
    expect(commandsOfContainer(container)[2][1].field).toBe(`${AT}.livenessProbe.exec.command[1]`);
    expect(commandsOfContainer(placed({ args: ['--a'], startupProbe: exec('s') }))).toHaveLength(1);
    expect(laterCommands(placed({ readinessProbe: exec('r') }))[0].field).toBe(`${AT}.readinessProbe.exec.command`);
  });

  test.each<[object, string[]]>([
    [{ command: ['/bin/run.sh', '/other.sh'] }, ['/bin/run.sh spec.containers[0].command[0]']],
    [{ command: ['./run.sh'], workingDir: '/app' }, ['/app/run.sh spec.containers[0].command[0]']],
    [{ command: ['run.sh'] }, []],
    [{ command: ['sh', '-c', '/a.sh; echo /b.sh\n/c.sh'] }, ['/a.sh spec.containers[0].command[2]', '/c.sh spec.containers[0].command[2]']],
    [{ command: ['sh', '-c'], args: ['/a.sh'] }, ['/a.sh spec.containers[0].args[0]']],
    [{ command: ['sh', '-c', '[ -x /a.sh ] && /a.sh'] }, []],
    [{ command: ['bash', '/a.sh'] }, []],
  ])('%j runs the files %j', (container, files) => {
    expect(programFiles(placed(container)).map(({ path, field }) => `${path} ${field}`)).toEqual(files);
  });

  test('texts are words and values of variables', () => {
    const container = placed({ command: ['a', 1], args: ['b'], env: [{ name: 'X', value: 'c' }, { name: 'Y', valueFrom: {} }, { name: 'Z', value: 'd' }] });

    expect(containerTexts(container).map(({ text, field }) => `${text} ${field.slice('spec.containers[0].'.length)}`)).toEqual(['a command[0]', 'b args[0]', 'c env[0].value', 'd env[2].value']);
  });

  test.each<[string[], number | undefined]>([
    [['sh', '-c', 'x'], 2], [['sh', '-ec', 'x'], 2], [['bash', '-e', '-c', 'x'], 3], [['bash', '-o', 'pipefail', '-c', 'x'], 4], [['bash', '-euo', 'pipefail', '-c', 'x'], 4],
    [['bash', '+O', 'extglob', '-c', 'x'], 4], [['sh', '-c'], undefined], [['sh', 'a.sh', '-c', 'x'], undefined], [['sh'], undefined],
  ])('of %j the script is word %s', (words, place) => {
    expect(scriptPlace(words.map(text => ({ text })), 0)).toBe(place);
  });

  test('a shell has a script, and may stand anywhere', () => {
    expect(['sh', '/bin/bash', 'ash', 'dash', 'zsh', 'fish', 'python'].map(shell => entryScript(placed({ command: [shell, '-c', 'x'] }))?.shell)).toEqual(['sh', 'bash', 'ash', 'dash', 'zsh', undefined, undefined]);
    expect(entryScript(placed({ args: ['sh', '-c', 'x'] }))).toBeUndefined();
    expect(entryScript(placed({ command: ['sh', '-c'], args: ['x'] }))?.field).toBe('spec.containers[0].args[0]');
    expect([{ command: ['env', 'sh'] }, { args: ['/bin/zsh'] }, { command: ['a'] }].map(each => usesShell(placed(each)))).toEqual([true, true, false]);
    expect(commandsOf({ shell: 'sh', text: 'a b; c', field: '' })).toEqual([['a', 'b'], ['c']]);
  });
});

describe('single lists of objects', () => {
  test('Jobs of all kinds, with their pods', () => {
    const template = pods();
    const facts = factsOf(
      object('batch/v1', 'Job', 'a', { completionMode: 'Indexed', template }), object('batch/v1', 'Job', 'b', { template }), object('batch/v1', 'CronJob', 'c', { jobTemplate: { spec: { template } } }),
      object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'd', { replicatedJobs: [{ name: 'x', template: { spec: { template } } }, { name: 'y', template: { spec: { completionMode: 'NonIndexed', template } } }] }),
      deployment('e', {}),
    );
    const shown = (all: ReturnType<typeof jobSpecs>) => all.map(({ carrier, pods: { role = '' } }) => `${carrier.name}${role}`);

    expect(shown(jobSpecs(facts))).toEqual(['a', 'b', 'c', 'dx', 'dy']);
    expect(shown(jobsWithoutIndex(facts))).toEqual(['b', 'c', 'dy']);
    expect(facts.objects.flatMap(each => podSetsOf(facts, each)).map(set => jobOf(facts, set)?.field)).toEqual([
      'spec', 'spec', 'spec.jobTemplate.spec', 'spec.replicatedJobs[0].template.spec', 'spec.replicatedJobs[1].template.spec', undefined,
    ]);
  });

  test('a patch may give a Job its index', () => {
    const jobs = (patchedKinds: string[]) => {
      const kustomized = { patchedKinds: new Set(patchedKinds), addsSelectors: false };
      return jobsWithoutIndex(new Facts([new Manifest(object('batch/v1', 'Job', 'a', { template: pods() }), { kustomized } as Manifest['origin'], DEFAULT_CLUSTER)])).length;
    };

    expect([jobs([]), jobs(['Deployment']), jobs(['Job']), jobs(['*'])]).toEqual([1, 1, 0, 0]);
  });

  test('claims by namespace and name, but for those of templates', () => {
    const volumes = ['one', 'two', 'one'].map((claimName, index) => ({ name: `v${index}`, persistentVolumeClaim: { claimName } }));
    const set = object('apps/v1', 'StatefulSet', 's', { volumeClaimTemplates: [{ metadata: { name: 'v1' } }], template: { spec: { containers: [], volumes } } });
    const facts = factsOf(object('v1', 'Pod', 'a', { containers: [], volumes }), inNamespace(set, 'prod'));

    expect([...claimUses(facts)].map(([key, uses]) => `${key}: ${uses.map(({ pods: { carrier }, field }) => `${carrier.name} ${field}`).join(', ')}`)).toEqual([
      'ml/one: a spec.volumes[0].persistentVolumeClaim.claimName, a spec.volumes[2].persistentVolumeClaim.claimName',
      'ml/two: a spec.volumes[1].persistentVolumeClaim.claimName',
      'prod/one: s spec.template.spec.volumes[0].persistentVolumeClaim.claimName, s spec.template.spec.volumes[2].persistentVolumeClaim.claimName',
    ]);
  });

  test('backups, alone and of schedules', () => {
    const facts = factsOf(object('velero.io/v1', 'Backup', 'a', { ttl: '1h' }), object('velero.io/v1', 'Schedule', 'b', { template: { ttl: '2h' } }), object('velero.io/v1', 'Restore', 'c', {}));

    expect(backups(facts).map(({ object: { name }, spec, field }) => [name, spec.ttl, field])).toEqual([['a', '1h', 'spec'], ['b', '2h', 'spec.template']]);
  });

  test('Services by labels of their own', () => {
    const service = (name: string, labels: object, namespace = 'ml') => object('v1', 'Service', name, {}, { metadata: { name, namespace, labels } });
    const index = servicesByLabel(factsOf(service('a', { app: 'x', tier: 'y' }), service('b', { app: 'x' }), service('c', { app: 'x' }, 'prod')));
    const select = (place: string, matchLabels: object, matchExpressions?: object[]) =>
      index.select(place, labelSelector({ matchLabels, matchExpressions })).map(({ name }) => name);

    expect([select('ml', { app: 'x' }), select('ml', { app: 'x', tier: 'y' }), select('prod', { app: 'x' }), select('ml', { app: 'z' }), select('ml', {}), select('gone', {})])
      .toEqual([['a', 'b'], ['a'], ['c'], [], ['a', 'b'], []]);
    expect(select('ml', { app: 'x' }, [{ key: 'tier', operator: 'DoesNotExist' }])).toEqual(['b']);
    expect(index.namespaces).toEqual(['ml', 'prod']);
  });
});
