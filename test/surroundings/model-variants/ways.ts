import { Chart } from 'cdk8s';
import { ModelVariant, ModelVariants, Workload } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => variants(chart, { workload }),
  'with `port`': (chart, workload) => variants(chart, { workload, port: 8000 }),
  'with `part.role` and `port`': (chart, workload) => variants(chart, { workload, port: 8000, part: { role: workload.workload.roles[0].name } }),
};

function variants(chart: Chart, first: Omit<ModelVariant, 'name'>): void {
  const other = Workload.named({ name: 'other', podLabels: { app: 'other' } });
  new ModelVariants(chart, 'around', { gateway: { name: 'models' }, variants: [{ ...first, name: 'a' }, { name: 'b', workload: other, port: 8000 }] });
}
