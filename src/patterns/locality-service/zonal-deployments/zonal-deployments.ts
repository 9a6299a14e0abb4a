import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { adviseOnRollout } from './advice';
import { ZONE_VARIABLE, ZonalPlan, PlannedZone, planZonalDeployments } from './plan';
import { ZonalDeploymentsProps } from './props';
import { zonalWorkload } from './workload';
import { inCall, inConstruct, invalid } from '../../../base/errors/invalid-input';
import { LABEL_NAME, LABEL_ZONE, Labels, standardLabels } from '../../../base/labels';
import { PlainObject, compact, plain } from '../../../base/plain';
import { Explanation } from '../../../base/text/explanation';
import { checkedScope } from '../../../given/checked-scope';
import { given, requireGiven } from '../../../given/mistakes/given';
import { StandIn, answer, explainMistakes, leaveUnplanned, planned } from '../../../given/mistakes/unplanned';
import { checkAtSynth } from '../../../lint/synth/attach';
import { createClaimTemplate } from '../../../pod/devices/accelerator-claim';
import { spreadOverHosts, zoneTerm } from '../../../pod/scheduling/affinity';
import { ObjectOptions, createObject, metadataBesideNames } from '../../../pod/template/plain-api-object';
import { adviseOnPod } from '../../../pod/template/pod-advice';
import { PodVariation } from '../../../pod/template/pod-spec';
import { PodTemplate } from '../../../pod/template/pod-template';
import { storedMetric } from '../../../pod/template/stored-form';
import { Target } from '../../../target-cluster/target';
import { IWorkload, Workload } from '../../../workloads/handle/workload';
import { createBudget, createGuards, namespaceOf } from '../../../workloads/objects';
import { adviseOnFabric } from '../../fabric-advice';
import { explainFabric, explainFabricLimits } from '../../fabric-texts';
import { nodeLostOfDeployment } from '../../loss-texts';
import { explainModel } from '../../model-texts';
import { STAND_IN_CONTAINER, defined } from '../../stand-in';

/**
 * The Deployment of one zone.
 */
export class ZonalDeployment {
  /**
   * @internal
   */
  public static _of(plan: PlannedZone, apiObject: ApiObject, autoscaler?: ApiObject): ZonalDeployment {
    return new ZonalDeployment(plan, apiObject, autoscaler);
  }

  /** Value of the node label `topology.kubernetes.io/zone`. */
  public readonly zone: string;

  /** Name of the Deployment and of its autoscaler. */
  public readonly name!: string;

  /** The Deployment, for patches. */
  public readonly apiObject: ApiObject;

  /** Its HorizontalPodAutoscaler, for patches; undefined without autoscaling. */
  public readonly autoscaler?: ApiObject;

  private constructor(plan: PlannedZone, apiObject: ApiObject, autoscaler?: ApiObject) {
    this.zone = plan.zone;
    this.name = plan.name;
    this.apiObject = apiObject;
    this.autoscaler = autoscaler;
  }
}

const LABEL_TEMPLATE_HASH = 'pod-template-hash';

/**
 * The same pods in every zone: one Deployment for each, bound to its zone, with an autoscaler of its own. Behind a `LocalityService`, where each zone's
 * clients load the pods of their zone, an autoscaler over all of them would see an average that is true of none.
 *
 * Names come from the zones: adding, removing or re-ordering zones renames nothing else. Every container reads `ZONE`.
 *
 * Refused: no zone, a zone twice, a zone that the target does not have or that cannot stand in a name, `replicas` under autoscaling, a budget that could
 * empty every zone at once.
 */
export class ZonalDeployments extends Construct implements kplus.IPodSelector, IWorkload {
  /** Name of the workload. */
  public readonly name!: string;

  /** The pods, with the API of a cdk8s-plus-28 workload. What is added here reaches every zone. */
  public readonly pods!: PodTemplate;

  /** What surrounds it asks here: its pods by role, group, zone and index, what serves clients, what may be scaled. */
  public readonly workload!: Workload;

