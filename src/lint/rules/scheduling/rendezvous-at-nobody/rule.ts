import { isPresent } from '../../../../base/reading';
import { Setting } from '../../../../knowledge/engines/engine';
import { OWN_POD_ADDRESSES } from '../../../../knowledge/servers';
import { commandFlag } from '../../../facts/command-flags';
import { podsOfCrew } from '../../../facts/crews';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { toldSetting } from '../../../facts/parallelism';
import { PodSet } from '../../../facts/pod-set';
import { nodesOf } from '../../../facts/world';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** Everybody waits for rank 0 at a name that no pod has. */
export const rendezvousAtNobody: Rule = {
  id: 'AIW2656',
  title: 'address of rank 0 that no pod has',
  class: 'broken',
  reason: 'All nodes look for rank 0 at one address. A pod has a name of its own only below a headless Service that its subdomain (of a StatefulSet: serviceName) says, and 127.0.0.1 is another process in each pod: '
    + 'nobody meets, and all wait until they give up.',
  source: 'kubernetes.io/docs/concepts/services-networking/dns-pod-service (hostname and subdomain); pkg/controller/job/indexed_job_utils.go, pkg/controller/statefulset/stateful_set_utils.go (v1.36); '
    + 'torch/distributed/run.py (master_addr, rdzv_endpoint); the setting of each engine beside it in src/knowledge/engines (rendezvous)',
  remedy: 'Give the pods a subdomain and a headless Service of this name with publishNotReadyAddresses, and write <job>-0.<subdomain> (<set>-0.<service> of a StatefulSet).',
  appliesTo: ['Job', 'StatefulSet', 'JobSet', 'LeaderWorkerSet'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const wrong = isLookedUpInCluster(pods) && nodesOf(command) !== undefined
          ? alone(facts, pods, command) ?? wrongAddresses(facts, pods, command) : [];
        wrong.forEach(each => report(pods.carrier, each));
      }
    }
  },
};

/** Other resolvers, names and domains may know more. */
const LOOKED_UP_ELSEWHERE = ['dnsConfig', 'dnsPolicy', 'hostAliases', 'hostname', 'hostNetwork'];

function isLookedUpInCluster({ spec }: PodSet): boolean {
  return !LOOKED_UP_ELSEWHERE.some(name => isPresent(spec[name]));
}

interface Wrong {
  readonly field: string;
  readonly message: string;
  readonly help?: string;
}

/** Whatever the address is. */
function alone(facts: Facts, pods: PodSet, command: EngineCommand): Wrong[] | undefined {
  const flag = commandFlag(command, command.engine.launches?.alone ?? []);
  const together = flag && podsOfCrew(facts, pods);
  return flag && together !== undefined && together > 1 ? [{
    field: flag.field,
    message: `Invalid value: "${flag.name}": each of the ${together} pods waits for the others at its own address`,
    help: `leave it out, and say where rank 0 is: ${[...command.engine.rendezvous!].map(({ flags }) => [...flags][0]).join(' or ')}`,
  }] : undefined;
}

function wrongAddresses(facts: Facts, pods: PodSet, command: EngineCommand): Wrong[] {
  return (command.engine.rendezvous ?? []).flatMap(setting => wrongAddress(facts, pods, command, setting) ?? []);
}

function wrongAddress(facts: Facts, pods: PodSet, command: EngineCommand, setting: Setting): Wrong | undefined {
  const told = toldSetting(command, setting);
  const host = /^(?:tcp:\/\/)?([^:/$]+)(?::\d+)?$/.exec(told?.value ?? '')?.[1];
  if (host === undefined) {
    return undefined;
  }
  const wrong = (why: string, help?: string): Wrong => ({ field: told!.field, message: `Invalid value: ${JSON.stringify(told!.value)}: ${why}`, help });
  if (OWN_POD_ADDRESSES.has(host)) {
    const together = podsOfCrew(facts, pods) ?? 0;
    return together > 1 ? wrong(`${told!.name} is itself to each of the ${together} pods`, 'write the name of the pod with rank 0') : undefined;
  }
  return facts.find('Service', pods.place, host) ? undefined : wrongName(pods, host, wrong);
}

/** A name that is made as those of the pods are. */
function wrongName(pods: PodSet, host: string, wrong: (why: string, help?: string) => Wrong): Wrong | undefined {
  const [name, below] = host.split('.');
  const numbering = workloadKindOf(pods.carrier).numbered?.(pods);
  const index = name.startsWith(`${pods.carrier.name}-`) ? /^\d{1,6}$/.exec(name.slice(pods.carrier.name.length + 1))?.[0] : undefined;
  if (numbering?.domain === undefined || index === undefined) {
    return undefined;
  }
  const { from, count, nameOf, domain: { field, value } } = numbering;
  if (Number(index) < from || Number(index) >= from + count) {
    return wrong(`the pods are called ${nameOf(from, 0)} to ${nameOf(from + count - 1, 0)}`);
  }
  return value === undefined ? wrong(`the pods have no ${field}, so none has a name of its own`, `set ${field}, and write ${name}.<${field}>`)
    : below === value ? undefined : wrong(`the ${field} of the pods is ${JSON.stringify(value)}`, `write ${name}.${value}`);
}
