import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainVariants } from './explain';
import { ModelVariantsPlan, planModelVariants, renderRoute } from './plan';
import { ModelVariantsProps } from './props';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { GATEWAY_API } from '../../knowledge/gateway';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';
import { adviseExtensionApi } from '../extension-api';
import { createServices, noteBackends } from '../route-backends';
import { adviseOnTimes } from '../route-times';

/**
 * Several models, or versions of one, behind one name: an HTTPRoute (`gateway.networking.k8s.io/v1`) shares requests between their Services by weight, and
 * headers or a cookie choose one of them. A part that has no Service of its own gets one: the pods of an index, the workload that nothing serves.
 *
 * A promotion changes weights and nothing else: Services keep their names and selectors. Refused: variants that share pods, weights whose sum is 0,
 * one match for two variants, a workload that does not serve, one of another namespace than the route.
 */
export class ModelVariants extends Construct {
  /** Name of the HTTPRoute. */
  public readonly name!: string;

  /** The HTTPRoute, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: ModelVariantsPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The variants, and the Gateway before them.
   */
  constructor(scope: Construct, id: string, props: ModelVariantsProps) {
    super(checkedScope('ModelVariants', scope, id), id);
    try {
      props = given(this, 'ModelVariants', props);
      const plan = this.plan = planned(this, () => planModelVariants(id, props, namespaceOf(this, undefined)));
      planned(this, () => this.requireRoutes());
      this.name = plan.name;
      const labels = labelsOfName(plan.name);
      createServices(this, plan.variants.flatMap(({ backends }) => backends), labels);
      this.apiObject = createObject(this, 'HTTPRoute', GATEWAY_API, 'HTTPRoute', { name: plan.name, labels }, { spec: renderRoute(plan) });
      adviseOnTimes(this, plan, props.variants.map(({ workload }) => workload.workload));
      plan.variants.forEach(({ backends }, index) => noteBackends(this, `variants[${index}].workload`, props.variants[index].workload.workload, backends));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The route in words: the share of each variant and its Services, what is decided by headers, and what happens when one is down.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainVariants(this.plan);
  }

  private requireRoutes(): void {
    if (!Target.of(this)._requireApi(GATEWAY_API, 'gateway', 'a Service for each variant, which clients choose by name')) {
      adviseExtensionApi(this, 'gateway', GATEWAY_API, 'a controller of the Gateway API');
    }
  }
}

const STAND_IN: StandIn<ModelVariants, ModelVariantsProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new ModelVariants(place, id, {
    name,
    gateway: { name: 'not-planned' },
    variants: ['a', 'b'].map(each => ({ name: each, workload: Workload.named({ name: each, podLabels: { 'not-planned': each } }), port: 80 })),
  }),
};
