import { queued } from '../../../facts/queues';
import { Rule } from '../../rule';

/** What waits for a resource that its queue does not know. */
export const resourceWithoutQuota: Rule = {
  id: 'AIW2638',
  title: 'resource that no quota of the queue covers',
  class: 'risky',
  reason: 'Kueue admits nothing that asks for a resource which its ClusterQueue does not list, cores and memory included: it waits for ever.',
  source: 'kueue pkg/scheduler/flavorassigner/flavorassigner.go findFlavorForPodSets: "resource … unavailable in ClusterQueue" (v0.17); shown on a real Kueue',
  remedy: 'Add the resource to coveredResources with a nominalQuota in each flavor; or have Kueue leave it out (resources.excludeResourcePrefixes of its configuration).',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'Deployment', 'RayJob', 'RayCluster', 'training jobs'],
  but: 'silent where LocalQueue and ClusterQueue are not part of the input; acknowledge it where the configuration of Kueue leaves the resource out',
  check: (facts, report) => {
    for (const { object, field, clusterQueue, sets, resources } of facts.get(queued)) {
      const covered = new Set(resources.flatMap(group => group.covered));
      const asked = new Set(sets.flatMap(({ requests }) => [...requests].filter(([, amount]) => amount > 0n).map(([name]) => name)));
      const missing = [...asked].filter(name => !covered.has(name)).sort();
      if (missing.length > 0) {
        report(object, {
          field,
          message: `Invalid value: "${clusterQueue.name}": the pods ask for ${missing.join(', ')}, and ClusterQueue ${clusterQueue.name} covers ${[...covered].join(', ') || 'nothing'}`,
          help: `add ${missing.length === 1 ? 'it' : 'them'} to coveredResources, with a nominalQuota in each flavor`,
        });
      }
    }
  },
};
