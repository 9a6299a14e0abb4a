import { Duration } from 'cdk8s';
import { CheckpointPlan, STOP_MARGIN_SECONDS } from './checkpoint';
import { IndexedTrainingJobProps } from './props';
import { invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { ModelUse } from '../../pod/model/model-plan';
import { Capacity } from '../../pod/scheduling/capacity';
import { PodPlan, StopTerm, planPod, sumOf, totalSeconds } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Target } from '../../target-cluster/target';

/** What the pattern itself needs of the grace period; the upload is a sidecar, and counted as one. */
function saveTerm(checkpoint: CheckpointPlan | undefined): StopTerm[] {
  return checkpoint ? [{ what: 'save', seconds: checkpoint.saveSeconds }] : [];
}

/** What a pod follows from besides its properties. */
interface RunOfPod {
  readonly checkpoint?: CheckpointPlan;
  readonly capacity: Capacity;
  readonly use: ModelUse;
}

/**
 * The pod with a grace period that fits the notice of spot capacity: a longer one promises time that is not there.
 *
 * @param podProps the properties of the run with the upload among the sidecars.
 */
export function planGracefulPod(
  props: IndexedTrainingJobProps, podProps: PodTemplateProps, target: Target, { checkpoint, capacity, use }: RunOfPod): PodPlan {
  const notice = capacity._spot?.noticeSeconds;
  if (notice === undefined) {
    return planPod(podProps, target, saveTerm(checkpoint), use);
  }
  checkNotice(props, checkpoint, notice, capacity._spotTitle);
  const pod = planPod(podProps, target, saveTerm(checkpoint), use);
  if (pod.graceSeconds <= notice) {
    return pod;
  }
  // Kubernetes' default may be more than there is; what must stop does fit.
  const cut = planPod({ ...podProps, terminationGracePeriod: Duration.seconds(notice) }, target, saveTerm(checkpoint), use);
  return { ...cut, graceSum: `${notice} s, the notice of ${capacity._spotTitle} (${pod.graceSum}, is more)` };
}

function checkNotice(props: IndexedTrainingJobProps, checkpoint: CheckpointPlan | undefined, notice: number, nodes: string): void {
  const leaves = `the ${notice} s that ${nodes} leave a pod after the stop signal`;
  const given = props.terminationGracePeriod && wholeSeconds('terminationGracePeriod', props.terminationGracePeriod);
  if (given !== undefined && given > notice) {
    throw invalid('terminationGracePeriod', `${given}s`, `is more than ${leaves}: the node is gone before the grace period ends`,
      `leave it out to have it computed, or give at most ${notice} s; save more often and upload less at the end`);
  }
  const terms = stopTerms(props, checkpoint);
  const needed = totalSeconds(terms);
  if (needed > notice) {
    throw invalid(checkpoint ? 'checkpoint' : 'capacity', `${needed}s`, `${sumOf(terms)} = ${needed} s is more than ${leaves}`,
      'shorten saveTime or the upload, or upload while training instead of at the end');
  }
}

function stopTerms(props: IndexedTrainingJobProps, checkpoint: CheckpointPlan | undefined): StopTerm[] {
  return [
    { what: 'preStop', seconds: props.container.preStopSleep?.toSeconds({ integral: false }) ?? 0 },
    ...saveTerm(checkpoint),
    ...(props.sidecars ?? []).map((sidecar, index) => ({ what: `sidecar ${sidecar.name ?? index}`, seconds: sidecar.stopTime?.toSeconds({ integral: false }) ?? 0 })),
    { what: 'upload', seconds: checkpoint?.uploadSeconds ?? 0 },
    { what: 'margin', seconds: STOP_MARGIN_SECONDS },
  ].filter(term => term.seconds > 0);
}
