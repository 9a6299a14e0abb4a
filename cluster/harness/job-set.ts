import { WebhookController } from './webhook-controller';

/** The JobSet controller. */
export const JOB_SET: WebhookController = {
  program: 'jobset-controller',
  definition: 'jobsets.jobset.x-k8s.io',
  configuration: 'config.jobset.x-k8s.io',
  declared: 'config/components/webhook',
  patches: 'config/components/webhook/patches',
};
