import { LABEL_COMPLETION_INDEX, LABEL_POD_INDEX } from '../../../../base/labels';
import { asList, asNumber, asObject, asShown } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { Selector, selectorOfMap } from '../../../facts/selector';
import { leaderWorkerSize } from '../../../kinds/leader-worker-set';
import { Rule } from '../../rule';

const WORKER_INDEX = 'leaderworkerset.sigs.k8s.io/worker-index';
const GROUP_INDEX = 'leaderworkerset.sigs.k8s.io/group-index';

/** An index that exists once in each group. */
export const indexAcrossGroups: Rule = {
  id: 'AIW2823',
  title: 'index selects a pod of every group',
  class: 'risky',
  reason: 'Workers are numbered within their group: the index that is to name one pod names one of each group, and requests or names go to any of them.',
  source: 'lws pkg/webhooks/pod_webhook.go (v0.9): leaders are numbered by group, workers within theirs; jobset pkg/controllers/jobset_controller.go; pkg/controller/job/indexed_job_utils.go (v1.36)',
  remedy: 'Add the index of the group: leaderworkerset.sigs.k8s.io/group-index, or jobset.sigs.k8s.io/job-global-index.',
  appliesTo: ['Service'],
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      const selector = INDEXES.some(key => Object.hasOwn(asObject(service.spec.selector), key)) ? selectorOfMap(service.spec.selector) : undefined;
      const detail = selector && acrossGroups(facts, service, selector);
      if (selector && detail !== undefined) {
        report(service, { field: 'spec.selector', message: `Invalid value: ${selector.text}: ${detail}`, help: 'add the index of the group to the selector' });
      }
    }
  },
};

const INDEXES: readonly string[] = [LABEL_POD_INDEX, WORKER_INDEX, LABEL_COMPLETION_INDEX];

function acrossGroups(facts: Facts, service: Manifest, selector: Selector): string | undefined {
  const sets = facts.get(podIndex).select(service.place, selector);
  const asks = (key: string) => selector.equals.find(([name]) => name === key)?.[1];
  return groupWorkers(sets, asks) ?? jobPods(sets, asks);
}

type Asked = (key: string) => string | undefined;

/** Leaders are numbered by group, so that an index of a leader is a group. */
function groupWorkers(sets: readonly PodSet[], asks: Asked): string | undefined {
  const workers = sets.find(pods => pods.carrier.type === 'leaderworkerset.x-k8s.io/LeaderWorkerSet' && pods.role === 'worker');
  const index = asks(WORKER_INDEX) ?? asks(LABEL_POD_INDEX);
  const groups = workers && leaderWorkerSize(workers.carrier).groups;
  if (!workers || index === undefined || asks(GROUP_INDEX) !== undefined || groups === undefined || groups < 2) {
    return undefined;
  }
  const leader = sets.some(pods => pods.carrier === workers.carrier && pods.role === 'leader') ? `the leader of group ${index} and ` : '';
  return `selects ${leader}worker ${index} of each of the ${groups} groups of ${workers.carrier.toString()}`;
}

const JOB_KEYS: readonly string[] = ['job-name', 'batch.kubernetes.io/job-name', 'jobset.sigs.k8s.io/job-index', 'jobset.sigs.k8s.io/job-global-index', 'jobset.sigs.k8s.io/job-key'];

function jobPods(sets: readonly PodSet[], asks: Asked): string | undefined {
  const index = asks(LABEL_COMPLETION_INDEX);
  const set = sets.find(pods => pods.carrier.type === 'jobset.x-k8s.io/JobSet')?.carrier;
  if (index === undefined || !set || JOB_KEYS.some(key => asks(key) !== undefined)) {
    return undefined;
  }
  const chosen = new Set(sets.filter(pods => pods.carrier === set).map(pods => pods.role));
  const jobs = asList(set.spec.replicatedJobs).reduce((sum, each) => sum + (chosen.has(asShown(each.name)) ? asNumber(each.replicas) ?? 1 : 0), 0);
  return jobs > 1 ? `selects pod ${index} of each of the ${jobs} jobs of ${set.toString()}` : undefined;
}
