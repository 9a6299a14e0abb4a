import { asObject, asText } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** How pods say to which gang they belong: by a field, by Volcano's annotation, by the label of the scheduler plugins. */
interface Membership {
  readonly type: string;
  readonly name?: string;
  readonly field: string;
}

/** The gang that pods are to be scheduled with. */
export const podGroupNotFound: Rule = {
  id: 'AIW2125',
  title: 'pod group not found',
  class: 'broken',
  reason: 'Pods of a gang that does not exist wait for it for ever.',
  source: 'pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go (v1.36); volcano pkg/controllers/podgroup; scheduler-plugins pkg/coscheduling',
  remedy: 'Create the PodGroup in the namespace of the pods, with as many members as must start together.',
  appliesTo: ['every carrier of pods'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const { type, name, field } of membershipsOf(pods)) {
        if (name !== undefined) {
          reportMissing(facts, report, { subject: pods.carrier, field, type, place: pods.place, name, usuallyElsewhere: true });
        }
      }
    }
  },
};

const VOLCANO_ANNOTATION = 'scheduling.k8s.io/group-name';
const PLUGIN_LABEL = 'scheduling.x-k8s.io/pod-group';

function membershipsOf(pods: PodSet): Membership[] {
  const { spec, annotations, labels } = pods;
  return [
    { type: 'scheduling.k8s.io/PodGroup', name: asText(asObject(spec.schedulingGroup).podGroupName), field: pods.at('schedulingGroup.podGroupName') },
    { type: 'scheduling.volcano.sh/PodGroup', name: asText(annotations[VOLCANO_ANNOTATION]), field: pods.metadataField(`annotations[${VOLCANO_ANNOTATION}]`) },
    { type: 'scheduling.x-k8s.io/PodGroup', name: asText(labels[PLUGIN_LABEL]), field: pods.metadataField(`labels[${PLUGIN_LABEL}]`) },
  ];
}
