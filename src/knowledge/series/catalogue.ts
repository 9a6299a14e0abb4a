import { DCGM_SERIES } from './dcgm';
import { ExportedSeries } from './exported-series';
import { KUBE_STATE_METRICS } from './kube-state-metrics';
import { KUBELET_SERIES } from './kubelet';
import { PROMETHEUS_SERIES } from './prometheus';
import { PICKER_QUEUES } from '../endpoint-picker';
import { EngineMetric } from '../engines/engine-metric';
import { ENGINES } from '../engines/engines';

const PICKER_SERIES: readonly ExportedSeries[] = Object.values(PICKER_QUEUES)
  .map(({ name, pool, source }) => ({ name, type: 'gauge', unit: 'requests', labels: [pool], source }));

let byName: ReadonlyMap<string, EngineMetric> | undefined;

function allSeries(): EngineMetric[] {
  return [
    ...KUBE_STATE_METRICS, ...KUBELET_SERIES, ...DCGM_SERIES, ...PROMETHEUS_SERIES, ...PICKER_SERIES,
    ...ENGINES.flatMap(({ exports = [] }) => exports),
  ];
}

/** The series that stands under a name in Prometheus: of a histogram its buckets, sum and count too. Undefined where nobody known here exports it. */
export function knownSeries(name: string): EngineMetric | undefined {
  byName ??= new Map(allSeries().map(row => [row.name, row]));
  const histogram = byName.get(name.replace(/_(bucket|sum|count)$/, ''));
  return byName.get(name) ?? (histogram?.type === 'histogram' ? histogram : undefined);
}
