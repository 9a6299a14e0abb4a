import { WorkloadDashboardPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { labelsText } from '../texts';

/** What `explain()` of a WorkloadDashboard prints. */
export function explainDashboard({ name, observed, labels, folder, dashboard }: WorkloadDashboardPlan): string {
  const { rows, title, uid } = dashboard();
  const all = rows.map(row => ({ title: row.title, panels: [...row.numbers ?? [], ...row.lines ?? []] }));
  const panels = all.reduce((sum, row) => sum + row.panels.length, 0);
  const explanation = new Explanation(`WorkloadDashboard ${name}: dashboard of ${observed.name}, ${title}`)
    .sum('panels', `${all.map(row => `${row.title} ${row.panels.length}`).join(' + ')} = ${panels}`)
    .sum('pods', `those in ${observed.namespace} called ${observed.podNames}; namespace and pod can be chosen`);
  all.forEach(row => explanation.choice(row.title, row.panels.map(panel => panel.title).join(', ')));
  if (observed.unknown) {
    const { reason, help = 'give engine, or put a dashboard around the workload that has one' } = observed.unknown;
    explanation.limit('requests', `${reason}: ${help}`);
  }
  return explanation
    .limit('series', 'kube-state-metrics, the kubelets, EngineMonitor and GpuMonitor have to be scraped; a panel whose series nobody exports is empty')
    .limit('being found', `by a sidecar of Grafana that looks for ${labelsText(labels)}${folder === undefined ? '' : ', and into its folder where it reads the annotation grafana_folder'}`)
    .operate('address', `/d/${uid} of Grafana; without a sidecar import the text of json`)
    .toString();
}
