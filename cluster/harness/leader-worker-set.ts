import { ApiServer } from './api-server';
import { allCrdSources, definitionsOf } from './crds';
import { WebhookController, startWebhookController } from './webhook-controller';

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

/** The same, which has Volcano place each group as a gang. Source: sigs.k8s.io/lws pkg/schedulerprovider/volcano_provider.go */
export const LEADER_WORKER_SET_WITH_VOLCANO: WebhookController = { ...LEADER_WORKER_SET, settings: { gangSchedulingManagement: { schedulerProvider: 'volcano' } } };

/** The same controller in the release that has DisaggregatedSets as well. */
const DISAGGREGATED_SET: WebhookController = {
  ...LEADER_WORKER_SET,
  program: 'disaggregatedset-controller',
  definition: 'disaggregatedsets.disaggregatedset.x-k8s.io',
};

/** Runs it with the LeaderWorkerSets of its own release in place of those that servers have. */
export async function startDisaggregatedSet(server: ApiServer): Promise<void> {
  const { version } = allCrdSources().find(({ name }) => name === DISAGGREGATED_SET.definition)!;
  const sources = allCrdSources().filter(source => source.name === LEADER_WORKER_SET.definition && source.version === version);
  for (const definition of await definitionsOf(sources)) {
    await server.client.apply(definition);
  }
  await startWebhookController(server, DISAGGREGATED_SET);
}
