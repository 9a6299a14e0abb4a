import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { expectedEndpoints } from './endpoints';
import { explainLocality } from './explain';
import { staysLocal } from './invariants';
import { LocalityServicePlan, planLocalityService, renderSpec } from './plan';
import { LocalityServiceProps } from './props';
import { localityWorkload } from './workload';
import { mustHold, noteReach } from '../../base/findings/construct-checks';
import { LABEL_NAME, standardLabels } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { createObject, metadataBesideNames } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';
import { ServiceHandle } from '../../workloads/service';
import { defined } from '../stand-in';

/**
 * A Service whose clients are sent to endpoints on their node or in their zone first, and to the others when there are none.
 *
 * For any workload: of cdk8s-plus-28, of this library, or made elsewhere and selected by labels. What would make the preference void without a word is
 * refused, or found in the final objects: a headless Service, the old topology annotation, `internalTrafficPolicy: Local`, a target port that no
 * selected pod has. Warned about at synth: zones without an endpoint, client affinity, a gateway in front, an autoscaler that averages over zones.
 *
 * Source: KEP-4444 and KEP-3015 (PreferSameZone and PreferSameNode: on since 1.34, GA 1.35); pkg/proxy/topology.go (v1.36)
 *
 * @example
 * const embedder = new ZonalDeployments(chart, 'Embedder', {
 *   container: { image: 'registry.example/embedder:1.4', ports: [{ number: 8080 }], cpu: '4', memory: Memory.of('4Gi') },
 *   replicas: 2,
 * });
 * const near = new LocalityService(chart, 'Embeddings', { target: embedder, port: 80 });
 */
export class LocalityService extends Construct implements IWorkload {
  /** Name of the Service. */
  public readonly name!: string;

  /** Name that clients resolve: with the namespace where it is known, else valid inside the namespace. */
  public readonly dns!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  /** What surrounds it asks here: the pods behind it as far as they are known, and this Service as what serves clients. */
  public readonly workload!: Workload;

  private readonly plan!: LocalityServicePlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The pods, the ports, and whom clients prefer.
   */
  constructor(scope: Construct, id: string, props: LocalityServiceProps) {
    super(checkedScope('LocalityService', scope, id), id);
    try {
      props = given(this, 'LocalityService', props);
      const target = Target.of(this);
      const { metadata } = props;
      this.plan = planned(this, () => planLocalityService(id, props, target, namespaceOf(this, metadata)));
      this.apiObject = createObject(this, 'Service', 'v1', 'Service', {
        name: this.plan.name,
        namespace: metadata?.namespace,
        labels: { ...metadata?.labels, ...standardLabels(this.plan.name), [LABEL_NAME]: this.plan.name },
        annotations: metadata?.annotations,
        otherMetadata: metadataBesideNames(metadata),
      }, { spec: renderSpec(this.plan) });
      ({ name: this.name, dns: this.dns } = ServiceHandle._of(this.apiObject));
      mustHold(this.apiObject, staysLocal(this.plan, target));
      noteReach(this.apiObject, { zones: this.plan.zones, replicas: this.plan.replicas });
      this.workload = localityWorkload(this, this.plan, ServiceHandle._of(this.apiObject), props.target);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The order in which kube-proxy chooses, and a walk-through: what the clients of each zone reach now, and what they reach when a zone has lost its
   * endpoints. It counts the pods of the app as it is when it is asked, so ask once the app is complete.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainLocality(this.plan, expectedEndpoints(this.node.root, this.plan), Target.of(this));
  }
}

const STAND_IN: StandIn<LocalityService, LocalityServiceProps> = {
  keeps: ['name', 'port'],
  make: (place, id, kept) => new LocalityService(place, id, { port: 80, ...defined(kept), selector: { 'not-planned': 'true' }, replicas: 1 }),
};
