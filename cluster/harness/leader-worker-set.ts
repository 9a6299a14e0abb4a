import { WebhookController } from './webhook-controller';

/**
 * The LeaderWorkerSet controller. Its webhooks, not the controller, give pods their index labels and the environment variables, so a cluster without
 * them shows groups that no real one has.
 *
 * Source: sigs.k8s.io/lws pkg/webhooks/pod_webhook.go.
 */
export const LEADER_WORKER_SET: WebhookController = {
  program: 'lws-controller',
  definition: 'leaderworkersets.leaderworkerset.x-k8s.io',
  configuration: 'config.lws.x-k8s.io',
  declared: 'config/webhook',
  patches: 'config/webhook',
};
