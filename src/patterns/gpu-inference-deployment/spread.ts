import { forbidden } from '../../base/errors/invalid-input';
import { LABEL_ZONE_TOPOLOGY, Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { spreadOverHosts, spreadOverZones } from '../../pod/scheduling/affinity';
import { Target } from '../../target-cluster/target';

/**
 * Where the replicas of a workload run relative to each other. A wish, not a condition: a replica that fits nowhere else runs in the same place.
 */
export class ReplicaSpread {
  /** Over zones: one that is lost takes its share of the replicas. */
  public static overZones(): ReplicaSpread {
    return new ReplicaSpread('zones');
  }

  /** Over zones, and over nodes in them: a lost node takes one replica where there are nodes enough. Costs bin packing of GPUs. */
  public static overZonesAndNodes(): ReplicaSpread {
    return new ReplicaSpread('zonesAndNodes');
  }

  /** Over nodes. */
  public static overNodes(): ReplicaSpread {
    return new ReplicaSpread('nodes');
  }

  /** Wherever there is room. */
  public static anywhere(): ReplicaSpread {
    return new ReplicaSpread('anywhere');
  }

  private constructor(/** @internal */ public readonly _kind: 'zones' | 'zonesAndNodes' | 'nodes' | 'anywhere') {}
}

/** The spread of one workload. */
export interface SpreadPlan {
  readonly constraints: PlainObject[];
  readonly text: string;
}

/** A Deployment's revision key: a roll-out then counts new pods only, and ends balanced. */
const REVISION_KEY = 'pod-template-hash';

/** Pure. A target whose nodes have no zones gets no zone constraint: all nodes would lack the key, and be left out of the count. */
export function planSpread(given: ReplicaSpread | undefined, selector: Labels, target: Target): SpreadPlan {
  const hasNoZones = target.zones?.length === 0;
  const kind = given?._kind ?? (hasNoZones ? 'anywhere' : 'zones');
  const zones = kind === 'zones' || kind === 'zonesAndNodes';
  if (zones && hasNoZones) {
    throw forbidden('spread', `the target's nodes have no label ${LABEL_ZONE_TOPOLOGY} (zones: none)`, 'use ReplicaSpread.overNodes() or anywhere(), or declare the zones');
  }
  const revision = target._keeps('spreadByRevision') ? REVISION_KEY : undefined;
  return {
    constraints: [
      ...(zones ? [spreadOverZones(selector, revision)] : []),
      ...(kind === 'nodes' || kind === 'zonesAndNodes' ? [spreadOverHosts(selector, revision)] : []),
    ],
    text: { zones: 'over zones', zonesAndNodes: 'over zones, and over nodes in them', nodes: 'over nodes', anywhere: 'wherever there is room' }[kind],
  };
}

carriesMistakes(ReplicaSpread, () => ReplicaSpread.anywhere());
