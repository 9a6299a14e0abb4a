import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainRoute } from './explain';
import { renderGateway } from './own-gateway';
import { WorkloadRoutePlan, planWorkloadRoute, renderRoute } from './plan';
import { WorkloadRouteProps } from './props';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { GATEWAY_API } from '../../knowledge/gateway';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { Workload } from '../../workloads/handle/workload';
import { adviseExtensionApi } from '../extension-api';
import { createServices, noteBackends } from '../route-backends';
import { adviseOnTimes } from '../route-times';

/**
 * A way into the cluster for a workload that serves: an HTTPRoute or GRPCRoute (`gateway.networking.k8s.io/v1`) from a Gateway to the Service of the workload,
 * with timeouts that leave streams alone. A workload without Service gets one; a Gateway is made where none is named.
 *
 * The route is in the namespace of the workload, so no ReferenceGrant is needed. Refused: a workload that runs until it is done, an attempt that may take longer than
 * the request, what a GRPCRoute does not have.
 */
export class WorkloadRoute extends Construct {
  /** Name of the route. */
  public readonly name!: string;

  /** The HTTPRoute or GRPCRoute, for patches. */
  public readonly apiObject!: ApiObject;

  /** The Gateway that was made for it, for patches; undefined where it is behind one that is there already. */
  public readonly gatewayApiObject?: ApiObject;

  private readonly plan!: WorkloadRoutePlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and the Gateway before it.
   */
  constructor(scope: Construct, id: string, props: WorkloadRouteProps) {
    super(checkedScope('WorkloadRoute', scope, id), id);
    try {
      props = given(this, 'WorkloadRoute', props);
      const plan = this.plan = planned(this, () => planWorkloadRoute(id, props));
      planned(this, () => requireRoutes(this, props.gateway === undefined ? 'ownGateway' : 'gateway'));
      const { name, namespace, kind, own } = plan;
      this.name = name;
      const options = { name, namespace, labels: labelsOfName(name) };
      createServices(this, [plan.backend], options.labels, { namespace });
      noteBackends(this, 'workload', plan.workload, [plan.backend]);
      this.gatewayApiObject = own && createObject(this, 'Gateway', GATEWAY_API, 'Gateway', options, { spec: renderGateway(own) });
      this.apiObject = createObject(this, kind, GATEWAY_API, kind, options, { spec: renderRoute(plan) });
      if (kind === 'HTTPRoute') {
        adviseOnTimes(this, plan, [plan.workload]);
      }
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The route in words: which requests reach which port, how long an answer may take, and what the Gateway must allow.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainRoute(this.plan);
  }
}

/** Says at synth that the Gateway API must be there, where the target does not list its APIs. */
export function requireRoutes(route: Construct, field: string): void {
  if (!Target.of(route)._requireApi(GATEWAY_API, field, 'a Service of the type LoadBalancer')) {
    adviseExtensionApi(route, field, GATEWAY_API, 'a controller of the Gateway API');
  }
}

const STAND_IN: StandIn<WorkloadRoute, WorkloadRouteProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadRoute(place, id, {
    name, gateway: { name: 'not-planned' }, workload: Workload.named({ name: 'not-planned', podLabels: { 'not-planned': 'true' } }), port: 80,
  }),
};
