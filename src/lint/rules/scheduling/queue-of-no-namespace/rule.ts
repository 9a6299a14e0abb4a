import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asShown, asText, asTexts } from '../../../../base/reading';
import { Rule } from '../../rule';

const GROUP = 'kueue.x-k8s.io';
/** The label that every namespace has. */
const NAME = 'kubernetes.io/metadata.name';

/** A queue that takes nothing from the namespace of its LocalQueue. */
export const queueOfNoNamespace: Rule = {
  id: 'AIW2653',
  title: 'ClusterQueue takes nothing from the namespace',
  class: 'broken',
  reason: 'A ClusterQueue takes workloads of the namespaces that its namespaceSelector selects. Without one that is no namespace at all; {} is every one.',
  source: 'kueue apis/kueue/v1beta2/clusterqueue_types.go NamespaceSelector: "Defaults to null which is a nothing selector" (v0.17); shown on a real Kueue',
  remedy: 'Write namespaceSelector: {}, or a selector that the namespace has.',
  appliesTo: ['LocalQueue'],
  but: 'silent where the ClusterQueue is not part of the input, and about labels other than kubernetes.io/metadata.name',
  check: (facts, report) => {
    for (const queue of facts.ofType(`${GROUP}/LocalQueue`)) {
      const clusterQueue = facts.find(`${GROUP}/ClusterQueue`, '', asShown(queue.spec.clusterQueue));
      if (clusterQueue && leavesOut(clusterQueue.spec, queue.place)) {
        report(queue, {
          field: 'spec.clusterQueue',
          message: `Invalid value: "${clusterQueue.name}": its namespaceSelector ${clusterQueue.spec.namespaceSelector === undefined ? 'is missing, so it takes workloads of no namespace' : `leaves out ${queue.place}`}`,
          help: 'write namespaceSelector: {} for every namespace, or select this one',
        });
      }
    }
  },
};

function leavesOut({ namespaceSelector }: PlainObject, namespace: string): boolean {
  const { matchLabels, matchExpressions } = asObject(namespaceSelector);
  const named = asText(asObject(matchLabels)[NAME]);
  return namespaceSelector === undefined || (named !== undefined && named !== namespace)
    || asList(matchExpressions).some(({ key, operator, values }) => key === NAME && (operator === 'In' ? !asTexts(values).includes(namespace) : operator === 'NotIn' && asTexts(values).includes(namespace)));
}
