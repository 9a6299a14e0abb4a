import { WorkloadBackup } from '../../../src';
import { Ways } from '../ways';

const SCHEDULE = '0 3 * * *';

export const WAYS: Ways = {
  'yes': (chart, workload) => new WorkloadBackup(chart, 'around', { workload, schedule: SCHEDULE }),
  'with `objects`, since its pods have no claims': (chart, workload) => new WorkloadBackup(chart, 'around', { workload, schedule: SCHEDULE, objects: true }),
};
