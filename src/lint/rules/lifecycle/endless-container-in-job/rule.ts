import { Endless, endlessness } from '../../../facts/endless';
import { writtenWords } from '../../../facts/entry-script';
import { JobSpec, jobSpecs } from '../../../facts/job-specs';
import { PlacedContainer } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** A companion that keeps the pods of a Job alive. */
export const endlessContainerInJob: Rule = {
  id: 'AIW2705',
  title: 'main container keeps the job from finishing',
  class: 'broken',
  reason: 'A pod is done when all its main containers are: one that never ends keeps the pod, its devices and the Job, although the work is finished.',
  source: 'KEP-753; kubernetes#25908, #64056, #73118, #139368; katib#2181; pkg/kubelet/status (v1.36): the phase needs every container to end',
  remedy: 'Make it a native sidecar: an init container with restartPolicy: Always, which ends after the main containers.',
  appliesTo: ['Job', 'CronJob', 'JobSet'],
  but: 'warning where the image tells it rather than the command',
  check: (facts, report) => {
    for (const job of facts.get(jobSpecs)) {
      const main = job.pods.containers.filter(each => each.isMain);
      if (!job.isEndedByOthers && job.pods.spec.shareProcessNamespace !== true) {
        checkJob(job, main, report);
      }
    }
  },
};

function checkJob({ carrier }: JobSpec, main: readonly PlacedContainer[], report: Report): void {
  const known = main.map(placed => ({ placed, endless: endlessness(placed) }));
  const others = known.filter(each => !each.endless).map(each => each.placed);
  // A program that ends its companion says so to it.
  if (others.length === 0 || others.some(each => writtenWords(each).some(({ text }) => /quitquitquit|shutdown|pkill|kill /.test(text)))) {
    return;
  }
  for (const { placed, endless } of known) {
    if (endless) {
      report(carrier, complaint(placed, endless, others));
    }
  }
}

function complaint(placed: PlacedContainer, { what, isCertain, field }: Endless, others: readonly PlacedContainer[]) {
  return {
    field,
    message: `Invalid value: "${placed.name}": ${what} never ends, so the pod stays when ${others.slice(0, 3).map(each => `"${each.name}"`).join(' and ')} ${others.length > 1 ? 'are' : 'is'} done`,
    class: isCertain ? 'broken' as const : 'risky' as const,
    help: 'move it to initContainers with restartPolicy: Always',
  };
}
