import { asNumber, asText, isPresent } from '../../../../base/reading';
import { JobSpec, jobSpecs } from '../../../facts/job-specs';
import { Rule } from '../../rule';

/** A limit of failed pods over pods that restart their containers instead of failing. */
export const indexLimitWithoutFailures: Rule = {
  id: 'AIW2720',
  title: 'crashes do not count for the limit of their index',
  class: 'risky',
  reason: 'backoffLimitPerIndex counts failed pods. With restartPolicy: OnFailure the kubelet restarts a container that fails in its pod, which goes on: only evicted or deleted pods are counted, and a program that always fails is restarted for ever, or until the whole Job is failed.',
  source: 'pkg/apis/batch/types.go (v1.36): only with restartPolicy Never, which validation.go does not ask for; pkg/controller/job/indexed_job_utils.go isIndexFailed, job_controller.go pastBackoffLimitOnFailure; pkg/kubelet/kubelet_pods.go getPhase; KEP-3850',
  remedy: 'Set restartPolicy: Never, so that each failure is a failed pod of its index. To retry in place first, give the pods (not the Job) an activeDeadlineSeconds, after which they fail.',
  appliesTo: ['Indexed Job, CronJob and JobSet with backoffLimitPerIndex'],
  check: (facts, report) => {
    for (const job of facts.get(jobSpecs)) {
      const limit = asNumber(job.spec.backoffLimitPerIndex);
      const limitOfAll = asNumber(job.spec.backoffLimit);
      const policy = asText(job.pods.spec.restartPolicy);
      if (limit !== undefined && job.isIndexed && (policy ?? defaultPolicy(job)) === 'OnFailure' && !mayFail(job)) {
        report(job.carrier, {
          field: `${job.field}.backoffLimitPerIndex`,
          message: `Invalid value: ${limit}: counts failed pods, and with restartPolicy: OnFailure${policy === undefined ? ', the default of a JobSet,' : ''} a container that fails is restarted in its pod`,
          notes: [limitOfAll === undefined
            ? 'backoffLimit, left out beside it, is 2147483647: it does not end the restarts either'
            : `backoffLimit: ${limitOfAll} counts the restarts of all running pods together, and fails the whole Job`],
          help: 'set restartPolicy: Never in the pod template',
        });
      }
    }
  },
};

/** Source: jobset pkg/webhooks/jobset_webhook.go Default (v0.11.0). A Job without one is refused. */
function defaultPolicy({ carrier }: JobSpec): string {
  return carrier.group === 'batch' ? 'Always' : 'OnFailure';
}

/** Whether a pod may fail by itself after all, or another controller counts, or the API server refuses the Job for the same policy. */
function mayFail({ carrier, spec, pods }: JobSpec): boolean {
  return isPresent(pods.spec.activeDeadlineSeconds)
    || pods.containers.some(({ container }) => container.restartPolicy === 'Never')
    || isPresent(spec.managedBy) || isPresent(carrier.spec.managedBy)
    || isPresent(spec.podFailurePolicy);
}
