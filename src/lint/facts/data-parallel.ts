import { podSetsOf } from './carried-pods';
import { FlagValue, commandFlag } from './command-flags';
import { podsOfCrew } from './crews';
import { EngineCommand, enginesByPods } from './engine-command';
import { Facts } from './facts';
import { Count, countOf, parallelismOf } from './parallelism';
import { PodSet } from './pod-set';
import { isServer } from './world';
import { workloadKindOf } from '../kinds';

/** Pods of one set that take data-parallel ranks of one server; numbers that are not known are NaN. */
export interface RankedPods {
  readonly pods: PodSet;
  readonly command: EngineCommand;
  /** Ranks of all pods together. */
  readonly size: Told;
  /** Ranks of each pod. */
  readonly local: Told;
  /** First rank of each pod of the set, where it is the same for all. */
  readonly first: Told;
  /** Pods of the set in one group. */
  readonly count: number;
}

type Told = Required<Count>;

/** Sets whose ranks are those of one server, by what they have in common: the object that groups them, or the address of the first rank. */
export function rankedServers(facts: Facts): readonly (readonly RankedPods[])[] {
  const servers = new Map<string, RankedPods[]>();
  const unknown = new Set<string>();
  for (const [pods, commands] of facts.get(enginesByPods)) {
    const started = commands.filter(isServer);
    for (const command of started) {
      const ranked = rankedPods(facts, pods, command);
      const key = ranked && keyOf(pods, command);
      if (key !== undefined) {
        servers.set(key, [...servers.get(key) ?? [], ranked!]);
      }
      // Branches of one script: which pod takes which, a shell decides.
      if (key !== undefined && started.length > 1) {
        unknown.add(key);
      }
    }
  }
  return [...servers].filter(([key]) => !unknown.has(key)).map(([, sets]) => sets);
}

/** Where a script chooses, it may be the command of the first pod alone: those of the others may be what cannot be read. */
function isBranch({ placed: { container } }: EngineCommand): boolean {
  return [container.command, container.args].some(words => Array.isArray(words) && words.some(word => typeof word === 'string' && /(?:^|[\s;])(?:if|case)\s/.test(word)));
}

function rankedPods(facts: Facts, pods: PodSet, command: EngineCommand): RankedPods | undefined {
  const cuts = command.engine.serves?.cuts;
  const plan = cuts?.dataStart && parallelismOf(command);
  const size = cuts && countOf(commandFlag(command, cuts.data));
  // With a number of nodes, and on Ray, the engine places the ranks by itself. Source: vllm docs/serving/data_parallel_deployment.md
  if (!plan || plan.nodes || plan.onRay || size?.value === undefined || size.value < 2) {
    return undefined;
  }
  const [local, rank] = [cuts.dataLocal, cuts.dataRank].map(names => names && countOf(commandFlag(command, names)));
  const isOne = rank !== undefined;
  if (!local && !isOne) {
    return undefined;
  }
  const start = countOf(commandFlag(command, cuts.dataStart!));
  const count = podsOfTemplate(facts, pods);
  const fallback = { value: count > 1 && isBranch(command) ? undefined : 0, field: (local ?? size).field };
  return {
    pods,
    command,
    size: { ...size, value: size.value },
    local: told(local ?? { value: 1, field: rank!.field }),
    first: told(rank ?? start ?? fallback),
    count,
  };
}

function told({ value = NaN, field }: Count): Told {
  return { value, field };
}

/** A pod that meets at its own address meets nobody else there; a variable has a value in each pod. */
function isOfItself(address: string): boolean {
  return /^(?:127\.|localhost$|::1$|0\.0\.0\.0$)|\$/.test(address);
}

/** Leaders and workers may share one. */
function podsOfTemplate(facts: Facts, pods: PodSet): number {
  const sharing = podSetsOf(facts, pods.carrier).filter(each => each.labelsField === pods.labelsField);
  return sharing.reduce((sum, each) => sum + (podsOfCrew(facts, each) ?? NaN), 0);
}

/** Groups of their own have an address of their own; other objects meet at one. */
function keyOf(pods: PodSet, command: EngineCommand): string | undefined {
  if (workloadKindOf(pods.carrier).podsOfGroup !== undefined) {
    return `${pods.place} ${pods.carrier.toString()}`;
  }
  const address = commandFlag(command, command.engine.serves!.cuts!.dataAddress!)?.value;
  return address === undefined || isOfItself(address) ? undefined : `${pods.place} at ${address}`;
}

/** The flag that spreads experts over ranks. */
export function expertsFlag(command: EngineCommand): FlagValue | undefined {
  const { experts } = command.engine.serves?.cuts ?? {};
  return experts && commandFlag(command, experts);
}
