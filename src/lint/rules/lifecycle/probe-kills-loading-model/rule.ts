import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { probeBudget } from '../../../facts/probe-budget';
import { isSlowToAnswer, LEAST_LOAD_SECONDS } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** A probe that gives up on a model before it can be there. */
export const probeKillsLoadingModel: Rule = {
  id: 'AIW2702',
  title: 'probe kills the model while it loads',
  class: 'risky',
  reason: 'The server answers when the weights are loaded and compiled, which takes minutes. A probe that gives up earlier restarts the container, which begins again, for ever.',
  source: 'kserve#5062, #5063; aibrix#782, #2264; gateway-api-inference-extension#550, #558; kubeai#172; pkg/kubelet/prober/worker.go (v1.36): a startup probe holds the others back',
  remedy: 'Give the container a startup probe whose failureThreshold x periodSeconds covers download, load and compilation twice; liveness begins when it has succeeded.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or TensorRT-LLM'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const servers = new Map(commands.filter(isSlowToAnswer).map(each => [each.placed, each.engine]));
      servers.forEach((engine, placed) => checkProbes(pods, placed, engine, report));
    }
  },
};

function checkProbes(pods: PodSet, placed: PlacedContainer, engine: EngineCommand['engine'], report: Report): void {
  const startup = probeBudget(placed, 'startupProbe');
  const budget = startup ?? probeBudget(placed, 'livenessProbe');
  if (!budget?.isOverNetwork || budget.seconds >= LEAST_LOAD_SECONDS) {
    return;
  }
  const doubt = `${engine.title} needs ${LEAST_LOAD_SECONDS} s and more to load and compile all but the smallest models`;
  report(pods.carrier, {
    field: budget.field,
    message: `Invalid value: ${budget.seconds}: ${budget.text} until the container is killed, and ${startup ? '' : 'no startup probe holds it back: '}${doubt}`,
    help: startup ? 'raise failureThreshold: 60 with periodSeconds 30 allow half an hour' : 'add a startupProbe with the same request: failureThreshold 60 with periodSeconds 30 allow half an hour',
  });
}