  private readonly plan!: ZonalPlan;
  private readonly props!: ZonalDeploymentsProps;
  private readonly byZone = new Map<string, ZonalDeployment>();

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The zones and their pods.
   */
  constructor(scope: Construct, id: string, props: ZonalDeploymentsProps) {
    super(checkedScope('ZonalDeployments', scope, id), id);
    try {
      props = given(this, 'ZonalDeployments', props);
      this.props = props;
      this.plan = planned(this, () => planZonalDeployments(id, props, Target.of(this)));
      this.name = this.plan.name;
      this.pods = PodTemplate._create(this, 'Pods', props, {
        selector: { [LABEL_NAME]: this.name },
        reserved: [ZONE_VARIABLE],
        restartPolicy: 'Always',
        plan: this.plan.pod,
        claimTemplate: inConstruct(this, '', () => createClaimTemplate(this, this.options(this.name, {}), props.accelerator)),
      });
      this.plan.zones.forEach(zone => this.createZone(zone));
      createGuards(this, this.options(this.name, {}), { budget: this.plan.budget, isolate: props.isolate }, { [LABEL_NAME]: this.name });
      this.workload = zonalWorkload(this, this.plan, props, namespaceOf(this, props.metadata));
      adviseOnPod(this, props, this.plan.pod);
      adviseOnFabric(this, this.plan.pod.fabric, 'each replica works by itself');
      adviseOnRollout(this, this.plan);
      checkAtSynth(this, () => this.pods._recheck());
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The Deployment of a zone.
   *
   * @param zone Its name, as in `zones`; another one is refused.
   */
  public zone(zone: string): ZonalDeployment {
    return answer(this, () => inCall('zone', () => {
      requireGiven(this, 'ZonalDeployments#zone', zone);
      const found = this.byZone.get(zone);
      if (!found) {
        throw invalid('zone', zone, `is no zone of this workload (${[...this.byZone.keys()].join(', ')})`, 'name one of them, or add the zone to zones');
      }
      return found;
    }), () => this.byZone.get(zone) ?? [...this.byZone.values()][0]);
  }

  /**
   * Selects the pods of all zones.
   */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    return this.pods.toPodSelectorConfig();
  }

  /** The numbers of each zone with their sums, and what was chosen. */
  public explain(): string {
    return explainMistakes(this) ?? this.explainPlan();
  }

  private explainPlan(): string {
    const { zones, replicas, autoscaling } = this.plan;
    const explanation = new Explanation(`ZonalDeployments ${this.name}: ${zones.length} Deployments, one in each zone`);
    zones.forEach(zone => explanation.sum(zone.zone, `Deployment ${zone.name}, ${autoscaling ? `${replicas} to ${autoscaling.maxReplicas} pods by its own autoscaler` : `${replicas} pods`}`));
    explanation
      .sum('at least', `${zones.length} zones x ${replicas} = ${zones.length * replicas} pods`)
      .sum('memory', this.plan.pod.memory.sum)
      .sum('grace period', this.plan.pod.graceSum)
      .choice('roll-out', this.plan.strategyText)
      .choice('drains', this.plan.budgetText);
    explainFabric(explanation, [{ pods: zones.length * (autoscaling?.maxReplicas ?? replicas), fabric: this.plan.pod.fabric }]);
    explainModel(explanation, this.plan.pod.model, 'Always');
    explanation
      .consequence('node lost', nodeLostOfDeployment(this.props.deadNodeTolerance?.toSeconds()))
      .consequence('zone lost', zoneLost(replicas, zones.length, autoscaling !== undefined));
    explainFabricLimits(explanation, this.plan.pod.fabric);
    return explanation
      .limit('update in turn', 'zones whose template changes in one apply are updated at the same time')
      .limit('follow load', 'an autoscaler adds pods to its zone; when the zone has no room, they wait there, and do not start in another')
      .toString();
  }

  private createZone(zone: PlannedZone): void {
    const selector = { [LABEL_NAME]: this.name, [LABEL_ZONE]: zone.zone };
    const options = this.options(zone.name, { [LABEL_ZONE]: zone.zone });
    const deployment = createObject(this, `Zone-${zone.zone}`, 'apps/v1', 'Deployment', { ...options, otherMetadata: metadataBesideNames(this.props.metadata) }, {
      spec: () => compact({
        replicas: this.plan.autoscaling ? undefined : this.plan.replicas,
        selector: { matchLabels: selector },
        strategy: this.plan.strategy,
        template: this.pods._renderTemplate(this.variationOf(zone, selector)),
      }),
    });
    this.pods._carriedBy(deployment);
    if (zone.budget) {
      createBudget(this, `Budget-${zone.zone}`, options, zone.budget, selector);
    }
    this.byZone.set(zone.zone, ZonalDeployment._of(zone, deployment, this.createAutoscaler(zone, options)));
  }

  private variationOf(zone: PlannedZone, selector: Labels): PodVariation {
    return {
      labels: { ...standardLabels(this.name), ...selector },
      env: [{ name: ZONE_VARIABLE, value: zone.zone }],
      affinity: zoneTerm(zone.zone),
      spread: [spreadOverHosts(selector, Target.of(this)._keeps('spreadByRevision') ? LABEL_TEMPLATE_HASH : undefined)],
    };
  }

  private createAutoscaler(zone: PlannedZone, options: ObjectOptions): ApiObject | undefined {
    const { autoscaling } = this.plan;
    const seconds = autoscaling?.scaleDownSeconds;
    return autoscaling && createObject(this, `Autoscaler-${zone.zone}`, 'autoscaling/v2', 'HorizontalPodAutoscaler', options, {
      spec: compact({
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: zone.name },
        minReplicas: this.plan.replicas,
        maxReplicas: autoscaling.maxReplicas,
        metrics: autoscaling.metrics.map(metric => storedMetric(plain(metric._toKube()) as PlainObject)),
        behavior: seconds === undefined ? undefined : { scaleDown: { stabilizationWindowSeconds: seconds } },
      }),
    });
  }

  private options(name: string, labels: Labels): ObjectOptions {
    const { metadata } = this.props;
    return {
      name,
      namespace: metadata?.namespace,
      labels: { ...metadata?.labels, ...standardLabels(this.name), [LABEL_NAME]: this.name, ...labels },
      annotations: metadata?.annotations,
    };
  }
}

const STAND_IN: StandIn<ZonalDeployments, ZonalDeploymentsProps> = {
  keeps: ['name', 'zones'],
  make: (place, id, kept) => new ZonalDeployments(place, id, { zones: ['zone-1a'], ...defined(kept), container: STAND_IN_CONTAINER }),
};

/** Each Deployment is bound to its zone. */
function zoneLost(replicas: number, zones: number, isScaled: boolean): string {
  const share = isScaled ? 'its pods' : `its pods, ${replicas} of ${zones * replicas}`;
  return `takes ${share}, and none starts in another zone: a Service sends its clients to the others, which serve them with what they have${isScaled ? ' until their autoscalers follow' : ''}`;
}
