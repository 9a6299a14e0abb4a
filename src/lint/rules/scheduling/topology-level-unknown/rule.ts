import { asText } from '../../../../base/reading';
import { QUEUE_TOPOLOGY } from '../../../../knowledge/queue';
import { levelsOf, queued } from '../../../facts/queues';
import { Rule } from '../../rule';

/** A place that the queue does not know. */
export const topologyLevelUnknown: Rule = {
  id: 'AIW2654',
  title: 'topology level that no flavor of the queue has',
  class: 'broken',
  reason: 'Pods that ask Kueue for a domain get it from the Topology of a flavor. Without a flavor whose Topology has that level they are never admitted.',
  source: 'kueue pkg/scheduler/flavorassigner/tas_flavorassigner.go checkPodSetAndFlavorMatchForTAS: "does not support TopologyAwareScheduling", "does not contain the requested level" (v0.17); shown on a real Kueue',
  remedy: 'Ask for a level of the Topology, or add the level; a ResourceFlavor names its Topology in topologyName.',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'RayJob', 'RayCluster', 'training jobs'],
  but: 'silent where LocalQueue, ClusterQueue, one of its flavors or their Topology are not part of the input',
  check: (facts, report) => {
    for (const { object, clusterQueue, sets, resources } of facts.get(queued)) {
      const flavors = resources.flatMap(group => group.flavors);
      const isKnown = flavors.every(flavor => flavor.object && (flavor.object.spec.topologyName === undefined || levelsOf(facts, flavor)));
      const levels = new Set(flavors.flatMap(flavor => levelsOf(facts, flavor) ?? []));
      for (const { pods } of isKnown ? sets : []) {
        const key = Object.values(QUEUE_TOPOLOGY).find(each => asText(pods.annotations[each]) !== undefined);
        const level = key && asText(pods.annotations[key]);
        if (level !== undefined && !levels.has(level)) {
          report(object, {
            field: pods.metadataField(`annotations[${key}]`),
            message: `Invalid value: "${level}": ${levels.size === 0 ? `no flavor of ClusterQueue ${clusterQueue.name} has a Topology` : `the levels of ClusterQueue ${clusterQueue.name} are ${[...levels].join(', ')}`}`,
            help: levels.size === 0 ? 'set topologyName in its ResourceFlavor' : 'ask for one of them, or add the level',
          });
        }
      }
    }
  },
};
