import { EngineMonitor } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new EngineMonitor(chart, 'around', { workload }),
  'with `ports`': (chart, workload) => new EngineMonitor(chart, 'around', { workload, ports: [{ name: 'metrics' }] }),
};
