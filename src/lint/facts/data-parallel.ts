import { podSetsOf } from './carried-pods';
import { FlagValue, commandFlag } from './command-flags';
import { podsOfCrew } from './crews';
import { EngineCommand, enginesByPods } from './engine-command';
import { Facts } from './facts';
import { Count, countOf, parallelismOf } from './parallelism';
import { PodSet } from './pod-set';
import { isServer } from './world';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText } from '../../base/reading';
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
  const alone: RankedPods[] = [];
  for (const [pods, commands] of facts.get(enginesByPods)) {
    const started = commands.filter(isServer);
    for (const command of started) {
      const ranked = rankedPods(facts, pods, command);
      const key = ranked && keyOf(ranked);
      if (key !== undefined) {
        servers.set(key, [...servers.get(key) ?? [], ranked!]);
      } else if (ranked) {
        alone.push(ranked);
      }
      // Branches of one script: which pod takes which, a shell decides.
      if (key !== undefined && started.length > 1) {
        unknown.add(key);
      }
    }
  }
  return [...servers].filter(([key, sets]) => !unknown.has(key) && !mayBeLed(sets, alone)).map(([, sets]) => sets);
}

/** What is at its own address may be the first ranks of those that know it by the name of a Service. */
function mayBeLed([{ pods, size, first }, ...others]: readonly RankedPods[], alone: readonly RankedPods[]): boolean {
  return [first, ...others.map(each => each.first)].every(({ value }) => value !== 0)
    && alone.some(each => each.pods.place === pods.place && each.size.value === size.value && each.local.value < size.value);
}

/** Where a script chooses, it may be the command of the first pod alone: those of the others may be what cannot be read. */
function isBranch({ placed: { container } }: EngineCommand): boolean {
  return /(?:^|[\s;])(?:if|case)\s/.test(textOf(container));
}

function textOf({ command, args }: PlainObject): string {
  return [command, args].flatMap(words => (Array.isArray(words) ? words.filter(word => typeof word === 'string') : [])).join(' ');
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

/** What is each pod's own address, whatever carries it. */
const OF_ITSELF = /^(?:127\.[\d.]+|localhost|::1|0\.0\.0\.0|::|\$\(?\{?HOSTNAME\b.*|[$`]\(?hostname\b.*)$/;

/** Variables that have another value in each pod. */
const OWN_FIELDS: ReadonlySet<unknown> = new Set(['status.podIP', 'status.podIPs', 'status.hostIP', 'status.hostIPs', 'metadata.name', 'metadata.uid']);

/** The address as it is written, in words or in a script: what a variable stands for is gone from what is read. */
const ADDRESS = /--data[-_]parallel[-_]address(?:=|\s+)["']?(\$\([^)]*\)|`[^`]*`|[^\s"'\\;]+)/g;

/** Whether a pod meets at its own address: of several such pods each is a server of its own. */
function meetsItself({ pods, command, count }: RankedPods): boolean {
  const { placed: { container } } = command;
  const text = textOf(container);
  const fieldOf = ({ valueFrom }: PlainObject) => asObject(asObject(valueFrom).fieldRef).fieldPath;
  const own = asList(container.env).filter(variable => OWN_FIELDS.has(fieldOf(variable))).map(({ name }) => asText(name));
  return [addressOf(command) ?? '', ...[...text.matchAll(ADDRESS)].map(([, written]) => written)].some(address => {
    const variable = /^\$[({]?(\w+)[)}]?$/.exec(address)?.[1];
    // One pod with a name of its own may be the one that others meet at.
    return OF_ITSELF.test(address) || variable !== undefined && own.includes(variable) || count > 1 && address.split('.')[0] === pods.spec.hostname;
  });
}

function addressOf({ engine, flags }: EngineCommand): string | undefined {
  return commandFlag({ flags }, engine.serves!.cuts!.dataAddress!)?.value;
}

/** Leaders and workers may share one. */
function podsOfTemplate(facts: Facts, pods: PodSet): number {
  const sharing = podSetsOf(facts, pods.carrier).filter(each => each.labelsField === pods.labelsField);
  return sharing.reduce((sum, each) => sum + (podsOfCrew(facts, each) ?? NaN), 0);
}

/** Groups of their own have an address of their own, which may be that of their one leader; other objects meet at one. */
function keyOf(ranked: RankedPods): string | undefined {
  const { pods, command, count } = ranked;
  const isOwn = meetsItself(ranked);
  const { podsOfGroup, crew } = workloadKindOf(pods.carrier);
  if (podsOfGroup !== undefined) {
    return isOwn && count > 1 ? undefined : `${pods.place} ${pods.carrier.toString()} ${crew?.(pods) ?? ''}`;
  }
  const address = addressOf(command);
  return address === undefined || isOwn || address.includes('$') ? undefined : `${pods.place} at ${address}`;
}

/** The flag that spreads experts over ranks. */
export function expertsFlag(command: EngineCommand): FlagValue | undefined {
  const { experts } = command.engine.serves?.cuts ?? {};
  return experts && commandFlag(command, experts);
}
