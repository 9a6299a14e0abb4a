import { FlaggerCanaryPlan } from './plan';
import { FLAGGER_PRIMARY } from '../../knowledge/flagger';

/** The plan in words: what Flagger makes, what it holds meanwhile, how long it takes, and what is to be done by hand. */
export function flaggerText(plan: FlaggerCanaryPlan, primaryServes: boolean): string {
  const { target, service, companions } = plan;
  const primary = `${target.name}${FLAGGER_PRIMARY}`;
  return [
    `Flagger makes the Deployment ${primary}, which serves, and the Services ${service.name}${FLAGGER_PRIMARY} and ${service.name}-canary; ${target.name} has no pods unless a change is tried`,
    `label of its pods: ${target.label}: ${target.value}${FLAGGER_PRIMARY}`,
    service.taken && !primaryServes
      ? `Service ${service.name}: selects ${target.name} in these manifests; when the Canary is Initialized set primaryServes: true, since each apply takes the primary out of it`
      : `Service ${service.name}: selects ${primary}`,
    ...companions.map(({ of, name }) => `${of.kind} ${name}: the same as ${of.name}, for the primary`),
    devicesText(plan),
    timeText(plan),
    ...NOTES.map(note => `note: ${note}`),
  ].join('\n');
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

const NOTES = [
  'a change that was taken back still stands in the manifests; Flagger tries the next one that differs from it',
  'a check without a value fails, as one above its limit does: a histogram has none while nobody sends requests to the canary',
  'ConfigMaps and Secrets of the pods are copied for the primary; a change of them is tried like one of the template, unless flagger.app/config-tracking: disabled stands on them',
  'a claim that one node can mount keeps primary and canary from running at the same time',
  'before the Canary is deleted scale the Deployment up and wait until it is ready: Flagger deletes the primary then',
];
