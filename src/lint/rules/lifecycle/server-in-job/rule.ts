import { isPresent } from '../../../../base/reading';
import { EngineCommand, commandLines, enginesByPods } from '../../../facts/engine-command';
import { entryScript } from '../../../facts/entry-script';
import { Facts } from '../../../facts/facts';
import { JobSpec, jobSpecs } from '../../../facts/job-specs';
import { isServer } from '../../../facts/world';
import { Rule } from '../../rule';

/** A Job that waits for the end of a server. */
export const serverInJob: Rule = {
  id: 'AIW2706',
  title: 'job runs a server that never finishes',
  class: 'advice',
  reason: 'A server ends only when it is told to: the Job is never complete, is not updated by a new image, and is not replaced when its retries are used up.',
  source: 'pkg/controller/job/job_controller.go (v1.36); vllm vllm/entrypoints/cli/serve.py',
  remedy: 'Use a Deployment, a StatefulSet or a LeaderWorkerSet for what serves; run a batch over a model with the offline interface of the engine.',
  appliesTo: ['Job', 'CronJob', 'JobSet'],
  check: (facts, report) => {
    for (const job of facts.get(jobSpecs)) {
      const main = job.pods.containers.filter(each => each.isMain);
      const isOpenEnded = main.length === 1 && !job.isEndedByOthers && !isPresent(job.spec.activeDeadlineSeconds);
      const server = isOpenEnded ? foregroundServer(facts, job) : undefined;
      if (server) {
        report(job.carrier, {
          field: server.field,
          message: `Invalid value: "${server.placed.name}": ${server.engine.title} serves until it is stopped, and the Job waits for its end`,
          help: 'use a Deployment, or the offline interface of the engine',
        });
      }
    }
  },
};

/** A server that is the last command of its container; one in the background is the companion of what follows. */
function foregroundServer(facts: Facts, { pods }: JobSpec): EngineCommand | undefined {
  const [server, ...others] = facts.get(enginesByPods).get(pods) ?? [];
  if (!server || others.length > 0 || !isServer(server) || !server.placed.isMain) {
    return undefined;
  }
  const last = commandLines(server.placed, server.variables).at(-1)!.map(each => each.text).join(' ');
  const isLast = last.includes(server.engine.name) && !/\bbench/.test(last);
  return isLast && !/&\s*$/.test(entryScript(server.placed)?.text ?? '') ? server : undefined;
}
