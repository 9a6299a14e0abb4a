import { ApiObjectMetadata } from 'cdk8s';
import { DisaggregatedInferenceProps } from './props';
import { checkRatioNumbers } from './ratio';
import { InferenceRole } from './role';
import { RouterPlan, planRouter, routedPorts } from './router-plan';
import { SetPlan, checkInSet, planSet } from './set-plan';
import { GivenPart, adviseOnVendors, checkLengths, checkPairs, givenParts, partsOf, stageLabels } from './sides';
import { CONTEXT_LENGTHS, SidePlan, Stage, StagePlan } from './stage';
import { atField, forbidden, required } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { LABEL_INFERENCE, Labels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { deviceCount } from '../../engines/engine-plan';
import { InferenceEngine } from '../../engines/inference-engine';
import { VllmKvTransfer } from '../../engines/vllm/kv-transfer';
import { collecting } from '../../given/mistakes/collecting';
import { workloadName } from '../../kubernetes/refused/names';
import { Target } from '../../target-cluster/target';
import { GpuInferenceDeploymentProps } from '../gpu-inference-deployment/props';
import { LeaderWorkerGroupProps } from '../leader-worker-group/props';
import { checkOwnLabels } from '../own-labels';

/** Everything that will be emitted besides what the patterns of the roles plan themselves. */
export interface DisaggregatedPlan {
  readonly name: string;
  readonly namespace?: string;
  /** Labels that all pods have, of roles and router. */
  readonly selector: Labels;
  /** Prefill and decode, then further pools of them by name. */
  readonly parts: readonly StagePlan[];
  readonly router: RouterPlan;
  /** The object that carries all of them, where there is one. */
  readonly set?: SetPlan;
  readonly advice: readonly Finding[];
  readonly props: DisaggregatedInferenceProps;
}

/** Pure: how the two roles and what routes between them fit together. */
export function planDisaggregated(id: string, unchecked: DisaggregatedInferenceProps, target: Target, namespace?: string): DisaggregatedPlan {
  return collecting(unchecked, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => checkMetadata(props.metadata));
    const given = givenParts(props, attempt);
    attempt(() => checkNameBudget(props.name === undefined ? 'id' : 'name', name, [name, ...given.map(({ part }) => `${name}-${part}`), `${name}-router`].map(serviceName)));
    const sides = given.map(part => attempt(() => planPart(part, props)));
    checkPairs(sides, attempt);
    attempt(() => checkLengths(sides, !props.router._router));
    const router = attempt(() => planRouter(name, namespace, props, sides, target));
    attempt(() => checkRatioNumbers(props.ratio));
    return {
      name,
      namespace,
      selector: { [LABEL_INFERENCE]: name },
      parts: sides.map(side => attempt(() => named(side, `${name}-${side.part}`, labelsOf(side, sides, props)))),
      router,
      set: attempt(() => planSet(name, props.backend, sides, target.spareGpus)),
      advice: attempt(() => adviseOnVendors(sides)),
      props,
    };
  });
}

/** Under the name that follows from the whole, which need not be right for everything else to be looked at. */
function named({ deployment, groups, ...stage }: SidePlan, name: string, labels: Labels): StagePlan {
  return { ...stage, name, labels, deployment: deployment && { ...deployment, name }, groups: groups && { ...groups, name } };
}

function labelsOf(part: SidePlan, sides: readonly SidePlan[], props: DisaggregatedInferenceProps): Labels {
  const { stage, side: { maxModelLength } } = part;
  const { podMetadata } = part.deployment ?? part.groups!;
  const differ = new Set(partsOf(sides, stage).map(({ side }) => side.maxModelLength)).size > 1;
  // Only where an endpoint picker tells prompts apart, and unless the user says another range.
  const isTold = props.router._sidecar !== undefined && differ && podMetadata?.labels?.[CONTEXT_LENGTHS] === undefined;
  return { ...stageLabels(stage, props), ...(isTold && maxModelLength !== undefined ? { [CONTEXT_LENGTHS]: `0-${maxModelLength}` } : {}) };
}

