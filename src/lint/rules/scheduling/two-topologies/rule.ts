import { asText } from '../../../../base/reading';
import { QUEUE_NAME, QUEUE_TOPOLOGY, QUEUE_TOPOLOGY_FREE } from '../../../../knowledge/queue';
import { templates } from '../../../facts/carried-pods';
import { queueOf } from '../../../facts/queues';
import { Rule } from '../../rule';

const WAYS = [QUEUE_TOPOLOGY.required, QUEUE_TOPOLOGY.preferred, QUEUE_TOPOLOGY_FREE];

/** Pods that ask for a place in two ways. */
export const twoTopologies: Rule = {
  id: 'AIW2640',
  title: 'topology required and preferred at once',
  class: 'broken',
  reason: 'Pods ask Kueue for a topology in one way: required, preferred or unconstrained. Its webhooks refuse a job with two of them, and of a StatefulSet or a Deployment each pod.',
  source: 'kueue pkg/controller/jobframework/tas_validation.go ValidateTASPodSetRequest: "must not contain more than one topology annotation" (v0.17); shown on a real Kueue',
  remedy: 'Keep one of them.',
  appliesTo: ['every carrier of pods that waits in a queue'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const asked = WAYS.filter(key => asText(pods.annotations[key]) !== undefined);
      if (asked.length > 1 && (queueOf(pods.carrier) !== undefined || pods.labels[QUEUE_NAME] !== undefined)) {
        report(pods.carrier, { field: pods.metadataField(`annotations[${asked[1]}]`), message: `Forbidden: ${asked[0]} is there as well, and Kueue refuses two of them`, help: 'keep one' });
      }
    }
  },
};
