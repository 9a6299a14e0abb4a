import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Labels } from '../../../base/labels';
import { PodTemplate } from '../../../pod/template/pod-template';
import { RolledSet } from '../../rollout/rolled-set';
import { LeaderWait } from '../choices';
import { LeaderWorkerGroupPlan } from '../group-plan';
import { LeaderWorkerGroupProps } from '../props';

/** What a backend is given. */
export interface BackendContext {
  readonly scope: Construct;
  readonly plan: LeaderWorkerGroupPlan;
  readonly props: LeaderWorkerGroupProps;
  readonly wait: LeaderWait;
  readonly leader: PodTemplate;
  /** The same template as `leader` in a single StatefulSet; absent in a group of one. */
  readonly worker?: PodTemplate;
  /** Labels of the objects themselves, for people. */
  readonly objectLabels: Labels;
  /** The group as it was, in templates of its own; groups that are not due are rendered from it alone. */
  readonly previous?: BackendContext;
}

/** What a backend creates, and how its pods are selected. */
export interface Backend {
  /** Objects that carry the pods of each group; one for all groups with LeaderWorkerSet. */
  readonly objects: readonly ApiObject[];
  /** Sets that a staged roll-out tells apart; none where a controller does it. */
  readonly sets: readonly RolledSet[];
  objectsOfGroup(group: number): readonly ApiObject[];
}
