import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { GangPlan, GangSchedulingPlan, renderPodGroup } from './plan';
import { amountsOf, requestsOfGang } from './resources';
import { isNamed } from './units';
import { labelsOfName } from '../../base/labels';
import { COSCHEDULING, VOLCANO } from '../../knowledge/gangs';
import { createObject } from '../../pod/template/plain-api-object';
import { createPodGroup } from '../../workloads/pod-group';
import { patchPodMetadata, patchPodSpecs } from '../pod-templates';

/** What stands for each gang; none where a controller makes them. */
export function createGangs(scope: Construct, plan: GangSchedulingPlan): ApiObject[] {
  return plan.starts.madeBy === undefined ? plan.gangs.map(gang => createGang(scope, plan, gang)) : [];
}

function createGang(scope: Construct, plan: GangSchedulingPlan, gang: GangPlan): ApiObject {
  const { namespace, workload, scheduler: { _kind: kind } } = plan;
  const options = { namespace, labels: labelsOfName(workload.name) };
  const id = `Gang-${gang.name}`;
  return gang.native
    ? createPodGroup(scope, id, options, gang.native)
    : createObject(scope, id, kind === 'volcano' ? VOLCANO.api : COSCHEDULING.api, 'PodGroup', { ...options, name: gang.name },
      { spec: () => renderPodGroup(plan, gang, kind === 'volcano' ? amountsOf(requestsOfGang(gang)) : {}) });
}

/** What the pods say: their scheduler, and the gang that they belong to. */
export function writeGangs(plan: GangSchedulingPlan): void {
  const { scheduler, starts, gangs, objects } = plan;
  if (isNamed(scheduler)) {
    objects.forEach(object => patchPodSpecs(object, 'schedulerName', scheduler._schedulerName));
  }
  if (starts.madeBy === undefined) {
    nameGangs(plan, gangs);
  } else if (scheduler._options.queue !== undefined) {
    objects.forEach(({ metadata }) => metadata.addAnnotation(VOLCANO.queueAnnotation, scheduler._options.queue!));
  }
}

function nameGangs({ workload, scheduler: { _kind: kind } }: GangSchedulingPlan, gangs: readonly GangPlan[]): void {
  if (kind === 'native') {
    gangs.forEach(({ name, objects }) => objects.forEach(object => patchPodSpecs(object, 'schedulingGroup', { podGroupName: name })));
    return;
  }
  // Templates are shared by the objects of several gangs: the entry is made once, and each object has its own value.
  workload._templates.forEach(({ podMetadata }) => (kind === 'volcano'
    ? podMetadata.addAnnotation(VOLCANO.groupAnnotation, gangs[0].name) : podMetadata.addLabel(COSCHEDULING.groupLabel, gangs[0].name)));
  if (gangs.length > 1) {
    gangs.forEach(({ name, objects }) => objects.forEach(object => (kind === 'volcano'
      ? patchPodMetadata(object, 'annotations', VOLCANO.groupAnnotation, name) : patchPodMetadata(object, 'labels', COSCHEDULING.groupLabel, name))));
  }
}
