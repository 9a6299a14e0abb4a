import { Placement } from './placement';
import { LABEL_HOSTNAME, LABEL_ZONE_TOPOLOGY, Labels } from '../../base/labels';
import { Plain, PlainObject, compact } from '../../base/plain';

/** Affinity as data, in the API's spelling. */
export interface AffinityTerms {
  readonly podAffinity?: PlainObject[];
  readonly podAntiAffinity?: PlainObject[];
  readonly nodeAffinity?: PlainObject[];
  /** Terms of which a node has to meet one, beside the others. */
  readonly oneOfNodes?: PlainObject[];
  /** Weighted terms: a wish. */
  readonly preferredNodes?: PlainObject[];
}

/** One group of a workload, as others see it. */
export interface Group {
  /** Labels of all pods of the workload. */
  readonly workload: Labels;
  /** Label that tells its groups apart, and this group's value. */
  readonly groupKey: string;
  readonly group: string;
}

/**
 * Pods with all of `together` share one domain; with `apart`, pods of the same workload outside the group keep out of it. With given zones, the one of
 * the group with this index.
 */
export function placementTerms(placement: Placement, together: Labels, apart?: Group, index = 0): AffinityTerms {
  const topologyKey = placement._topologyKey;
  const zone = placement._zoneOf(index);
  if (zone !== undefined) {
    return zoneTerm(zone);
  }
  if (topologyKey === undefined || placement._byQueue || placement._kind === 'gang') {
    return {};
  }
  return {
    podAffinity: [{ topologyKey, labelSelector: { matchLabels: { ...together } } }],
    podAntiAffinity: placement._exclusive && apart ? [{
      topologyKey,
      labelSelector: {
        matchLabels: { ...apart.workload },
        matchExpressions: [{ key: apart.groupKey, operator: 'NotIn', values: [apart.group] }],
      },
    }] : undefined,
  };
}

/** Only nodes of one zone. */
export function zoneTerm(zone: string): AffinityTerms {
  return { nodeAffinity: [{ matchExpressions: [{ key: LABEL_ZONE_TOPOLOGY, operator: 'In', values: [zone] }] }] };
}

/**
 * Replicas spread over domains, as far as nodes allow. The selector is the workload's own, and the revision key makes a roll-out
 * count only the new pods, so that it ends balanced.
 */
export function spreadConstraint(topologyKey: string, selector: Labels, revisionKey?: string): PlainObject {
  return compact({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { ...selector } },
    matchLabelKeys: revisionKey ? [revisionKey] : undefined,
  });
}

export function spreadOverZones(selector: Labels, revisionKey?: string): PlainObject {
  return spreadConstraint(LABEL_ZONE_TOPOLOGY, selector, revisionKey);
}

export function spreadOverHosts(selector: Labels, revisionKey?: string): PlainObject {
  return spreadConstraint(LABEL_HOSTNAME, selector, revisionKey);
}

/**
 * No host takes a second pod while another one that may take pods has none. Without a revision key: a StatefulSet takes a pod away before it makes the next
 * one, and a new pod is not to join an old one. Nodes with a taint (drained ones too) do not count, or a drain would leave its pod waiting.
 *
 * Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go, common.go (v1.36)
 */
export function requiredOverHosts(selector: Labels): PlainObject {
  return { ...spreadConstraint(LABEL_HOSTNAME, selector), whenUnsatisfiable: 'DoNotSchedule', nodeTaintsPolicy: 'Honor' };
}

/** The user's affinity (from cdk8s-plus-28's scheduling) and the pattern's, in one. Required terms of both hold. */
export function mergeAffinity(given: PlainObject | undefined, terms: AffinityTerms): PlainObject | undefined {
  const pods = (kind: 'podAffinity' | 'podAntiAffinity', own: PlainObject[] | undefined): PlainObject | undefined => {
    const theirs = given?.[kind] as PlainObject | undefined;
    const required = [...(theirs?.requiredDuringSchedulingIgnoredDuringExecution as Plain[] ?? []), ...(own ?? [])];
    return emptyAsUndefined(compact({ ...theirs, requiredDuringSchedulingIgnoredDuringExecution: required }));
  };
  return emptyAsUndefined(compact({
    nodeAffinity: mergeNodeAffinity(given?.nodeAffinity as PlainObject | undefined, terms),
    podAffinity: pods('podAffinity', terms.podAffinity),
    podAntiAffinity: pods('podAntiAffinity', terms.podAntiAffinity),
  }));
}

/** Node selector terms are ORed, so ours is added to each of the user's, not beside them; where one of several of ours will do, each meets each. */
function mergeNodeAffinity(given: PlainObject | undefined, terms: AffinityTerms): PlainObject | undefined {
  const { nodeAffinity: own = [], oneOfNodes, preferredNodes } = terms;
  const preferred = [...(given?.preferredDuringSchedulingIgnoredDuringExecution as Plain[] | undefined) ?? [], ...preferredNodes ?? []];
  const wishes = preferredNodes?.length ? { preferredDuringSchedulingIgnoredDuringExecution: preferred } : {};
  if (own.length === 0 && !oneOfNodes?.length) {
    return preferredNodes?.length ? { ...given, ...wishes } : given;
  }
  const required = given?.requiredDuringSchedulingIgnoredDuringExecution as PlainObject | undefined;
  const theirs = (required?.nodeSelectorTerms as PlainObject[] | undefined) ?? [{}];
  const narrowed = theirs.flatMap(term => (oneOfNodes ?? [{}]).map(one => ({
    ...term,
    matchExpressions: [...expressionsOf(term), ...own.flatMap(expressionsOf), ...expressionsOf(one)],
  })));
  return { ...given, ...wishes, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: narrowed } };
}

function expressionsOf(term: PlainObject): Plain[] {
  return term.matchExpressions as Plain[] | undefined ?? [];
}

function emptyAsUndefined(object: PlainObject): PlainObject | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}
