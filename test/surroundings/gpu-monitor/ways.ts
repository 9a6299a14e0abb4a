import { GpuMonitor } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  yes: (chart, workload) => new GpuMonitor(chart, 'around', { workload }),
};
