import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { CLASSES, STRUCTS } from '../../src/given/types.generated';
import * as library from '../../src/index';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';

/*
 * Every public construct with properties that are well, ways into them, and what must never come of a property that is not: shared by the property tests
 * here and by the long runs of `npm run fuzz:hostile`.
 */

export type Plain = { [key: string]: unknown };
export type Make = new (scope: Construct, id: string, props: unknown) => Construct;

const { Accelerator, InferenceEngine, Memory } = library;

const container = () => ({
  image: 'registry.example/serve:1',
  command: ['serve'],
  envVariables: { A: kplus.EnvValue.fromValue('b') },
  memory: Memory.of('64Gi'),
  port: 8000,
  resources: { cpu: { request: kplus.Cpu.units(1) } },
  liveness: kplus.Probe.fromHttpGet('/health', { port: 8000 }),
  securityContext: { user: 1000 },
});
const common = () => ({ metadata: { labels: { team: 'a' } }, nodeLabels: { pool: 'a' }, tolerations: [{ key: 'a' }], sidecars: [{ image: 'i:1', name: 'log' }] });
const engine = () => InferenceEngine.vllm({ version: '0.11', model: 'm', tensorParallel: 8 });

/** Props by the name of the class. */
export const BASES: { readonly [owner: string]: () => Plain } = {
  LeaderWorkerGroup: () => ({ ...common(), size: 2, container: container(), claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }], parallelism: { tensor: 2 }, servingPorts: [{ port: 80 }] }),
  GpuInferenceDeployment: () => ({
    ...common(),
    engine: engine(),
    accelerator: Accelerator.nvidia(8),
    autoscaling: { minReplicas: 1, maxReplicas: 2, queueDepth: 8 },
    service: {},
    container: {},
  }),
  IndexedTrainingJob: () => ({
    ...common(),
    workers: 2,
    container: container(),
    accelerator: Accelerator.nvidia(8),
    rendezvous: library.Rendezvous.torchrun(),
    exitCodes: { fail: [3] },
    wrapExit: true,
    restarts: 3,
  }),
  ZonePartitionedStatefulSet: () => ({ ...common(), zones: [{ zone: 'z1', replicas: 1 }], container: container(), claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }], ports: [{ port: 80 }] }),
  ZonalDeployments: () => ({ ...common(), zones: ['z1'], container: container(), autoscaling: { minReplicas: 1, maxReplicas: 2, metrics: [kplus.Metric.resourceCpu(kplus.MetricTarget.averageValue(2))] } }),
  LocalityService: () => ({ selector: { app: 'a' }, replicas: 4, zones: ['z1'], ports: [{ name: 'http', port: 80 }] }),
  EngineMonitor: () => ({ workload: library.Workload.named({ name: 'w', podLabels: { app: 'a' } }), ports: [{ name: 'metrics' }], interval: Duration.seconds(15), labels: { release: 'a' }, kind: library.MonitorKind.POD_MONITOR, nodeZone: true }),
  WorkloadBackup: () => ({
    workload: library.Workload.named({ name: 'w', namespace: 'ml', podLabels: { app: 'a' } }),
    schedule: '0 3 * * *',
    volumes: library.BackupVolumes.cloudSnapshots(['disks']),
    keep: Duration.days(7),
    hooks: [{ container: 'db', before: ['sync'], after: ['resume'], timeout: Duration.seconds(10) }],
    objects: false,
    storageLocation: 'far',
    veleroNamespace: 'backups',
  }),
  ClaimGroupSnapshot: () => ({
    workload: new library.ZonePartitionedStatefulSet(new Chart(new App(), 'c', { namespace: 'ml' }), 'db', {
      zones: [{ zone: 'z1a', replicas: 3 }], container: { image: 'a:1', portNumber: 80 }, claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }],
    }),
    part: { zone: 'z1a' },
    snapshotId: 'before',
    snapshotClass: library.GroupSnapshotClass.ofDriver({ driver: 'disk.example', parameters: { pool: 'a' } }),
  }),
  GpuMonitor: () => ({
    workload: library.Workload.of(new kplus.Deployment(new Chart(new App(), 'c', { namespace: 'ml' }), 'w')), namespace: 'gpus', podLabels: { app: 'dcgm' }, portName: 'metrics', monitorLabels: { a: 'b' },
  }),
  ModelVariants: () => ({
    gateway: { name: 'models', namespace: 'gateways', listener: 'http' },
    hostnames: ['models.example'],
    pathPrefix: '/v1',
    requestTimeout: Duration.minutes(10),
    variants: [
      { name: 'a', workload: library.Workload.named({ name: 'a', podLabels: { app: 'a' } }), port: 8000, weight: 9, part: {} },
      { name: 'b', workload: library.Workload.of(new kplus.StatefulSet(new Chart(new App(), 'c'), 'b', { replicas: 2, containers: [{ image: 'a:1', portNumber: 8000 }] })), port: 8000, indexes: [0, 1], headers: { 'x-variant': 'b' }, cookie: 'variant=b' },
    ],
  }),
  WorkloadExport: () => ({
    workload: library.Workload.of(new kplus.StatefulSet(new Chart(new App(), 'c', { namespace: 'ml' }), 'b', { replicas: 2, containers: [{ image: 'a:1', portNumber: 8000 }] })),
    part: { index: 1 },
    port: 8000,
    headless: true,
  }),
  InferencePool: () => ({
    workload: library.Workload.of(new kplus.StatefulSet(new Chart(new App(), 'c', { namespace: 'ml' }), 'b', { replicas: 2, containers: [{ image: 'a:1', portNumber: 8000 }] })),
    part: { index: 1 },
    ports: [8000],
    picker: 'picker',
    pickerPort: 9002,
    pickerFailure: library.PickerFailure.OPEN,
    objectives: [{ name: 'chat', priority: 1 }],
  }),
  WorkloadRoute: () => ({
    workload: library.Workload.of(new kplus.StatefulSet(new Chart(new App(), 'c'), 'b', { replicas: 2, containers: [{ image: 'a:1', portNumber: 8000 }] })),
    part: { index: 1 },
    port: 8000,
    gateway: { name: 'models', namespace: 'gateways', listener: 'http' },
    hostnames: ['models.example'],
    pathPrefix: '/v1',
    stripPrefix: true,
    headers: { 'x-model': 'a' },
    requestTimeout: Duration.minutes(10),
    attemptTimeout: Duration.minutes(5),
    retry: { attempts: 2, statusCodes: [503], backoff: Duration.seconds(1) },
    protocol: library.RouteProtocol.HTTP,
  }),
  FlaggerCanary: () => {
    const deployment = new kplus.Deployment(new Chart(new App(), 'c', { namespace: 'ml' }), 'w', { podMetadata: { labels: { app: 'w' } }, select: false, containers: [{ image: 'a:1', portNumber: 8000 }] });
    deployment.select(kplus.LabelSelector.of({ labels: { app: 'w' } }));
    return {
      workload: library.Workload.of(deployment),
      provider: library.FlaggerProvider.gatewayApi({ gateways: [{ name: 'public' }] }),
      prometheus: 'http://prometheus:9090',
      primaryServes: true,
      selectorLabels: ['app'],
      autoscalerName: 'scaler',
      port: 8000,
      engine: library.InferenceEngine.vllm({ version: '0.18', model: 'a/b' }),
      queueDepth: 4,
      timeToFirstToken: Duration.seconds(2),
      errorShare: 0.01,
      metrics: [{ name: 'kv-cache', query: 'max(x)', min: 0, max: 1 }],
      interval: Duration.minutes(1),
      failedChecks: 3,
      stepWeight: 10,
      maxWeight: 50,
      startTime: Duration.minutes(5),
    };
  },
  WorkloadNetworkPolicy: () => ({
    workload: library.Workload.named({ name: 'w', podLabels: { app: 'a' } }),
    name: 'network',
    clients: [library.NetworkPeer.ownNamespace()],
    port: 8000,
    monitoring: [library.NetworkPeer.namespace('monitoring')],
    metricsPort: 9000,
    others: [{ peer: library.NetworkPeer.range('10.0.0.0/8'), ports: [15008] }],
    egress: [{ peer: library.NetworkPeer.internet(), ports: [443] }],
    dns: library.NetworkPeer.namespace('kube-system'),
  }),
  ChaosExperiment: () => ({
    workload: library.Workload.named({ name: 'w', podLabels: { app: 'a' } }),
    name: 'game-day',
    part: {},
    fault: library.ChaosFault.killPod(),
    reach: library.ChaosReach.percent(50),
    schedule: '0 10 * * 1-5',
    startingDeadline: Duration.minutes(1),
    historyLimit: 2,
  }),
  FabricNetworks: () => ({
    workload: new library.IndexedTrainingJob(new Chart(new App(), 'c'), 'w', {
      workers: 2, container: { image: 'a:1' }, fabric: library.Fabric.roce({ resource: 'nvidia.com/hostdev', networks: [{ name: 'rail-0' }] }),
    }),
    plugin: library.NetworkPlugin.sriov(),
    addresses: library.NetworkAddresses.nvIpam('rail-0'),
    mtu: 9000,
    networks: [{ name: 'rail-0', addresses: library.NetworkAddresses.whereabouts('10.0.0.0/24') }],
    exclusiveRdma: true,
  }),
  IndexCanary: () => ({
    workload: library.Workload.of(new kplus.StatefulSet(new Chart(new App(), 'c'), 'w', { replicas: 3, containers: [{ image: 'a:1', portNumber: 8000 }] })),
    indexes: [2],
    part: {},
    port: 8000,
    podsPerStep: 1,
  }),
  OrdinalMigration: () => ({
    workload: new library.ZonePartitionedStatefulSet(new Chart(new App(), 'c', { namespace: 'old' }), 'db', {
      zones: [{ zone: 'z1a', replicas: 3 }], container: { image: 'a:1', portNumber: 80 }, claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }],
    }),
    set: 'db-z1a',
    firstMoved: 1,
    stage: 4,
    atOnce: 2,
    volumes: library.MovedVolumes.named({ 'data-db-z1a-1': 'pv-1', 'data-db-z1a-2': 'pv-2' }),
  }),
  BinPackingScheduler: () => ({
    namespace: 'scheduling',
    workloads: [new library.IndexedTrainingJob(new Chart(new App(), 'c'), 'w', { workers: 2, container: container(), accelerator: Accelerator.nvidia(4) })],
    resourceWeights: { 'nvidia.com/gpu': 10, 'cpu': 1 },
    shape: [{ utilization: 0, score: 0 }, { utilization: 100, score: 10 }],
    weight: 20,
    image: 'registry.example/kube-scheduler:v1.36.1',
    replicas: 2,
  }),
  KarpenterNodePool: () => ({
    workloads: [new library.IndexedTrainingJob(new Chart(new App(), 'c'), 'w', { workers: 2, container: container(), accelerator: Accelerator.nvidia(8) })],
    nodes: library.KarpenterNodes.aws('gpu', { gpuNames: ['h100'], instanceTypes: ['p5.48xlarge'] }),
    requirements: [{ key: 'karpenter.k8s.aws/instance-generation', operator: library.NodeOperator.GREATER_THAN, values: ['4'] }],
    labels: { team: 'a' },
    taints: [{ key: 'nvidia.com/gpu', value: 'true' }],
    startupTaints: [{ key: 'node.cilium.io/agent-not-ready', effect: 'NoExecute' }],
    limits: { 'nvidia.com/gpu': '64' },
    budgets: [library.NodeBudget.always('10%', [library.NodeDisruption.DRIFTED])],
    weight: 10,
  }),
  WorkloadAlerts: () => ({
    workload: library.Workload.of(new kplus.Deployment(new Chart(new App(), 'c', { namespace: 'ml' }), 'w', { containers: [{ image: 'a:1' }] })),
    labels: { release: 'a' },
    alertLabels: { team: 'ml' },
    leaveOut: [library.WorkloadAlert.GPU_ERROR],
    queueDepth: 4,
    kvCacheUsage: 0.9,
    preemptionsPerMinute: 2,
    timeToFirstToken: Duration.seconds(3),
    errorShare: 0.02,
    restarts: 4,
    volumeUsage: 0.8,
    engine: engine(),
    startTime: Duration.minutes(5),
    podNames: 'w-[a-z0-9]+',
    zoneLabel: 'zone',
    runbookUrl: 'https://runbooks.example.com',
  }),
  WorkloadDashboard: () => ({
    workload: library.Workload.of(new kplus.Deployment(new Chart(new App(), 'c', { namespace: 'ml' }), 'w', { containers: [{ image: 'a:1' }] })),
    title: 'W',
    labels: { grafana_dashboard: '1' },
    folder: 'Inference',
    engine: engine(),
    podNames: 'w-[a-z0-9]+',
    zoneLabel: 'zone',
  }),
  QueuedWorkload: () => ({
    workload: new library.ZonePartitionedStatefulSet(new Chart(new App(), 'c'), 'w', { zones: [{ zone: 'z1a', replicas: 3 }], container: { image: 'a:1', portNumber: 80 } }),
    queueName: 'team-a',
    priorityClass: 'high',
    placement: library.Placement.queueRequires('example.com/rack'),
  }),
  GangScheduling: () => ({
    workload: new library.IndexedTrainingJob(new Chart(new App(), 'c'), 'w', { workers: 2, container: container() }),
    scheduler: library.GangScheduler.volcano({ queue: 'team' }),
    minimum: 2,
  }),
  TeamQueue: () => ({
    name: 'team',
    workloads: [new library.IndexedTrainingJob(new Chart(new App(), 'c'), 'w', { workers: 2, container: container(), accelerator: Accelerator.nvidia(1) })],
    flavors: [library.QueueFlavor.nodes({ name: 'h100', accelerators: 16, borrow: 8, resources: { cpu: '64' }, nodeLabels: { gpu: 'h100' }, topologyLevels: ['example.com/rack'] })],
    cohort: 'research',
    reclaim: true,
    priorityClass: 'high',
  }),
  WorkloadAutoscaler: () => ({
    workload: library.Workload.named({ name: 'w', podLabels: { app: 'a' }, scaledApiVersion: 'servers.example.com/v1', scaledKind: 'Server' }),
    engine: engine(),
    minReplicas: 1,
    maxReplicas: 2,
    queueDepth: 8,
    gauges: [{ name: 'vllm:num_requests_running', average: 3 }],
    startTime: Duration.minutes(3),
  }),
  ParameterServer: () => ({
    ...common(),
    container: container(),
    accelerator: Accelerator.nvidia(8),
    chief: { container: { image: 'registry.example/chief:1' } },
    ps: { replicas: 1 },
    worker: { replicas: 2 },
  }),
  RayCluster: () => ({
    ...common(),
    rayVersion: '2.53.0',
    container: { image: 'registry.example/ray:1', cpu: '4', memory: Memory.of('64Gi'), envVariables: { A: kplus.EnvValue.fromValue('b') } },
    head: { container: { memory: Memory.of('16Gi') } },
    workers: [{ name: 'gpu', replicas: 2, accelerator: Accelerator.nvidia(8), objectStoreMemory: '8Gi' }],
    recovery: library.RayRecovery.redis('redis:6379'),
    servingPort: 8000,
  }),
  DisaggregatedInference: () => ({
    prefill: library.InferenceRole.deployment({ engine: engine(), accelerator: Accelerator.nvidia(8), replicas: 2 }),
    decode: library.InferenceRole.groups({ engine: engine(), size: 1, accelerator: Accelerator.nvidia(8) }),
    router: library.PrefillDecodeRouter.vllmRouter({ image: 'vllm/vllm-router:v0.1.9' }),
    ratio: { prefill: 2, decode: 1 },
    kvTransfer: library.VllmKvTransfer.nixl({ sideChannelPort: 5700 }),
    metadata: { labels: { team: 'a' } },
  }),
  SpotInference: () => ({
    engine: engine(),
    accelerator: Accelerator.nvidia(8),
    floor: library.OnDemandFloor.percent(25),
    capacity: library.Capacity.spotKarpenter(),
    autoscaling: { minReplicas: 4, maxReplicas: 8, queueDepth: 8 },
  }),
  Sweep: () => ({
    ...common(),
    runs: library.SweepTable.grid({ RATE: ['1', '2'] }),
    container: container(),
    accelerator: Accelerator.nvidia(8),
    results: library.SweepResults.onClaimName('results', '/results'),
    summary: container(),
  }),
  DeviceClass: () => ({ devices: library.DeviceRequest.nvidia() }),
  ResourceClaimTemplate: () => ({ requests: [library.DeviceRequest.nvidia()] }),
};

