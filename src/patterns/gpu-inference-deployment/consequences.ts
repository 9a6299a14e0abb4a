import { InferencePlan } from './plan';
import { outageOf } from './rollout';
import { Explanation } from '../../base/text/explanation';
import { LIVENESS_WITHIN, READINESS_WITHIN, STOP_SECONDS, noticedWithin } from '../../engines/probes';
import { Target } from '../../target-cluster/target';
import { explainFallBack } from '../capacity-texts';
import { nodeLostOfDeployment, preferConsequence } from '../loss-texts';

/** What happens to these very replicas when something is lost or drained. */
export function explainInferenceConsequences(explanation: Explanation, plan: InferencePlan, target: Target): void {
  explanation.consequence('replica lost', replicaLost(plan));
  explanation.consequence('node lost', nodeLostOfDeployment(plan.podProps.deadNodeTolerance?.toSeconds()));
  explanation.consequence('drain', drainText(plan));
  if (plan.capacity._spot) {
    explanation.consequence('spot', `the node is gone ${plan.capacity._spot.noticeSeconds} s after the notice, whatever the budget says`);
  }
  explainFallBack(explanation, plan.capacity);
  if (target.zones?.length !== 0) {
    explanation.consequence('zone lost', zoneLost(plan, target));
  }
  plan.engine.consequences.forEach(({ topic, text }) => explanation.consequence(topic, text));
  const { prefer } = plan.service.options;
  if (prefer) {
    explanation.consequence('locality', preferConsequence(prefer, 'replicas', target.zones && { endpoints: plan.replicas.least, zones: target.zones.length }));
  }
}

/** The figures are those of the engine's own probes; a probe of the user's has others. */
export function replicaLost({ props, replicas, startup }: Pick<InferencePlan, 'props' | 'startup'> & { readonly replicas: { readonly least: number } }): string {
  const { liveness, readiness } = props.container ?? {};
  const hung = [
    ...(readiness ? [] : [`it leaves the endpoints within ${noticedWithin(READINESS_WITHIN).sum}`]),
    ...(liveness ? [] : [`is restarted after ${noticedWithin(LIVENESS_WITHIN).sum} and at most ${STOP_SECONDS} s to stop`]),
  ].join(' and ');
  return [
    `its requests end with an error; ${replicas.least === 1 ? 'while it is the only one, nobody serves' : 'new ones go to the others'} until the model is loaded again, within ${startup.seconds} s of its start.`,
    `When it ends it leaves the endpoints at once${hung ? `; when it hangs ${hung}` : ''}`,
  ].join('\n');
}

function drainText({ budget, replicas, drain, startup }: InferencePlan): string {
  if (replicas.least === 1) {
    return `takes the only replica, where one runs: nothing serves for ${outageOf({ graceSeconds: drain.graceSeconds, startSeconds: startup.expectedSeconds }).sum}`;
  }
  return budget
    ? `takes ${budget.maxUnavailable} at a time, each after its requests ended (within ${drain.graceSeconds} s), and waits until the next one is ready`
    : 'may take all replicas at once, since there is no budget';
}

/** A constraint that wishes only: what fits nowhere else shares a zone. */
function zoneLost({ spread, replicas }: InferencePlan, target: Target): string {
  const spreads = spread.constraints.some(({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone');
  if (!spreads) {
    return 'takes the replicas that are in it, which may be all: nothing spreads them over zones';
  }
  const zones = target.zones?.length;
  const share = zones && zones > 1 ? `: about ${Math.ceil(replicas.least / zones)} of ${replicas.least}` : '';
  return `takes the replicas that are in it${share}; they are spread over zones as far as nodes allow, not by force`;
}
