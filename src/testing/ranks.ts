import { AssertionFailed } from './assertion';
import { RankedPod } from './structs';
import { rowsOf } from '../account/pods/rows';
import { roleOf, Workload, workloads } from '../account/pods/workloads';
import { show } from '../base/text/shown';
import { Manifest } from '../kubernetes/manifest';
import { Facts } from '../lint/facts/facts';
import { PodSet } from '../lint/facts/pod-set';
import { workloadKindOf } from '../lint/kinds';

/** Pods of one table. Nobody compares more one by one. */
const MOST_PODS = 100_000;

/** The pods of a workload that have numbers, in the order of groups and ranks. */
export function rankTableOf(objects: readonly Manifest[], name: string): RankedPod[] {
  const facts = new Facts(objects);
  const all = facts.get(workloads);
  const found = all.filter(each => each.name === name || each.members.some(member => member.name === name));
  if (found.length === 0) {
    throw new AssertionFailed(`no workload is called ${show(name)}`, [
      all.length === 0 ? 'there is none at all' : 'there are:', ...all.map(each => `${each.name} (${each.members.map(member => member.toString()).join(', ')})`),
    ]);
  }
  return found.flatMap(workload => rowsOfWorkload(facts, workload));
}

function rowsOfWorkload(facts: Facts, workload: Workload): RankedPod[] {
  const pods = workload.sets.flatMap(set => rankedPods(facts, workload, set));
  // Leader and workers of a group are of several objects: ranks count through the group.
  const groups = [...new Set(pods.map(({ group }) => group))];
  return groups.flatMap(group => {
    const members = pods.filter(each => each.group === group);
    const isOneCount = group !== undefined && new Set(members.map(({ rank }) => rank)).size === members.length;
    return isOneCount ? [...members].sort((one, other) => one.rank - other.rank) : members;
  });
}

function rankedPods(facts: Facts, workload: Workload, set: PodSet): RankedPod[] {
  const role = roleOf(workload, set);
  const { rows, unlisted } = rowsOf(facts, [{ name: role, sets: [set] }], MOST_PODS);
  if (unlisted > 0 && rows.some(({ cells }) => cells.length >= MOST_PODS)) {
    throw new AssertionFailed(`${set.toString()} has more than ${MOST_PODS.toLocaleString('en')} pods`, ['compare its replicas instead']);
  }
  const { carrier } = set;
  return rows.flatMap(({ group, zone, cells }) => cells.flatMap(({ index, name }): RankedPod[] => (index === undefined ? [] : [{
    workload: workload.name,
    namespace: carrier.namespace,
    carrier: carrier.reference,
    role,
    rank: index,
    ...(name !== undefined && { pod: name, ...hostOf(name, domainOf(set, group)) }),
    ...(group !== undefined && { group }),
    ...(zone !== undefined && { zone }),
  }])));
}

function hostOf(name: string, domain: string | undefined): Pick<RankedPod, 'host'> {
  return domain === undefined ? {} : { host: `${name}.${domain}` };
}

/** The headless Service below which pods have names: one that the object names, or one that its controller makes. */
function domainOf(set: PodSet, group: string | undefined): string | undefined {
  const kind = workloadKindOf(set.carrier);
  const { value } = kind.numbered?.(set)?.domain ?? {};
  const made = kind.derivedNames?.(set.carrier, false).find(each => each.kind === 'Service');
  return value ?? (made === undefined ? undefined : made.from === undefined ? made.stem : group === undefined ? undefined : `${made.stem}${group}`);
}
