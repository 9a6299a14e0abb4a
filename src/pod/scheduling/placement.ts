import { duplicate, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { LABEL_ZONE_TOPOLOGY, Labels } from '../../base/labels';
import { carriesMistakes } from '../../given/mistakes/carried';
import { NATIVE_GANG_API } from '../../knowledge/gangs';
import { QUEUE_TOPOLOGY } from '../../knowledge/queue';
import { isKey, isLabelValue } from '../../kubernetes/refused/labels';
import { Target } from '../../target-cluster/target';

/** Who chooses the domain: the scheduler with the first pod, or for all pods at once, the user, Kueue before any pod is scheduled, or nobody. */
export type PlacementKind = 'firstPod' | 'gang' | 'zones' | 'queueRequires' | 'queuePrefers' | 'anywhere';

/**
 * Where the pods that talk to each other all the time run: the pods of one group, or all workers of one training run.
 *
 * `sameZone`, `sameDomain` and `exclusiveDomain` leave the choice of the domain to the first pod that is scheduled. The others must follow it, and where
 * they do not all fit they stay Pending while those that run hold their devices, though another domain may have room. `inZone`, `inZones`,
 * `gang` and `queueRequires` do not have that.
 */
export class Placement {
  /**
   * All of them in one zone. Traffic between zones is slow and billed, and collectives run at the speed of the slowest link.
   * Needs nodes labelled `topology.kubernetes.io/zone`. The first pod that is scheduled chooses the zone.
   */
  public static sameZone(): Placement {
    return new Placement('firstPod', LABEL_ZONE_TOPOLOGY);
  }

  /**
   * All of them in this zone. Where the zone has no room the pods wait for it, and for no other.
   *
   * Refused: a zone that the Target does not list.
   *
   * @param zone Value of the node label `topology.kubernetes.io/zone`.
   */
  public static inZone(zone: string): Placement {
    return new Placement('zones', LABEL_ZONE_TOPOLOGY, false, checkZones('Placement.inZone(zone)', [zone]));
  }

  /**
   * Each group in a zone of its own: group 0 in the first, group 1 in the second and so on, from the first again after the last. A group stays where
   * it is as long as the zones before it in the list stay.
   *
   * Refused: several zones for what is one group (a training run), and for a LeaderWorkerSet, whose groups share one template; a zone that the Target
   * does not list.
   *
   * @param zones Values of the node label `topology.kubernetes.io/zone`.
   */
  public static inZones(zones: string[]): Placement {
    return new Placement('zones', LABEL_ZONE_TOPOLOGY, false, checkZones('Placement.inZones(zones)', zones));
  }

  /**
   * All of them in one domain of any node label: a rack, a block (`cloud.google.com/gce-topology-block`), an NVLink clique
   * (`nvidia.com/gpu.clique`), one host (`kubernetes.io/hostname`). The first pod that is scheduled chooses the domain.
   *
   * @param topologyKey Node label whose value is the domain.
   */
  public static sameDomain(topologyKey: string): Placement {
    return new Placement('firstPod', checkTopologyKey('Placement.sameDomain(topologyKey)', topologyKey));
  }

  /**
   * All of them in one domain, and no pod of another group of the same workload in it. The first pod that is scheduled chooses the domain.
   *
   * @param topologyKey Node label whose value is the domain.
   */
  public static exclusiveDomain(topologyKey: string): Placement {
    return new Placement('firstPod', checkTopologyKey('Placement.exclusiveDomain(topologyKey)', topologyKey), true);
  }

  /**
   * Kueue chooses the domain before any pod is scheduled, for all of them together or not at all (`kueue.x-k8s.io/podset-required-topology`).
   * Nothing is held while they wait.
   *
   * Needs a queue, whose flavour has a Topology with this level; without one Kueue does not admit the pods.
   *
   * Source: kubernetes-sigs/kueue apis/kueue/v1beta2/topology_types.go
   *
   * @param topologyKey Node label whose value is the domain, a level of the Topology.
   */
  public static queueRequires(topologyKey: string): Placement {
    return new Placement('queueRequires', checkTopologyKey('Placement.queueRequires(topologyKey)', topologyKey));
  }

  /**
   * The same as a preference (`kueue.x-k8s.io/podset-preferred-topology`): where no domain of this level has room for all, Kueue tries the level above
   * it, and in the end spreads them over several.
   *
   * @param topologyKey Node label whose value is the domain, a level of the Topology.
   */
  public static queuePrefers(topologyKey: string): Placement {
    return new Placement('queuePrefers', checkTopologyKey('Placement.queuePrefers(topologyKey)', topologyKey));
  }

  /**
   * The scheduler places all of them at once or none, in one domain that has room for all of them: nothing is held while they wait. Writes a PodGroup
   * for each group or run (`scheduling.k8s.io/v1alpha2`), which its pods name.
   *
   * Alpha of Kubernetes 1.36: refused unless the Target declares the feature gates GenericWorkload and GangScheduling, and with a domain
   * TopologyAwareWorkloadScheduling, and lists the API, which is served only where it was switched on. Refused for a LeaderWorkerSet, whose groups share one
   * template.
   *
   * Source: KEP-4671, KEP-5732
   *
   * @param topologyKey Node label whose value is the domain; without one the pods may be anywhere.
   */
  public static gang(topologyKey?: string): Placement {
    return new Placement('gang', topologyKey === undefined ? undefined : checkTopologyKey('Placement.gang(topologyKey)', topologyKey));
  }

  /**
   * Wherever there is room.
   */
  public static anywhere(): Placement {
    return new Placement('anywhere');
  }

  private constructor(
    /** @internal */ public readonly _kind: PlacementKind,
    /** @internal */ public readonly _topologyKey?: string,
    /** @internal */ public readonly _exclusive: boolean = false,
    /** @internal */ public readonly _zones: readonly string[] = []) {}

  /**
   * Whether Kueue chooses.
   *
   * @internal
   */
  public get _byQueue(): boolean {
    return this._kind === 'queueRequires' || this._kind === 'queuePrefers';
  }

  /**
   * The zone of a group, where it is given.
   *
   * @internal
   */
  public _zoneOf(group: number): string | undefined {
    return this._zones[group % this._zones.length];
  }
}

export function checkTopologyKey(field: string, key: string): string {
  // The API server accepts any qualified name; a key that is a value (like a zone's name) then never matches a node.
  if (!isKey(key)) {
    throw invalid(field, key, 'is not a node label key', 'give a key such as topology.kubernetes.io/zone');
  }
  return key;
}

function checkZones(field: string, zones: readonly string[]): readonly string[] {
  if (zones.length === 0) {
    throw required(field, 'without a zone there is nowhere to run', 'name a zone, or use Placement.sameZone()');
  }
  zones.forEach((zone, index) => {
    const at = zones.length === 1 ? field : `${field}[${index}]`;
    if (!isLabelValue(zone)) {
      throw invalid(at, zone, 'is not a label value, so no node can carry it', 'give the value of the node label topology.kubernetes.io/zone');
    }
    if (zones.indexOf(zone) !== index) {
      throw duplicate(at, zone, 'a zone is named twice', 'name each once: they are taken in turn');
    }
  });
  return [...zones];
}

const QUEUE_ANNOTATIONS: { readonly [kind in PlacementKind]?: string } = {
  queueRequires: QUEUE_TOPOLOGY.required,
  queuePrefers: QUEUE_TOPOLOGY.preferred,
};

/** Whether all pods of a group or run are on one node. */
export function isOneNode({ _kind: kind, _topologyKey: key }: Placement): boolean {
  return key === 'kubernetes.io/hostname' && kind !== 'queuePrefers';
}

/** What Kueue reads on the pod template. */
export function placementAnnotations(placement: Placement): Labels {
  const annotation = QUEUE_ANNOTATIONS[placement._kind];
  return annotation === undefined ? {} : { [annotation]: placement._topologyKey! };
}

/** One zone unless said otherwise; a cluster whose nodes have no zones gets no term, since it would match no node. */
export function planPlacement(given: Placement | undefined, target: Target): Placement {
  const hasNoZones = target.zones?.length === 0;
  if (given?._topologyKey === LABEL_ZONE_TOPOLOGY && hasNoZones) {
    throw forbidden('placement', `the target's nodes have no label ${LABEL_ZONE_TOPOLOGY} (zones: none), so no node could be chosen`,
      'use Placement.anywhere(), or declare the zones');
  }
  given?._zones.forEach(zone => target._requireZone(zone, 'placement'));
  if (given?._kind === 'gang') {
    requireNativeGang('placement', given._topologyKey, target, 'placement');
  }
  return given ?? (hasNoZones ? Placement.anywhere() : Placement.sameZone());
}

carriesMistakes(Placement, () => Placement.anywhere());

/** Alpha: the field is kept with one gate, and obeyed by a scheduler that has the others. */
export function requireNativeGang(field: string, topologyKey: string | undefined, target: Target, other: string): void {
  target._require('nativeGang', field);
  const gates = ['GenericWorkload', 'GangScheduling', ...(topologyKey === undefined ? [] : ['TopologyAwareWorkloadScheduling'])];
  if (!target.apis?.includes(NATIVE_GANG_API)) {
    throw forbidden(field, `a gang is a PodGroup of ${NATIVE_GANG_API}, which API servers do not serve by default and the target does not list`,
      `list it in apis of the Target where the cluster serves it (--runtime-config), or use another ${other}`);
  }
  const missing = gates.filter(gate => target._cluster.featureGates?.[gate] !== true);
  if (missing.length > 0) {
    throw forbidden(field, `a gang needs the feature gates ${gates.join(', ')}, of which the target does not declare ${missing.join(', ')}: without them pods are placed one by one, or never`,
      `declare them in featureGates of the Target where the cluster has them, or use another ${other}`);
  }
}
