import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { DisaggregatedInferenceProps } from './props';
import { LlmdSidecarOptions, PrefillDecodeRouter, VllmRouterOptions } from './router';
import { PROGRAMS, ROUTER_PORT_NAME, RouterProgram } from './router-programs';
import { partsOf } from './sides';
import { STAGES, SidePlan, Stage } from './stage';
import { forbidden, invalid, renamed, required } from '../../base/errors/invalid-input';
import { checkNamePart } from '../../kubernetes/refused/names';
import { ContainerSpec, SidecarSpec } from '../../pod/container/container';
import { Memory } from '../../pod/container/memory';
import { ENDPOINT_REMOVAL_SECONDS } from '../../pod/lifecycle/drain';
import { PodPlan, planPod } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Target } from '../../target-cluster/target';
import { RoleContainer } from '../leader-worker-group/role-container';

/** What routes, as far as the pattern makes it. */
export interface RouterPlan {
  readonly kind: PrefillDecodeRouter['_kind'];
  readonly own?: OwnRouterPlan;
  readonly sidecar?: SidecarPlan;
}

/** A router in a Deployment. */
export interface OwnRouterPlan {
  readonly name: string;
  readonly namespace: string;
  readonly replicas: number;
  readonly port: number;
  /** Port of the engines, the same in all pods. */
  readonly enginePort: number;
  readonly podProps: PodTemplateProps;
  readonly pod: PodPlan;
  readonly command: string;
  /** Whether it is told each role's labels, rather than those of both. */
  readonly selectsRoles: boolean;
  /** Flags before and after the selectors, which only the roles' own patterns can say. */
  readonly args: readonly string[];
  readonly userArgs: readonly string[];
}

/** llm-d's sidecar in front of each decode, and the pool. */
export interface SidecarPlan {
  readonly port: number;
  readonly enginePort: number;
  readonly sidecar: SidecarSpec;
  readonly pool: { readonly name: string; readonly endpointPicker: string; readonly port: number };
}

/** Port of the sidecar, as its container names it. */
export const SIDECAR_PORT_NAME = 'routing';

const DEFAULTS = { port: 8000, enginePort: 8200, endpointPickerPort: 9002, replicas: 1 } as const;

/** Ports of the engines that follow from the router, where the engines say none. */
export function routedPorts(router: PrefillDecodeRouter): { readonly [stage in Stage]?: number } {
  const sidecar = router._sidecar;
  return sidecar ? { prefill: sidecar.port ?? DEFAULTS.port, decode: sidecar.enginePort ?? DEFAULTS.enginePort } : {};
}

/** Pure. */
export function planRouter(
  name: string, namespace: string | undefined, { router }: DisaggregatedInferenceProps, parts: readonly SidePlan[], target: Target): RouterPlan {
  checkSideChannels(parts, router);
  if (router._kind !== 'none') {
    checkRouted(router, parts);
  }
  return {
    kind: router._kind,
    own: router._router && planOwnRouter(name, namespace, router, parts, target),
    sidecar: router._sidecar && planSidecar(name, router._sidecar, parts),
  };
}

/** One port for each data-parallel rank, from the first on. Source: vllm docs/features/nixl_connector_usage.md (base_port + dp_rank) */
export function sideChannelPorts({ side }: SidePlan): readonly number[] {
  return side.sideChannelPort === undefined ? [] : Array.from({ length: side.parallelism.data }, (_, rank) => side.sideChannelPort! + rank);
}

function checkSideChannels(parts: readonly SidePlan[], router: PrefillDecodeRouter): void {
  for (const stage of parts) {
    const ports = sideChannelPorts(stage);
    const taken = [
      { port: stage.side.port, what: 'the port of the engine' },
      ...(stage.stage === 'decode' && router._sidecar ? [{ port: router._sidecar.port ?? DEFAULTS.port, what: 'the port of the routing sidecar' }] : []),
    ].find(({ port }) => ports.includes(port));
    if (taken) {
      throw invalid(`${stage.field}.engine`, taken.port, `is ${taken.what} and a port of the side channel: ${ports[0]} to ${ports[ports.length - 1]}, one for each of ${ports.length} data-parallel ranks`,
        'give sideChannelPort of VllmKvTransfer.nixl another one');
    }
    if (ports[ports.length - 1] > 65535) {
      throw invalid(`${stage.field}.engine`, ports[0], `the side channel needs ${ports.length} ports, one for each data-parallel rank, and ${ports[0]} + ${ports.length - 1} = ${ports[ports.length - 1]} is none`,
        `give sideChannelPort of VllmKvTransfer.nixl at most ${65535 - ports.length + 1}`);
    }
  }
}

