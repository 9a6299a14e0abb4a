import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import type { RestartKind } from './group-restart';
import { BackendKind } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { RoleContainer } from './role-container';
import { forbidden } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { EnginePlan } from '../../engines/engine-plan';
import { InferenceEngine } from '../../engines/inference-engine';
import { engineProbes, indexedProbes } from '../../engines/probes';
import { ContainerSpec } from '../../pod/container/container';
import { DrainPlan, WorkerDrainPlan } from '../../pod/lifecycle/drain';
import { StartupPlan } from '../../pod/lifecycle/model-load';

/** What the engine itself says, so that a user may not. */
const OF_ENGINE: { readonly [property: string]: string } = {
  command: 'its command line comes from the version and the parallelism: use args of the engine',
  args: 'its command line comes from the version and the parallelism: use args of the engine',
  portNumber: 'its port is a property of the engine: port',
  port: 'its port is a property of the engine: port',
};

/** Checks what is laid over the engine's container, role by role. */
export function checkEngineOverrides(props: LeaderWorkerGroupProps, engine: InferenceEngine): Finding[] {
  return (['container', 'leader', 'worker'] as const).flatMap(field => {
    const given: RoleContainer = props[field] ?? {};
    const taken = Object.keys(OF_ENGINE).find(name => given[name as keyof RoleContainer] !== undefined);
    if (taken) {
      throw forbidden(`${field}.${taken}`, `the engine runs in this container, and ${OF_ENGINE[taken]}`, 'leave it out');
    }
    if (given.lifecycle?.preStop) {
      throw forbidden(`${field}.lifecycle`, 'the drain begins with a sleep before the stop signal, and a container has one preStop hook', 'use preStopSleep, or leave it out to have it computed');
    }
    checkWorker(field, given);
    return engine._checkContainer(field, {
      image: given.image, variables: Object.keys(given.envVariables ?? {}), secretVariables: Object.keys(given.secretEnv ?? {}),
    });
  });
}

function checkWorker(field: string, given: RoleContainer): void {
  if (field === 'worker' && given.preStopSleep) {
    throw forbidden('worker.preStopSleep', 'workers sleep until the grace period of their leader is over, since it cannot finish a request without them', 'leave it out; leader.preStopSleep moves both');
  }
}

type Probes = ReturnType<typeof engineProbes>;

interface EngineRoles {
  readonly container: ContainerSpec;
  readonly leader: RoleContainer;
  readonly worker: RoleContainer;
}

/** Container, leader and worker with what the engine gives laid under them. */
export function engineRoles(props: LeaderWorkerGroupProps, backend: BackendKind, engine: GroupEngine, restart: RestartKind): EngineRoles {
  const { startup: _startup, liveness: _liveness, readiness: _readiness, ports: _ports, preStopSleep: _sleep, ...common } = props.container ?? {};
  const container: ContainerSpec = { ...common, image: common.image ?? engine.leader.image };
  // Workers of a Ray cluster run `ray start`, and may not be given a command.
  const workerWords = engine.isRay ? {} : words(engine.worker);
  if (backend === 'singleStatefulSet') {
    return {
      container: { ...container, ...servingParts(props, engine, 'leader', oneTemplateProbes(props, engine, restart)) },
      leader: { ...defined(props.leader), ...words(engine.leader) },
      worker: { ...defined(props.worker), ...workerWords },
    };
  }
  const probes = engineProbes(engine.leader, engine.startup.probe);
  return {
    container,
    leader: { ...defined(props.leader), ...words(engine.leader), ...servingParts(props, engine, 'leader', probes) },
    worker: { ...defined(props.worker), ...workerWords, ...(engine.worker.serves ? servingWorker(props, engine, restart, probes) : sleepOf(engine)) },
  };
}

/** A worker that answers has all that a leader has; with fate sharing startup and liveness come with the group, since they ask for the leader as well. */
function servingWorker(props: LeaderWorkerGroupProps, engine: GroupEngine, restart: RestartKind, probes: Probes): RoleContainer {
  const { startup, liveness, ...parts } = servingParts(props, engine, 'worker', probes);
  return restart === 'fateSharing' ? parts : { ...parts, startup, liveness };
}

/** Workers sleep until their leader is gone. */
function sleepOf({ workerDrain }: GroupEngine): RoleContainer {
  return workerDrain ? { preStopSleep: Duration.seconds(workerDrain.preStopSeconds) } : {};
}

function words(plan: EnginePlan): Pick<RoleContainer, 'command' | 'args'> {
  return { command: plan.command, args: plan.args };
}

/** Probes of one template for leader and workers: they look at the index. */
function oneTemplateProbes(props: LeaderWorkerGroupProps, { leader, worker, startup }: GroupEngine, restart: RestartKind): Probes {
  if (props.size === 1 || worker.serves && restart !== 'fateSharing') {
    return engineProbes(leader, startup.probe);
  }
  const port = props.restart?._fateSharing?.port ?? leader.port;
  return indexedProbes(leader, startup.probe, {
    indexVariable: 'LWS_WORKER_INDEX',
    leader: restart === 'fateSharing' ? { addressVariable: 'LWS_LEADER_ADDRESS', port } : undefined,
    allServe: worker.serves,
  });
}

/** Port, probes and drain of what answers requests; the user's own probes stand. */
function servingParts(props: LeaderWorkerGroupProps, engine: GroupEngine, role: 'leader' | 'worker', probes: Probes): RoleContainer {
  const { leader: plan, leaderDrain } = engine;
  const given = { ...props.container, ...defined(props[role]) };
  return {
    ports: [{ name: plan.portName, number: plan.port }, ...(given.ports ?? []).filter((port: kplus.ContainerPort) => port.number !== plan.port)],
    startup: given.startup ?? probes.startup,
    liveness: given.liveness ?? probes.liveness,
    readiness: given.readiness ?? probes.readiness,
    preStopSleep: Duration.seconds(leaderDrain.preStopSeconds),
  };
}

function defined(role: RoleContainer | undefined): RoleContainer {
  return Object.fromEntries(Object.entries(role ?? {}).filter(([, value]) => value !== undefined));
}

/** What an engine decides about a group. */
export interface GroupEngine {
  readonly leader: EnginePlan;
  readonly worker: EnginePlan;
  /** Whether the pods join a Ray cluster first. */
  readonly isRay: boolean;
  readonly startup: StartupPlan;
  readonly leaderDrain: DrainPlan;
  /** What workers do while their leader drains; absent in groups of one and in a single template. */
  readonly workerDrain?: WorkerDrainPlan;
  readonly advice: readonly Finding[];
}
