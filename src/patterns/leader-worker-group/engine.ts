import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { withDevicesOfRole } from './devices';
import { checkEngineOverrides, engineRoles, GroupEngine } from './engine-roles';
import type { RestartKind } from './group-restart';
import { BackendKind } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { WrittenAt, forbidden, invalid, renamed, required } from '../../base/errors/invalid-input';
import { EngineMemberRole, EnginePlan, deviceCount } from '../../engines/engine-plan';
import { InferenceEngine } from '../../engines/inference-engine';
import { Rendezvous } from '../../engines/rendezvous';
import { ContainerSpec } from '../../pod/container/container';
import { givenProbe } from '../../pod/container/given-probe';
import { deviceMemoryMi } from '../../pod/devices/device-memory';
import { DrainPlan, planDrain, planWorkerDrain } from '../../pod/lifecycle/drain';
import { planStartup } from '../../pod/lifecycle/model-load';
import { noticeOf, withinNotice } from '../../pod/lifecycle/notice';
import { adviseOnDownload } from '../../pod/lifecycle/startup-advice';
import { WeightsSource, literalsOf, mountedFolders } from '../../pod/lifecycle/weights-source';
import { ModelUse, weightsOfModel } from '../../pod/model/model-plan';
import { preloadSeconds } from '../../pod/model/model-preload';
import { Capacity } from '../../pod/scheduling/capacity';
import { CapabilityProfile } from '../../pod/security/security';
import { PodPlan, StopTerm, planPod, sidecarStops } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';

/** Properties whose container is known: given, or derived from the engine. */
export interface ResolvedGroupProps extends LeaderWorkerGroupProps {
  readonly container: ContainerSpec;
}

/** How the kubelet expands the variables of the group. */
const LEADER_ADDRESS = '$(LWS_LEADER_ADDRESS)';
const WORKER_INDEX = '$(LWS_WORKER_INDEX)';

/** The group's properties with everything the engine gives laid under what the user gave. */
export function resolveEngine(
  given: LeaderWorkerGroupProps, backend: BackendKind, target: Target, restart: RestartKind): { props: ResolvedGroupProps; engine?: GroupEngine } {
  const { engine } = given;
  if (!engine) {
    return { props: withoutEngine(withDevicesOfRole(given)) };
  }
  const advice = checkEngineOverrides(given, engine);
  const props = withDevicesOfRole({ ...given, parallelism: parallelismOf(given, engine) });
  const rendezvous = rendezvousOf(props, engine);
  const role = memberRole(props, backend, rendezvous);
  const leader = engine._plan(role('leader'));
  const worker = engine._plan(role('worker'));
  const startup = planStartup(props.modelLoad, {
    ...givenProbes(props),
    weights: target._since(DefaultSet.V2) ? weightsOf(props, leader) : undefined,
    // Its peers begin when their own download has ended, and the leader answers when they are there.
    peersSeconds: props.size > 1 ? preloadSeconds(props.preload) : 0,
    weightsInMemory: (props.leader?.memory ?? props.container?.memory)?._parts?.weights,
  });
  const drains = planDrains(props, backend, engine, leader);
  const plan: GroupEngine = {
    leader,
    worker,
    isRay: rendezvous._kind === 'ray',
    startup,
    ...drains,
    advice: [...leader.advice, ...advice, ...adviseOnDownload(startup, KEEP_WEIGHTS)],
  };
  return { props: { ...props, rendezvous, ...engineRoles(props, backend, plan, restart) }, engine: plan };
}

const KEEP_WEIGHTS = "keep them: modelCache, with preload to fill it before the engine starts; or claims: [{ name: 'models', size: …, mountPath: '/root/.cache/huggingface' }]";

/** Where the engine finds the weights: on a claim of each pod, on a volume of the user's, or nowhere. */
function weightsOf(props: LeaderWorkerGroupProps, leader: EnginePlan): WeightsSource {
  return weightsOfModel(props, {
    model: leader.model,
    args: leader.args,
    variables: { ...literalsOf(props.container), ...literalsOf(props.leader) },
    mounts: [
      ...(props.claims ?? []).map(claim => ({ path: claim.mountPath, isKept: true })),
      ...mountedFolders(props.leader?.volumeMounts ? props.leader : props.container),
    ],
  });
}

function withoutEngine(props: LeaderWorkerGroupProps): ResolvedGroupProps {
  if (props.modelLoad) {
    throw forbidden('modelLoad', 'it sizes the startup probe of an engine, and this group has none', 'give engine, or container.startup');
  }
  const image = props.container?.image;
  if (image === undefined) {
    throw required(props.container ? 'container.image' : 'container', 'without an engine nobody else says what runs',
      'give image of container, or an engine, such as InferenceEngine.vllm');
  }
  return { ...props, container: { ...props.container, image } };
}

/** The engine says how the model is cut; a second statement may only agree. */
function parallelismOf(props: LeaderWorkerGroupProps, engine: InferenceEngine): LeaderWorkerGroupProps['parallelism'] {
  const own = engine._parallelism;
  const axis = (['tensor', 'pipeline', 'data'] as const).find(name => props.parallelism?.[name] !== undefined && props.parallelism[name] !== own[name]);
  if (axis) {
    throw invalid(`parallelism.${axis}`, props.parallelism![axis], `the engine is given ${axis} ${own[axis]}`, 'leave parallelism out: the engine has it');
  }
  return own;
}