function planPart(part: GivenPart, props: DisaggregatedInferenceProps): SidePlan {
  if (props.backend?._kind === 'disaggregatedSet') {
    checkInSet(part);
  }
  return atField(part.field, () => planRole(part, props));
}

function planRole({ role, ...part }: GivenPart, props: DisaggregatedInferenceProps): SidePlan {
  const { stage } = part;
  const given = role._deployment ?? role._groups!;
  checkRole(part, given, props);
  const engine = engineOf(given.engine, stage, props);
  const side = engine._side!;
  const common = {
    engine,
    metadata: mergedMetadata(props.metadata, given.metadata),
  };
  return {
    ...part,
    deployment: role._deployment && { ...role._deployment, ...common },
    groups: role._groups && { ...role._groups, ...common },
    side,
    vendor: given.accelerator?._vendor,
    ...numberOf(role),
    podsOfOne: role._groups?.size ?? 1,
    devicesOfOne: deviceCount(side.parallelism),
  };
}

function checkRole({ stage, part }: Pick<GivenPart, 'stage' | 'part'>, given: GpuInferenceDeploymentProps | LeaderWorkerGroupProps, props: DisaggregatedInferenceProps): void {
  if (given.name !== undefined) {
    throw forbidden('name', `the role is called after the whole, with -${part} behind it`, 'leave it out, and give name to the whole');
  }
  if (given.isolate) {
    throw forbidden('isolate', 'its policy lets in its own pods alone: neither the other role nor the router reaches them', 'leave it out, and put a WorkloadNetworkPolicy around the whole');
  }
  const label = Object.keys(stageLabels(stage, props)).find(key => given.podMetadata?.labels?.[key] !== undefined);
  if (label) {
    throw forbidden(`podMetadata.labels[${label}]`, 'routers know the role by it: it stands on the pods that answer', 'leave it out');
  }
  const space = given.metadata?.namespace;
  if (space !== undefined && space !== props.metadata?.namespace) {
    throw forbidden('metadata.namespace', 'both roles and the router live in one namespace', 'set metadata.namespace of the whole');
  }
}

/** The engine of a role, as one side of the transfer. */
function engineOf(engine: InferenceEngine | undefined, stage: Stage, props: DisaggregatedInferenceProps): InferenceEngine {
  if (engine === undefined) {
    throw required('engine', 'nothing else says what is handed over', 'give an engine, such as InferenceEngine.vllm');
  }
  if (engine._side === undefined) {
    throw forbidden('engine', `how ${engine.name} hands over its blocks is not known here`, 'use InferenceEngine.vllm(), or GpuInferenceDeployments of your own beside each other');
  }
  return engine._completed({ kvTransfer: props.kvTransfer ?? VllmKvTransfer.nixl(), port: routedPorts(props.router)[stage] });
}

function numberOf({ _deployment, _groups }: InferenceRole): { least: number; most: number } {
  const { minReplicas, maxReplicas } = _deployment?.autoscaling ?? {};
  const fixed = _deployment?.replicas ?? _groups?.groups ?? 1;
  return { least: minReplicas ?? fixed, most: maxReplicas ?? fixed };
}

function checkMetadata(metadata: ApiObjectMetadata | undefined): void {
  if (metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'the pattern names several objects, all from its own name', 'use name');
  }
  checkOwnLabels(metadata?.labels);
}

function mergedMetadata(whole: ApiObjectMetadata | undefined, own: ApiObjectMetadata | undefined): ApiObjectMetadata | undefined {
  if (!whole || !own) {
    return own ?? whole;
  }
  return { ...whole, ...own, labels: { ...whole.labels, ...own.labels }, annotations: { ...whole.annotations, ...own.annotations } };
}

