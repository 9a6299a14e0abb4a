import { WebhookController } from './webhook-controller';

/**
 * The LeaderWorkerSet controller. Index labels and environment variables of pods come from its webhooks, so a cluster without
 * webhooks has groups that no real one has.
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
