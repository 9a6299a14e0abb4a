import { KarpenterNodePool, KarpenterNodes } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new KarpenterNodePool(chart, 'around', { workloads: [workload], nodes: KarpenterNodes.aws('gpu') }),
  'with `limits`': (chart, workload) => new KarpenterNodePool(chart, 'around', { workloads: [workload], nodes: KarpenterNodes.aws('gpu'), limits: { 'nvidia.com/gpu': '64' } }),
};
