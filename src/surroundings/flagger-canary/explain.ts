import { FlaggerCanaryPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { FLAGGER_PRIMARY } from '../../knowledge/flagger';

/** The plan as a page: what Flagger makes, what it holds meanwhile, how long it takes, and what is to be done by hand. */
export function explainFlagger(plan: FlaggerCanaryPlan, primaryServes: boolean): string {
  const { name, target, service, companions } = plan;
  const primary = `${target.name}${FLAGGER_PRIMARY}`;
  const explanation = new Explanation(`FlaggerCanary ${name} of Deployment ${target.name}`)
    .sum('devices', devicesText(plan))
    .sum('time', timeText(plan))
    .choice('makes', `the Deployment ${primary}, which serves, and the Services ${service.name}${FLAGGER_PRIMARY} and ${service.name}-canary; ${target.name} has no pods unless a change is tried`)
    .choice('label', `${target.label}: ${target.value}${FLAGGER_PRIMARY} on the pods of the primary`)
    .choice(`Service ${service.name}`, service.taken && !primaryServes
      ? `selects ${target.name} in these manifests; when the Canary is Initialized set primaryServes: true, since each apply takes the primary out of it`
      : `selects ${primary}`);
  companions.forEach(({ of, name: copy }) => explanation.choice(`${of.kind} ${copy}`, `the same as ${of.name}, for the primary`));
  return explanation
    .consequence('taken back', 'a change that was taken back still stands in the manifests; Flagger tries the next one that differs from it')
    .consequence('no requests', 'a check without a value fails, as one above its limit does: a histogram has none while nobody sends requests to the canary')
    .consequence('ConfigMaps', 'and Secrets of the pods are copied for the primary; a change of them is tried like one of the template, unless flagger.app/config-tracking: disabled stands on them')
    .limit('claims', 'one that a single node can mount keeps primary and canary from running at the same time')
    .operate('delete', 'before the Canary is deleted scale the Deployment up and wait until it is ready: Flagger deletes the primary then')
    .toString();
}

/** Both run whole while a change is tried. */
function devicesText({ workload, scaler }: FlaggerCanaryPlan): string {
  const each = workload.roles[0]?.devicesPerPod ?? 0;
  const { minReplicas, maxReplicas } = scaler;
  if (minReplicas === undefined) {
    return `while a change is tried: the pods of the primary and as many as minReplicas of ${scaler.name} again`;
  }
  const sum = (pods: number) => `${pods} + ${pods} pods${each === 0 ? '' : ` x ${each} devices = ${2 * pods * each} devices`}`;
  return `while a change is tried: primary + canary = ${sum(minReplicas)} at the least${maxReplicas === undefined || maxReplicas === minReplicas ? '' : `, ${sum(maxReplicas)} at the most`}; `
    + 'the promotion replaces the pods of the primary by the strategy of the Deployment, beside the canary';
}

function timeText({ analysis, startSeconds = 0, deadlineSeconds }: FlaggerCanaryPlan): string {
  const { intervalSeconds, stepWeight, maxWeight, checks, failedChecks } = analysis;
  const steps = checks ?? Math.ceil(maxWeight / stepWeight);
  const seconds = startSeconds + steps * intervalSeconds;
  return `a change takes at least start ${startSeconds} s + ${steps} ${checks === undefined ? `steps (${maxWeight} % / ${stepWeight} %)` : 'checks'} x ${intervalSeconds} s = ${seconds} s until it is promoted; `
    + `pods that are not ready within ${deadlineSeconds} s, or ${failedChecks} failed checks, take it back`;
}
