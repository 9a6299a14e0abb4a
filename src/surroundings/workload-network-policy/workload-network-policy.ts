import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainNetworkPolicy } from './explain';
import { NetworkPolicyPlan, planNetworkPolicy, renderPolicy } from './plan';
import { WorkloadNetworkPolicyProps } from './props';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { namespaceOf } from '../../workloads/objects';
import { CUT_FROM_API_SERVER } from '../notices';
import { noteClosed } from '../scraped';

/**
 * Who may speak to the pods of a workload, and whom they may call: NetworkPolicies (`networking.k8s.io/v1`) of the ports that are really used.
 *
 * One governs all pods and lets in what they say to each other; one for each role that answers or exports adds its port. What nobody is let in for is held off.
 */
export class WorkloadNetworkPolicy extends Construct {
  /** Name of the policy that governs all pods. */
  public readonly name!: string;

  /** The policies, that of all pods first; for patches. */
  public readonly apiObjects!: ApiObject[];

  private readonly plan!: NetworkPolicyPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and who may speak to it.
   */
  constructor(scope: Construct, id: string, props: WorkloadNetworkPolicyProps) {
    super(checkedScope('WorkloadNetworkPolicy', scope, id), id);
    try {
      props = given(this, 'WorkloadNetworkPolicy', props);
      const plan = this.plan = planned(this, () => planNetworkPolicy(id, props, namespaceOf(this, undefined)));
      this.name = plan.name;
      this.apiObjects = plan.parts.map(part => createObject(this, part.role === undefined ? 'Policy' : `Policy-${part.role}`, 'networking.k8s.io/v1', 'NetworkPolicy', {
        name: part.name, namespace: plan.namespace, labels: labelsOfName(plan.workload),
      }, { spec: renderPolicy(part) }));
      this.adviseOnCalls();
      this.adviseOnMonitors(props);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** Another policy may let them out, so it is no mistake. */
  private adviseOnCalls(): void {
    const { unaddressed, hasNodes, workload } = this.plan;
    if (unaddressed.length === 0 || hasNodes) {
      return;
    }
    advise(this, {
      ...noticed(CUT_FROM_API_SERVER),
      field: 'egress',
      message: `Required value: ${unaddressed.map(({ who, why, role }) => `pods of ${workload}${role === undefined ? '' : ` (${role})`} call ${who}: ${why}`).join('; ')}, and egress names none of its addresses`,
      help: 'add { peer: NetworkPeer.range(…) } with its addresses and its port: kubectl get endpointslices -n default -l kubernetes.io/service-name=kubernetes',
    });
  }

  /** Where everybody is a client, Prometheus is too, at the port of an engine. */
  private adviseOnMonitors({ workload: { workload }, monitoring = [], others = [], clients = [] }: WorkloadNetworkPolicyProps): void {
    if (monitoring.length === 0 && others.length === 0 && !(workload.metrics && clients.some(peer => peer._written(undefined) === undefined))) {
      noteClosed(workload.apiObjects, { construct: this, workload: workload.name, knowsPort: workload.metrics !== undefined });
    }
  }

  /**
   * The policies in words: who is let in to which ports, whom the pods may call, and what no policy holds off.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainNetworkPolicy(this.plan);
  }
}

const STAND_IN: StandIn<WorkloadNetworkPolicy, WorkloadNetworkPolicyProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadNetworkPolicy(place, id, { name, workload: anyWorkload(place) }),
};
