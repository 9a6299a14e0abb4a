import { QueuedWorkload } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  yes: (chart, workload) => new QueuedWorkload(chart, 'around', { workload, queueName: 'team' }),
};
