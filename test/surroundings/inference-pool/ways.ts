import { Chart } from 'cdk8s';
import { InferencePool, InferencePoolProps, PickerFailure, WorkloadRoute } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => pool(chart, { workload }),
  'with `ports`': (chart, workload) => pool(chart, { workload, ports: [8000, 8001] }),
  'with `part.role` and `ports`': (chart, workload) => pool(chart, { workload, ports: [8000], part: { role: workload.workload.roles[0].name } }),
};

/** A pool and the route to it. */
function pool(chart: Chart, given: Pick<InferencePoolProps, 'workload' | 'part' | 'ports'>): void {
  const around = new InferencePool(chart, 'around', {
    ...given, picker: 'picker', pickerFailure: PickerFailure.OPEN, objectives: [{ name: 'chat', priority: 10 }, { name: 'batch', priority: -10 }],
  });
  new WorkloadRoute(chart, 'route', { workload: around, gateway: { name: 'public', namespace: 'gateways' } });
}
