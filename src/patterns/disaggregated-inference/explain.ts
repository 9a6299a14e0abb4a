import { Roles } from './objects';
import { DisaggregatedPlan } from './plan';
import { PrefillDecodeRatio } from './props';
import { CountedRole, countRoles, ratioText } from './ratio';
import { RouterPlan, sideChannelPorts } from './router-plan';
import { SetPlan } from './set-plan';
import { goneRoles, stepRows } from './set-texts';
import { CONTEXT_LENGTHS, STAGES, StagePlan } from './stage';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { rangeText } from '../../base/text/range';
import { DISAGGREGATED_SET_LABELS } from '../../knowledge/disaggregated-set';
import { UNSCALED_IN_SET } from '../leader-worker-group/in-common-set';

/** What `explain()` prints. Each role explains itself besides: `prefill.deployment.explain()`. */
export function explainDisaggregated(plan: DisaggregatedPlan, roles: Roles): string {
  const counted = countRoles(plan.parts, roles);
  const explanation = new Explanation(`DisaggregatedInference ${plan.name}: ${plan.parts.slice(0, -1).map(({ name }) => name).join(', ')} and ${plan.parts[plan.parts.length - 1].name}`);
  addSums(explanation, plan, counted);
  addChoices(explanation, plan, counted);
  addConsequences(explanation, plan);
  addOperations(explanation, plan, counted);
  return explanation.toString();
}

function addSums(explanation: Explanation, plan: DisaggregatedPlan, roles: readonly CountedRole[]): void {
  const rows = roles.map(part => [part.part, numberOf(part), devicesOf(part), String(part.side.port), portsOf(part)]);
  explanation
    .sum('roles', alignedRows([['role', 'size', 'devices', 'port', 'side channel'], ...rows]))
    .sum('ratio', ratioText(plan.props.ratio, roles));
  if (plan.set) {
    explainRollout(explanation, plan.set, plan.parts);
  }
}

