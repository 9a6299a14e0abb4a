import { asNumber, isPresent, objectAt } from '../../../../base/reading';
import { enginesByPods } from '../../../facts/engine-command';
import { PlacedContainer } from '../../../facts/pod-set';
import { probeBudget } from '../../../facts/probe-budget';
import { LEAST_LOAD_SECONDS, needsMinutesToLoad } from '../../../facts/world';
import { Rule } from '../../rule';

/** A guess of how long a model loads. */
export const delayForStartup: Rule = {
  id: 'AIW2725',
  title: 'delay in place of a startup probe',
  class: 'advice',
  reason: 'A delay is a guess that holds for one node, one disk and one model: a pod that is ready sooner waits for its end, and one that loads longer is killed. A startup probe ends with the load, and holds the others back until then.',
  source: 'pkg/kubelet/prober/worker.go doProbe (v1.36): initialDelaySeconds counts from the start of the container, other probes wait for the startup probe; KEP-950',
  remedy: 'Give the container a startupProbe whose failureThreshold x periodSeconds is the longest load that you accept, and the others no delay.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM or text-generation-inference'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const placed of new Set(commands.filter(needsMinutesToLoad).map(each => each.placed))) {
        for (const probe of isPresent(placed.container.startupProbe) ? [] : PROBES) {
          const delay = delayOf(placed, probe);
          if (delay >= LONG_SECONDS) {
            report(pods.carrier, {
              field: `${placed.field}.${probe}.initialDelaySeconds`,
              message: `Invalid value: ${delay}: ${EFFECTS[probe](delay)}`,
              help: 'move it into a startupProbe: failureThreshold 60 with periodSeconds 10 allow ten minutes',
            });
          }
        }
      }
    }
  },
};

/** Shorter ones cost nothing beside a load. */
const LONG_SECONDS = 60;
const PROBES = ['livenessProbe', 'readinessProbe'] as const;
const EFFECTS = {
  livenessProbe: (delay: number) => `a load that takes longer than ${delay} s and what the probe allows is killed, and nothing watches the server until then`,
  readinessProbe: (delay: number) => `no pod takes requests before ${delay} s have passed, however soon it could`,
};

/** A liveness probe that ends every load is an error of its own. */
function delayOf(placed: PlacedContainer, probe: typeof PROBES[number]): number {
  const isTooShort = probe === 'livenessProbe' && (probeBudget(placed, probe)?.seconds ?? 0) < LEAST_LOAD_SECONDS;
  return isTooShort ? 0 : asNumber(objectAt(placed.container, probe).initialDelaySeconds) ?? 0;
}
