import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { forbidden } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { SidecarSpec } from '../../pod/container/container';
import { Memory } from '../../pod/container/memory';
import { Accelerator } from '../../pod/devices/accelerator';
import { DEFAULT_NODE_NAMESPACE } from '../../surroundings/gpu-monitor/plan';
import { NodeGpuExporterOptions } from '../../surroundings/gpu-monitor/props';

/**
 * The exporter beside the engine.
 */
export interface GpuMetricsSidecarOptions {
  /**
   * Image of the DCGM exporter.
   *
   * @default nvcr.io/nvidia/k8s/dcgm-exporter:4.5.3-4.8.2-distroless
   */
  readonly image?: string;

  /**
   * Time between two readings of the counters.
   *
   * @default Duration.seconds(15)
   */
  readonly interval?: Duration;

  /**
   * Memory of the exporter.
   *
   * @default Memory.of('512Mi')
   */
  readonly memory?: Memory;
}

/**
 * Where the figures of the pods' GPUs come from: temperature, power, memory in use, errors.
 */
export class GpuMetrics {
  /**
   * A DCGM exporter in each pod, as a native sidecar that shares the device claim of the engine. Only with a claim: a device plugin gives devices to
   * one container, and an exporter beside it sees none.
   *
   * @param options Image and interval.
   */
  public static sidecar(options: GpuMetricsSidecarOptions = {}): GpuMetrics {
    return new GpuMetrics(options);
  }

  /**
   * The exporter of the node: a PodMonitor (`monitoring.coreos.com/v1`) that keeps the series of these pods. The exporter has to attribute devices to
   * pods (`DCGM_EXPORTER_KUBERNETES`, as the GPU operator sets it).
   *
   * @param options Where the exporter runs.
   */
  public static nodeExporter(options: NodeGpuExporterOptions = {}): GpuMetrics {
    return new GpuMetrics(undefined, options);
  }

  private constructor(
    /** @internal */ public readonly _sidecar?: GpuMetricsSidecarOptions,
    /** @internal */ public readonly _node?: NodeGpuExporterOptions) {}
}

/** The figures of one workload's GPUs. */
export interface GpuMetricsPlan {
  readonly sidecar?: SidecarSpec;
  readonly monitor?: NodeGpuExporterOptions;
  readonly text: string;
}

export const EXPORTER_CONTAINER = 'dcgm-exporter';
export const EXPORTER_PORT_NAME = 'dcgm-metrics';
export const COUNTER_FOLDER = '/etc/dcgm-counters';
export const COUNTER_KEY = 'counters.csv';
const EXPORTER_PORT = 9400;
const DEFAULT_IMAGE = 'nvcr.io/nvidia/k8s/dcgm-exporter:4.5.3-4.8.2-distroless';
const DEFAULT_MEMORY = '512Mi';
const DEFAULT_INTERVAL_SECONDS = 15;

/** Pure: the sidecar or the monitor, or nothing. */
export function planGpuMetrics(metrics: GpuMetrics | undefined, accelerator: Accelerator): GpuMetricsPlan | undefined {
  if (!metrics) {
    return undefined;
  }
  if (!accelerator._isNvidia) {
    throw forbidden('gpuMetrics', `DCGM reads NVIDIA devices, and these pods have ${accelerator.resourceName}`, "scrape the exporter of the devices' vendor");
  }
  if (metrics._node) {
    return { monitor: metrics._node, text: `the node's exporter in namespace ${metrics._node.namespace ?? DEFAULT_NODE_NAMESPACE}, scraped by a PodMonitor that keeps the series of these pods` };
  }
  if (accelerator._request === undefined) {
    throw forbidden('gpuMetrics', `a sidecar sees no devices: the device plugin gives ${accelerator.resourceName} to the engine's container alone, and asking for more would take further GPUs`,
      'use GpuMetrics.nodeExporter(), or a device claim, which containers can share: Accelerator.claim(…)');
  }
  return { sidecar: exporter(metrics._sidecar!), text: `${EXPORTER_CONTAINER} beside the engine shares its device claim; counters without profiling, on port ${EXPORTER_PORT}` };
}

/**
 * No probe: the readiness of a sidecar counts for its pod, and a broken exporter is no reason to stop serving. Called by its own name, since the image's
 * entry point changes file capabilities, which these containers may not.
 *
 * Source: NVIDIA/dcgm-exporter docker/dcgm-exporter-entrypoint.sh
 */
function exporter(options: GpuMetricsSidecarOptions): SidecarSpec {
  const milliseconds = 1000 * (options.interval ? wholeSeconds('gpuMetrics.interval', options.interval, 1) : DEFAULT_INTERVAL_SECONDS);
  return {
    name: EXPORTER_CONTAINER,
    image: options.image ?? DEFAULT_IMAGE,
    command: ['/usr/bin/dcgm-exporter'],
    args: ['--collectors', `${COUNTER_FOLDER}/${COUNTER_KEY}`, '--address', `:${EXPORTER_PORT}`, '--collect-interval', String(milliseconds)],
    ports: [{ name: EXPORTER_PORT_NAME, number: EXPORTER_PORT, protocol: kplus.Protocol.TCP }],
    memory: options.memory ?? Memory.of(DEFAULT_MEMORY),
  };
}

carriesMistakes(GpuMetrics, () => GpuMetrics.sidecar());
