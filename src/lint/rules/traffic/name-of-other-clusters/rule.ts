import { HostName, hostNames } from './host-names';
import { FindingClass } from '../../../../base/findings/finding';
import { CLUSTERSET_ZONE, MCS_GROUP } from '../../../../knowledge/multi-cluster';
import { absenceOf, lighter } from '../../../facts/absence';
import { podSets } from '../../../facts/carried-pods';
import { exportOf, importedNames } from '../../../facts/cluster-sets';
import { Facts } from '../../../facts/facts';
import { isOutside } from '../../../facts/made';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';
import { sureIfOurs } from '../../wording';

/** The zone of a name says whether one cluster answers or all do. */
export const nameOfOtherClusters: Rule = {
  id: 'AIW2831',
  title: 'name of a Service asks the wrong clusters',
  class: 'broken',
  reason: 'NAME.NAMESPACE.svc.cluster.local is a Service of the own cluster and is not answered where there is none; NAME.NAMESPACE.svc.clusterset.local are the pods of all clusters that export it, and not those of a cluster that does not.',
  source: 'KEP-1645, DNS, Exporting Services, Not allowing cluster-specific targeting; specification.md 2.4',
  remedy: 'Ask for svc.clusterset.local where the Service is in other clusters, and give each cluster that has it a ServiceExport.',
  appliesTo: ['every carrier of pods'],
  but: 'warning for pods that no pattern of this library made, where the Service is here and only its export is missing, and for a pod without its cluster; info where the files hold no other export of the namespace',
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const host of hostNames(pods)) {
        const doubt = doubtOf(facts, pods, host);
        if (doubt) {
          report(pods.carrier, { field: host.field, message: `Invalid value: ${JSON.stringify(host.text)}: ${doubt.text}`, class: doubt.class, help: doubt.help });
        }
      }
    }
  },
};

interface Doubt {
  readonly text: string;
  readonly help: string;
  readonly class: FindingClass;
}

function doubtOf(facts: Facts, pods: PodSet, host: HostName): Doubt | undefined {
  const { name, place } = host;
  const isHere = facts.find('Service', place, name) !== undefined || isOutside(facts, 'Service', place, name);
  const isImported = facts.get(importedNames).has(`${place}/${name}`);
  if (!host.isOfAll) {
    return isHere || !isImported ? undefined : {
      text: `Service "${name}" is imported from other clusters, and this is the name of one of the own cluster, which has none`,
      help: `ask for ${name}.${place}.${CLUSTERSET_ZONE}`,
      // The import says where it is, so that there is none of this cluster is more than a guess.
      class: sureIfOurs(pods),
    };
  }
  if (host.inFront === 1) {
    return {
      text: 'names of pods have their cluster behind them',
      help: `ask for POD.CLUSTER.${name}.${place}.${CLUSTERSET_ZONE}; there is no name for all pods of one cluster`,
      class: 'risky',
    };
  }
  return !isHere || isImported || exportOf(facts, place, name) ? undefined : {
    text: `Service "${name}" of this namespace is not exported from here, so its pods are not behind the name`,
    help: `add a ServiceExport ${name} in namespace ${place}, or ask for ${name}.${place}.svc`,
    class: lighter(absenceOf(facts, { subject: pods.carrier, type: `${MCS_GROUP}/ServiceExport`, place, name, isOurs: pods.isOurs }).class, 'risky'),
  };
}
