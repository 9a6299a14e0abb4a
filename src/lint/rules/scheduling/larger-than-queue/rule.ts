import { amountText } from '../../../../kubernetes/pod-requests';
import { Queued, QueueResources, QueuedPods, queued } from '../../../facts/queues';
import { Rule } from '../../rule';

const ONE = 1_000_000_000n;

/** What waits for more than there will ever be. */
export const largerThanQueue: Rule = {
  id: 'AIW2637',
  title: 'asks for more than its queue ever has',
  class: 'broken',
  reason: 'Kueue admits a run, or a group, as a whole or not at all. This one asks for more than the quota of its ClusterQueue and all that may be borrowed together: it waits for ever, and nobody says so but a condition of its Workload.',
  source: 'kueue pkg/scheduler/flavorassigner/flavorassigner.go fitsResourceQuota: "insufficient quota … > maximum capacity" (v0.17); shown on a real Kueue',
  remedy: 'Raise nominalQuota or borrowingLimit, or ask for less: fewer pods, smaller groups.',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'Deployment', 'RayJob', 'RayCluster', 'training jobs'],
  but: 'silent where LocalQueue and ClusterQueue are not part of the input, and where a cohort lends without a limit',
  check: (facts, report) => {
    for (const each of facts.get(queued)) {
      const excess = each.resources.flatMap(group => group.covered.flatMap(resource => excessOf(each, group, resource) ?? []))[0];
      if (excess !== undefined) {
        report(each.object, { field: each.field, message: `Invalid value: "${each.clusterQueue.name}": ${excess}`, help: 'raise nominalQuota or borrowingLimit, or ask for less' });
      }
    }
  },
};

/** Each kind of pods gets one flavor for a resource, and all kinds together have all flavors. */
function excessOf({ clusterQueue, sets }: Queued, { flavors }: QueueResources, resource: string): string | undefined {
  const limits = flavors.map(flavor => flavor.most(resource));
  if (limits.some(limit => limit === undefined)) {
    return undefined;
  }
  const asking = sets.filter(set => amountOf(set, resource) > 0n);
  const largest = asking.find(set => amountOf(set, resource) > mostOf(limits as bigint[]));
  const [asked, limit, of] = largest && flavors.length > 1 ? [[largest], mostOf(limits as bigint[]), 'a flavor of '] : [asking, sumOf(limits as bigint[]), ''];
  const amount = sumOf(asked.map(set => amountOf(set, resource)));
  const text = (each: bigint) => amountText(resource, each);
  const terms = asked.map(set => `${set.count} x ${text(eachOf(set, resource))}`).join(' + ');
  return amount <= limit ? undefined : `${terms} = ${text(amount)} ${resource} are admitted together, and ${of}ClusterQueue ${clusterQueue.name} has at most ${text(limit)}`;
}

function eachOf({ requests }: QueuedPods, resource: string): bigint {
  return resource === 'pods' ? ONE : requests.get(resource) ?? 0n;
}

/** Nothing of pods whose number nobody knows. */
function amountOf(set: QueuedPods, resource: string): bigint {
  return BigInt(set.count ?? 0) * eachOf(set, resource);
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, each) => sum + each, 0n);
}

function mostOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, each) => (each > most ? each : most), 0n);
}
