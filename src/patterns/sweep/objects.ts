import { SweepPlan } from './plan';
import { Labels, mergeLabels, standardLabels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { QUEUE_NAME } from '../../knowledge/queue';
import { IndexedJobSpec } from '../../workloads/indexed-job';

/** A disrupted pod did not fail by itself. Source: KEP-3329 */
const DISRUPTIONS: PlainObject = { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };

/** A summary that fails may be started again as often. */
const SUMMARY_RETRIES = 3;

/** The Job of the rows. */
export function jobOfRows(plan: SweepPlan, template: () => PlainObject): IndexedJobSpec {
  return {
    workers: plan.rows.rows.length,
    parallelism: plan.parallelism,
    backoffLimitPerIndex: plan.retries,
    maxFailedIndexes: plan.maxFailedRows,
    podFailureRules: [DISRUPTIONS],
    activeDeadlineSeconds: plan.deadlineSeconds,
    template,
  };
}

/** The Job of the summary: suspended, since nothing in Kubernetes starts one Job at the end of another. */
export function jobOfSummary({ ttlSeconds }: SweepPlan, template: () => PlainObject): PlainObject {
  return compact({
    suspend: true,
    completions: 1,
    parallelism: 1,
    podReplacementPolicy: 'Failed',
    backoffLimit: SUMMARY_RETRIES,
    podFailurePolicy: { rules: [DISRUPTIONS] },
    ttlSecondsAfterFinished: ttlSeconds,
    template: template(),
  });
}

/** Labels of what belongs to one run: the user's, those of the pattern, and what a queue reads. */
export function labelsOfRun({ props, name, runLabels }: SweepPlan): Labels {
  const queue: Labels = props.queueName === undefined ? {} : { [QUEUE_NAME]: props.queueName };
  return mergeLabels(props.metadata?.labels, { ...standardLabels(name, 'sweep'), ...runLabels, ...queue });
}
