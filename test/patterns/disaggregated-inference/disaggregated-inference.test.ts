import { Duration } from 'cdk8s';
import { Built, MODEL, ROUTER, SIDECAR, build, deployment, engine, groups, mainOf } from './build';
import {
  Accelerator, DisaggregatedInferenceProps, InferenceEngine, InferenceRole, LeaderWorkerBackend, PrefillDecodeRouter, VllmKvRole, VllmKvTransfer,
  VllmLoadBalancing, WorkloadAutoscaler, EngineMonitor,
} from '../../../src';
import { messageOf } from '../../pod/carrier';

const PREFILL = 'Deployment llama-prefill';
const DECODE = 'Deployment llama-decode';
const { named } = build();
const labelsOf = (object: any) => object.spec.template.metadata.labels;
const variablesOf = (object: any) => Object.fromEntries(
  mainOf(object).env.map(({ name, value, valueFrom }: any) => [name, value ?? valueFrom.fieldRef.fieldPath]));

/** The words after a flag, up to the next one. */
function wordsAfter(object: any, flag: string): string[] {
  const args: string[] = mainOf(object).args;
  const rest = args.slice(args.indexOf(flag) + 1);
  const end = rest.findIndex(word => word.startsWith('--'));
  return end < 0 ? rest : rest.slice(0, end);
}

function matches(selector: string[], labels: any): boolean {
  return selector.every(pair => labels[pair.split('=')[0]] === pair.split('=')[1]);
}

describe('both roles', () => {
  test.each([PREFILL, DECODE])('%s hands over blocks by NIXL, from the address of each pod', role => {
    expect(JSON.parse(wordsAfter(named[role], '--kv-transfer-config')[0])).toEqual({ kv_connector: 'NixlConnector', kv_role: 'kv_both' });
    expect(variablesOf(named[role])).toMatchObject({ VLLM_NIXL_SIDE_CHANNEL_HOST: 'status.podIP', VLLM_NIXL_SIDE_CHANNEL_PORT: '5600' });
  });

  test('keep what their engines say of the transfer', () => {
    const kvTransfer = VllmKvTransfer.nixl({ role: VllmKvRole.PRODUCER, sideChannelPort: 5700 });
    const built = build({ prefill: deployment({ kvTransfer }) }).named;
    expect(variablesOf(built[PREFILL]).VLLM_NIXL_SIDE_CHANNEL_PORT).toBe('5700');
    expect(wordsAfter(built[PREFILL], '--kv-transfer-config')[0]).toContain('kv_producer');
    expect(variablesOf(built[DECODE]).VLLM_NIXL_SIDE_CHANNEL_PORT).toBe('5600');
  });

  test('have size, devices and an autoscaler of their own', () => {
    const built = build({
      prefill: deployment({ tensorParallel: 2 }, { replicas: 6 }),
      decode: deployment({ tensorParallel: 8 }, { autoscaling: { minReplicas: 2, maxReplicas: 5, queueDepth: 4 } }),
    }).named;
    expect(built[PREFILL].spec.replicas).toBe(6);
    expect([PREFILL, DECODE].map(role => Number(mainOf(built[role]).resources.limits['nvidia.com/gpu']))).toEqual([2, 8]);
    expect(built['HorizontalPodAutoscaler llama-decode'].spec.scaleTargetRef.name).toBe('llama-decode');
  });

  test('are told apart by endpoint pickers, and have the label of the whole', () => {
    expect(labelsOf(named[PREFILL])).toMatchObject({ 'llm-d.ai/role': 'prefill', 'cdk8s-ai-workloads/inference': 'llama' });
    expect(labelsOf(named[DECODE])).toMatchObject({ 'llm-d.ai/role': 'decode', 'cdk8s-ai-workloads/inference': 'llama' });
  });

  test('may be groups, on plain sets or a LeaderWorkerSet', () => {
    const plain = build({ prefill: groups(), decode: groups({}, { groups: 2 }) }).named;
    expect(Object.keys(plain)).toEqual(expect.arrayContaining(['StatefulSet llama-prefill-0-leader', 'StatefulSet llama-decode-1-worker']));
    const set = build({ prefill: deployment({ tensorParallel: 8 }), decode: groups({}, { backend: LeaderWorkerBackend.leaderWorkerSet() }) }).named['LeaderWorkerSet llama-decode'];
    const { leaderTemplate, workerTemplate } = set.spec.leaderWorkerTemplate;
    expect(leaderTemplate.metadata.labels).toMatchObject({ 'llm-d.ai/role': 'decode', 'cdk8s-ai-workloads/inference': 'llama' });
    expect(workerTemplate.metadata.labels).toMatchObject({ 'cdk8s-ai-workloads/inference': 'llama' });
    expect(workerTemplate.metadata.labels).not.toHaveProperty(['llm-d.ai/role']);
  });

  test('are workloads that others scale and monitor', () => {
    const { model } = build();
    new WorkloadAutoscaler(model, 'Scaler', { workload: model.decode, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });
    new EngineMonitor(model, 'Monitor', { workload: model.prefill });
    expect(model.decode.deployment!.hasAutoscaler).toBe(true);
    expect([model.prefill.name, model.prefill.role, model.prefill.groups]).toEqual(['llama-prefill', 'prefill', undefined]);
  });
});

