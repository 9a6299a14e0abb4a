import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainPool } from './explain';
import { InferencePoolPlan, pickerReference, planInferencePool } from './plan';
import { InferencePoolProps } from './props';
import { noteReach } from '../../base/findings/construct-checks';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { OBJECTIVE_API, POOL_API, POOL_GROUP } from '../../knowledge/endpoint-picker';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { adviseExtensionApi } from '../extension-api';
import { noteLeading } from '../past-canary';
import { createInferencePool } from '../pool-objects';

/**
 * Pods of a model among which an endpoint picker chooses for each request, by their queues and caches: an InferencePool (`inference.networking.k8s.io/v1`), and
 * InferenceObjectives where requests differ in priority.
 *
 * It is a workload itself, the same one behind the picker: a `WorkloadRoute` or a variant of `ModelVariants` that is given the pool sends its requests there. Refused: a workload that
 * runs until it is done, pods that are in a pool already, pods whose port nobody says.
 */
export class InferencePool extends Construct implements IWorkload {
  /** Name of the InferencePool. */
  public readonly name!: string;

  /** The InferencePool, for patches. */
  public readonly apiObject!: ApiObject;

  /** The workload behind the picker, for what is put around it. */
  public readonly workload!: Workload;

  private readonly plan!: InferencePoolPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and the picker.
   */
  constructor(scope: Construct, id: string, props: InferencePoolProps) {
    super(checkedScope('InferencePool', scope, id), id);
    try {
      props = given(this, 'InferencePool', props);
      const plan = this.plan = planned(this, () => planInferencePool(id, props));
      planned(this, () => requirePools(this, plan));
      const { name, namespace, selector, ports, objectives } = plan;
      this.name = name;
      const labels = labelsOfName(name);
      this.apiObject = createInferencePool(this, 'Pool', { name, namespace, labels }, { selector, ports, endpointPickerRef: pickerReference(plan) });
      noteElsewhere(this.apiObject, plan);
      for (const { name: objective, priority } of objectives) {
        const options = { name: objective, namespace, labels };
        const spec = { priority, poolRef: { group: POOL_GROUP, kind: 'InferencePool', name } };
        createObject(this, `Objective-${objective}`, OBJECTIVE_API, 'InferenceObjective', options, { spec });
      }
      noteLeading(plan.workload, { construct: this, field: 'workload', to: `InferencePool ${name}`, selector });
      this.workload = plan.workload._pickedBy(this, name);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The pool in words: how many pods there are to choose from, what the picker must read of them, and what comes past it.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainPool(this.plan);
  }
}

/** Pods that another app makes are not missing here. */
function noteElsewhere(pool: ApiObject, { workload, pods }: InferencePoolPlan): void {
  if (workload.apiObjects.every(({ node }) => node.root !== pool.node.root)) {
    noteReach(pool, { replicas: pods().least });
  }
}

function requirePools(pool: Construct, { objectives }: InferencePoolPlan): void {
  const apis = [{ field: 'workload', api: POOL_API }, ...(objectives.length > 0 ? [{ field: 'objectives', api: OBJECTIVE_API }] : [])];
  apis.forEach(({ field, api }) => {
    if (!Target.of(pool)._requireApi(api, field, 'the Service of the workload')) {
      adviseExtensionApi(pool, field, api, 'an endpoint picker and a gateway that knows pools');
    }
  });
}

const STAND_IN: StandIn<InferencePool, InferencePoolProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new InferencePool(place, id, {
    name, picker: 'not-planned', ports: [80], workload: Workload.named({ name: 'not-planned', podLabels: { 'not-planned': 'true' } }),
  }),
};
