import { Accelerator } from '../../pod/devices/accelerator';
import { waitStep } from '../entrypoint';
import { RAY } from '../frameworks';

/** Ray opens a file for each connection. Source: ray-project/kuberay ray-operator/controllers/ray/common/pod.go BuildPod (v1.6) */
export const RAY_LIMIT = `ulimit -n ${RAY.openFiles} || true`;

/** A Ray node joins: it waits, bounded, until the control store of the head answers, at every start of the container. */
export function rayJoinSteps(address: string, flags: readonly string[], timeoutSeconds: number): string[] {
  const until = `ray health-check --address "${address}" >/dev/null 2>&1`;
  return [
    RAY_LIMIT,
    ...(timeoutSeconds > 0 ? [waitStep({ until, what: `no Ray head at ${address}`, timeoutSeconds, periodSeconds: 5 })] : []),
    `exec ray start --address="${address}" ${flags.join(' ')}`,
  ];
}

/** Flags of `ray start` without their dashes; `true` is a switch. KubeRay's `rayStartParams` are the same texts, which it puts into a shell as well. */
export type RayStartParameters = { readonly [flag: string]: string };

/** The words behind `ray start`. */
export function rayFlags(parameters: RayStartParameters): string[] {
  return Object.entries(parameters).map(([flag, value]) => (value === 'true' ? `--${flag}` : `--${flag}=${value}`));
}

/** What Ray is told that a node has. Otherwise it counts what it sees: all cores of the machine where there is no limit. */
export interface RayResources {
  readonly cores: number;
  /** Bytes that tasks may reserve. */
  readonly memory: number;
  /** Bytes of the object store. */
  readonly objectStore: number;
  readonly accelerator?: Accelerator;
}

/** Source: ray python/ray/_private/accelerators (2.53): tpu.py, neuron.py, hpu.py */
const RESOURCES: { readonly [resource: string]: string } = { 'google.com/tpu': 'TPU', 'aws.amazon.com/neuroncore': 'neuron_cores', 'habana.ai/gaudi': 'HPU' };

/** Source: ray-project/kuberay ray-operator/controllers/ray/utils/util.go IsGPUResourceKey (v1.6) */
const GPU = /gpu$|^nvidia\.com\/mig-|^gpu\.intel\.com\//;

/**
 * Devices as Ray counts them; empty where only Ray knows. Without devices it is told so: a node whose default runtime shows all GPUs to every container would
 * otherwise lend those of others.
 */
export function rayDevices(accelerator: Accelerator | undefined): RayStartParameters {
  if (!accelerator) {
    return { 'num-gpus': '0' };
  }
  const custom = RESOURCES[accelerator.resourceName];
  if (custom) {
    return { 'num-gpus': '0', 'resources': `'${JSON.stringify({ [custom]: accelerator.count })}'` };
  }
  return accelerator._isNvidia || GPU.test(accelerator.resourceName) ? { 'num-gpus': String(accelerator.count) } : {};
}

/** What both roles are told. Ports that Ray would draw have a number, so that policies may name them. */
export function rayNodeParameters({ cores, memory, objectStore, accelerator }: RayResources): RayStartParameters {
  return {
    'num-cpus': String(cores),
    ...rayDevices(accelerator),
    'memory': String(memory),
    'object-store-memory': String(objectStore),
    'node-manager-port': String(RAY.nodeManagerPort),
    'object-manager-port': String(RAY.objectManagerPort),
    'metrics-export-port': String(RAY.metricsPort),
    'dashboard-agent-listen-port': String(RAY.agentPort),
  };
}

/** What the head is told besides. */
export const RAY_HEAD_PARAMETERS: RayStartParameters = {
  'port': String(RAY.gcsPort),
  'dashboard-host': '0.0.0.0',
  'dashboard-port': String(RAY.dashboardPort),
  'ray-client-server-port': String(RAY.clientPort),
};