describe('the router', () => {
  const router = named['Deployment llama-router'];

  test('finds exactly the pods that answer', () => {
    const [prefill, decode] = ['--prefill-selector', '--decode-selector'].map(flag => wordsAfter(router, flag));
    const seen = (selector: string[]) => Object.values(named).filter(object => object.kind === 'Deployment' && matches(selector, labelsOf(object))).map(object => object.metadata.name);
    expect([seen(prefill), seen(decode)]).toEqual([['llama-prefill'], ['llama-decode']]);
    expect(wordsAfter(router, '--service-discovery-port')).toEqual([String(mainOf(named[DECODE]).ports[0].containerPort)]);
  });

  test('finds leaders of groups, not their workers', () => {
    const built = build({ decode: groups(), prefill: groups() }).named;
    const selector = wordsAfter(built['Deployment llama-router'], '--decode-selector');
    expect(matches(selector, labelsOf(built['StatefulSet llama-decode-0-leader']))).toBe(true);
    expect(matches(selector, labelsOf(built['StatefulSet llama-decode-0-worker']))).toBe(false);
  });

  test('may list pods of its namespace, by an account of its own', () => {
    const { spec } = router.spec.template;
    expect([spec.serviceAccountName, spec.automountServiceAccountToken]).toEqual(['llama-router', true]);
    expect(named['Role llama-router'].rules).toEqual([{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }]);
    expect(named['RoleBinding llama-router']).toMatchObject({
      roleRef: { kind: 'Role', name: 'llama-router' }, subjects: [{ kind: 'ServiceAccount', name: named['ServiceAccount llama-router'].metadata.name, namespace: 'ml' }],
    });
    expect(wordsAfter(router, '--service-discovery-namespace')).toEqual(['$(POD_NAMESPACE)']);
    expect(variablesOf(router)).toEqual({ POD_NAMESPACE: 'metadata.namespace' });
  });

  test('answers others than itself, by the Service of the whole', () => {
    expect([wordsAfter(router, '--host'), wordsAfter(router, '--port')]).toEqual([['0.0.0.0'], ['8000']]);
    expect(labelsOf(router)).toMatchObject(named['Service llama'].spec.selector);
    expect(mainOf(router).readinessProbe.httpGet).toMatchObject({ path: '/readiness', port: 8000 });
  });

  test('stays as long as the longest stream of both sides', () => {
    const [prefill, decode] = [30, 300].map(seconds => deployment({ longestStream: Duration.seconds(seconds) }));
    const built = build({ prefill, decode }).named['Deployment llama-router'];
    expect(built.spec.template.spec.terminationGracePeriodSeconds).toBe(15 + 300 + 5);
  });

  test('has a budget when there are several', () => {
    expect(named).not.toHaveProperty(['PodDisruptionBudget llama-router']);
    expect(build({ router: PrefillDecodeRouter.vllmRouter({ image: 'r:1', replicas: 2 }) }).named).toHaveProperty(['PodDisruptionBudget llama-router']);
  });
});

