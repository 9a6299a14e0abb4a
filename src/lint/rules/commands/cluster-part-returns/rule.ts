import { rememberedOf } from '../../../../base/remembered';
import { hasCommandFlag } from '../../../facts/command-flags';
import { EngineCommand, commandLines, containerVariables, enginesByPods } from '../../../facts/engine-command';
import { baseName } from '../../../facts/entry-script';
import { PlacedContainer } from '../../../facts/pod-set';
import { UNKNOWN } from '../../../facts/shell-arithmetic';
import { Rule } from '../../rule';

/** A node of a cluster whose first process is over at once. */
export const clusterPartReturns: Rule = {
  id: 'AIW2927',
  title: 'Ray is started in the background, and nothing follows',
  class: 'broken',
  reason: 'ray start leaves its processes in the background and returns. When it is the last command, the container is over, Ray is killed with it, and the kubelet starts it again and again (CrashLoopBackOff).',
  source: 'ray python/ray/scripts/scripts.py start (2.53.0): only --block waits',
  remedy: 'Add --block, or let a command follow that stays.',
  appliesTo: ['every carrier of pods, unless its operator adds --block (KubeRay)'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      // A script may start it thousands of times: its last command is read once.
      const lastOf = rememberedOf((placed: PlacedContainer) => (
        commandLines(placed, containerVariables(pods, placed)).at(-1)!.map(({ text }) => text)));
      for (const command of pods.open ? [] : commands) {
        if (command.placed.isMain && isLast(command, lastOf)) {
          report(pods.carrier, {
            field: command.field,
            message: `Required value: ${[...command.engine.cluster!.returns!.unless][0]}: it is the last command, and returns as soon as Ray runs`,
            help: 'add --block',
          });
        }
      }
    }
  },
};

/** Whether it is the last thing that the container does. */
function isLast(
  { engine, placed, starter, flags, isComplete, words }: EngineCommand, lastOf: (placed: PlacedContainer) => readonly string[],
): boolean {
  const returns = engine.cluster?.returns;
  // A variable may stand for all its flags.
  const areKnown = isComplete && words[0]?.text.startsWith(UNKNOWN) !== true;
  if (returns === undefined || starter !== returns.program || !areKnown || hasCommandFlag({ flags }, returns.unless)) {
    return false;
  }
  const last = lastOf(placed);
  const at = last.findIndex(text => baseName(text) === starter);
  // Behind the program and its verb.
  return at >= 0 && last.slice(at + 2).join(' ') === words.map(({ text }) => text).join(' ');
}
