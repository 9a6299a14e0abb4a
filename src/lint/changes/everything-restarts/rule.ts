import { asNumber, asText, asObject, objectAt } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { workloadKindOf } from '../../kinds';
import { Report } from '../../rules/rule';
import { ChangeRule } from '../changes';
import { Together } from '../together';
import { awayText, firstOf, releaseHelp } from '../wording';

/** Pod templates that change in several workloads which belong together, or in one workload that stops all pods. */
export const everythingRestarts: ChangeRule = {
  id: 'AIW4005',
  title: 'all pods restart at once',
  class: 'risky',
  reason: 'A changed pod template replaces the pods. Each workload is rolled by itself: one apply over several sets replaces pods of all of them '
    + 'at the same time, whatever a disruption budget says, and Recreate stops all before it starts one. A store with a set for each zone then loses a pod in every zone at once.',
  source: 'pkg/controller/deployment/recreate.go, pkg/controller/statefulset (v1.36); measured: sets updated by one apply roll at once',
  remedy: 'Change one workload, wait until it is ready (kubectl rollout status), then change the next, each in a commit of its own (the patterns have Rollout for it); '
    + 'or say OnDelete and let a controller do it. Labels, annotations and the order of lists count as changes of the template.',
  appliesTo: ['Deployment', 'StatefulSet', 'DaemonSet', 'LeaderWorkerSet'],
  but: 'workloads belong together by a Service or budget over them, a governing Service, the label of a pattern, or by labels or names that are the same but for a zone or number, '
    + 'where their images are the same; nothing is said where new pods are ready before any old one stops (maxUnavailable 0 of Deployments); '
    + 'said when so many restart that those which are left are no majority',
  check: (changes, report) => {
    changes.restarts.forEach(({ next }) => checkStrategy(next, report));
    changes.together.filter(takesDown).forEach(group => reportGroup(group, report));
  },
};

function takesDown({ isMost, restarts }: Together): boolean {
  return isMost && restarts.filter(({ away }) => away !== 0).length > 1;
}

function checkStrategy(object: Manifest, report: Report): void {
  const replicas = asNumber(object.spec.replicas) ?? 1;
  if (object.kind === 'Deployment' && asText(asObject(object.spec.strategy).type) === 'Recreate' && replicas > 1) {
    report(object, {
      field: 'spec.strategy.type',
      message: `Invalid value: "Recreate": the pod template changes, so all ${replicas} pods stop before a new one starts`,
      help: 'use RollingUpdate with maxSurge: 0 and maxUnavailable: 1 where spare devices are missing',
    });
  }
  const unavailable = objectAt(object.spec, 'rolloutStrategy', 'rollingUpdateConfiguration').maxUnavailable;
  if (object.kind === 'LeaderWorkerSet' && replicas > 1 && (unavailable === '100%' || (asNumber(unavailable) ?? 0) >= replicas)) {
    report(object, {
      field: 'spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable',
      message: `Invalid value: ${JSON.stringify(unavailable)}: the pod template changes, so all ${replicas} groups stop together`,
      help: 'set it below the number of groups',
    });
  }
}

/** That they belong together needs few reasons; what a budget says of them comes first. */
const REASONS = 3;

function reportGroup({ restarts, members, bonds }: Together, report: Report): void {
  const [away, kept, { next }] = [awayText(restarts), members.length - restarts.length, restarts[0]];
  const rolled = next.type.startsWith('apps/') ? ' (kubectl rollout status)' : '';
  report(next, {
    field: 'spec.template',
    message: `Forbidden: changes in ${restarts.length} workloads at once: ${firstOf(restarts.map(each => each.next.toString()))}`,
    notes: [
      ...bonds.slice(0, REASONS),
      ...(away === undefined ? [] : [`away at the same time: ${away}`]),
      ...(kept === 0 ? [] : [`${kept} of ${members.length} keep their pods, which is no majority`]),
      `what changes: ${firstOf([...new Set(restarts.flatMap(({ paths }) => paths))])}`,
    ],
    help: `${releaseHelp(restarts)}change one of them, wait until it is ready${rolled}, then the next; or ${workloadKindOf(next).howToWait ?? 'leave the template of those that are to wait as it is'}`,
  });
}
