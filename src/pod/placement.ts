import { Duration } from 'cdk8s';
import { LABEL_HOSTNAME, LABEL_ZONE_TOPOLOGY, Labels, checkKey, checkLabels, isKey } from './labels';
import { Plain, PlainObject, compact } from './plain';
import { wholeSeconds } from './seconds';
import { forbidden, invalid } from '../checks/invalid-input';
import { Target } from '../target/target';

/**
 * Where the pods that talk to each other all the time run: the pods of one group, or all workers of one training run.
 */
export class Placement {
  /**
   * All of them in one zone. Traffic between zones is slow and billed, and collectives run at the speed of the slowest link.
   * Needs nodes labelled `topology.kubernetes.io/zone`.
   */
  public static sameZone(): Placement {
    return new Placement(LABEL_ZONE_TOPOLOGY, false);
  }

  /**
   * All of them in one domain of any node label: a rack, a block (`cloud.google.com/gce-topology-block`), an NVLink clique
   * (`nvidia.com/gpu.clique`), one host (`kubernetes.io/hostname`).
   *
   * @param topologyKey Node label whose value is the domain.
   */
  public static sameDomain(topologyKey: string): Placement {
    return new Placement(checkTopologyKey(topologyKey), false);
  }

  /**
   * All of them in one domain, and no pod of another group of the same workload in it.
   *
   * @param topologyKey Node label whose value is the domain.
   */
  public static exclusiveDomain(topologyKey: string): Placement {
    return new Placement(checkTopologyKey(topologyKey), true);
  }

  /**
   * Wherever there is room.
   */
  public static anywhere(): Placement {
    return new Placement(undefined, false);
  }

  private constructor(
    /** @internal */ public readonly _topologyKey: string | undefined,
    /** @internal */ public readonly _exclusive: boolean) {}
}

/**
 * A taint that the pods may ignore.
 */
export interface PodToleration {
  /**
   * Taint key.
   *
   * @default - every key
   */
  readonly key?: string;

  /**
   * Taint value.
   *
   * @default - any value
   */
  readonly value?: string;

  /**
   * Taint effect: `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
   *
   * @default - every effect
   */
  readonly effect?: string;

  /**
   * For `NoExecute`: how long the pod stays on a node after the taint appears.
   *
   * @default - for ever
   */
  readonly duration?: Duration;
}

function checkTopologyKey(key: string): string {
  // The API server accepts any qualified name; a key that is a value (like a zone's name) then never matches a node.
  if (!isKey(key)) {
    throw invalid('topologyKey', key, 'is not a node label key', 'give a key such as topology.kubernetes.io/zone');
  }
  return key;
}

/** One toleration as the API takes it. */
export function renderToleration(toleration: PodToleration, field: string): PlainObject {
  const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
  if (toleration.effect !== undefined && !effects.includes(toleration.effect)) {
    throw invalid(`${field}.effect`, toleration.effect, `supported values: ${effects.join(', ')}`);
  }
  if (toleration.value !== undefined && !toleration.key) {
    throw invalid(`${field}.value`, toleration.value, 'needs a key: without one every taint is tolerated, whatever its value', 'give the key of the taint, or leave value out');
  }
  if (toleration.key !== undefined) {
    checkKey(`${field}.key`, toleration.key, 'taint');
  }
  if (toleration.value !== undefined) {
    checkLabels(`${field}.value`, { [toleration.key!]: toleration.value });
  }
  if (toleration.duration !== undefined && toleration.effect !== 'NoExecute') {
    throw invalid(`${field}.duration`, toleration.duration.toHumanString(), 'needs the effect NoExecute: only that effect ends running pods', "set effect: 'NoExecute'");
  }
  return compact({
    key: toleration.key,
    operator: toleration.value === undefined ? 'Exists' : 'Equal',
    value: toleration.value,
    effect: toleration.effect,
    tolerationSeconds: toleration.duration && wholeSeconds(`${field}.duration`, toleration.duration),
  });
}

/**
 * How long pods wait for a node that stopped answering. Kubernetes adds 300 s by itself.
 * Source: plugin/pkg/admission/defaulttolerationseconds (v1.36)
 */
export function deadNodeTolerations(wait: Duration | undefined): PlainObject[] {
  return wait === undefined ? [] : ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map(key => ({
    key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: wholeSeconds('deadNodeTolerance', wait),
  }));
}

/** Affinity as data, in the API's spelling. */
export interface AffinityTerms {
  readonly podAffinity?: PlainObject[];
  readonly podAntiAffinity?: PlainObject[];
  readonly nodeAffinity?: PlainObject[];
}

/** One group of a workload, as others see it. */
export interface Group {
  /** Labels of all pods of the workload. */
  readonly workload: Labels;
  /** Label that tells its groups apart, and this group's value. */
  readonly groupKey: string;
  readonly group: string;
}

/** Pods with all of `together` share one domain; with `apart`, pods of the same workload outside the group keep out of it. */
export function placementTerms(placement: Placement, together: Labels, apart?: Group): AffinityTerms {
  const topologyKey = placement._topologyKey;
  if (topologyKey === undefined) {
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

/** The user's affinity (from cdk8s-plus-28's scheduling) and the pattern's, in one. Required terms of both hold. */
export function mergeAffinity(given: PlainObject | undefined, terms: AffinityTerms): PlainObject | undefined {
  const pods = (kind: 'podAffinity' | 'podAntiAffinity', own: PlainObject[] | undefined): PlainObject | undefined => {
    const theirs = given?.[kind] as PlainObject | undefined;
    const required = [...(theirs?.requiredDuringSchedulingIgnoredDuringExecution as Plain[] ?? []), ...(own ?? [])];
    return emptyAsUndefined(compact({ ...theirs, requiredDuringSchedulingIgnoredDuringExecution: required }));
  };
  return emptyAsUndefined(compact({
    nodeAffinity: mergeNodeAffinity(given?.nodeAffinity as PlainObject | undefined, terms.nodeAffinity),
    podAffinity: pods('podAffinity', terms.podAffinity),
    podAntiAffinity: pods('podAntiAffinity', terms.podAntiAffinity),
  }));
}

/** Node selector terms are ORed, so ours is added to each of the user's, not beside them. */
function mergeNodeAffinity(given: PlainObject | undefined, own: PlainObject[] | undefined): PlainObject | undefined {
  if (!own?.length) {
    return given;
  }
  const required = given?.requiredDuringSchedulingIgnoredDuringExecution as PlainObject | undefined;
  const theirs = (required?.nodeSelectorTerms as PlainObject[] | undefined) ?? [{}];
  const terms = theirs.map(term => ({
    ...term,
    matchExpressions: [...(term.matchExpressions as Plain[] ?? []), ...own.flatMap(each => each.matchExpressions as Plain[])],
  }));
  return { ...given, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
}

function emptyAsUndefined(object: PlainObject): PlainObject | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/** One zone unless said otherwise; a cluster whose nodes have no zones gets no term, since it would match no node. */
export function planPlacement(given: Placement | undefined, target: Target): Placement {
  const hasNoZones = target.zones?.length === 0;
  if (given?._topologyKey === LABEL_ZONE_TOPOLOGY && hasNoZones) {
    throw forbidden('placement', `the target's nodes have no label ${LABEL_ZONE_TOPOLOGY} (zones: none), so no node could be chosen`,
      'use Placement.anywhere(), or declare the zones');
  }
  return given ?? (hasNoZones ? Placement.anywhere() : Placement.sameZone());
}