/** All routers hand the addresses of NIXL from one side to the other. Source: vllm-project/router vllm_pd_router.rs; llm-d-inference-scheduler pkg/sidecar/proxy/connector_nixlv2.go (v0.8.0) */
function checkRouted(router: PrefillDecodeRouter, parts: readonly SidePlan[]): void {
  const [prefill, ...others] = parts;
  if (prefill.side.connector !== 'NixlConnector') {
    throw forbidden('router', `how it pairs requests of ${prefill.side.connector} is not known here`, 'use PrefillDecodeRouter.none(), and a router of your own');
  }
  const other = others.find(({ side }) => side.port !== prefill.side.port);
  if (router._router && other) {
    const flag = router._kind === 'vllmRouter' ? '--service-discovery-port' : '--k8s-port';
    throw invalid(`${other.field}.engine`, other.side.port, `prefill answers on ${prefill.side.port}, and the router reaches all pods on one port (${flag})`, 'give all engines the same port');
  }
  if (router._kind === 'productionStack') {
    checkStack(parts);
  }
  if (router._kind === 'vllmRouter') {
    // The pools of a stage have no labels in common but those of pods that answer.
    STAGES.map(stage => partsOf(parts, stage)).filter(pools => pools.length > 1).forEach(pools => checkOneTemplate(pools, 'the router finds'));
  }
}

/** What the production stack's router takes for granted. */
function checkStack(parts: readonly SidePlan[]): void {
  checkOneTemplate(parts, 'the router finds');
  const apart = partsOf(parts, 'prefill').find(({ groups, side }) => groups && groups.size > 1 && side.parallelism.data > 1 && !groups.engine?._everyPodServes);
  if (apart) {
    throw forbidden(`${apart.field}.engine`, 'the router has decode fetch blocks from the pod that it has asked, and here ranks of other pods may have computed them',
      'set loadBalancing: VllmLoadBalancing.HYBRID of the engine of prefill, or use PrefillDecodeRouter.vllmRouter()');
  }
}

/** Leaders and workers of one template cannot be told apart by the labels that are looked for. */
function checkOneTemplate(stages: readonly SidePlan[], who: string): void {
  const shared = stages.find(({ groups }) => groups && groups.size > 1 && groups.backend?._kind === 'singleStatefulSet' && !groups.engine?._everyPodServes);
  if (shared) {
    throw forbidden(`${shared.field}.backend`, `leaders and workers of one template have the same labels, so ${who} workers as well, which answer nobody`,
      'use LeaderWorkerBackend.statefulSets() or leaderWorkerSet()');
  }
}

function planOwnRouter(
  name: string, namespace: string | undefined, router: PrefillDecodeRouter, parts: readonly SidePlan[], target: Target): OwnRouterPlan {
  const options = router._router!;
  const program = PROGRAMS[router._kind]!;
  const { port = DEFAULTS.port, replicas = DEFAULTS.replicas, args = [], container = {} } = options;
  if (namespace === undefined) {
    throw required('metadata.namespace', 'the router may list pods by a RoleBinding, and that names its account with the namespace', 'give it, or the chart a namespace');
  }
  checkArguments(args, program);
  checkContainer(container);
  const podProps: PodTemplateProps = { container: routerContainer(options, program), automountServiceAccountToken: true };
  // The router answers as long as the slowest of the requests that it has passed on.
  const stream = Math.max(...parts.map(({ side }) => side.longestStreamSeconds));
  const enginePort = parts[0].side.port;
  if (program.mostSeconds !== undefined && stream > program.mostSeconds) {
    throw invalid('router', `${stream}s`, `the longest stream of the engines is longer than the ${program.mostSeconds} s that this router waits for a decode`,
      'shorten longestStream of the engines, or use PrefillDecodeRouter.vllmRouter()');
  }
  const pod = renamed(({ field }) => field.replace(/^container/, 'router.container'), () => planPod(podProps, target, [{ what: 'longest stream', seconds: stream }]));
  return {
    name: `${name}-router`,
    namespace,
    replicas,
    port,
    enginePort,
    podProps: { ...podProps, terminationGracePeriod: Duration.seconds(pod.graceSeconds) },
    pod,
    command: program.command,
    selectsRoles: program.selectsRoles,
    args: program.args(name, port, enginePort),
    userArgs: args,
  };
}

