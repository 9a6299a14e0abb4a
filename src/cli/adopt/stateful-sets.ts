import { NotAdopted, Recogniser } from './proposal';
import { grouped } from '../../base/grouped';
import { LABEL_NAME, LABEL_POD_INDEX } from '../../base/labels';
import { asNumber, asObject, asShown, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { acceleratorUses } from '../../lint/facts/accelerators';
import { podSetsOf } from '../../lint/facts/carried-pods';
import { Facts } from '../../lint/facts/facts';

/**
 * A StatefulSet on devices, or one of a leader and workers, stays as it is: its selector, the Service that names its pods and its claims can never be changed,
 * and a LeaderWorkerGroup or a ZonePartitionedStatefulSet has others. What is applied under the name would be refused, and under another name it leaves the
 * claims behind. So the report says what it would be, and that it comes beside it.
 */
export const recogniseStatefulSets: Recogniser = (object, { facts }) => {
  if (object.type !== 'apps/StatefulSet') {
    return undefined;
  }
  const group = groupOf(object, facts);
  if (group === undefined && !podSetsOf(facts, object).some(pods => pods.containers.some(each => acceleratorUses(each).length > 0))) {
    return undefined;
  }
  const labels = objectAt(object.spec, 'selector', 'matchLabels');
  if (Object.hasOwn(labels, LABEL_NAME)) {
    throw new NotAdopted(`a program of this library wrote it (${LABEL_NAME}=${asShown(labels[LABEL_NAME])}): keep that program, which has what no manifest says`);
  }
  const selected = Object.entries(asObject(labels)).map(([key, value]) => `${key}=${asShown(value)}`).join(',');
  throw new NotAdopted(`its selector (${selected || 'no labels'}) cannot be changed, and StatefulSets of this library are selected by ${LABEL_NAME} and by `
    + `group or zone: another selector is another StatefulSet, with other claims${group === undefined ? '' : `. ${group}`}`);
};

/** How people call the sets of a group, at the end of their names. */
const ROLE = /^(.*?)-?(?:(leader|head|master|chief)|workers?)$/;

interface Role {
  readonly stem: string;
  readonly isLeader: boolean;
}

function roleOf(name: string): Role | undefined {
  const [, stem, leader] = ROLE.exec(name) ?? [];
  return stem === undefined ? undefined : { stem, isLeader: leader !== undefined };
}

/** What a StatefulSet is as a group of this library, and how to get there; undefined where nothing says that one of its pods leads others. */
function groupOf(object: Manifest, facts: Facts): string | undefined {
  const other = otherRole(object, facts);
  const size = podsOf(object) + (other === undefined ? 0 : podsOf(other));
  if (size < 2 || other === undefined && !isToldApart(object)) {
    return undefined;
  }
  const what = other === undefined ? `Its ${size} pods are told apart by their index` : `With StatefulSet ${other.name} it is a leader and its workers, ${size} pods`;
  return `${what}: a LeaderWorkerGroup of size ${size}. It comes beside it under a name of its own; delete this when clients and data have moved`;
}

/** The set of the other role of the same group: of the same Service, where both name one. */
function otherRole(object: Manifest, facts: Facts): Manifest | undefined {
  const role = roleOf(object.name);
  return role && (facts.get(setsByStem).get(stemKey(object, role)) ?? []).find(each => roleOf(each.name)!.isLeader !== role.isLeader);
}

function setsByStem(facts: Facts): ReadonlyMap<string, readonly Manifest[]> {
  const sets = facts.ofType('apps/StatefulSet').filter(({ name }) => roleOf(name) !== undefined);
  return grouped(sets, set => stemKey(set, roleOf(set.name)!));
}

function stemKey({ place, spec }: Manifest, { stem }: Role): string {
  return JSON.stringify([place, stem, asText(spec.serviceName) ?? '']);
}

/** Source: pkg/apis/apps/v1/defaults.go (v1.36): one without a number */
function podsOf({ spec }: Manifest): number {
  return asNumber(spec.replicas) ?? 1;
}

/** Whether its pods ask for their index, which the controller writes as a label. */
function isToldApart({ spec }: Manifest): boolean {
  return JSON.stringify(spec.template ?? null).includes(`"metadata.labels['${LABEL_POD_INDEX}']"`);
}