describe("llm-d's sidecar", () => {
  const built = build({ router: SIDECAR });
  const sidecarOf = (object: any) => object.spec.template.spec.initContainers?.find((container: any) => container.name === 'routing-proxy');

  test('stands in front of decode alone, as a native sidecar, and talks to the port of the engine', () => {
    const sidecar = sidecarOf(built.named[DECODE]);
    expect(sidecar).toMatchObject({ restartPolicy: 'Always', args: ['--port=8000', '--vllm-port=8200', '--secure-proxy=false'], ports: [{ containerPort: 8000 }] });
    expect(mainOf(built.named[DECODE]).ports[0].containerPort).toBe(8200);
    expect(mainOf(built.named[PREFILL]).ports[0].containerPort).toBe(8000);
    expect(sidecarOf(built.named[PREFILL])).toBeUndefined();
    expect(built.named['Service llama-decode'].spec.ports).toEqual([{ name: 'http', port: 8000, targetPort: 8000 }]);
  });

  test('is reached by a pool over both roles', () => {
    const { spec } = built.named['InferencePool llama'];
    expect(spec).toMatchObject({ targetPorts: [{ number: 8000 }], endpointPickerRef: { name: 'llama-epp', port: { number: 9002 } } });
    [PREFILL, DECODE].forEach(role => expect(labelsOf(built.named[role])).toMatchObject(spec.selector.matchLabels));
    expect(built.named).not.toHaveProperty(['Deployment llama-router']);
    expect(built.model.service).toBeUndefined();
  });

  test('is on leaders of groups alone, and the pool selects no worker', () => {
    const { named: ofGroups } = build({ router: SIDECAR, prefill: groups(), decode: groups() });
    const [leader, worker] = ['leader', 'worker'].map(role => ofGroups[`StatefulSet llama-decode-0-${role}`]);
    expect(sidecarOf(leader)).toBeDefined();
    expect(sidecarOf(worker)).toBeUndefined();
    const { matchLabels } = ofGroups['InferencePool llama'].spec.selector;
    expect(labelsOf(leader)).toMatchObject(matchLabels);
    expect(labelsOf(worker)).not.toMatchObject(matchLabels);
    expect(ofGroups['Service llama-decode-serving'].spec.ports).toEqual([{ name: 'http', port: 8000, targetPort: 8000 }]);
  });
});

