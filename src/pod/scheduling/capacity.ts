import { Duration } from 'cdk8s';
import { AffinityTerms } from './affinity';
import { PodToleration, renderToleration } from './toleration';
import { invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { AKS_SPOT, EKS_SPOT, GKE_SPOT, KARPENTER_SPOT, SpotNodes } from '../../knowledge/spot-nodes';
import { checkLabels } from '../../kubernetes/refused/labels';

/**
 * Nodes that may be taken away at short notice.
 */
export interface SpotOptions {
  /** Labels that such nodes carry. At least one, or the pods would land on any node. */
  readonly nodeLabels: { [key: string]: string };

  /**
   * Taints that such nodes carry.
   *
   * @default - none
   */
  readonly tolerations?: PodToleration[];

  /** How long a pod has between the stop signal and the end of its node, in whole seconds. The grace period may not be longer. */
  readonly notice: Duration;
}

/** Spot nodes, as pods are planned for them. */
export interface Spot extends Pick<SpotOptions, 'nodeLabels' | 'tolerations'> {
  readonly noticeSeconds: number;
}

/** What a kind of nodes is made of. */
interface CapacityParts {
  readonly title: string;
  readonly spot?: Spot;
  readonly provisioner?: 'karpenter';
  readonly strength?: 'required' | 'preferred';
  readonly avoided?: Spot;
  readonly spotTitle?: string;
}

/**
 * The kind of nodes that pods run on.
 */
export class Capacity {
  /**
   * Nodes that stay until they are drained. Nothing is written: any node will do.
   */
  public static onDemand(): Capacity {
    return new Capacity({ title: 'on-demand nodes, or whatever the scheduler finds' });
  }

  /**
   * Spot nodes of Karpenter on AWS: label `karpenter.sh/capacity-type: spot`, a notice of 120 seconds. Karpenter on Azure has the label too, and 30 seconds:
   * `Capacity.spot({ nodeLabels: { 'karpenter.sh/capacity-type': 'spot' }, notice: Duration.seconds(30) })`.
   */
  public static spotKarpenter(): Capacity {
    return Capacity._of(KARPENTER_SPOT, 'karpenter');
  }

  /**
   * Spot nodes of EKS managed node groups: label `eks.amazonaws.com/capacityType: SPOT`, no taint, a notice of 120 seconds.
   *
   * Source: EKS documentation of managed node groups
   */
  public static spotEks(): Capacity {
    return Capacity._of(EKS_SPOT);
  }

  /**
   * Spot VMs of GKE: label `cloud.google.com/gke-spot: "true"`, and the taint of the same name, which node pools of node auto-provisioning have. The notice is 30 seconds, of which the kubelet
   * gives ordinary pods the first 15 and keeps the rest for system pods, so a pod has 15.
   */
  public static spotGke(): Capacity {
    return Capacity._of(GKE_SPOT);
  }

  /**
   * Spot node pools of AKS: label and taint `kubernetes.azure.com/scalesetpriority: spot`, a notice of 30 seconds.
   */
  public static spotAks(): Capacity {
    return Capacity._of(AKS_SPOT);
  }

  /**
   * Any other kind of nodes that are taken away at short notice.
   *
   * @param options Their labels, taints and notice.
   */
  public static spot(options: SpotOptions): Capacity {
    const noticeSeconds = wholeSeconds('Capacity.spot(notice)', options.notice, 1);
    if (Object.keys(options.nodeLabels).length === 0) {
      throw invalid('Capacity.spot(nodeLabels)', options.nodeLabels, 'names no label, so the pods would land on any node', 'name the label that spot nodes carry');
    }
    checkLabels('Capacity.spot(nodeLabels)', options.nodeLabels);
    return new Capacity({ title: 'spot nodes', spot: { nodeLabels: options.nodeLabels, tolerations: options.tolerations, noticeSeconds } });
  }

  /**
   * Spot nodes while they have room, and any other node when they have not: training goes on when spot capacity is gone. What runs there may stand on a spot
   * node, so all that spot asks for (notice, restarts that are kept for disruptions) holds.
   *
   * It is a preference of the scheduler, which counts when a pod is placed: it moves no pod that runs, and nodes with room are taken before anybody adds
   * spot nodes. Karpenter's consolidation does move it, to a spot node that is cheaper, unless the pod has `karpenter.sh/do-not-disrupt`.
   *
   * Source: kubernetes v1.36 pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go (Score); karpenter v1.14 pkg/controllers/disruption/consolidation.go
   *
   * @param spot The nodes that are preferred: `Capacity.spotKarpenter()`, `spotEks()`, `spotGke()`, `spotAks()` or `spot({ … })`.
   */
  public static preferSpot(spot: Capacity): Capacity {
    const options = spotOf('Capacity.preferSpot(spot)', spot);
    return new Capacity({
      title: `${spot._title} where they have room, any other node where not`,
      spot: options,
      provisioner: spot._provisioner,
      strength: 'preferred',
      spotTitle: spot._title,
    });
  }

  /**
   * Any nodes but these: what must keep running when all of spot is taken at once. `Capacity.onDemand()` writes nothing, so its pods may well be placed on a
   * spot node that has no taint, as Karpenter's have none.
   *
   * On-demand nodes of GKE and AKS lack the label of their spot nodes, so it is the spot label that is refused, not another value that is asked for.
   *
   * @param spot The nodes to keep off: `Capacity.spotKarpenter()`, `spotEks()`, `spotGke()`, `spotAks()` or `spot({ … })`.
   */
  public static notOn(spot: Capacity): Capacity {
    spotOf('Capacity.notOn(spot)', spot);
    return Capacity._keepingOff(spot);
  }

  /**
   * Any nodes but those that the capacity asks for, or prefers.
   *
   * @internal
   */
  public static _keepingOff({ _spot, _spotTitle }: Capacity): Capacity {
    return new Capacity({ title: `any nodes but ${_spotTitle}`, avoided: _spot });
  }

  /** @internal */
  public static _of(nodes: SpotNodes, provisioner?: 'karpenter'): Capacity {
    return new Capacity({ title: nodes.title, spot: nodes, provisioner });
  }

  /** @internal */
  public readonly _title: string;
  /** Nodes that the pods may stand on, so their notice and their taints count. @internal */
  public readonly _spot?: Spot;
  /** @internal */
  public readonly _provisioner?: 'karpenter';
  /** @internal */
  public readonly _strength: 'required' | 'preferred';
  /** @internal */
  public readonly _avoided?: Spot;
  /** What the spot nodes are called, whatever is done with them. @internal */
  public readonly _spotTitle: string;

  private constructor({ title, spot, provisioner, strength = 'required', avoided, spotTitle = title }: CapacityParts) {
    this._title = title;
    this._spot = spot;
    this._provisioner = provisioner;
    this._strength = strength;
    this._avoided = avoided;
    this._spotTitle = spotTitle;
  }
}

/** What one spot capacity is made of. A preference, or what keeps off, is none. */
function spotOf(field: string, { _spot, _strength, _title }: Capacity): Spot {
  if (!_spot || _strength === 'preferred') {
    throw invalid(field, _title, 'is no kind of spot nodes', 'give Capacity.spotKarpenter(), spotEks(), spotGke(), spotAks() or spot({ … })');
  }
  return _spot;
}

/** Whether all pods are on spot nodes, some may be, or none is asked to. */
export function spotUse({ _spot, _strength }: Capacity): 'all' | 'some' | 'none' {
  return !_spot ? 'none' : _strength === 'preferred' ? 'some' : 'all';
}

/** Labels that the user asks for beside the capacity: what contradicts it can match no node, and what repeats it leaves no choice. */
export function checkCapacity(capacity: Capacity, given: Labels): void {
  const { _title: title, _avoided: avoided } = capacity;
  for (const [key, value] of Object.entries(capacity._spot?.nodeLabels ?? {})) {
    if (Object.hasOwn(given, key) && given[key] !== value) {
      throw invalid(`nodeLabels[${key}]`, given[key], `capacity asks for ${key}=${value} (${title}), and a node has one value`, 'drop one of them');
    }
  }
  if (spotUse(capacity) === 'some') {
    refuseAll(capacity._spot!, given, 'is required of every node, so nothing falls back to others', 'drop it: capacity prefers these nodes');
  }
  if (avoided) {
    refuseAll(avoided, given, `capacity keeps off these nodes (${title})`, 'drop one of them');
  }
}

/** Spot nodes are those with all of the labels: who asks for some of them leaves other nodes. */
function refuseAll({ nodeLabels }: Spot, given: Labels, detail: string, help: string): void {
  const labels = Object.entries(nodeLabels);
  if (labels.every(([key, value]) => Object.hasOwn(given, key) && given[key] === value)) {
    throw invalid(`nodeLabels[${labels[0][0]}]`, labels[0][1], detail, help);
  }
}

/** Node labels that the capacity insists on. */
export function capacityLabels(capacity: Capacity): Labels {
  return spotUse(capacity) === 'all' ? capacity._spot!.nodeLabels : {};
}

/** The taints of the nodes on which the pods may stand. */
export function capacityTolerations(capacity: Capacity): PlainObject[] {
  return (capacity._spot?.tolerations ?? []).map((toleration, index) => renderToleration(toleration, `capacity.tolerations[${index}]`));
}

/**
 * What no selector of nodes can say. Nodes that are kept off are those with all of the labels, so one that differs is enough; a node without the label
 * differs. Source: apimachinery v0.36 pkg/labels/selector.go (NotIn)
 */
export function capacityTerms(capacity: Capacity): AffinityTerms {
  const { _spot, _avoided } = capacity;
  return {
    preferredNodes: spotUse(capacity) === 'some' ? [{ weight: MOST_WEIGHT, preference: { matchExpressions: expressions(_spot!, 'In') } }] : undefined,
    oneOfNodes: _avoided && expressions(_avoided, 'NotIn').map(expression => ({ matchExpressions: [expression] })),
  };
}

const MOST_WEIGHT = 100;

function expressions({ nodeLabels }: Spot, operator: string): PlainObject[] {
  return Object.entries(nodeLabels).map(([key, value]) => ({ key, operator, values: [value] }));
}

/** The kind of nodes, as `explain()` says it. */
export function capacityText({ _title, _spot }: Capacity): string {
  return _spot ? `${_title}, ${_spot.noticeSeconds} s for a pod after the stop signal` : _title;
}

carriesMistakes(Capacity, () => Capacity.onDemand());
