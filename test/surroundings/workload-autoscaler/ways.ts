import { WorkloadAutoscaler } from '../../../src';
import { ENGINE, Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new WorkloadAutoscaler(chart, 'around', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8 }),
  'with `engine`': (chart, workload) => new WorkloadAutoscaler(chart, 'around', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8, engine: ENGINE }),
};
