import { ApiObject, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { explainFlagger } from './explain';
import { FlaggerCanaryPlan, checkAddress, planFlaggerCanary, renderCanary, templateName } from './plan';
import { FlaggerCanaryProps } from './props';
import { FlaggerProvider } from './provider';
import { Labels, labelsOfName } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { FLAGGER_API, FLAGGER_PRIMARY } from '../../knowledge/flagger';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { anySelectingDeployment } from '../../workloads/handle/stand-in';
import { adviseExtensionApi } from '../extension-api';
import { noteCanary } from '../past-canary';

/**
 * A Canary of Flagger (`flagger.app/v1beta1`) for a Deployment of a model server: a change runs beside what serves, gets a growing share of the requests while
 * the engine's own series stay within limits, and is taken back or promoted.
 *
 * MetricTemplates have the queries; what protects and scrapes the pods of the Deployment (budget, PodMonitor, policy) comes a second time for those of the
 * primary, so create these before. Found: other routes to it, which lead past the new version. Refused: other kinds than a Deployment, a selector without a label that this Flagger knows, a Deployment that nothing scales, limits that
 * no series says, a start that the deadline does not cover.
 */
export class FlaggerCanary extends Construct {
  /** Name of the Canary. */
  public readonly name!: string;

  /** The Canary, for patches. */
  public readonly apiObject!: ApiObject;

  /** Name of the Deployment that serves while nothing is tried; Flagger makes it. */
  public readonly primaryName!: string;

  private readonly plan!: FlaggerCanaryPlan;
  private readonly primaryServes!: boolean;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, what shares requests, and what must hold.
   */
  constructor(scope: Construct, id: string, props: FlaggerCanaryProps) {
    super(checkedScope('FlaggerCanary', scope, id), id);
    try {
      props = given(this, 'FlaggerCanary', props);
      this.plan = planned(this, () => planFlaggerCanary(id, props));
      planned(this, () => this.requireFlagger(props));
      const { name, workload, target } = this.plan;
      this.name = name;
      this.primaryName = `${target.name}${FLAGGER_PRIMARY}`;
      this.primaryServes = props.primaryServes;
      const labels = labelsOfName(workload.name);
      this.apiObject = this.create('Canary', 'Canary', name, labels, renderCanary(this.plan, props));
      this.createTemplates(props, labels);
      this.createCompanions();
      this.serveByPrimary();
      noteCanary(workload, { path: this.node.path, label: target.label, value: target.value, hasRoute: props.provider._hasRoute });
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * What Flagger makes of it, with the sum of devices and the time that a change takes.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainFlagger(this.plan, this.primaryServes);
  }

  private requireFlagger({ prometheus }: FlaggerCanaryProps): void {
    checkAddress(prometheus);
    if (!Target.of(this)._requireApi(FLAGGER_API, 'provider', 'ModelVariants, whose weights you change yourself')) {
      adviseExtensionApi(this, 'provider', FLAGGER_API, 'Flagger and its definitions');
    }
  }

  private create(id: string, kind: string, name: string, labels: Labels, spec: PlainObject): ApiObject {
    return createObject(this, id, FLAGGER_API, kind, { name, namespace: this.plan.target.namespace, labels }, { spec });
  }

  private createTemplates({ prometheus }: FlaggerCanaryProps, labels: Labels): void {
    for (const check of this.plan.checks) {
      const spec = { provider: { type: 'prometheus', address: prometheus }, query: check.query };
      this.create(`Metric-${check.name}`, 'MetricTemplate', templateName(this.name, check), labels, spec);
    }
  }

  private createCompanions(): void {
    const { companions, target: { namespace } } = this.plan;
    companions.forEach(({ of, name, spec }) => {
      const { metadata } = of.toJson() as { readonly metadata: { readonly labels?: Labels; readonly annotations?: Labels } };
      const options = { name, namespace, labels: metadata.labels ?? {}, annotations: metadata.annotations };
      createObject(this, `${of.kind}-${name}`, of.apiVersion, of.kind, options, { spec });
    });
  }

  /** As Flagger writes it, so that an apply changes nothing. */
  private serveByPrimary(): void {
    const { service: { taken }, target } = this.plan;
    if (taken && this.primaryServes) {
      taken.addJsonPatch(JsonPatch.replace('/spec/selector', { [target.label]: `${target.value}${FLAGGER_PRIMARY}` }));
    }
  }
}

const STAND_IN: StandIn<FlaggerCanary, FlaggerCanaryProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new FlaggerCanary(place, id, {
    name,
    workload: anySelectingDeployment(place),
    provider: FlaggerProvider.kubernetes(1),
    prometheus: 'http://not-planned',
    primaryServes: true,
    autoscalerName: 'not-planned',
    port: 80,
    metrics: [{ name: 'not-planned', query: 'up', min: 0 }],
  }),
};
