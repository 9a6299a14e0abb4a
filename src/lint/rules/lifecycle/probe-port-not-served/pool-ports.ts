import { FindingClass } from '../../../../base/findings/finding';
import { listed } from '../../../../base/text/listed';
import { Manifest } from '../../../../kubernetes/manifest';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { portsOfPool, selectorOfPool } from '../../../facts/pools';
import { PodPorts, mentions, servedPorts } from '../../../facts/served-ports';
import { Report } from '../../rule';

/** Nobody runs more workloads in one pool, and many pools of many would take the square of that. */
const MOST_SETS = 100;

/** A gateway speaks to the pods of a pool, each of which may be picked. Ranks of one engine may listen on further ports that nothing names, so one that is served is enough. */
export function checkPool(facts: Facts, pool: Manifest, report: Report): void {
  const ports = portsOfPool(pool);
  const selected = ports.length > 0 ? facts.get(podIndex).select(pool.place, selectorOfPool(pool)) : [];
  for (const pods of selected.slice(0, MOST_SETS)) {
    const deaf = deafness(facts, pods, ports.map(({ port }) => port));
    if (deaf) {
      report(pool, {
        field: ports[0].field,
        message: `Invalid value: ${ports[0].port}: ${deaf.text}`,
        help: `give ${deaf.own === '' ? 'a port that the pods listen on' : deaf.own}, or start the server with this port`,
        class: deaf.class,
      });
      return;
    }
  }
}

interface Deaf {
  readonly text: string;
  readonly own: string;
  readonly class: FindingClass;
}

/** Undefined where somebody in the pods may listen on one of the ports. */
function deafness(facts: Facts, pods: PodSet, ports: readonly number[]): Deaf | undefined {
  const served = pods.open ? [] : servedPorts(pods, facts.get(enginesByPods).get(pods) ?? []);
  const mayListen = served.some(each => ports.some(port => mentions(each, port) || each.server?.ports.includes(port)));
  if (served.length === 0 || mayListen || served.some(({ server, declared }) => !server && declared.length === 0)) {
    return undefined;
  }
  const own = listed(served.flatMap(({ server }) => server?.ports.map(String) ?? []));
  return served.length === 1 && served[0].server
    ? { text: `${served[0].server.title} in ${pods.toString()} listens on ${own}, and nothing else runs in the pod`, own, class: 'broken' }
    : { text: `no container of ${pods.toString()} declares it or names it: ${new PodPorts(served).declared()}`, own, class: 'risky' };
}