/** Engines that span nodes by themselves need no Ray; a copy of the model that fits a pod never does. */
function rendezvousOf(props: LeaderWorkerGroupProps, engine: InferenceEngine): Rendezvous {
  const given = props.rendezvous;
  if (given && given._kind !== 'plain' && given._kind !== 'ray') {
    throw forbidden('rendezvous', `${engine.name} finds its processes by itself or through Ray, not with ${given._kind}`, 'leave it out, or use Rendezvous.ray()');
  }
  if (given) {
    return given;
  }
  const { tensor, pipeline } = engine._parallelism;
  const spansPods = props.size > 1 && tensor * pipeline > devicesPerPod(props, engine);
  return spansPods && engine._needsRay !== undefined ? Rendezvous.ray() : Rendezvous.plain();
}

/** Without accelerators (inference on CPUs) each pod runs its share of the ranks. */
function devicesPerPod(props: LeaderWorkerGroupProps, engine: InferenceEngine): number {
  return props.accelerator?.count ?? Math.ceil(deviceCount(engine._parallelism) / props.size);
}

function memberRole(props: LeaderWorkerGroupProps, backend: BackendKind, rendezvous: Rendezvous): (kind: 'leader' | 'worker') => EngineMemberRole {
  return kind => ({
    kind,
    pods: props.size,
    devicesPerPod: devicesPerPod(props, props.engine!),
    leaderAddress: LEADER_ADDRESS,
    workerIndex: WORKER_INDEX,
    locksMemory: locksMemory(props),
    deviceMemoryMi: deviceMemoryMi(props.accelerator),
    vendor: (props[kind]?.image ?? props.container?.image) === undefined ? props.accelerator?._vendor : undefined,
    ray: rendezvous._kind === 'ray',
    stopsTogether: backend === 'singleStatefulSet' && props.size > 1,
  });
}

function locksMemory({ container, leader, worker, fabric }: LeaderWorkerGroupProps): boolean {
  const given = { ...container, ...leader, ...worker };
  const { privileged, capabilities } = given.securityContext ?? {};
  return fabric?._locksMemory || given.capabilityProfile === CapabilityProfile.RDMA || privileged === true
    || (capabilities?.add ?? []).includes(kplus.Capability.IPC_LOCK);
}

function givenProbes(props: LeaderWorkerGroupProps) {
  const field = props.leader?.startup ? 'leader' : 'container';
  const startup = props.leader?.startup ?? props.container?.startup;
  return { field, startup: givenProbe(field, { image: 'engine', ports: [], ...props.container, ...props.leader } as ContainerSpec, startup) };
}

function planDrains(
  props: LeaderWorkerGroupProps, backend: BackendKind, engine: InferenceEngine, leader: EnginePlan): Pick<GroupEngine, 'leaderDrain' | 'workerDrain'> {
  const sidecars = sidecarStops(props.sidecars);
  const leaderDrain = planDrain({
    engine: `${engine.name} ${engine.version}`,
    longestStreamSeconds: leader.longestStreamSeconds,
    drain: leader.drain,
    noDrainReason: leader.noDrainReason,
    field: props.leader?.preStopSleep ? 'leader' : 'container',
    preStopSleep: props.leader?.preStopSleep ?? props.container?.preStopSleep,
    sidecars,
    gracePeriod: props.terminationGracePeriod,
    notice: props.capacity && noticeOf(props.capacity),
  });
  // Where every pod answers, all of them drain as the leader does.
  const isOneDrain = props.size === 1 || backend === 'singleStatefulSet' || engine._everyPodServes;
  return { leaderDrain, workerDrain: isOneDrain ? undefined : planWorkerDrain(leaderDrain, sidecars) };
}

/** What a role's pods are planned from, and where the user wrote it. */
interface RolePod {
  readonly props: PodTemplateProps;
  readonly writtenAt: WrittenAt;
}

/** The pods of both roles; with an engine their grace period is the solved one. Either way it fits the notice of spot capacity. */
export function planRolePods(
  leader: RolePod,
  worker: RolePod,
  engine: GroupEngine | undefined,
  target: Target,
  { capacity, use }: { readonly capacity: Capacity; readonly use: ModelUse },
): { leaderPod: PodPlan; workerPod: PodPlan } {
  if (!engine) {
    const plan = ({ props, writtenAt }: RolePod) =>
      withinNotice(capacity, renamed(writtenAt, () => planPod(props, target, [], use)), props.terminationGracePeriod !== undefined);
    return { leaderPod: plan(leader), workerPod: plan(worker) };
  }
  const { leaderDrain, workerDrain } = engine;
  const readers = { leader: { ...use, engine: engine.leader }, worker: { ...use, engine: engine.worker } };
  return {
    // The leader's drain was solved within the notice.
    leaderPod: gracefulPod(leader, leaderDrain, leaderDrain.stopping, target, readers.leader),
    workerPod: withinNotice(capacity,
      gracefulPod(worker, workerDrain ?? leaderDrain, workerDrain ? [] : leaderDrain.stopping, target, readers.worker), true),
  };
}

function gracefulPod(
  { props, writtenAt }: RolePod, drain: Pick<DrainPlan, 'graceSeconds' | 'sum'>, stopping: readonly StopTerm[], target: Target, use: ModelUse): PodPlan {
  const pod = renamed(writtenAt, () => planPod({ ...props, terminationGracePeriod: Duration.seconds(drain.graceSeconds) }, target, stopping, use));
  return { ...pod, graceSum: drain.sum };
}