/** The steps of the controller, and what they come to. */
function explainRollout(explanation: Explanation, { cut, spareDevices }: SetPlan, parts: readonly StagePlan[]): void {
  const names = parts.map(({ part }) => part);
  const { leastReady } = cut.bounds;
  const gone = goneRoles(cut, names);
  explanation
    .sum('roll-out', alignedRows(stepRows(cut, names)))
    .sum('ready', `at least ${parts.map(({ part, least }, role) => `${leastReady[role]} of ${least} ${part}`).join(', ')}${gone.length > 0 ? `: nothing answers while ${gone.join(' and ')} load the model` : ''}`)
    .sum('devices', `${cut.extraDevices} beside those in use, of ${spareDevices} spare ones`);
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

function addChoices(explanation: Explanation, { parts, router, set }: DisaggregatedPlan, roles: readonly CountedRole[]): void {
  const { connector, release, model } = parts[0].side;
  explanation
    .choice('connector', `${connector}, the same on ${parts.length > STAGES.length ? 'all' : 'both'} sides, as are vLLM ${release.text} and ${model}`)
    .choice('tensor', tensorText(parts));
  const lengths = parts.filter(({ labels }) => labels[CONTEXT_LENGTHS] !== undefined);
  if (lengths.length > 0) {
    explanation.choice('lengths', `${lengths.map(({ part, labels }) => `${part} ${labels[CONTEXT_LENGTHS]}`).join(', ')} tokens (label ${CONTEXT_LENGTHS})`);
  }
  const scaled = roles.filter(({ scaler }) => scaler !== undefined);
  if (scaled.length > 0) {
    explanation.choice('scaled', scaled.map(role => `${role.part} ${role.isOpen ? '' : `${range(role)} `}by ${role.scaler}`).join('\n'));
  }
  if (set) {
    explanation.choice('carrier', `DisaggregatedSet ${set.name}, of which the controller makes one LeaderWorkerSet for each role: ${set.name}-<revision>-<role>`);
  }
  if (router.own) {
    const program = router.own.selectsRoles ? 'vllm-router' : 'vllm-router of the production stack';
    explanation.choice('router', `${router.own.replicas} x ${program} on port ${router.own.port}; it lists the pods of both roles by their labels and calls them on port ${router.own.enginePort}`);
  } else if (router.sidecar) {
    explanation.choice('router', `llm-d's sidecar on port ${router.sidecar.port} in front of each decode, whose engine listens on ${router.sidecar.enginePort}; an endpoint picker chooses both sides`);
  } else {
    explanation.choice('router', 'none here: whoever routes sends each request to prefill first, and hands what that answers to decode');
  }
}

function tensorText(parts: readonly StagePlan[]): string {
  const sizes = parts.map(({ side }) => side.parallelism.tensor);
  return new Set(sizes).size === 1 ? `${sizes[0]} on ${parts.length > STAGES.length ? 'all' : 'both'} sides`
    : `${parts.map(({ part }, index) => `${sizes[index]} for ${part}`).join(', ')}: ${parts.length > STAGES.length ? 'of any two one divides the other' : 'one divides the other'}`;
}

function addConsequences(explanation: Explanation, { router, set }: DisaggregatedPlan): void {
  explanation
    .consequence('no prefill', withoutPrefill(router))
    .consequence('prefill stops', 'what it has computed and decode has not fetched is gone with the pod; prompts that it still computes are answered within its drain')
    .consequence('decode stops', 'its requests end within its drain; blocks that it did not fetch stay on the devices of prefill until their lease ends')
    .consequence('upgrade', upgradeText(set));
}

/** Source: kubernetes-sigs/lws pkg/controllers/disaggregatedset/planner.go applyOrphanPrevention (v0.9.0) */
function upgradeText(set: SetPlan | undefined): string {
  return set ? 'every step has prefill and decode of each revision that runs. Routers pair by role alone: where both sides compare versions, pairs of old and new refuse each other until the last step'
    : 'both sides compare versions: while only one of them has the new one, pairs of old and new refuse each other, so requests fail until both are rolled out';
}

function withoutPrefill({ kind }: RouterPlan): string {
  switch (kind) {
    case 'vllmRouter': return 'decode starts without it, but the router is not ready, and its Service answers nobody, until each role has a ready pod';
    case 'productionStack': return 'decode starts without it, and the router answers 503 until each role has a ready pod';
    default: return 'decode starts without it and answers by itself what reaches it directly';
  }
}

function addOperations(explanation: Explanation, { namespace, selector, parts, set, props }: DisaggregatedPlan, roles: readonly CountedRole[]): void {
  const space = inNamespace(namespace);
  const [[key, value]] = Object.entries(selector);
  if (parts.some(({ labels }) => labels[CONTEXT_LENGTHS] !== undefined)) {
    explanation.limit('lengths', 'only an endpoint picker with the plugin context-length-aware (llm-d 0.7 or newer), enableFiltering: true, in the profiles of prefill and decode keeps long prompts away from pools that refuse them');
  }
  const see = `kubectl${space} get pods -l ${key}=${value} -L llm-d.ai/role`;
  if (set) {
    explainSet(explanation, set, space, see);
    return;
  }
  explanation
    .limit('together', `the roles are ${parts.length === 2 ? 'two' : parts.length} workloads: nothing scales or rolls out one with the other`)
    .operate('see', see);
  explainScaling(explanation, props.ratio, roles);
}

/** Each autoscaler follows its own load, whatever the others do. */
function explainScaling(explanation: Explanation, ratio: PrefillDecodeRatio | undefined, roles: readonly CountedRole[]): void {
  const fixed = roles.filter(({ scaler }) => scaler === undefined);
  if (ratio && fixed.length < roles.length) {
    explanation.limit('between', `each autoscaler follows the load of its own role: the ratio is that of their bounds, and between them it need not hold${
      roles.some(({ least }) => least === 0) ? '\nfrom 0 each role comes back by itself' : ''}`);
  }
  if (fixed.length > 0) {
    explanation.operate('scale', `a WorkloadAutoscaler, or autoscaling of the role, for each: ${fixed.map(({ name }) => name).join(', ')}`);
  }
}

/** Source: kubernetes-sigs/lws pkg/controllers/disaggregatedset (v0.9.0): its status is written by nobody, and what is made once follows the templates alone */
function explainSet(explanation: Explanation, { name }: SetPlan, space: string, see: string): void {
  explanation
    .limit('scale', UNSCALED_IN_SET)
    .limit('labels', 'labels and annotations of a role reach its LeaderWorkerSet with the next change of a template, not before')
    .limit('status', 'the DisaggregatedSet says nothing of its state: look at its LeaderWorkerSets')
    .operate('see', see)
    .operate('roll-out', `kubectl${space} get leaderworkersets -l ${DISAGGREGATED_SET_LABELS.name}=${name} -L ${DISAGGREGATED_SET_LABELS.revision}`)
    .operate('roll back', 'apply the manifests of before: the same steps, to the revision of before');
}
