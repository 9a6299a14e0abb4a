import { Family } from './kind';
import { asText } from '../../base/reading';

const NAME = 'kueue.x-k8s.io/pod-group-name';

/** Groups of plain pods. Source: kueue pkg/controller/jobs/pod/pod_webhook.go (the annotation is required), pod_controller.go (waits until the group has all pods) */
export const KUEUE_POD_GROUPS: Family = {
  gangs: [{
    total: { annotation: 'kueue.x-k8s.io/pod-group-total-count', by: 'Kueue' },
    nameOf: pods => asText(pods.labels[NAME]),
    fieldOf: pods => pods.metadataField(`labels[${NAME}]`),
  }],
};