describe("the production stack's router", () => {
  const STACK = PrefillDecodeRouter.productionStack({ image: 'lmcache/lmstack-router:0.1.12', args: ['--log-stats'] });
  const built = build({ router: STACK, prefill: deployment(), decode: groups() }).named;
  const container = built['Deployment llama-router'].spec.template.spec.containers[0];
  const flag = (name: string) => container.args[container.args.indexOf(name) + 1];

  test('finds the pods of both roles by one selector, and tells them apart by a label', () => {
    expect(container.command).toEqual(['/opt/venv/bin/vllm-router']);
    const selector = Object.fromEntries(flag('--k8s-label-selector').split(',').map((pair: string) => pair.split('=')));
    const answering = { prefill: built[PREFILL], decode: built['StatefulSet llama-decode-0-leader'] };
    Object.entries(answering).forEach(([role, object]) => {
      expect(labelsOf(object)).toMatchObject({ ...selector, model: flag(`--${role}-model-labels`) });
    });
    [built['StatefulSet llama-decode-0-worker'], built['Deployment llama-router']].forEach(object => expect(labelsOf(object)).not.toMatchObject(selector));
    expect(flag('--prefill-model-labels')).not.toBe(flag('--decode-model-labels'));
  });

  test('hands over what prefill answers, on the port of the engines', () => {
    expect(flag('--routing-logic')).toBe('disaggregated_prefill_orchestrated');
    expect([flag('--service-discovery'), flag('--k8s-service-discovery-type'), flag('--k8s-namespace'), flag('--k8s-port')]).toEqual(['k8s', 'pod-ip', '$(POD_NAMESPACE)', '8000']);
    expect(container.args.at(-1)).toBe('--log-stats');
    expect(container.ports).toEqual([{ name: 'http', containerPort: 8000 }]);
    expect(container.readinessProbe.httpGet).toMatchObject({ path: '/health', port: 8000 });
    expect(built['Role llama-router'].rules).toEqual([{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }]);
    expect(built['Service llama'].spec.ports).toEqual([{ name: 'http', port: 8000, targetPort: 'http' }]);
  });

  test('says what it does without one of the roles', () => {
    const texts = [STACK, ROUTER, PrefillDecodeRouter.none()].map(router => build({ router }).model.explain());
    expect(texts[0]).toMatch(/vllm-router of the production stack on port 8000[\s\S]*the router answers 503 until each role has a ready pod/);
    expect(texts[1]).toMatch(/1 x vllm-router on port 8000[\s\S]*the router is not ready/);
    expect(texts[2]).toContain('answers by itself what reaches it directly');
  });

  test('is the only one with that label', () => {
    expect(labelsOf(named[PREFILL])).not.toHaveProperty('model');
  });

  const wide = { version: '0.22', tensorParallel: 1, dataParallel: 16 };

  test.each<[string, Partial<DisaggregatedInferenceProps>, RegExp]>([
    ['a flag that follows', { router: PrefillDecodeRouter.productionStack({ image: 'r:1', args: ['--routing-logic=roundrobin'] }) }, /router\.args\[0\]: Forbidden: --routing-logic follows/],
    ['a label of the user', { router: STACK, prefill: deployment({}, { podMetadata: { labels: { model: 'llama' } } }) }, /podMetadata\.labels\[model\]: Forbidden/],
    ['two ports', { router: STACK, decode: deployment({ port: 8001 }) }, /reaches all pods on one port \(--k8s-port\)/],
    ['answers that it does not wait for', { router: STACK, decode: deployment({ longestStream: Duration.seconds(601) }) }, /router: Invalid value: "601s": .* 600 s/],
    ['workers of one template', { router: STACK, decode: groups({}, { backend: LeaderWorkerBackend.singleStatefulSet() }) }, /decode\.backend: Forbidden: leaders and workers of one template have the same labels, so the router finds workers/],
    ['blocks of ranks in other pods', { router: STACK, prefill: groups(wide), decode: groups(wide) }, /prefill\.engine: Forbidden: the router has decode fetch blocks from the pod/],
  ])('%s is refused', (_, props, text) => {
    expect(messageOf(() => build(props))).toMatch(text);
  });

  test('ranks in other pods that answer for themselves are not', () => {
    const hybrid = groups({ ...wide, loadBalancing: VllmLoadBalancing.HYBRID });
    expect(() => build({ router: STACK, prefill: hybrid, decode: hybrid })).not.toThrow();
    expect(() => build({ router: STACK, prefill: groups(), decode: groups() })).not.toThrow();
    expect(() => build({ router: STACK, prefill: deployment({ longestStream: Duration.seconds(600) }) })).not.toThrow();
  });

  test('its number and port are looked at', () => {
    expect(() => PrefillDecodeRouter.productionStack({ image: 'r:1', replicas: 0 })).toThrow(/productionStack\(replicas\)/);
    expect(() => PrefillDecodeRouter.productionStack({ image: 'r:1', port: 0 })).toThrow(/productionStack\(port\)/);
  });
});

