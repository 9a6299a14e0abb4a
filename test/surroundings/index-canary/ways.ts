import { IndexCanary } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new IndexCanary(chart, 'around', { workload, indexes: [] }),
  'with `part.zone`': (chart, workload) => new IndexCanary(chart, 'around', { workload, indexes: [], part: { zone: workload.workload.zones[0] } }),
  'with `part.role`': (chart, workload) => new IndexCanary(chart, 'around', { workload, indexes: [], part: { role: workload.workload.roles[1]?.name } }),
};
