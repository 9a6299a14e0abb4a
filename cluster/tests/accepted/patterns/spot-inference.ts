import { Duration } from 'cdk8s';
import { BUDGET, DEVICES, POD } from './choices';
import { Table } from './table';
import { Capacity, GpuMetrics, InferenceEngine, OnDemandFloor, ReplicaSpread, SpotInference, SpotInferenceProps } from '../../../../src';

const container = { preStopSleep: Duration.seconds(2) };
const engine = InferenceEngine.vllm({ version: '0.18', model: 'example/model', tensorParallel: 8, longestStream: Duration.seconds(2) });
const two = Capacity.spot({ nodeLabels: { lifecycle: 'spot', pool: 'gpu' }, tolerations: [{ key: 'lifecycle', value: 'spot' }], notice: Duration.seconds(120) });

export const SPOT_INFERENCE: Table<SpotInferenceProps> = {
  pattern: 'SpotInference',
  create: (chart, props) => new SpotInference(chart, 'Llama', { ...props, engine, container }),
  factors: {
    devices: DEVICES,
    capacity: {
      karpenter: { props: { capacity: Capacity.spotKarpenter() } },
      gke: { props: { capacity: Capacity.spotGke() } },
      aks: { props: { capacity: Capacity.spotAks() } },
      two: { props: { capacity: two } },
      preferred: { props: { capacity: Capacity.preferSpot(two) } },
    },
    floor: { fixed: { props: { floor: OnDemandFloor.replicas(2) } }, share: { props: { floor: OnDemandFloor.percent(30) } } },
    scaling: {
      fixed: { props: { replicas: 4 } },
      queue: { props: { autoscaling: { minReplicas: 3, maxReplicas: 8, queueDepth: 8, kvCacheUsage: 0.8 } } },
    },
    metrics: { none: { props: {} }, node: { props: { gpuMetrics: GpuMetrics.nodeExporter() } } },
    monitor: { none: { props: {} }, podMonitor: { props: { podMonitor: { labels: { release: 'prometheus' } } } } },
    service: { own: { props: {} }, other: { props: { service: { name: 'llama-http', clientAffinity: Duration.minutes(10) } } } },
    spread: { own: { props: {} }, nodes: { props: { spread: ReplicaSpread.overZonesAndNodes() } } },
    budget: BUDGET,
    pod: POD,
  },
  conflicts: [],
};
