import { asShown } from '../../../../base/reading';
import { isStarter } from '../../../../knowledge/engines/engines';
import { EngineCommand, commandLines, enginesByPods } from '../../../facts/engine-command';
import { baseName, entryScript } from '../../../facts/entry-script';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** Names of scripts that end. */
const TRAINING = /(^|[_-])(pre|post)?train(er|ing)?([_.-]|$)|fine[-_]?tun|(^|[_-])(sft|dpo|grpo|ppo|distill|evaluate|all_reduce|allreduce)([_.-]|$)|all_reduce_perf/i;

/** Training that begins anew when it is done. */
export const trainingRestartsForEver: Rule = {
  id: 'AIW2707',
  title: 'training starts again when it is done',
  class: 'risky',
  reason: 'Pods of a Deployment or StatefulSet always restart: a run that has finished begins again, holds its devices and writes over its result. A failure is never final either.',
  source: 'pkg/apis/apps/validation/validation.go (v1.36): restartPolicy must be Always in these templates; pkg/kubelet/kuberuntime (containers that ended well restart)',
  remedy: 'Use a Job: completionMode Indexed gives each worker its rank, and a headless Service their names.',
  appliesTo: ['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet', 'ReplicationController', 'Rollout'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const training = workloadKindOf(pods.carrier).alwaysRestarts ? commands.find(isTraining) : undefined;
      if (training) {
        report(pods.carrier, {
          field: training.field,
          message: `Invalid value: "${training.placed.name}": ${training.engine.name} starts ${scriptOf(training)}, which ends, and a ${pods.carrier.kind} starts it again`,
          help: 'use a Job with completionMode: Indexed',
        });
      }
    }
  },
};

/** The last command decides: a script may hold the container open behind it, or loop. */
function isTraining(command: EngineCommand): boolean {
  const script = entryScript(command.placed);
  return command.placed.isMain && command.engine.launches !== undefined && !/\b(sleep|while|until|tail)\b/.test(asShown(script?.text)) && scriptOf(command) !== undefined;
}

function scriptOf({ placed, variables, engine }: EngineCommand): string | undefined {
  const words = commandLines(placed, variables).at(-1)!.map(each => baseName(each.text));
  const launcher = words.findIndex(word => isStarter(engine, word));
  return launcher < 0 ? undefined : words.slice(launcher + 1).find(word => !word.startsWith('-') && TRAINING.test(word) && (word.endsWith('.py') || word.includes('_perf') || /^[\w.]+$/.test(word)));
}
