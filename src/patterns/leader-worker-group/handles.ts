import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { LeaderWorkerGroupPlan } from './group-plan';
import { memberName } from './identity';
import { leaderAddress } from './plan';
import { invalid } from '../../base/errors/invalid-input';
import { requireGiven } from '../../given/mistakes/given';
import { answer, anyIndex } from '../../given/mistakes/unplanned';

/**
 * One pod of a group.
 */
export class GroupMember {
  /**
   * @internal
   */
  public static _of(plan: LeaderWorkerGroupPlan, group: number, index: number): GroupMember {
    return new GroupMember(plan, group, index);
  }

  /** Place in the group, and rank of its first process divided by the processes of a pod: 0 is the leader. */
  public readonly index: number;

  /** Name and hostname of the pod. */
  public readonly name: string;

  /** Name that resolves to the pod inside the cluster, from before it is ready. */
  public readonly dns: string;

  private constructor(plan: LeaderWorkerGroupPlan, group: number, index: number) {
    this.index = index;
    this.name = memberName(plan.backend, plan.name, group, index);
    this.dns = leaderAddress(plan, group, index);
  }
}

/**
 * One group: a leader, its workers, one world.
 */
export class GroupHandle {
  /**
   * @internal
   */
  public static _of(scope: IConstruct, plan: LeaderWorkerGroupPlan, index: number, apiObjects: readonly ApiObject[]): GroupHandle {
    return new GroupHandle(scope, plan, index, [...apiObjects]);
  }

  /** Place among the groups, from 0. */
  public readonly index: number;

  /** Objects that carry the group's pods, for patches. With LeaderWorkerSet, the one object of all groups. */
  public readonly apiObjects: ApiObject[];

  private readonly scope: IConstruct;
  private readonly plan: LeaderWorkerGroupPlan;

  private constructor(scope: IConstruct, plan: LeaderWorkerGroupPlan, index: number, apiObjects: ApiObject[]) {
    this.scope = scope;
    this.plan = plan;
    this.index = index;
    this.apiObjects = apiObjects;
  }

  /** The pod with index 0. */
  public get leader(): GroupMember {
    return GroupMember._of(this.plan, this.index, 0);
  }

  /** All pods of the group, the leader first. */
  public get members(): GroupMember[] {
    return Array.from({ length: this.plan.size }, (_, index) => GroupMember._of(this.plan, this.index, index));
  }

  /**
   * A worker by its index in the group. Index 0 is the leader and refused here.
   *
   * @param index 1 to size - 1.
   */
  public worker(index: number): GroupMember {
    return answer(this.scope, () => {
      requireGiven(this.scope, 'GroupHandle#worker', index);
      if (!Number.isInteger(index) || index < 1 || index >= this.plan.size) {
        const range = this.plan.size === 1 ? 'a group of one has no workers' : `workers have the indexes 1 to ${this.plan.size - 1}`;
        throw invalid('worker(index)', index, index === 0 ? `is the leader; ${range}` : range, index === 0 ? 'use leader' : 'name a worker that exists, or raise size');
      }
      return GroupMember._of(this.plan, this.index, index);
    }, () => GroupMember._of(this.plan, this.index, anyIndex(index)));
  }
}
