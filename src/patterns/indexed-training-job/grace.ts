import { CheckpointPlan, STOP_MARGIN_SECONDS } from './checkpoint';
import { IndexedTrainingJobProps } from './props';
import { invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { Notice, beyondNotice, cutToNotice, noticeOf } from '../../pod/lifecycle/notice';
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
  const notice = noticeOf(capacity);
  if (!notice) {
    return planPod(podProps, target, saveTerm(checkpoint), use);
  }
  checkNotice(props, checkpoint, notice);
  const pod = planPod(podProps, target, saveTerm(checkpoint), use);
  return pod.graceSeconds <= notice.seconds ? pod : cutToNotice(pod, notice);
}

function checkNotice(props: IndexedTrainingJobProps, checkpoint: CheckpointPlan | undefined, notice: Notice): void {
  const given = props.terminationGracePeriod && wholeSeconds('terminationGracePeriod', props.terminationGracePeriod);
  if (given !== undefined && given > notice.seconds) {
    throw invalid('terminationGracePeriod', `${given}s`, `${beyondNotice(notice)}: the node is gone before the grace period ends`,
      `leave it out to have it computed, or give at most ${notice.seconds} s; save more often and upload less at the end`);
  }
  const terms = stopTerms(props, checkpoint);
  const needed = totalSeconds(terms);
  if (needed > notice.seconds) {
    throw invalid(checkpoint ? 'checkpoint' : 'capacity', `${needed}s`, `${sumOf(terms)} = ${needed} s ${beyondNotice(notice)}`,
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
