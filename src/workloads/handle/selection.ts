import { PodCount, PodPart, SelectedPods, WorkloadMember, WorkloadPods } from './pods';
import { WorkloadFacts } from './workload-facts';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { rangeText } from '../../base/text/range';

/** The pods that are meant, or an error that says which there are. */
export function selectPods({ name, namespace, roles, pods }: WorkloadFacts, part: PodPart): SelectedPods {
  requireOneOf('role', part.role, roles.map(role => role.name), `roles of ${name}`);
  requireOneOf('zone', part.zone, pods.zones, `zones of ${name}`);
  requireGroup(part.group, pods.groups, name);
  const members = pods.members && membersOf(pods.members(), part, name);
  if (!members && part.index !== undefined) {
    throw forbidden('index', `pods of ${name} have no index: they are alike, and each start gives another name`, 'leave it out, or use a pattern whose pods are numbered');
  }
  return {
    labels: { ...pods.labels(part) },
    namespace,
    ...counted(pods, part, members),
    names: (members ?? []).flatMap(member => (member.name === undefined ? [] : [member.name])),
    claims: (members ?? []).flatMap(member => member.claims ?? []),
  };
}

/** How many pods of a part there are, also where no label can say which. */
export function countPods({ name, pods }: WorkloadFacts, part: PodPart): PodCount {
  return counted(pods, part, pods.members && membersOf(pods.members(), part, name));
}

function counted(pods: WorkloadPods, part: PodPart, members: readonly WorkloadMember[] | undefined): PodCount {
  const { least, most } = members ? { least: members.filter(member => !member.isStartedLater).length, most: members.length } : pods.count!(part);
  return { least, most: pods.isScaled?.() && part.group === undefined && part.index === undefined ? undefined : most };
}

function requireOneOf(field: string, given: string | undefined, known: readonly string[], what: string): void {
  if (given !== undefined && !known.includes(given)) {
    throw known.length === 0
      ? forbidden(field, `there are no ${what}: all its pods are alike in this`, 'leave it out')
      : invalid(field, given, `the ${what} are ${known.join(', ')}`, 'name one of them');
  }
}

function requireGroup(given: number | undefined, groups: number | undefined, name: string): void {
  if (given === undefined) {
    return;
  }
  if (groups === undefined) {
    throw forbidden('group', `pods of ${name} work each by itself, in no group`, 'leave it out');
  }
  if (!Number.isInteger(given) || given < 0 || given >= groups) {
    throw invalid('group', given, `the groups are 0 to ${groups - 1}`, 'name one of them');
  }
}

function membersOf(members: readonly WorkloadMember[], part: PodPart, name: string): WorkloadMember[] {
  const found = members.filter(member => (['role', 'group', 'zone', 'index'] as const).every(key => part[key] === undefined || part[key] === member[key]));
  if (part.index === undefined) {
    return found;
  }
  if (part.group === undefined && new Set(found.map(member => member.group)).size > 1) {
    throw invalid('index', part.index, 'stands in every group, so this would mix their pods', 'say which group as well');
  }
  if (found.length === 0) {
    throw invalid('index', part.index, `no pod of ${name} has it${restOf(part)}: there are ${indexesOf(members, part)}`, 'name one of them');
  }
  return found;
}

function restOf({ role, group, zone }: PodPart): string {
  const parts = [...(role === undefined ? [] : [`role ${role}`]), ...(group === undefined ? [] : [`group ${group}`]), ...(zone === undefined ? [] : [`zone ${zone}`])];
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

/** `0 to 3, 100 to 102`. */
function indexesOf(members: readonly WorkloadMember[], { index: _index, ...rest }: PodPart): string {
  const fits = members.filter(member => (['role', 'group', 'zone'] as const).every(key => rest[key] === undefined || rest[key] === member[key]));
  const indexes = [...new Set(fits.flatMap(member => member.index ?? []))].sort((one, other) => one - other);
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] === index - 1) {
      last[1] = index;
    } else {
      ranges.push([index, index]);
    }
  }
  return ranges.map(([first, last]) => rangeText(first, last)).join(', ') || 'none';
}
