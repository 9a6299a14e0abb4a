import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { schedulerConfiguration } from './configuration';
import { explainBinPacking } from './explain';
import { createScheduler } from './objects';
import { BinPackingPlan, planBinPacking } from './plan';
import { BinPackingSchedulerProps } from './props';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, answer, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';

/**
 * A second kube-scheduler that fills one node after the other, for pods with devices: the scheduler of the cluster takes the emptiest by cpu and memory, until none has all
 * its GPUs free for a pod that needs them.
 *
 * It writes the configuration (`kubescheduler.config.k8s.io/v1`), the Deployment with its rights and its own Lease, and gives the pods of the workloads its name
 * (`schedulerName`).
 */
export class BinPackingScheduler extends Construct {
  /** Name by which pods ask for it. */
  public readonly schedulerName!: string;

  /** Its Deployment, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: BinPackingPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workloads, and what makes a node full.
   */
  constructor(scope: Construct, id: string, props: BinPackingSchedulerProps) {
    super(checkedScope('BinPackingScheduler', scope, id), id);
    try {
      props = given(this, 'BinPackingScheduler', props);
      const plan = this.plan = planned(this, () => planBinPacking(id, props, Target.of(this), Chart.of(this).namespace));
      this.schedulerName = plan.name;
      this.apiObject = createScheduler(this, plan);
      nameScheduler(plan);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** What the scheduler reads, as YAML. */
  public get configuration(): string {
    return answer(this, () => schedulerConfiguration(this.plan), () => '');
  }

  /**
   * The scheduler in words: how nodes are compared, which pods it places, and what it cannot do.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainBinPacking(this.plan);
  }
}

/** Pods of several roles may share a template. */
function nameScheduler({ name, placed }: BinPackingPlan): void {
  const fields = new Map<ApiObject, Set<string>>();
  placed.forEach(({ object, field }) => fields.set(object, (fields.get(object) ?? new Set()).add(field)));
  fields.forEach((paths, object) => paths.forEach(path => object.addJsonPatch(JsonPatch.add(pointerTo(path), name))));
}

/** `spec.roles[0].template` is `/spec/roles/0/template`. */
function pointerTo(path: string): string {
  return `/${path.replace(/\[(\d+)\]/g, '/$1').replace(/\./g, '/')}`;
}

const STAND_IN: StandIn<BinPackingScheduler, BinPackingSchedulerProps> = {
  keeps: ['name', 'namespace'],
  make: (place, id, { name, namespace = 'not-planned' }) => new BinPackingScheduler(place, id, { name, namespace, workloads: [anyWorkload(place)] }),
};
