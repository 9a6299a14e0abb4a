import { ScalingSeries, WorkloadAutoscaler } from '../../../src';
import { ENGINE, Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new WorkloadAutoscaler(chart, 'around', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8 }),
  'with `engine`': (chart, workload) => new WorkloadAutoscaler(chart, 'around', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8, engine: ENGINE }),
  'with `series`': (chart, workload) => new WorkloadAutoscaler(chart, 'around', {
    workload, minReplicas: 1, maxReplicas: 2, series: [ScalingSeries.gauge({ name: 'gateway_waiting_requests', labels: { route: 'w' }, perReplica: 8 })],
  }),
};
