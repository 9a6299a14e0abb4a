import { QueueFlavor, TeamQueue } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new TeamQueue(chart, 'around', { workloads: [workload], flavors: [QueueFlavor.nodes({ name: 'around' })] }),
  'with `accelerators`': (chart, workload) => new TeamQueue(chart, 'around', {
    workloads: [workload], flavors: [QueueFlavor.nodes({ name: 'around', accelerators: 64, nodeLabels: { pool: 'gpu' } })],
  }),
};
