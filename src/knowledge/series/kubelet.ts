import { ExportedSeries } from './exported-series';

/*
 * What the kubelet of each node says of volumes and, through cAdvisor, of containers. Prometheus asks it at /metrics and /metrics/cadvisor.
 */

const VOLUMES = 'pkg/kubelet/metrics/collectors/volume_stats.go (v1.36)';

/** Of mounted claims alone. */
function volume(name: string, unit: string): ExportedSeries {
  return { name: `kubelet_volume_stats_${name}`, type: 'gauge', unit, labels: ['namespace', 'persistentvolumeclaim'], source: VOLUMES };
}

const CONTAINERS = 'cadvisor metrics/prometheus.go (v0.56), pkg/kubelet/server/server.go (v1.36)';

function container(name: string, type: ExportedSeries['type'], unit: string, labels: readonly string[] = []): ExportedSeries {
  return { name: `container_${name}`, type, unit, labels: ['namespace', 'pod', 'container', 'id', 'image', 'name', ...labels], source: CONTAINERS };
}

export const KUBELET_SERIES: readonly ExportedSeries[] = [
  volume('capacity_bytes', 'bytes'),
  volume('available_bytes', 'bytes'),
  volume('used_bytes', 'bytes'),
  volume('inodes', 'inodes'),
  volume('inodes_free', 'inodes'),
  volume('inodes_used', 'inodes'),
  container('cpu_usage_seconds_total', 'counter', 'seconds', ['cpu']),
  container('cpu_cfs_throttled_periods_total', 'counter', 'periods'),
  container('cpu_cfs_periods_total', 'counter', 'periods'),
  container('memory_working_set_bytes', 'gauge', 'bytes'),
  container('memory_rss', 'gauge', 'bytes'),
  container('oom_events_total', 'counter', 'events'),
  container('network_receive_bytes_total', 'counter', 'bytes', ['interface']),
  container('network_transmit_bytes_total', 'counter', 'bytes', ['interface']),
  container('fs_usage_bytes', 'gauge', 'bytes', ['device']),
];
