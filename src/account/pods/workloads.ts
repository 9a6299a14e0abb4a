import { LABEL_COMPONENT, labelOf } from './labels';
import { LABEL_NAME, LABEL_ROLE } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { asObject, asText } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { bondsOf, boundTogether, stemOf } from '../../lint/facts/bonds';
import { podSets, podSetsOf } from '../../lint/facts/carried-pods';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';

/** Objects that carry pods and belong together. */
export interface Workload {
  readonly name: string;
  readonly members: readonly Manifest[];
  readonly sets: readonly PodSet[];
  /** Why they belong together, in words. */
  readonly because: readonly string[];
  /** Whether the names of its objects are the same but for a zone or number. */
  readonly isAlike: boolean;
}

/** Every workload, in the order of the manifests. */
export function workloads(facts: Facts): readonly Workload[] {
  const members = [...new Set(facts.get(podSets).map(({ carrier }) => carrier))];
  const bonds = bondsOf(members, facts);
  const groups = boundTogether(members, bonds);
  const reasons = new Map<readonly Manifest[], Set<string>>();
  bonds.forEach(({ text, objects }) => {
    const group = groups.get(objects[0])!;
    reasons.set(group, (reasons.get(group) ?? new Set()).add(text));
  });
  return [...new Set(groups.values())].map(group => {
    const sets = group.flatMap(member => podSetsOf(facts, member));
    const stem = group.length === 1 ? undefined : common(group.map(member => stemOf(member, podSetsOf(facts, member))));
    return {
      name: nameOf(group, sets, stem),
      members: group,
      sets,
      because: reasonsOf(group, sets, [...reasons.get(group) ?? []]),
      isAlike: group.length === 1 || stem !== undefined,
    };
  });
}

/** What says it best: our own label alone, else the first reasons. */
function reasonsOf(members: readonly Manifest[], sets: readonly PodSet[], all: readonly string[]): readonly string[] {
  const ours = common(sets.map(set => labelOf(set, LABEL_NAME)));
  return members.length === 1 ? [] : ours === undefined ? all.slice(0, MOST_REASONS) : [`all of them have the label ${LABEL_NAME}: ${ours}`];
}

const MOST_REASONS = 3;

const SHARED_NAMES = ['app.kubernetes.io/instance', 'app.kubernetes.io/name'];

/** What people call it: a name that all of its objects say, or what their names have in common. */
function nameOf(members: readonly Manifest[], sets: readonly PodSet[], stem: string | undefined): string {
  const ours = common(sets.map(set => labelOf(set, LABEL_NAME)));
  const [first] = members;
  if (ours !== undefined || members.length === 1) {
    return ours ?? (first.name || (asText(metadataOf(first).generateName) ?? first.kind));
  }
  const said = [common(members.map(({ spec }) => asText(spec.serviceName))), ...SHARED_NAMES.map(key => common(sets.map(set => labelOf(set, key))))];
  return said.find(each => each !== undefined) ?? stem ?? `${first.name} and ${members.length - 1} more`;
}

function metadataOf({ body }: Manifest): PlainObject {
  return asObject(body.metadata);
}

/** The value that all have. */
function common(values: readonly (string | undefined)[]): string | undefined {
  return values.every(value => value === values[0]) ? values[0] : undefined;
}

/** Pods that are all alike, and have no name for what they do. */
export const NO_ROLE = 'pods';

/** What the pods of a set do in their workload: `leader`. */
export function roleOf(workload: Workload, pods: PodSet): string {
  return labelOf(pods, LABEL_ROLE) ?? pods.role ?? labelOf(pods, LABEL_COMPONENT) ?? (workload.isAlike ? NO_ROLE : pods.carrier.name);
}