test('where each pod of a group answers, workers are found and have the sidecar as well', () => {
  const wide = groups({ version: '0.22', tensorParallel: 1, dataParallel: 16, expertParallel: true, loadBalancing: VllmLoadBalancing.HYBRID });
  const { named: ofGroups } = build({ router: SIDECAR, prefill: wide, decode: wide });
  const workers = ['prefill', 'decode'].map(role => ofGroups[`StatefulSet llama-${role}-0-worker`]);
  const { matchLabels } = ofGroups['InferencePool llama'].spec.selector;
  workers.forEach(worker => expect(labelsOf(worker)).toMatchObject(matchLabels));
  expect(workers.map(worker => labelsOf(worker)['llm-d.ai/role'])).toEqual(['prefill', 'decode']);
  const sidecars = workers.map(worker => worker.spec.template.spec.initContainers?.map(({ name }: any) => name));
  expect(sidecars).toEqual([undefined, ['routing-proxy']]);
  expect(ofGroups['Service llama-decode-serving'].spec.selector).not.toHaveProperty(['cdk8s-ai-workloads/role']);
});

test('without a router there are the roles alone, which nobody serves together', () => {
  const { model, objects } = build({ router: PrefillDecodeRouter.none() });
  expect(objects.filter(({ metadata }) => !/^llama-(prefill|decode)$/.test(metadata.name))).toEqual([]);
  expect(model.workload.serving).toBeUndefined();
});

describe('the handle', () => {
  test('has the pods of both roles and of the router', () => {
    const { workload } = build({ prefill: deployment({}, { replicas: 3 }) }).model;
    expect(workload.roles.map(({ name }) => name)).toEqual(['prefill', 'decode', 'router']);
    expect(workload.pods()).toMatchObject({ labels: { 'cdk8s-ai-workloads/inference': 'llama' }, least: 5, most: 5 });
    expect(workload.pods({ role: 'prefill' })).toMatchObject({ labels: { 'cdk8s-ai-workloads/name': 'llama-prefill' }, least: 3 });
    expect(workload.serving).toMatchObject({ port: 8000, role: 'router' });
    expect(workload.scale.refusal).toContain('scale prefill or decode');
  });

  test('names leaders and workers of groups', () => {
    expect(build({ prefill: groups(), decode: groups() }).model.workload.roles.map(({ name }) => name))
      .toEqual(['prefill-leader', 'prefill-worker', 'decode-leader', 'decode-worker', 'router']);
  });

  test('knows that an autoscaler decides', () => {
    const decode = deployment({}, { autoscaling: { minReplicas: 2, maxReplicas: 5, queueDepth: 4 } });
    expect(build({ decode, router: PrefillDecodeRouter.none() }).model.workload.pods()).toMatchObject({ least: 3, most: 6 });
  });
});

