import { LABEL_HOSTNAME } from '../../../../base/labels';
import { asList, asObject, isPresent } from '../../../../base/reading';
import { isPortSet } from '../../../../kubernetes/target-port';
import { asksForDevices } from '../../../facts/accelerators';
import { podSetsOf } from '../../../facts/carried-pods';
import { coversItself, leastPods, podTerms, spreadTerms } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** Copies that one node takes with it. */
export const storeOnOneNode: Rule = {
  id: 'AIW2641',
  title: 'members of a store may share a node',
  class: 'risky',
  reason: 'Pods with claims of their own are copies or shards of a store. Nothing keeps them apart: the scheduler only wishes to, and by its own constraints leaves up to three more of them on one node. A lost or drained node takes them together, and the quorum with them.',
  source: 'pkg/scheduler/framework/plugins/podtopologyspread/plugin.go systemDefaultConstraints (v1.36): hostname maxSkew 3, ScheduleAnyway',
  remedy: 'Spread them over nodes: a topologySpreadConstraint on kubernetes.io/hostname, or podAntiAffinity, whose selector takes the pods themselves.',
  appliesTo: ['StatefulSet with volumeClaimTemplates'],
  check: (facts, report) => {
    for (const set of facts.ofType('apps/StatefulSet')) {
      for (const pods of podSetsOf(facts, set)) {
        const count = leastPods(facts, pods)!;
        if (pods.claimTemplates.length > 0 && count > 1 && !isApart(pods)) {
          report(set, {
            field: pods.at('topologySpreadConstraints'),
            message: `Required value: ${count} pods with claims of their own, and nothing keeps them on different nodes`,
            help: 'add maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, nodeTaintsPolicy: Honor, and a labelSelector with the labels of the pods',
          });
        }
      }
    }
  },
};

/** By a rule of the scheduler, by devices or ports that a node has once, or because somebody chose the node. */
function isApart(pods: PodSet): boolean {
  const { spec } = pods;
  const takesHostPort = pods.containers.some(({ container }) => asList(container.ports).some(port => isPortSet(port.hostPort)));
  return spreads(pods) || repels(pods) || takesHostPort || pods.containers.some(asksForDevices)
    || spec.hostNetwork === true || isPresent(spec.nodeName) || isPresent(asObject(spec.nodeSelector)[LABEL_HOSTNAME]);
}

function spreads(pods: PodSet): boolean {
  return spreadTerms(pods).some(({ term }) => term.topologyKey === LABEL_HOSTNAME && coversItself(pods, term));
}

function repels(pods: PodSet): boolean {
  // One pod in each zone is one on each node, too.
  return podTerms(pods, 'podAntiAffinity').some(({ term }) => coversItself(pods, term));
}
