import { WorkloadAlerts } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new WorkloadAlerts(chart, 'around', { workload }),
  'with `podNames`': (chart, workload) => new WorkloadAlerts(chart, 'around', { workload, podNames: 'w-[a-z0-9]+-[a-z0-9]{5}' }),
};
