import { asNumber, isPresent } from '../../../../base/reading';
import { commandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { JobSpec, jobSpecs } from '../../../facts/job-specs';
import { launchPlan } from '../../../facts/parallelism';
import { parallelPods } from '../../../kinds/controllers';
import { Rule } from '../../rule';

/** Source: pkg/apis/batch/v1/defaults.go SetDefaults_Job (v1.36) */
const DEFAULT_LIMIT = 6;

/** Retries that one crash uses up. */
export const retriesBelowWorkers: Rule = {
  id: 'AIW2719',
  title: 'one crash uses up the retries of the job',
  class: 'risky',
  reason: 'backoffLimit counts failed pods. When one worker of a run fails, the others lose their peer and fail with it: fewer retries than workers are less than one retry of the run.',
  source: 'pkg/controller/job/job_controller.go (v1.36): failed pods above backoffLimit fail the Job; jobset#381, #467; AI-Hypercomputer/xpk#308',
  remedy: 'Set backoffLimit to restarts x workers, with room for disruptions: an evicted pod may be ignored (DisruptionTarget), the peers that crash with it are counted. Or use a JobSet, which counts restarts of the whole run. backoffLimit: 0 says that there is to be no retry.',
  appliesTo: ['Indexed Job and CronJob whose pods form one world'],
  check: (facts, report) => {
    for (const job of facts.get(jobSpecs)) {
      const workers = parallelPods(job.spec);
      const limit = asNumber(job.spec.backoffLimit) ?? DEFAULT_LIMIT;
      const isCounted = job.carrier.group === 'batch' && job.isIndexed && !isPresent(job.spec.backoffLimitPerIndex);
      if (isCounted && limit > 0 && limit < workers && isOneWorld(facts, job, workers)) {
        report(job.carrier, {
          field: `${job.field}.${isPresent(job.spec.backoffLimit) ? 'backoffLimit' : 'parallelism'}`,
          message: `Invalid value: ${limit}: ${isPresent(job.spec.backoffLimit) ? '' : 'the default of backoffLimit '}is less than the ${workers} pods that one crash of the run fails`,
          help: `set backoffLimit to ${3 * workers} for three restarts of the run, more where nodes are drained or taken away, or to 0 for none`,
        });
      }
    }
  },
};

const RESTARTS: ReadonlySet<string> = new Set(['--max-restarts']);

/** An elastic run goes on without a worker, and an agent that restarts its processes does not fail. */
function isOneWorld(facts: Facts, { pods }: JobSpec, workers: number): boolean {
  return facts.get(enginesByPods).get(pods)?.some(command => {
    const nodes = launchPlan(command)?.nodes;
    return command.placed.isMain && nodes !== undefined && nodes.least === workers && nodes.most === workers && !restartsItself(command);
  }) ?? false;
}

function restartsItself(command: EngineCommand): boolean {
  const flag = commandFlag(command, RESTARTS);
  return (flag !== undefined && flag.value !== '0') || command.variables.has('PET_MAX_RESTARTS');
}