describe('refused', () => {
  const nixl = (role: VllmKvRole) => ({ kvTransfer: VllmKvTransfer.nixl({ role }) });

  test.each<[what: string, props: Partial<DisaggregatedInferenceProps>, message: RegExp]>([
    ['another version', { decode: deployment({ version: '0.19' }) }, /decode\.engine: Invalid value: "0\.19": prefill runs vLLM 0\.18/],
    ['another patch', { decode: deployment({ version: '0.18.1' }) }, /decode\.engine: Invalid value: "0\.18\.1"/],
    ['another model', { decode: deployment({ model: 'a/b' }) }, /decode\.engine: Invalid value: "a\/b": prefill computes the blocks of meta-llama/],
    ['another served name', { decode: deployment({ servedModelName: 'llama' }) }, /prefill serves the model as meta-llama.*404/],
    ['another connector', { decode: deployment({ kvTransfer: VllmKvTransfer.connector('LMCacheConnectorV1', VllmKvRole.BOTH) }) }, /decode\.engine: .*prefill hands its blocks to NixlConnector/],
    ['blocks that stay in the pod', {
      prefill: deployment({ version: '0.22', kvTransfer: VllmKvTransfer.offloading() }), decode: deployment({ version: '0.22', kvTransfer: VllmKvTransfer.offloading() }),
    }, /keeps blocks in the memory of its own pod/],
    ['a prefill that takes', { prefill: deployment(nixl(VllmKvRole.CONSUMER)) }, /prefill\.engine: Invalid value: "kv_consumer"/],
    ['a decode that hands over', { decode: deployment(nixl(VllmKvRole.PRODUCER)) }, /decode\.engine: Invalid value: "kv_producer"/],
    ['tensor sizes of which none divides the other', { prefill: deployment({ tensorParallel: 3 }) }, /tensor 4 is not divisible by tensor 3: prefill has 3, decode 4/],
    ['a wider prefill of an old version', { prefill: deployment({ version: '0.11', tensorParallel: 8 }), decode: deployment({ version: '0.11' }) }, /prefill\.engine: Invalid value: 8: .*may not have more/],
    ['pipeline stages', { prefill: deployment({ tensorParallel: 4, pipelineParallel: 2 }) }, /prefill\.engine: Forbidden: pipeline 2: NixlConnector knows no pipeline/],
    ['another dtype', { decode: deployment({ args: ['--dtype', 'float16'] }) }, /prefill has no --dtype/],
    ['another cache dtype, in other spellings', { prefill: deployment({ args: ['--kv_cache_dtype=fp8'] }), decode: deployment({ args: ['--kv-cache-dtype', 'auto'] }) }, /"auto": prefill has --kv-cache-dtype fp8/],
    ['larger blocks of prefill', { prefill: deployment({ args: ['--block-size=128'] }), decode: deployment({ args: ['--block-size', '16'] }) }, /prefill\.engine: Invalid value: 128: decode has --block-size 16/],
    ['a decode for shorter sequences', { prefill: deployment({ maxModelLength: 32768 }), decode: deployment({ maxModelLength: 8192 }) }, /decode\.engine: Invalid value: 8192: prefill takes 32768 tokens/],
    ['another port behind the router', { decode: deployment({ port: 8100 }) }, /decode\.engine: Invalid value: 8100: prefill answers on 8000/],
    ['a side channel on the port of the engine', { prefill: deployment({ dataParallel: 4, tensorParallel: 4, port: 5603 }), decode: deployment({ port: 5603 }) }, /prefill\.engine: Invalid value: 5603: .*5600 to 5603/],
    ['a side channel beyond the last port', { prefill: deployment({ dataParallel: 2, tensorParallel: 4, kvTransfer: VllmKvTransfer.nixl({ sideChannelPort: 65535 }) }) }, /65535 \+ 1 = 65536 is none/],
    ['a side channel on the port of the sidecar', {
      router: SIDECAR, decode: deployment({ kvTransfer: VllmKvTransfer.nixl({ sideChannelPort: 8000 }) }),
    }, /decode\.engine: Invalid value: 8000: is the port of the routing sidecar/],
    ['the port of the sidecar twice', { router: SIDECAR, decode: deployment({ port: 8000 }) }, /decode\.engine: Invalid value: 8000: is the port of the sidecar/],
    ['another port of prefill behind a pool', { router: SIDECAR, prefill: deployment({ port: 9000 }) }, /prefill\.engine: Invalid value: 9000: the pool sends to port 8000/],
    ['groups of one template behind a pool', { router: SIDECAR, decode: groups({}, { backend: LeaderWorkerBackend.singleStatefulSet() }) }, /decode\.backend: Forbidden/],
    ['a router that does not know the connector', { kvTransfer: VllmKvTransfer.connector('LMCacheConnectorV1', VllmKvRole.BOTH) }, /router: Forbidden: .*LMCacheConnectorV1/],
    ['flags of the router that follow', { router: PrefillDecodeRouter.vllmRouter({ image: 'r:1', args: ['--policy', 'random', '--host=0.0.0.0'] }) }, /router\.args\[2\]: Forbidden: --host/],
    ['another command of the router', { router: PrefillDecodeRouter.vllmRouter({ image: 'r:1', container: { command: ['x'] } }) }, /router\.container\.command: Forbidden/],
    ['a ratio of nothing', { ratio: { prefill: 0, decode: 1 } }, /ratio\.prefill: Invalid value: 0/],
    ['a name of a role', { prefill: deployment({}, { name: 'mine' }) }, /prefill\.name: Forbidden: the role is called after the whole/],
    ['a role that lets nobody in', { prefill: deployment({}, { isolate: true }) }, /prefill\.isolate: Forbidden/],
    ['a role of another namespace', { decode: deployment({}, { metadata: { namespace: 'other' } }) }, /decode\.metadata\.namespace: Forbidden/],
    ['a label by which routers know the role', { decode: deployment({}, { podMetadata: { labels: { 'llm-d.ai/role': 'both' } } }) }, /decode\.podMetadata\.labels\[llm-d\.ai\/role\]: Forbidden/],
    ['groups without an engine', { decode: InferenceRole.groups({ size: 2, container: { image: 'x:1' } }) }, /decode\.engine: Required value/],
    ['another engine', {
      decode: InferenceRole.deployment({ engine: InferenceEngine.sglang({ version: '0.5.3', model: MODEL }), accelerator: Accelerator.nvidia(1) }),
    }, /decode\.engine: Forbidden: how sglang hands over its blocks/],
    ['a label of the pattern', { metadata: { labels: { 'cdk8s-ai-workloads/inference': 'x' } } }, /metadata\.labels/],
    ['a name of the objects', { metadata: { name: 'x' } }, /metadata\.name: Forbidden/],
    ['a long name', { name: 'a'.repeat(56) }, /name: Too long/],
  ])('%s', (_, props, message) => {
    expect(() => build(props)).toThrow(message);
  });

  test('no router at all', () => {
    expect(() => PrefillDecodeRouter.vllmRouter({ image: 'r:1', replicas: 0 })).toThrow(/vllmRouter\(replicas\): Invalid value: 0/);
  });
});

