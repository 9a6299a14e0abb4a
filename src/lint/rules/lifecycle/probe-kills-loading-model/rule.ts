import { asNumber } from '../../../../base/reading';
import { giText } from '../../../../knowledge/expert-models';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { probeBudget } from '../../../facts/probe-budget';
import { weightsOf } from '../../../facts/served-model';
import { LEAST_LOAD_SECONDS, needsMinutesToLoad, nodesOf } from '../../../facts/world';
import { workloadKindOf } from '../../../kinds';
import { Report, Rule } from '../../rule';
import { DEFAULT_DEADLINE } from '../progress-deadline-too-short/rule';

/** A probe that gives up on a model before it can be there. */
export const probeKillsLoadingModel: Rule = {
  id: 'AIW2702',
  title: 'probe kills the model while it loads',
  class: 'risky',
  reason: 'The server answers when the weights are loaded and compiled, which takes minutes. A probe that gives up earlier restarts the container, which begins again, for ever.',
  source: 'kserve#5062, #5063; aibrix#782, #2264; gateway-api-inference-extension#550, #558; kubeai#172; pkg/kubelet/prober/worker.go (v1.36): a startup probe holds the others back',
  remedy: 'Give the container a startup probe whose failureThreshold x periodSeconds covers download, load and compilation twice; liveness begins when it has succeeded.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM or text-generation-inference'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const servers = new Map(commands.filter(needsMinutesToLoad).map(each => [each.placed, each]));
      servers.forEach((command, placed) => checkProbes(pods, placed, command, report));
    }
  },
};

function checkProbes(pods: PodSet, placed: PlacedContainer, command: EngineCommand, report: Report): void {
  const startup = probeBudget(placed, 'startupProbe');
  const budget = startup ?? probeBudget(placed, 'livenessProbe');
  const least = leastLoad(command);
  if (!budget?.isOverNetwork || budget.seconds >= least.seconds) {
    return;
  }
  report(pods.carrier, {
    field: budget.field,
    message: `Invalid value: ${budget.seconds}: ${budget.text} until the container is killed, and ${startup ? '' : 'no startup probe holds it back: '}${least.text}`,
    help: `${startup ? 'set' : 'add a startupProbe with the same request,'} failureThreshold: ${ADVISED.failures} and periodSeconds: ${ADVISED.period}, which allow half an hour${deadlineHelp(pods)}`,
  });
}

/** Half an hour. */
const ADVISED = { failures: 60, period: 30 };

/** A Deployment reports a failed roll-out before the advised startup probe gives up, unless its deadline is longer (AIW2701). */
function deadlineHelp({ carrier }: PodSet): string {
  if (workloadKindOf(carrier).hasProgressDeadline !== true) {
    return '';
  }
  const wanted = ADVISED.failures * ADVISED.period + DEFAULT_DEADLINE;
  return (asNumber(carrier.spec.progressDeadlineSeconds) ?? DEFAULT_DEADLINE) >= wanted ? '' : `; set spec.progressDeadlineSeconds: ${wanted}`;
}

interface LeastLoad {
  readonly seconds: number;
  readonly text: string;
}

/** A disk of 2Gi a second, read by all GPUs of a node together: twice what the patterns of this library reckon with, since what is shorter is certain. */
const READ_EACH_SECOND = 2 * 2 ** 30;
/** What is left of a start when nothing has to be compiled. */
const LEAST_START_SECONDS = 60;

function leastLoad(command: EngineCommand): LeastLoad {
  const { title } = command.engine;
  const weights = nodesOf(command) === undefined ? weightsOf(command) : undefined;
  const seconds = weights ? Math.round(weights.bytes / READ_EACH_SECOND) + LEAST_START_SECONDS : 0;
  return seconds > LEAST_LOAD_SECONDS
    ? { seconds, text: `${title} reads ${giText(weights!.bytes)} (${weights!.text}), which at 2Gi a second and with a start of ${LEAST_START_SECONDS} s take ${seconds} s` }
    : { seconds: LEAST_LOAD_SECONDS, text: `${title} needs ${LEAST_LOAD_SECONDS} s and more to load and compile all but the smallest models` };
}
