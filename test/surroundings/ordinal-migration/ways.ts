import { App, Chart } from 'cdk8s';
import { MovedVolumes, OrdinalMigration, OrdinalMigrationProps } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => migrate(chart, { workload }),
  'with `set` and `volumes`': (chart, workload) => migrate(chart, {
    workload, set: 'w-eu-1a', volumes: MovedVolumes.named(Object.fromEntries([0, 1, 2].map(ordinal => [`data-w-eu-1a-${ordinal}`, `volume-${ordinal}`]))),
  }),
};

function migrate(chart: Chart, props: Pick<OrdinalMigrationProps, 'workload' | 'set' | 'volumes'>): void {
  new OrdinalMigration(new Chart(chart.node.root as App, 'to', { namespace: 'elsewhere' }), 'around', { ...props, firstMoved: 0, stage: 1 });
}
