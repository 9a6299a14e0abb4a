import { asNumber, asShown, asText, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { hasClaims, retentionOf } from '../../lint/changes/sets';
import { isScaled } from '../../lint/facts/autoscaling';
import { podSetsOf } from '../../lint/facts/carried-pods';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { workloadKindOf } from '../../lint/kinds';
import { deploymentUpdate } from '../../lint/kinds/deployment';
import { counted, Said } from '../said';

/** What somebody does to it: another template, another number, none at all. */
export function changeRestarts(facts: Facts, pods: PodSet): Said[] {
  return [...templateChanges(facts, pods.carrier), ...numberChanges(facts, pods.carrier)];
}

function templateChanges(facts: Facts, carrier: Manifest): Said[] {
  const said = (text: string, field: string): Said[] => [{ topic: 'the template changes', text, subject: carrier, field }];
  const kind = workloadKindOf(carrier);
  if (kind.isRun === true) {
    return said(`the API server refuses it: a ${carrier.kind} is one run, and the next one needs another name`, 'spec');
  }
  if (carrier.type === 'batch/CronJob') {
    return said('the next run has it; the one that runs goes on', 'spec.jobTemplate');
  }
  if (kind.pace === undefined) {
    return [];
  }
  const running = runningPods(facts, carrier);
  const pace = kind.pace({ previous: carrier, next: carrier }, running);
  const field = ['updateStrategy', 'strategy', 'rolloutStrategy', 'upgradeStrategy'].find(each => isPresent(carrier.spec[each]));
  const at = field === undefined ? 'spec' : `spec.${field}`;
  if (pace === undefined) {
    return said(carrier.spec.paused === true ? 'nothing restarts while it is paused' : 'nothing restarts by itself: each pod has the new template when somebody deletes it', at);
  }
  return said(`${replaced(pace.pods, running)}${pace.pods === 0 || running === 1 ? '' : paceInWords(carrier, pace.away, running)}`, at);
}

function replaced(pods: number | undefined, running: number | undefined): string {
  if (pods === undefined || pods === running) {
    return pods === 1 ? 'its pod is replaced' : pods === undefined ? 'all pods are replaced' : pods === 0 ? 'there is no pod to replace' : `all ${pods} pods are replaced`;
  }
  return pods === 0 ? 'no pod is replaced' : `${pods} of ${running} pods ${pods === 1 ? 'is' : 'are'} replaced`;
}

function runningPods(facts: Facts, carrier: Manifest): number | undefined {
  const sets = podSetsOf(facts, carrier);
  return isScaled(facts, carrier) || sets.some(({ pods }) => pods === undefined) ? undefined : sets.reduce((sum, { pods }) => sum + pods!, 0);
}

/** Source: pkg/controller/deployment, pkg/controller/statefulset (v1.36); lws pkg/controllers/leaderworkerset_controller.go (v0.8.0) */
function paceInWords(carrier: Manifest, away: number | undefined, running: number | undefined): string {
  switch (carrier.type) {
    case 'apps/Deployment': return deploymentPace(carrier, running);
    case 'apps/StatefulSet': return `, ${away === undefined || away === 1 ? 'one' : away} at a time, the highest ordinal first; each next one when the one before is ready`;
    case 'apps/DaemonSet': return `, ${asShown(objectAt(carrier.spec, 'updateStrategy', 'rollingUpdate').maxUnavailable ?? 1)} at a time`;
    case 'leaderworkerset.x-k8s.io/LeaderWorkerSet': return away === undefined ? ' in whole groups' : ` in whole groups, ${counted(away, 'pod')} at a time, the highest group first`;
    default: return away === undefined ? '' : `, ${away} at a time`;
  }
}

function deploymentPace(carrier: Manifest, running: number | undefined): string {
  if (asText(objectAt(carrier.spec, 'strategy').type) === 'Recreate') {
    return ': all of them stop before a new one starts';
  }
  const update = running === undefined ? undefined : deploymentUpdate(carrier.spec, running);
  return update === undefined ? '' : `: ${update.surge === 0 ? 'none is added first' : `up to ${update.surge} more run meanwhile`}, and ${update.unavailable === 0 ? 'none is missing' : `${update.unavailable} at a time ${update.unavailable === 1 ? 'is' : 'are'} missing`} (${update.text})`;
}

/** Source: pkg/controller/statefulset/stateful_pod_control.go (v1.36) */
function comeBack(carrier: Manifest): string {
  return !hasClaims(carrier) ? '' : retentionOf(carrier, 'whenScaled') === 'Retain' ? ' with the same claims' : ', with empty claims: theirs are deleted';
}

/** Which pods come and go with the number. Source: pkg/controller/statefulset/stateful_set_control.go, pkg/controller/replicaset (v1.36) */
function numberChanges(facts: Facts, carrier: Manifest): Said[] {
  const kind = workloadKindOf(carrier);
  const said = (text: string, field: string): Said[] => [{ topic: 'the number changes', text, subject: carrier, field }];
  const field = kind.scale === undefined || kind.scale === 'none' ? undefined : kind.scale;
  const at = field === undefined || asNumber(carrier.spec.replicas) === undefined ? 'spec' : field;
  switch (carrier.type) {
    case 'apps/StatefulSet': return said(`the highest ordinals go first, and come back under the same names${comeBack(carrier)}`, at);
    case 'leaderworkerset.x-k8s.io/LeaderWorkerSet': return said('whole groups come and go, the highest first; another size replaces all of them', at);
    case 'apps/Deployment': return isScaled(facts, carrier) ? [] : said('no pod that stays restarts; which ones go, the controller chooses', at);
    default: return [];
  }
}
