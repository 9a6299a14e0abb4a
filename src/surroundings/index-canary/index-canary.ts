import { ApiObject, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { explainCanary } from './explain';
import { IndexCanaryPlan, planIndexCanary } from './plan';
import { CanaryStep, IndexCanaryProps } from './props';
import { promotionSteps, rollBackSteps, strategyWith } from './steps';
import { mustHold, noteReach } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { labelsOfName } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { objectAt } from '../../base/reading';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, answer, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { anyNumberedWorkload } from '../../workloads/handle/stand-in';
import { CANARY_MOVED } from '../notices';

/**
 * A change of the pod template that reaches the last pods of one StatefulSet first (`updateStrategy.rollingUpdate.partition`), with a Service on the first of
 * them, and the steps of its promotion and roll-back with the pods that each replaces.
 *
 * The partition follows from `indexes`, from the first pod on, also where that is not 0. The controller knows a lowest index only, so these are the highest ones: any other
 * index is refused. Refused as well: groups, whose pods work as one, runs, Deployments, an autoscaler, `OnDelete`.
 *
 * Source: pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (v1.36)
 */
export class IndexCanary extends Construct {
  /** Name of the Service, where there is one. */
  public readonly name!: string;

  /** The Service that reaches the canary, the pod of the highest index; undefined where nobody says a port. */
  public readonly service?: ApiObject;

  private readonly plan!: IndexCanaryPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and which of its pods run the new template.
   */
  constructor(scope: Construct, id: string, props: IndexCanaryProps) {
    super(checkedScope('IndexCanary', scope, id), id);
    try {
      props = given(this, 'IndexCanary', props);
      this.plan = planned(this, () => planIndexCanary(id, props));
      this.name = this.plan.name;
      this.service = this.createService();
      hold(this.plan);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * Every step from no pod on the new template to all of them, with the manifests to apply. Read it when the app is complete.
   */
  public promotion(): CanaryStep[] {
    return answer(this, () => promotionSteps(this.plan, this.service), () => []);
  }

  /**
   * The steps back from here, which need no manifest of the template of before. Empty before the first step, and after the last one: then change the template back.
   */
  public rollBack(): CanaryStep[] {
    return answer(this, () => rollBackSteps(this.plan, this.service), () => []);
  }

  /**
   * The steps as text, with what the controller does at each.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainCanary(this.plan, this.promotion(), this.rollBack(), this.service?.name);
  }

  private createService(): ApiObject | undefined {
    const { name, namespace, workload, service, set } = this.plan;
    if (service === undefined) {
      return undefined;
    }
    const labels = labelsOfName(workload.name);
    const object = createObject(this, 'Service', 'v1', 'Service', { name, namespace, labels }, { spec: { selector: { ...service.selector }, ports: [service.port] } });
    if (set.node.root !== this.node.root) {
      noteReach(object, { replicas: 1 });
    }
    return object;
  }
}

/** Writes the partition, and has it compared with the final manifest: with another number of pods it would mean others. */
function hold(plan: IndexCanaryPlan): void {
  const { set, setName, count, updated } = plan;
  set.addJsonPatch(JsonPatch.add('/spec/updateStrategy', strategyWith(plan, updated)));
  mustHold(set, manifest => {
    const spec = objectAt(manifest, 'spec') as PlainObject;
    const { partition } = objectAt(spec, 'updateStrategy', 'rollingUpdate');
    return spec.replicas === count && partition === count - updated ? [] : [{
      ...noticed(CANARY_MOVED),
      field: 'spec.updateStrategy.rollingUpdate.partition',
      message: `Invalid value: ${JSON.stringify(partition) ?? 'nothing'} of ${JSON.stringify(spec.replicas) ?? 'no number of'} replicas: the canary of ${setName} planned ${count - updated} of ${count}`,
      help: 'remove the patch, or the other canary of this StatefulSet',
    }];
  });
}

const STAND_IN: StandIn<IndexCanary, IndexCanaryProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new IndexCanary(place, id, { name, workload: anyNumberedWorkload(place), indexes: [1], port: 80 }),
};
