import { asNumber, isPresent } from '../../../../base/reading';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { JobSpec, jobSpecs } from '../../../facts/job-specs';
import { Rule } from '../../rule';

/** Two pods of one rank at a time. */
export const replacementBesideTerminating: Rule = {
  id: 'AIW2709',
  title: 'replacement starts while its predecessor still runs',
  class: 'risky',
  reason: 'By default a pod that is being deleted is replaced at once: for the grace period two pods have the same index, join as the same rank and write the same checkpoint.',
  source: 'KEP-3939; pkg/controller/job/job_controller.go, pkg/apis/batch/v1/defaults.go (v1.36): TerminatingOrFailed without a pod failure policy; kubernetes#115844; mpi-operator#810',
  remedy: 'Set podReplacementPolicy: Failed, which waits until the old pod is gone.',
  appliesTo: ['Indexed Job, CronJob and JobSet that start torchrun, accelerate, DeepSpeed or mpirun'],
  but: 'info where the manifest leaves the default',
  check: (facts, report) => {
    for (const job of facts.get(jobSpecs)) {
      const policy = job.spec.podReplacementPolicy;
      // A pod failure policy makes Failed the default; the first failure of a gang without retries replaces nothing.
      if (!job.isIndexed || policy === 'Failed' || isPresent(job.spec.podFailurePolicy) || job.spec.backoffLimit === 0 || isAlone(job) || !isRanked(facts, job)) {
        continue;
      }
      report(job.carrier, {
        field: policy === undefined ? `${job.field}.completionMode` : `${job.field}.podReplacementPolicy`,
        message: `Invalid value: ${JSON.stringify(policy ?? 'TerminatingOrFailed')}: ${policy === undefined ? 'the default of podReplacementPolicy ' : ''}starts a second pod of an index while the first is still stopping`,
        class: policy === undefined ? 'advice' : 'risky',
        help: `set ${job.field}.podReplacementPolicy to Failed`,
      });
    }
  },
};

function isAlone({ spec }: JobSpec): boolean {
  return (asNumber(spec.completions) ?? asNumber(spec.parallelism) ?? 1) <= 1;
}

/** Programs whose workers have ranks: two of one rank spoil the run. */
function isRanked(facts: Facts, { pods }: JobSpec): boolean {
  return facts.get(enginesByPods).get(pods)?.some(each => each.engine.launches !== undefined && each.placed.isMain) ?? false;
}
