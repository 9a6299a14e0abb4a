import { WorkloadBackupPlan } from './plan';
import { RestoreStep } from './props';
import { Explanation } from '../../base/text/explanation';
import { labelsText } from '../texts';

/** What `explain()` of a WorkloadBackup prints. */
export function explainBackup(plan: WorkloadBackupPlan, steps: readonly RestoreStep[]): string {
  const { name, veleroNamespace, workload, namespace, selected, schedule, volumes, keepSeconds, hooks, hasObjects } = plan;
  const explanation = new Explanation(`WorkloadBackup ${name}: Schedule of Velero in ${veleroNamespace}, of ${workload.name}`)
    .sum('claims', claimsText(plan))
    .sum('kept', `${keepSeconds / 3600} h each`)
    .choice('when', schedule)
    .choice('selected', `in ${namespace}, what carries ${selected.map(labelsText).join(' or ')}: ${hasObjects ? 'objects of every kind' : 'pods and claims'}, and claims that these pods name`)
    .choice('data', volumes._text);
  hooks.forEach(hook => explanation.choice(`in ${hook.name}`, [
    ...(hook.before ? [`before: ${hook.before.join(' ')}`] : []), ...(hook.after ? [`after: ${hook.after.join(' ')}`] : []), `container ${hook.container}, ${hook.timeoutSeconds} s at most each; a failure ends the backup as PartiallyFailed`,
  ].join('\n')));
  explanation.limit('one moment', 'volumes are copied one after the other: a ClaimGroupSnapshot takes those of a store in one moment, where its driver can');
  if (hooks.length > 0 || volumes._readsFiles) {
    explanation.limit('pods that do not run', `have no ${[...(hooks.length > 0 ? ['hooks'] : []), ...(volumes._readsFiles ? ['files'] : [])].join(' and no ')} in a backup`);
  }
  sharedText(plan).forEach(text => explanation.limit('shared claims', text));
  steps.forEach((step, index) => explanation.operate(`restore ${index + 1}`, [`${step.title}: ${step.reason}`, ...step.commands].join('\n')));
  return explanation.toString();
}

function claimsText({ claims, workload }: WorkloadBackupPlan): string {
  const known = claims();
  if (known === undefined) {
    return 'not known here: the app holds no manifest of the pods';
  }
  const { least, most } = workload._select({});
  const pods = most === undefined ? `${least} or more` : String(most);
  return [...(known.templates.length > 0 ? [`${pods} pods x ${known.templates.length} (${known.templates.join(', ')})`] : []), ...(known.shared.length > 0 ? [`shared: ${known.shared.join(', ')}`] : [])].join('\n') || 'none';
}

/** What no label selects comes along with a pod that names it, and with none it does not. */
function sharedText({ claims, labels }: WorkloadBackupPlan): string[] {
  const shared = claims()?.shared ?? [];
  return shared.length === 0 ? [] : [`${shared.join(', ')} come along as long as a pod that names them exists; labelled ${labelsText(labels)} they are in every backup`];
}
