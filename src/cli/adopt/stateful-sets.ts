import { NotAdopted, Recogniser } from './proposal';
import { LABEL_NAME } from '../../base/labels';
import { asObject, asShown, objectAt } from '../../base/reading';
import { acceleratorUses } from '../../lint/facts/accelerators';
import { podSetsOf } from '../../lint/facts/carried-pods';

/**
 * A StatefulSet on devices stays as it is: its selector, the Service that names its pods and its claims can never be changed, and a LeaderWorkerGroup or a
 * ZonePartitionedStatefulSet has others. What is applied under the name would be refused, and under another name it leaves the claims behind.
 */
export const recogniseStatefulSets: Recogniser = (object, { facts }) => {
  if (object.type !== 'apps/StatefulSet' || !podSetsOf(facts, object).some(pods => pods.containers.some(each => acceleratorUses(each).length > 0))) {
    return undefined;
  }
  const labels = objectAt(object.spec, 'selector', 'matchLabels');
  if (Object.hasOwn(labels, LABEL_NAME)) {
    throw new NotAdopted(`a program of this library wrote it (${LABEL_NAME}=${asShown(labels[LABEL_NAME])}): keep that program, which has what no manifest says`);
  }
  const selected = Object.entries(asObject(labels)).map(([key, value]) => `${key}=${asShown(value)}`).join(',');
  throw new NotAdopted(`its selector (${selected || 'no labels'}) cannot be changed, and StatefulSets of this library are selected by ${LABEL_NAME} and by `
    + 'group or zone: another selector is another StatefulSet, with other claims');
};
