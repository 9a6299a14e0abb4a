import { JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { explainQueue } from './explain';
import { QueuePlan, QueuedObject, planQueue } from './plan';
import { QueuedWorkloadProps } from './props';
import { Labels } from '../../base/labels';
import { objectAt } from '../../base/reading';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { anyWorkload } from '../../workloads/handle/stand-in';

/**
 * A workload that waits in a queue of Kueue until there is quota: a pattern, or a workload of cdk8s-plus-28.
 *
 * Kueue reads the queue from the object, not from its pods, and admits what belongs together as one: the run of a Job or a JobSet, a group of a
 * LeaderWorkerSet, all pods of a StatefulSet; pods of a Deployment each by itself. Quota is no place: whether nodes have room is decided by the scheduler
 * afterwards, unless the placement of the pattern asks the queue for a topology.
 *
 * Without Kueue in the cluster the label does nothing, and everything starts at once.
 */
export class QueuedWorkload extends Construct {
  private readonly plan!: QueuePlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id.
   * @param props The workload and its queue.
   */
  constructor(scope: Construct, id: string, props: QueuedWorkloadProps) {
    super(checkedScope('QueuedWorkload', scope, id), id);
    try {
      props = given(this, 'QueuedWorkload', props);
      this.plan = planned(this, () => planQueue(props));
      write(this.plan);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The queue in words: what is admitted as one, what decides about quota, and what about places.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainQueue(this.plan);
  }
}

const STAND_IN: StandIn<QueuedWorkload, QueuedWorkloadProps> = {
  keeps: [],
  make: (place, id) => new QueuedWorkload(place, id, { workload: anyWorkload(place), queueName: 'not-planned' }),
};

function write({ objects, labels, annotations, ofPods, templates }: QueuePlan): void {
  objects.forEach(each => {
    switch (each.place) {
      case 'object': return writeObject(each, labels, annotations);
      case 'jobTemplate': return patchTemplate(each, labels);
      case 'roles': return patchRoles(each, labels);
    }
  });
  Object.entries(ofPods).forEach(([key, value]) => templates.forEach(({ podMetadata }) => { podMetadata.addAnnotation(key, value); }));
}

function writeObject({ object: { metadata } }: QueuedObject, labels: Labels, annotations: Labels): void {
  Object.entries(labels).forEach(([key, value]) => { metadata.addLabel(key, value); });
  Object.entries(annotations).forEach(([key, value]) => { metadata.addAnnotation(key, value); });
}

/** The controller of a DisaggregatedSet copies the labels of a role to the LeaderWorkerSets that it makes of it. */
function patchRoles({ object, roles }: QueuedObject, labels: Labels): void {
  roles.forEach(role => object.addJsonPatch(JsonPatch.add(`/spec/roles/${role.index}/metadata/labels`, { ...role.labels, ...labels })));
}

/** A CronJob is no run: each Job that it makes is one. What else its template says stays. */
function patchTemplate({ object, metadata }: QueuedObject, labels: Labels): void {
  object.addJsonPatch(JsonPatch.add('/spec/jobTemplate/metadata', { ...metadata, labels: { ...objectAt(metadata.labels), ...labels } }));
}