test.each<[what: string, props: Partial<DisaggregatedInferenceProps>]>([
  ['a smaller block of prefill', { prefill: deployment({ args: ['--block-size=16'] }), decode: deployment({ args: ['--block-size=64'] }) }],
  ['a wider prefill', { prefill: deployment({ tensorParallel: 8 }) }],
  ['a wider decode of an old version', { prefill: deployment({ version: '0.11', tensorParallel: 2 }), decode: deployment({ version: '0.11' }) }],
  ['a version in two spellings', { decode: deployment({ version: 'v0.18.0' }) }],
  ['the namespace of the whole, said twice', { metadata: { namespace: 'ml2' }, decode: deployment({}, { metadata: { namespace: 'ml2' } }) }],
  ['a pipeline of a connector that may know it', {
    router: PrefillDecodeRouter.none(), prefill: groups({ tensorParallel: 8, pipelineParallel: 2 }), decode: deployment({ tensorParallel: 8 }), kvTransfer: VllmKvTransfer.connector('MooncakeConnector', VllmKvRole.BOTH),
  }],
])('accepted: %s', (_, props) => {
  const built: Built = build(props);
  expect(built.objects.length).toBeGreaterThan(4);
});

test('the engine that was given stays as it is', () => {
  const given = engine();
  build({ prefill: InferenceRole.deployment({ engine: given, accelerator: Accelerator.nvidia(4) }), router: ROUTER });
  expect(given._side!.connector).toBeUndefined();
});
