import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainGangs } from './explain';
import { GangSchedulingPlan, planGangScheduling } from './plan';
import { GangSchedulingProps } from './props';
import { GangScheduler } from './scheduler';
import { createGangs, writeGangs } from './write';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { COSCHEDULING, VOLCANO } from '../../knowledge/gangs';
import { validateTree } from '../../lint/synth/attach';
import { requireNativeGang } from '../../pod/scheduling/placement';
import { Target } from '../../target-cluster/target';
import { anyWorkloadInGroups } from '../../workloads/handle/stand-in';
import { adviseExtensionApi } from '../extension-api';

const EXTENSIONS = {
  volcano: { api: VOLCANO.api, served: 'the scheduler and the controllers of Volcano' },
  coscheduling: { api: COSCHEDULING.api, served: 'a scheduler that runs the coscheduling plugin' },
};

/**
 * Pods that need each other get their nodes all at once, or none of them: a group, a training run, a Ray cluster. The others would hold their devices and wait.
 *
 * Writes what stands for the gang (a PodGroup with the least number of pods, which follows from the workload), its name into the pods, and their scheduler.
 * It is about places; quota is admitted by a queue: `QueuedWorkload` of Kueue, or the queue of Volcano.
 *
 * Refused: pods that work each by itself (replicas of a Deployment, rows of a sweep, members of a store), a workload that is placed as a gang already, pods of
 * another scheduler, and groups of a LeaderWorkerSet with anything but Volcano, of which its controller makes a PodGroup for each group.
 */
export class GangScheduling extends Construct {
  private readonly plan!: GangSchedulingPlan;
  private readonly gangs!: readonly ApiObject[];

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id.
   * @param props The workload, and what places its pods.
   */
  constructor(scope: Construct, id: string, props: GangSchedulingProps) {
    super(checkedScope('GangScheduling', scope, id), id);
    try {
      props = given(this, 'GangScheduling', props);
      this.plan = planned(this, () => planGangScheduling(props));
      planned(this, () => this.requireScheduler());
      this.gangs = createGangs(this, this.plan);
      writeGangs(this.plan);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** The PodGroups, for patches: one for each group of the workload; none where the controller of a LeaderWorkerSet makes them. */
  public get apiObjects(): ApiObject[] {
    return [...this.gangs];
  }

  /**
   * The gangs in words: how many pods start together and why, who admits quota, who chooses places, and what that cannot do.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainGangs(this.plan);
  }

  private requireScheduler(): void {
    const target = Target.of(this);
    const { _kind: kind, _options: { topologyKey } } = this.plan.scheduler;
    if (kind === 'native') {
      requireNativeGang('scheduler', topologyKey, target, 'scheduler');
      return;
    }
    const { api, served } = EXTENSIONS[kind];
    if (!target._requireApi(api, 'scheduler', 'another scheduler')) {
      adviseExtensionApi(this, 'scheduler', api, served);
    }
  }
}

const STAND_IN: StandIn<GangScheduling, GangSchedulingProps> = {
  keeps: [],
  make: (place, id) => new GangScheduling(place, id, { workload: anyWorkloadInGroups(place), scheduler: GangScheduler.coscheduling() }),
};
