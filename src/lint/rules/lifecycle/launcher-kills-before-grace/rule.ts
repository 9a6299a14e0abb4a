import { asNumber } from '../../../../base/reading';
import { DEFAULT_GRACE_SECONDS, launcherWait } from '../../../facts/draining';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PodSet } from '../../../facts/pod-set';
import { isNativeSidecar } from '../../../facts/probe-budget';
import { preStopOf } from '../../../facts/stopping';
import { launchingOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** Longer than the launcher waits by this much, somebody meant the time for the workers. */
const MEANT_FOR_WORKERS = 60;

/** Two clocks that stop one training. */
export const launcherKillsBeforeGrace: Rule = {
  id: 'AIW2708',
  title: 'torchrun and the grace period disagree',
  class: 'risky',
  reason: 'torchrun passes the stop signal on and kills its workers 30 s later, whatever the grace period is. A shorter grace period kills torchrun first; a longer one is no time for a checkpoint.',
  source: 'torch/distributed/elastic/multiprocessing/api.py; pytorch#68258, #119856; pytorch#172596 (--shutdown-timeout, TORCH_ELASTIC_SHUTDOWN_TIMEOUT, since March 2026)',
  remedy: 'Make terminationGracePeriodSeconds the preStop plus 30 s and more; save checkpoints on a schedule, or raise --shutdown-timeout where torchrun has it.',
  appliesTo: ['every carrier of pods that starts torchrun'],
  but: 'info where the grace period is longer than torchrun waits',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const launcher = commands.find(each => launchingOf(each).killsAfter && each.placed.isMain);
      if (launcher) {
        checkGrace(pods, launcher, report);
      }
    }
  },
};

function checkGrace(pods: PodSet, launcher: EngineCommand, report: Report): void {
  const given = asNumber(pods.spec.terminationGracePeriodSeconds);
  const grace = given ?? DEFAULT_GRACE_SECONDS;
  const waits = launcherWait(launcher)!;
  const preStop = preStopOf(launcher.placed);
  const needed = waits + (preStop?.seconds ?? 0);
  if (grace === 0) {
    return;
  }
  const sum = `${preStop ? `preStop ${preStop.seconds} s + ` : ''}${launcher.engine.name} ${waits} s${preStop ? ` = ${needed} s` : ''}`;
  const field = given === undefined ? preStop?.field ?? launcher.field : pods.at('terminationGracePeriodSeconds');
  if (grace < needed) {
    report(pods.carrier, {
      field,
      message: `Invalid value: ${grace}: ${given === undefined ? 'the default of terminationGracePeriodSeconds' : 'the grace period'} ends before ${launcher.engine.name} has stopped its workers: ${sum}`,
      help: `set terminationGracePeriodSeconds to ${needed + 10} or more`,
    });
  } else if (grace > needed + MEANT_FOR_WORKERS && isAlone(pods)) {
    report(pods.carrier, {
      field,
      message: `Invalid value: ${grace}: ${launcher.engine.name} kills its workers ${waits} s after the stop signal, so the rest of the grace period is not theirs`,
      class: 'advice',
      help: 'save within 30 s of the signal, or raise --shutdown-timeout where torchrun has it',
    });
  }
}

/** Beside others, the rest of the time may be theirs: a sidecar that uploads stops after the main containers. */
function isAlone({ containers }: PodSet): boolean {
  return containers.filter(each => each.isMain || isNativeSidecar(each)).length === 1;
}
