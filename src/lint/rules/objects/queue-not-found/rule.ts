import { asList, asText } from '../../../../base/reading';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

const GROUP = 'kueue.x-k8s.io';
const LABEL = `${GROUP}/queue-name`;

/** Queues are made by administrators, who keep them apart from the workloads. */
const QUEUES = { usuallyElsewhere: true, atMost: 'risky' } as const;

/** The chain of Kueue: a workload names its LocalQueue, that its ClusterQueue, that its flavors. */
export const queueNotFound: Rule = {
  id: 'AIW2126',
  title: 'queue not found',
  class: 'risky',
  reason: 'Kueue keeps a workload suspended whose LocalQueue does not exist, and admits nothing to a ClusterQueue that lacks a flavor (FlavorNotFound).',
  source: 'kueue pkg/queue/manager.go, pkg/cache/clusterqueue.go (inactive reasons)',
  remedy: 'Name a LocalQueue of the namespace of the workload (kubectl get localqueues), or create one.',
  appliesTo: ['every object with the label kueue.x-k8s.io/queue-name', 'LocalQueue', 'ClusterQueue'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    for (const object of facts.objects) {
      const name = asText(object.labels[LABEL]);
      if (name !== undefined) {
        reportMissing(facts, report, {
          subject: object,
          field: `metadata.labels[${LABEL}]`,
          type: `${GROUP}/LocalQueue`,
          place: object.place,
          name,
          ...QUEUES,
        });
      }
    }
    checkQueues(facts, report);
  },
};

function checkQueues(facts: Facts, report: Report): void {
  const of = (type: string) => ({ type: `${GROUP}/${type}`, place: '', ...QUEUES });
  for (const queue of facts.ofType(`${GROUP}/LocalQueue`)) {
    const name = asText(queue.spec.clusterQueue);
    if (name !== undefined) {
      reportMissing(facts, report, { ...of('ClusterQueue'), subject: queue, field: 'spec.clusterQueue', name });
    }
  }
  for (const queue of facts.ofType(`${GROUP}/ClusterQueue`)) {
    asList(queue.spec.resourceGroups).forEach((group, index) => asList(group.flavors).forEach((flavor, place) => {
      const name = asText(flavor.name);
      if (name !== undefined) {
        reportMissing(facts, report, { ...of('ResourceFlavor'), subject: queue, field: `spec.resourceGroups[${index}].flavors[${place}].name`, name });
      }
    }));
  }
}
