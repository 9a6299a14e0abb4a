import { isObject } from '../../../pod/plain';
import { Facts } from '../../facts/facts';
import { Manifest } from '../../facts/manifest';
import { PodSet } from '../../facts/pod-set';
import { asNumber, asObject, asText, objectAt } from '../../facts/reading';
import { Report } from '../../rules/rule';
import { ChangeRule } from '../changes';

const STAGED: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/StatefulSet', 'leaderworkerset.x-k8s.io/LeaderWorkerSet']);

/** Pod templates that change in several workloads of one service, or in one workload that stops all pods. */
export const everythingRestarts: ChangeRule = {
  id: 'AIW4005',
  title: 'all pods restart at once',
  class: 'risky',
  reason: 'A changed pod template replaces the pods. Each workload is rolled by itself: one apply over several sets replaces pods of all of them '
    + 'at the same time, and Recreate stops all before it starts one.',
  source: 'pkg/controller/deployment/recreate.go, pkg/controller/statefulset (v1.36); measured: sets updated by one apply roll at once',
  remedy: 'Roll one workload after the other, each in a change of its own (the patterns have Rollout for it), or say OnDelete and let a controller do it.',
  appliesTo: ['Deployment', 'StatefulSet', 'LeaderWorkerSet'],
  check: (changes, report) => {
    const restarted = changes.changed.filter(({ previous, next }) => STAGED.has(next.type) && templateOf(previous) !== templateOf(next))
      .map(change => change.next);
    restarted.forEach(object => checkStrategy(object, report));
    checkServices(changes.after, new Set(restarted.filter(object => !isOnDelete(object))), report);
  },
};

/** Order of keys is no change. */
function templateOf({ spec }: Manifest): string {
  return JSON.stringify(spec.template ?? spec.leaderWorkerTemplate, (_, value: unknown) => {
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
  });
}

function isOnDelete({ spec }: Manifest): boolean {
  return asText(asObject(spec.updateStrategy).type) === 'OnDelete';
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

/** Several restarted workloads behind one Service have no order among them. */
function checkServices(after: Facts, restarted: ReadonlySet<Manifest>, report: Report): void {
  if (restarted.size < 2) {
    return;
  }
  const told = new Set<string>();
  for (const service of after.ofType('Service')) {
    const behind = asText(service.spec.clusterIP) === 'None' ? [] : workloadsOf(after.selectedBy(service));
    const key = behind.map(String).join();
    if (behind.length > 1 && behind.every(object => restarted.has(object)) && !told.has(key)) {
      told.add(key);
      report(behind[0], {
        field: 'spec.template',
        message: `Forbidden: changes in ${behind.length} workloads at once: ${behind.map(String).join(', ')}`,
        notes: [`all of them serve ${service.toString()}, and nothing waits for one before the next`],
        help: 'change them one after the other, or set updateStrategy.type: OnDelete on those that are to wait',
      });
    }
  }
}

function workloadsOf(sets: readonly PodSet[]): Manifest[] {
  return [...new Set(sets.map(set => set.carrier))];
}
