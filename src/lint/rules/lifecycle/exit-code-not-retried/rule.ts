import { PlainObject } from '../../../../base/plain';
import { commandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { isFirstProcess, launchingOf } from '../../../facts/world';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** Retries by exit code, of a program that has one code for every failure. */
export const exitCodeNotRetried: Rule = {
  id: 'AIW2732',
  title: 'no failure of the program is retried',
  class: 'risky',
  reason: 'With restartPolicy: ExitCode the training operator restarts what ends with 128 or more. torchrun ends with 1 whatever its workers ended with, killed ones and lost peers among them: the first failure ends the job.',
  source: 'training-operator pkg/util/train/train_util.go IsRetryableExitCode (v1.9.3); torch/distributed/run.py (exits 1 whatever its workers did)',
  remedy: 'Set restartPolicy: OnFailure, with runPolicy.backoffLimit as the bound; or let the launcher restart its workers (--max-restarts).',
  appliesTo: ['PyTorchJob', 'TFJob', 'MPIJob', 'XGBoostJob', 'PaddleJob', 'JAXJob'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const retried = workloadKindOf(pods.carrier).retriesByCode?.(pods);
      const launcher = retried && commands.find(each => hasOneCode(each, retried.least) && !restartsWorkers(each, pods.carrier.spec));
      if (launcher) {
        report(pods.carrier, {
          field: retried.field,
          message: `Invalid value: "${retried.policy}": restarts what ends with ${retried.least} or more, and ${launcher.engine.title} ends with ${launchingOf(launcher).exitCode!} whatever its workers ended with`,
          help: 'set OnFailure and runPolicy.backoffLimit; or keep it where only evicted pods are to be started again, and acknowledge this',
        });
      }
    }
  },
};

function hasOneCode(command: EngineCommand, least: number): boolean {
  return command.placed.isMain && (launchingOf(command).exitCode ?? least) < least && isFirstProcess(command);
}

const RESTARTS: ReadonlySet<string> = new Set(['--max-restarts']);

/** Whether it starts failed workers again by itself; the operator says so by a variable where the job is elastic. */
function restartsWorkers(command: EngineCommand, { elasticPolicy }: PlainObject): boolean {
  const told = commandFlag(command, RESTARTS)?.value;
  return (told !== undefined && told !== '0') || command.variables.has('PET_MAX_RESTARTS') || elasticPolicy !== undefined;
}
