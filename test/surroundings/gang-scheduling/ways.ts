import { GangScheduler, GangScheduling } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new GangScheduling(chart, 'around', { workload, scheduler: GangScheduler.coscheduling() }),
  'with Volcano': (chart, workload) => new GangScheduling(chart, 'around', { workload, scheduler: GangScheduler.volcano() }),
  'with `minimum`': (chart, workload) => new GangScheduling(chart, 'around', { workload, scheduler: GangScheduler.volcano(), minimum: 2 }),
};
