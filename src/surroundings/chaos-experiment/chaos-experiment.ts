import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ChaosFault } from './chaos-fault';
import { explainChaos } from './explain';
import { ChaosPlan, planChaos, renderFault, renderSchedule } from './plan';
import { ChaosExperimentProps } from './props';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { CHAOS_API } from '../../knowledge/chaos-mesh';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { namespaceOf } from '../../workloads/objects';
import { adviseExtensionApi } from '../extension-api';

/**
 * Something goes wrong with pods of one workload on purpose: a PodChaos or NetworkChaos of Chaos Mesh (`chaos-mesh.org/v1alpha1`), or a Schedule of them.
 *
 * It reaches the pods of the workload, of the part that is named, and no others: by the labels that the workload answers for them, in its namespace, where the
 * experiment stands as well. It is no eviction, so no disruption budget holds it off; `explain()` says what the workload does then.
 */
export class ChaosExperiment extends Construct {
  /** Name of the experiment, or of its Schedule. */
  public readonly name!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: ChaosPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and what goes wrong.
   */
  constructor(scope: Construct, id: string, props: ChaosExperimentProps) {
    super(checkedScope('ChaosExperiment', scope, id), id);
    try {
      props = given(this, 'ChaosExperiment', props);
      const plan = this.plan = planned(this, () => planChaos(id, props, namespaceOf(this, undefined)));
      planned(this, () => this.requireChaosMesh());
      this.name = plan.name;
      this.apiObject = this.create(plan);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The experiment in words: the pods that may be hit, what goes wrong and when, what the workload does then, and how to stop it.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainChaos(this.plan);
  }

  private create(plan: ChaosPlan): ApiObject {
    const { name, namespace, fault: { kind }, schedule } = plan;
    const options = { name, namespace, labels: labelsOfName(plan.workload) };
    const spec = renderFault(plan);
    return schedule
      ? createObject(this, 'Schedule', CHAOS_API, 'Schedule', options, { spec: renderSchedule(schedule, kind, spec) })
      : createObject(this, kind, CHAOS_API, kind, options, { spec });
  }

  private requireChaosMesh(): void {
    if (!Target.of(this)._requireApi(CHAOS_API, 'workload', 'kubectl delete pod, by hand')) {
      adviseExtensionApi(this, 'workload', CHAOS_API, 'Chaos Mesh');
    }
  }
}

const STAND_IN: StandIn<ChaosExperiment, ChaosExperimentProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new ChaosExperiment(place, id, { name, workload: anyWorkload(place), fault: ChaosFault.killPod() }),
};