/** Random ways into the props of a struct, as the table has them. */
export function pathFrom(struct: string, choose: () => number): string[] {
  const names = Object.keys(STRUCTS[struct]).filter(name => name !== '*');
  const name = names[choose() % names.length];
  const [, type, list, map] = /^\??([\w.]+)((?:\[\])?)((?:\{\})?)/.exec(STRUCTS[struct][name])!;
  const own = [name, ...(list ? ['0'] : []), ...(map ? ['a'] : [])];
  const stops = choose() % 3 === 0;
  return STRUCTS[type] && !stops ? [...own, ...pathFrom(type, choose)] : choose() % 2 === 0 ? own : [name];
}

export function put(target: Plain, [key, next, ...rest]: string[], value: unknown): void {
  if (next === undefined) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  target[key] = Array.isArray(inner) ? [...inner] : typeof inner === 'object' && inner !== null ? { ...inner } : /^\d+$/.test(next) ? [] : {};
  put(target[key] as Plain, [next, ...rest], value);
}

/** The struct of a class's props. */
export function propsOf(owner: string): string {
  return /props: \??(\w+)$/.exec(CLASSES[owner].new)![1];
}

export function makerOf(owner: string): Make {
  return (library as unknown as { [name: string]: Make })[owner];
}

/** What shows that a value was used before anybody looked at it. */
export const DEFECT = /Internal error|TypeError|Cannot read propert|is not a function|is not iterable|call stack|Cannot mix BigInt|Cannot convert|Invalid array length/;

/**
 * What is wrong with how a construct took its props, if anything is: it threw, or a finding is a failure of code, or says not what to do. Prints nothing.
 * `CDK8S_AI_WORKLOADS_FAIL_FAST` must not be set.
 */
export function complaintsAbout(owner: string, props: unknown): string[] {
  const app = new App();
  try {
    new (makerOf(owner))(new Chart(app, 'prod', { namespace: 'ml' }), 'Odd', props);
    return findingsOf(app).map(({ id, field, message, help }) => `${id} ${field ?? ''}: ${message}\n  help: ${help ?? ''}`)
      .filter(text => DEFECT.test(text) || / help: $/.test(text));
  } catch (error) {
    return [`${owner} threw: ${(error as Error).stack ?? String(error)}`];
  }
}
