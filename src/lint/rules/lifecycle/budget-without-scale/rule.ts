import { guardedPods } from '../../../facts/guarded-pods';
import { Rule } from '../../rule';

/**
 * Kinds whose pods belong to an object without a scale subresource. Source: API discovery of 1.36; the CRDs of kuberay 1.6, volcano 1.14; pods of a
 * JobSet and of a TrainJob belong to Jobs
 */
const UNSCALED: ReadonlyMap<string, string> = new Map([
  ['Pod', 'nobody'],
  ['apps/DaemonSet', 'a DaemonSet'],
  ['batch/Job', 'a Job'],
  ['batch/CronJob', 'a Job'],
  ['jobset.x-k8s.io/JobSet', 'a Job'],
  ['trainer.kubeflow.org/TrainJob', 'a Job'],
  ['batch.volcano.sh/Job', 'a Volcano Job'],
  ['ray.io/RayCluster', 'a RayCluster'],
  ['ray.io/RayJob', 'a RayCluster'],
  ['ray.io/RayService', 'a RayCluster'],
]);

/** A budget that cannot count what it guards. */
export const budgetWithoutScale: Rule = {
  id: 'AIW2712',
  title: 'disruption budget cannot count its pods',
  class: 'broken',
  reason: 'maxUnavailable and percentages are of the scale of the pods\' controller. One without a scale makes the budget fail its sync, and then it allows no eviction at all.',
  source: 'pkg/controller/disruption/disruption.go (v1.36) getExpectedScale, getScaleController ("does not implement the scale subresource"), updatePdbStatus',
  remedy: 'Give minAvailable as a number: that needs no scale.',
  appliesTo: ['PodDisruptionBudget'],
  check: (facts, report) => {
    for (const { budget, rule, value, sets } of facts.get(guardedPods)) {
      const pods = rule === 'minAvailable' && typeof value === 'number' ? undefined : sets.find(each => UNSCALED.has(each.carrier.type));
      if (pods) {
        report(budget, {
          field: `spec.${rule}`,
          message: `Invalid value: ${JSON.stringify(value)}: pods of ${pods.toString()} belong to ${UNSCALED.get(pods.carrier.type)!}: there is no scale to count from, so no eviction is ever allowed`,
          help: 'give minAvailable as a number of pods',
        });
      }
    }
  },
};
