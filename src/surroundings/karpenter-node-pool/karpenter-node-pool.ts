import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainNodePool } from './explain';
import { KarpenterNodes } from './nodes';
import { KarpenterNodePoolPlan, planNodePool, renderNodePool } from './plan';
import { KarpenterNodePoolProps } from './props';
import { PlainObject } from '../../base/plain';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { KARPENTER_API, NODE_POOL_LABEL } from '../../knowledge/karpenter';
import { checkAtSynth } from '../../lint/synth/attach';
import { createClusterObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { adviseExtensionApi } from '../extension-api';

/**
 * A NodePool of Karpenter (`karpenter.sh/v1`) from what workloads ask of their nodes: kind of capacity, devices, zones, labels and taints; a limit that their largest
 * size and a roll-out fit in, in whole nodes; and a way of ending nodes that leaves runs alone.
 *
 * Pods that could never run on its nodes are refused, with what keeps them off. Its node class (images, networks, roles) is made elsewhere and named.
 *
 * What it says follows the workloads as they stand in the manifests: what is added to them later counts.
 */
export class KarpenterNodePool extends Construct {
  /** Name of the NodePool. */
  public readonly name!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly makePlan!: () => KarpenterNodePoolPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workloads, and who makes their nodes.
   */
  constructor(scope: Construct, id: string, props: KarpenterNodePoolProps) {
    super(checkedScope('KarpenterNodePool', scope, id), id);
    try {
      props = given(this, 'KarpenterNodePool', props);
      const target = Target.of(this);
      this.makePlan = () => planNodePool(id, props, target);
      const plan = planned(this, this.makePlan);
      planned(this, () => requireKarpenter(this, target));
      this.name = plan.name;
      this.apiObject = this.create(plan);
      checkAtSynth(this, () => { this.makePlan(); });
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** Label by which pods can insist on nodes of this pool; a copy. */
  public get nodeLabels(): { [key: string]: string } {
    return { [NODE_POOL_LABEL]: this.name };
  }

  /**
   * The pool in words: each requirement with its reason, the limit with its sum, and when nodes go.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainNodePool(this.makePlan());
  }

  private create(plan: KarpenterNodePoolPlan): ApiObject {
    return createClusterObject(this, 'NodePool', KARPENTER_API, 'NodePool', { name: plan.name, labels: {} }, { spec: () => this.latest(plan) });
  }

  /** As the workloads are now; where they have become a mistake, the check at synth tells it. */
  private latest(plan: KarpenterNodePoolPlan): PlainObject {
    try {
      return renderNodePool(this.makePlan());
    } catch {
      return renderNodePool(plan);
    }
  }
}

function requireKarpenter(scope: Construct, target: Target): void {
  if (!target._requireApi(KARPENTER_API, 'nodes', 'node groups of the provider')) {
    adviseExtensionApi(scope, 'nodes', KARPENTER_API, 'Karpenter');
  }
}

const STAND_IN: StandIn<KarpenterNodePool, KarpenterNodePoolProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new KarpenterNodePool(place, id, { name, workloads: [anyWorkload(place)], nodes: KarpenterNodes.aws('not-planned') }),
};
