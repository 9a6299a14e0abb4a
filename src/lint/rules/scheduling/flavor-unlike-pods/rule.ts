import { asList, asObject, asText } from '../../../../base/reading';
import { requiredLabels } from '../../../facts/node-demands';
import { PodSet } from '../../../facts/pod-set';
import { QueueFlavor, QueueResources, queued } from '../../../facts/queues';
import { tolerates } from '../../../facts/tolerations';
import { Rule } from '../../rule';

/** Pods that no kind of nodes of their queue takes. */
export const flavorUnlikePods: Rule = {
  id: 'AIW2639',
  title: 'no flavor of the queue takes the pods',
  class: 'broken',
  reason: 'Kueue gives pods a flavor whose taints they tolerate and whose labels fit their node selector and affinity. None of this ClusterQueue does, so they wait for ever.',
  source: 'kueue pkg/scheduler/flavorassigner/flavorassigner.go checkFlavorForPodSets: "untolerated taint …", "doesn\'t match node affinity" (v0.17); shown on a real Kueue',
  remedy: 'Tolerate the taint in the pods, or let the flavor do so (tolerations); choose nodes by the labels that a flavor has.',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'Deployment', 'RayJob', 'RayCluster', 'training jobs'],
  but: 'silent where LocalQueue, ClusterQueue or one of its flavors are not part of the input',
  check: (facts, report) => {
    for (const { object, clusterQueue, sets, resources } of facts.get(queued)) {
      for (const { pods, requests } of sets) {
        const group = resources.find(({ covered }) => covered.some(name => (requests.get(name) ?? 0n) > 0n));
        const reasons = group && reasonsOf(pods, group);
        if (reasons && reasons.every(reason => reason !== undefined)) {
          report(object, {
            field: reasons[0]!.field,
            message: `Invalid value: "${clusterQueue.name}": no flavor of ClusterQueue ${clusterQueue.name} takes these pods: ${reasons.map(reason => reason!.text).join('; ')}`,
            help: 'tolerate the taint, or choose nodes by labels that a flavor has',
          });
        }
      }
    }
  },
};

interface Reason {
  readonly field: string;
  readonly text: string;
}

/** Why each flavor is passed over; nothing where one of them is not here. */
function reasonsOf(pods: PodSet, { flavors }: QueueResources): (Reason | undefined)[] | undefined {
  const keys = new Set(flavors.flatMap(({ object }) => Object.keys(asObject(object?.spec.nodeLabels))));
  const isWhole = flavors.length > 0 && flavors.every(({ object }) => object !== undefined);
  return isWhole ? flavors.map(flavor => taintOf(pods, flavor) ?? labelOf(pods, flavor, keys)) : undefined;
}

function taintOf(pods: PodSet, { name, object }: QueueFlavor): Reason | undefined {
  const tolerations = [...asList(pods.spec.tolerations), ...asList(object!.spec.tolerations)];
  const taint = asList(object!.spec.nodeTaints).find(each => each.effect !== 'PreferNoSchedule' && !tolerations.some(toleration => tolerates(toleration, each)));
  return taint && { field: pods.at('tolerations'), text: `${name} has the taint ${asText(taint.key)}, which they do not tolerate` };
}

/** Only labels that some flavor has are compared. */
function labelOf(pods: PodSet, { name, object }: QueueFlavor, keys: ReadonlySet<string>): Reason | undefined {
  const labels = asObject(object!.spec.nodeLabels);
  const other = requiredLabels(pods).find(({ key, values }) => keys.has(key) && !values.includes(asText(labels[key]) ?? ''));
  return other && { field: other.field, text: `${name} has ${other.key}: ${asText(labels[other.key]) ?? 'nothing'}, and they want ${other.values.join(' or ')}` };
}