function checkArguments(args: readonly string[], { derived }: RouterProgram): void {
  const index = args.findIndex(word => derived.includes(word.split('=')[0]));
  if (index >= 0) {
    throw forbidden(`router.args[${index}]`, `${args[index].split('=')[0]} follows from the roles, or has a property of its own`, 'leave it out');
  }
}

function checkContainer(container: RoleContainer): void {
  const own = (['command', 'args', 'ports', 'port', 'portNumber', 'image'] as const).find(name => container[name] !== undefined);
  if (own) {
    throw forbidden(`router.container.${own}`, 'is what the router is told in properties of its own', own === 'args' || own === 'command' ? 'use args of the router' : `use ${own === 'image' ? 'image' : 'port'} of the router`);
  }
}

/** CPU and memory: what the router's own manifests ask for. Source: vllm-project/router scripts/k8s/llama3/llm-d/vllm-router-deployment-with-discovery.yaml */
function routerContainer(options: VllmRouterOptions, { liveness, readiness, metricsPort }: RouterProgram): ContainerSpec {
  const { image, container = {}, port = DEFAULTS.port } = options;
  const given = Object.fromEntries(Object.entries(container).filter(([, value]) => value !== undefined)) as RoleContainer;
  return {
    name: 'router',
    cpu: given.resources?.cpu ? undefined : '2',
    memory: given.resources?.memory ? undefined : Memory.of('4Gi'),
    preStopSleep: Duration.seconds(ENDPOINT_REMOVAL_SECONDS),
    liveness: probe(liveness, port, 6),
    readiness: probe(readiness, port, 2),
    ...given,
    image,
    ports: [{ name: ROUTER_PORT_NAME, number: port }, ...(metricsPort === undefined ? [] : [{ name: 'metrics', number: metricsPort }])],
  };
}

function probe(path: string, port: number, failureThreshold: number): kplus.Probe {
  return kplus.Probe.fromHttpGet(path, { port, failureThreshold, timeoutSeconds: Duration.seconds(5) });
}

function planSidecar(name: string, options: LlmdSidecarOptions, parts: readonly SidePlan[]): SidecarPlan {
  const { port = DEFAULTS.port, endpointPickerPort = DEFAULTS.endpointPickerPort } = options;
  const [enginePort] = partsOf(parts, 'decode').map(({ side }) => side.port);
  parts.forEach(part => checkBesideSidecar(part, port, enginePort));
  checkOneTemplate(parts, 'the pool sends requests to');
  checkNamePart('router.endpointPicker', options.endpointPicker);
  return {
    port,
    enginePort,
    // Without a flag the proxy serves TLS with a certificate that it signs itself. Source: llm-d-inference-scheduler pkg/sidecar/proxy/options.go (v0.8.0)
    sidecar: {
      name: 'routing-proxy',
      image: options.image,
      args: [`--port=${port}`, `--vllm-port=${enginePort}`, '--secure-proxy=false'],
      ports: [{ name: SIDECAR_PORT_NAME, number: port }],
      // It answers by itself; whether the engine does is the engine's own probe.
      readiness: probe('/health', port, 2),
    },
    pool: { name, endpointPicker: options.endpointPicker, port: endpointPickerPort },
  };
}

/** Prefill answers where the sidecars of decode do, and the engines behind those on another port, the same in all pools. */
function checkBesideSidecar({ stage, field, side }: SidePlan, port: number, enginePort: number): void {
  if (stage === 'prefill' && side.port !== port) {
    throw invalid(`${field}.engine`, side.port, `the pool sends to port ${port} of all pods, that of the sidecar`, `leave the port of the engine out, or set router port ${side.port}`);
  }
  if (stage === 'decode' && side.port === port) {
    throw invalid(`${field}.engine`, port, 'is the port of the sidecar in front of it, and one pod has each port once', 'leave the port of the engine out, which makes it 8200');
  }
  if (stage === 'decode' && side.port !== enginePort) {
    throw invalid(`${field}.engine`, side.port, `decode listens on ${enginePort}, and the sidecars of all pools are alike`, `leave the port of the engine out, or use ${enginePort}`);
  }
}
