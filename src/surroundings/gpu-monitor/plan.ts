import { podNamesOf } from './pod-names';
import { GpuMonitorProps, NodeGpuExporterOptions } from './props';
import { forbidden, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { checkedLabels } from '../../kubernetes/refused/labels';
import { checkNamePart, checkPortName, workloadName } from '../../kubernetes/refused/names';
import { Workload } from '../../workloads/handle/workload';

/** A PodMonitor of the exporters that keeps the series of some pods. */
export interface GpuMonitorPlan {
  readonly name: string;
  readonly namespace: string;
  /** Name of the workload. */
  readonly workload: string;
  readonly labels: Labels;
  readonly exporter: NodeGpuExporterOptions;
  readonly podNames: string;
}

export const DEFAULT_NODE_NAMESPACE = 'gpu-operator';

/** Pure: whose series are kept. */
export function planGpuMonitor(id: string, given: GpuMonitorProps, ownNamespace: string | undefined): GpuMonitorPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._plannedIn(ownNamespace));
    const name = attempt(() => workloadName(id, props.name));
    const labels = attempt(() => checkedLabels('monitorLabels', props.monitorLabels));
    attempt(() => checkExporter(props));
    attempt(() => checkDevices(workload));
    return {
      name,
      labels,
      exporter: props,
      workload: workload.name,
      namespace: attempt(() => requireNamespace('workload', workload.namespace)),
      podNames: attempt(() => podNames(workload)),
    };
  });
}

function checkExporter({ namespace, podLabels, portName }: NodeGpuExporterOptions): void {
  if (namespace !== undefined) {
    checkNamePart('namespace', namespace);
  }
  if (portName !== undefined) {
    checkPortName('portName', portName);
  }
  checkedLabels('podLabels', podLabels);
}

function checkDevices({ name, roles }: Workload): void {
  const [first, ...others] = roles.flatMap(({ accelerator }) => accelerator ?? []);
  if (first && ![first, ...others].some(({ _isNvidia }) => _isNvidia)) {
    throw forbidden('workload', `DCGM reads NVIDIA devices, and pods of ${name} have ${first.resourceName}`, "scrape the exporter of the devices' vendor");
  }
}

/** Series are kept by the namespace of the pods. */
export function requireNamespace(field: string, namespace: string | undefined): string {
  if (namespace === undefined) {
    throw required(field, 'the exporter of a node has the series of all namespaces, and those of these pods are kept by namespace and name', 'give the chart a namespace');
  }
  return namespace;
}

function podNames({ name, apiObjects }: Workload): string {
  if (apiObjects.length === 0) {
    throw forbidden('workload', `the app holds no object of ${name}, so nothing says how its pods are called, and the series of an exporter have no other label of them`,
      'put the monitor beside the object that makes the pods');
  }
  return apiObjects.map(object => {
    const names = podNamesOf(object);
    if (names === undefined) {
      throw forbidden('workload', `how pods of a ${object.kind} are called is not known`, 'write a PodMonitor for them');
    }
    return names;
  }).join('|');
}

/**
 * Without `honorLabels` the series would carry the exporter's pod, and ours as `exported_pod` (dcgm-exporter#27).
 *
 * @param namespace Namespace of our pods; the kept series are theirs.
 */
export function renderGpuMonitor({ exporter, namespace, podNames: names }: Pick<GpuMonitorPlan, 'exporter' | 'namespace' | 'podNames'>): PlainObject {
  return {
    namespaceSelector: { matchNames: [exporter.namespace ?? DEFAULT_NODE_NAMESPACE] },
    selector: { matchLabels: { ...(exporter.podLabels ?? { app: 'nvidia-dcgm-exporter' }) } },
    podMetricsEndpoints: [{
      port: exporter.portName ?? 'metrics',
      path: '/metrics',
      honorLabels: true,
      metricRelabelings: [{
        action: 'keep', sourceLabels: ['namespace', 'pod'], separator: '/', regex: `${namespace}/${names.includes('|') ? `(${names})` : names}`,
      }],
    }],
  };
}
