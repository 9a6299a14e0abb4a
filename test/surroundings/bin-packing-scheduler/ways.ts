import { BinPackingScheduler } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  yes: (chart, workload) => new BinPackingScheduler(chart, 'around', { workloads: [workload] }),
};
