import { Family } from './kind';
import { asObject, asText } from '../../base/reading';
import { COSCHEDULING } from '../../knowledge/gangs';

/** Source: kubernetes/api scheduling/v1alpha2 types.go (v0.36); scheduler-plugins apis/scheduling/v1alpha1 */
export const POD_GROUPS: Family = {
  gangs: [
    {
      type: 'scheduling.x-k8s.io/PodGroup',
      least: ['minMember'],
      nameOf: pods => asText(pods.labels[COSCHEDULING.groupLabel]),
      fieldOf: pods => pods.metadataField(`labels[${COSCHEDULING.groupLabel}]`),
    },
    {
      type: 'scheduling.k8s.io/PodGroup',
      least: ['schedulingPolicy', 'gang', 'minCount'],
      nameOf: pods => asText(asObject(pods.spec.schedulingGroup).podGroupName),
      fieldOf: pods => pods.at('schedulingGroup.podGroupName'),
    },
  ],
};
