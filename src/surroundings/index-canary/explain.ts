import { IndexCanaryPlan } from './plan';
import { CanaryStep } from './props';
import { Explanation } from '../../base/text/explanation';

/** The steps as a page, with what the controller does that a manifest does not show; each is shown on a real one. */
export function explainCanary(plan: IndexCanaryPlan, steps: readonly CanaryStep[], back: readonly CanaryStep[], service: string | undefined): string {
  const { setName, first, count, updated } = plan;
  const last = first + count - 1;
  const explanation = new Explanation(`IndexCanary of StatefulSet ${setName}`)
    .sum('pods', `${count}, ${setName}-${first} to ${setName}-${last}`)
    .sum('partition', `${count} pods - ${updated} on the new template = ${count - updated}`)
    .choice('Service', service === undefined ? `no Service reaches ${setName}-${last} alone: nobody says a port` : `Service ${service} reaches ${setName}-${last} alone`)
    .consequence('a pod dies', 'outside of indexes it comes back with the template of before, which the controller keeps as the current revision of this StatefulSet; one that is deleted and made again, also with --cascade=orphan, has lost it')
    .consequence('fewer indexes', 'replace nobody by themselves: what runs the new template keeps it until it is deleted')
    .consequence('never ready', neverReady(plan));
  [...steps, ...back].forEach(step => explanation.operate(step.title, stepText(step)));
  if (back.length > 0) {
    explanation.operate('afterwards', 'take the change of the template back, with indexes: [] : replaces nobody; then remove the canary');
  }
  return explanation.toString();
}

/** Source: pkg/controller/statefulset/stateful_set_control.go (v1.36); cluster/tests/index-canary.test.ts */
function neverReady({ set }: IndexCanaryPlan): string {
  const { podManagementPolicy } = (set.toJson() as { spec: { podManagementPolicy?: string } }).spec;
  return podManagementPolicy === 'Parallel'
    ? 'a canary that is not ready is replaced when its template changes again (podManagementPolicy Parallel);\nwith the gate MaxUnavailableStatefulSet, off by default up to 1.36, it stays until somebody deletes it'
    : 'a canary that is not ready stays when its template changes again (podManagementPolicy OrderedReady), until somebody deletes it';
}

function stepText({ indexes, replaces, commands, isHere }: CanaryStep): string {
  return [`indexes [${indexes.join(', ')}], replaces ${replaces.join(', ') || 'nobody'}${isHere ? '  <- these manifests' : ''}`, ...commands.map(command => `  ${command}`)].join('\n');
}
