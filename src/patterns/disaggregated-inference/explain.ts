import { Roles } from './objects';
import { DisaggregatedPlan } from './plan';
import { RouterPlan, sideChannelPorts } from './router-plan';
import { STAGES, StagePlan } from './stage';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { rangeText } from '../../base/text/range';

/** What `explain()` prints. Each role explains itself besides: `prefill.deployment.explain()`. */
export function explainDisaggregated(plan: DisaggregatedPlan, roles: Roles): string {
  const explanation = new Explanation(`DisaggregatedInference ${plan.name}: ${STAGES.map(stage => plan[stage].name).join(' and ')}`);
  addSums(explanation, plan);
  addChoices(explanation, plan);
  addConsequences(explanation, plan);
  addOperations(explanation, plan, roles);
  return explanation.toString();
}

function addSums(explanation: Explanation, plan: DisaggregatedPlan): void {
  const rows = STAGES.map(stage => plan[stage]).map(stage =>
    [stage.stage, numberOf(stage), devicesOf(stage), String(stage.side.port), portsOf(stage)]);
  explanation
    .sum('roles', alignedRows([['role', 'size', 'devices', 'port', 'side channel'], ...rows]))
    .sum('ratio', plan.ratioSum);
}

function range({ least, most }: Pick<StagePlan, 'least' | 'most'>, factor = 1): string {
  return rangeText(least * factor, most * factor);
}

function numberOf(stage: StagePlan): string {
  const unit = (one: string, most: number) => `${one}${most === 1 ? '' : 's'}`;
  return stage.groups ? `${range(stage)} ${unit('group', stage.most)} x ${stage.podsOfOne} ${unit('pod', stage.podsOfOne)}` : `${range(stage)} ${unit('replica', stage.most)}`;
}

function devicesOf(stage: StagePlan): string {
  return `${range(stage)} x ${stage.devicesOfOne} = ${range(stage, stage.devicesOfOne)}`;
}

function portsOf(stage: StagePlan): string {
  const ports = sideChannelPorts(stage);
  return ports.length === 0 ? 'none' : ports.length === 1 ? String(ports[0]) : `${ports[0]} to ${ports[ports.length - 1]}, one for each data-parallel rank`;
}

function addChoices(explanation: Explanation, { prefill, decode, router }: DisaggregatedPlan): void {
  const { connector, release, model } = prefill.side;
  const [left, right] = [prefill, decode].map(({ side }) => side.parallelism.tensor);
  explanation
    .choice('connector', `${connector}, the same on both sides, as are vLLM ${release.text} and ${model}`)
    .choice('tensor', left === right ? `${left} on both sides` : `${left} for prefill, ${right} for decode: one divides the other`);
  if (router.own) {
    const program = router.own.selectsRoles ? 'vllm-router' : 'vllm-router of the production stack';
    explanation.choice('router', `${router.own.replicas} x ${program} on port ${router.own.port}; it lists the pods of both roles by their labels and calls them on port ${router.own.enginePort}`);
  } else if (router.sidecar) {
    explanation.choice('router', `llm-d's sidecar on port ${router.sidecar.port} in front of each decode, whose engine listens on ${router.sidecar.enginePort}; an endpoint picker chooses both sides`);
  } else {
    explanation.choice('router', 'none here: whoever routes sends each request to prefill first, and hands what that answers to decode');
  }
}

function addConsequences(explanation: Explanation, { router }: DisaggregatedPlan): void {
  explanation
    .consequence('no prefill', withoutPrefill(router))
    .consequence('prefill stops', 'what it has computed and decode has not fetched is gone with the pod; prompts that it still computes are answered within its drain')
    .consequence('decode stops', 'its requests end within its drain; blocks that it did not fetch stay on the devices of prefill until their lease ends')
    .consequence('upgrade', 'both sides compare versions: while only one of them has the new one, pairs of old and new refuse each other, so requests fail until both are rolled out');
}

function withoutPrefill({ kind }: RouterPlan): string {
  switch (kind) {
    case 'vllmRouter': return 'decode starts without it, but the router is not ready, and its Service answers nobody, until each role has a ready pod';
    case 'productionStack': return 'decode starts without it, and the router answers 503 until each role has a ready pod';
    default: return 'decode starts without it and answers by itself what reaches it directly';
  }
}

function addOperations(explanation: Explanation, { namespace, selector }: DisaggregatedPlan, roles: Roles): void {
  const space = inNamespace(namespace);
  const [[key, value]] = Object.entries(selector);
  explanation
    .limit('together', 'the roles are two workloads: nothing scales or rolls out one with the other')
    .operate('see', `kubectl${space} get pods -l ${key}=${value} -L llm-d.ai/role`)
    .operate('scale', `a WorkloadAutoscaler, or autoscaling of the role, for each: ${STAGES.map(stage => roles[stage].name).join(', ')}`);
}
