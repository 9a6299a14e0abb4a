import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainTeamQueue } from './explain';
import { QueueFlavor } from './flavor';
import { createQueues } from './objects';
import { TeamQueuePlan, planTeamQueue } from './plan';
import { TeamQueueProps } from './props';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { QUEUE_API } from '../../knowledge/queue';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { adviseExtensionApi } from '../extension-api';
import { QueuedWorkload } from '../queued-workload/queued-workload';

/**
 * A quota of Kueue for a team, from the app's own numbers: so many devices, so many more that it may borrow, and the cores and memory that go with them.
 *
 * Makes the ClusterQueue, a LocalQueue in each namespace of the workloads, the ResourceFlavor of each kind of nodes that is described here, and its Topology; and
 * puts the workloads into the queue, as a `QueuedWorkload` does each. Kueue admits nothing that asks for a resource which no quota covers, so cores and memory are
 * covered too: as many as pods ask for with each device.
 *
 * Refused: what Kueue does not admit (see `QueuedWorkload`), borrowing outside of a cohort, devices of different names, and devices of a claim. What can never be
 * admitted, since it asks for more than there is, is found in the final objects.
 */
export class TeamQueue extends Construct {
  /** Name of the ClusterQueue and of its LocalQueues. */
  public readonly name!: string;

  private readonly plan!: TeamQueuePlan;
  private readonly queues!: readonly ApiObject[];

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The team's workloads, nodes and quota.
   */
  constructor(scope: Construct, id: string, props: TeamQueueProps) {
    super(checkedScope('TeamQueue', scope, id), id);
    try {
      props = given(this, 'TeamQueue', props);
      const plan = this.plan = planned(this, () => planTeamQueue(id, props));
      planned(this, () => this.requireQueues());
      this.name = plan.name;
      this.queues = createQueues(this, plan);
      plan.workloads.forEach((workload, index) => new QueuedWorkload(this, `Workload-${index}`, { workload, queueName: plan.name, priorityClass: plan.priorityClass }));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** The objects, for patches: kinds of nodes, the ClusterQueue, the LocalQueues. */
  public get apiObjects(): ApiObject[] {
    return [...this.queues];
  }

  /**
   * The quota in words: each number with its sum, who lends to whom, and what admits quota and places.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainTeamQueue(this.plan);
  }

  private requireQueues(): void {
    if (!Target.of(this)._requireApi(QUEUE_API, 'workloads', 'another way to share devices')) {
      adviseExtensionApi(this, 'workloads', QUEUE_API, 'Kueue (0.15 or newer)');
    }
  }
}

const STAND_IN: StandIn<TeamQueue, TeamQueueProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new TeamQueue(place, id, { name, workloads: [anyWorkload(place)], flavors: [QueueFlavor.named('not-planned')] }),
};
