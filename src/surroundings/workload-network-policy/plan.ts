import { NetworkPeer, WrittenPeers } from './network-peer';
import { NetworkAccess, WorkloadNetworkPolicyProps } from './props';
import { atField, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { checkPortNumber, workloadName } from '../../kubernetes/refused/names';
import { PodCount } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { CalledPeer } from '../../workloads/handle/workload-facts';
import { ServiceSpec, ownService, requirePort } from '../served-port';

/** A port as a policy writes it: of the pods, by number or by the name that their containers give it. */
export interface PolicyPort {
  readonly port: number | string;
  readonly protocol: string;
}

/** Somebody, at some ports: all of them where none is named. */
export interface PolicyRule {
  readonly who: string;
  readonly peers: WrittenPeers;
  readonly ports?: readonly PolicyPort[];
  /** Why it is there, where that is not what somebody asked for. */
  readonly why?: string;
}

/** One NetworkPolicy: of all pods, or of those of a role. */
export interface PolicyPart {
  readonly name: string;
  readonly role?: string;
  readonly selector: Labels;
  readonly ingress: readonly PolicyRule[];
  /** Absent where nothing restricts what the pods call. */
  readonly egress?: readonly PolicyRule[];
}

/** The policies of a workload. */
export interface NetworkPolicyPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly workload: string;
  readonly parts: readonly PolicyPart[];
  readonly pods: () => PodCount;
  readonly grouped: boolean;
  /** Whether nobody may collect the metrics that there are. */
  readonly unmonitored: boolean;
  /** Whom pods call by themselves, at addresses that no policy of a workload can know. */
  readonly unaddressed: readonly CalledPeer[];
  /** Whether `egress` names addresses among which those may be. */
  readonly hasNodes: boolean;
  /** What passes the kernel by, where the workload says that it does. */
  readonly bypass?: string;
}

/** A rule of some role; of all roles where none is named. */
interface RuleOfRole extends PolicyRule {
  readonly role?: string;
}

const DNS_PORTS: readonly PolicyPort[] = [{ port: 53, protocol: 'UDP' }, { port: 53, protocol: 'TCP' }];

/** Pure: who may speak to which pods, and whom they may call. */
export function planNetworkPolicy(id: string, given: WorkloadNetworkPolicyProps, ownNamespace: string | undefined): NetworkPolicyPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const name = attempt(() => workloadName(id, props.name));
    const namespace = attempt(() => workload.namespace ?? ownNamespace);
    attempt(() => checkGoverned(workload));
    const rules: RuleOfRole[][] = [
      attempt(() => ownRules(props, workload, namespace)),
      attempt(() => clientRules(props, workload, namespace)),
      attempt(() => metricsRules(props, workload, namespace)),
      attempt(() => (props.others ?? []).map((access, index) => accessRule(`others[${index}]`, access, namespace))),
    ];
    const egress = attempt(() => egressRules(props, workload, namespace));
    return {
      name,
      namespace,
      workload: attempt(() => workload.name),
      parts: attempt(() => partsOf(name, workload, rules.flat(), egress)),
      pods: () => workload._select({}),
      grouped: attempt(() => (workload.groups ?? 1) > 1),
      unmonitored: attempt(() => workload.metrics !== undefined && props.monitoring === undefined),
      unaddressed: attempt(() => (props.egress === undefined ? [] : workload._calls.filter(({ port }) => port === undefined))),
      hasNodes: attempt(() => (props.egress ?? []).some(({ peer }) => peer._hasNodes)),
      bypass: attempt(() => workload.roles.find(({ fabric }) => fabric?._hasDevices)?.fabric!._parts.title),
    };
  });
}

/**
 * A policy governs what passes through the network of a pod. Source: kubernetes.io/docs/concepts/services-networking/network-policies (NetworkPolicy and hostNetwork pods)
 */
function checkGoverned({ name, roles, _whole: whole }: Workload): void {
  const role = roles.find(({ hostNetwork }) => hostNetwork);
  if (role) {
    throw forbidden('workload', `pods of ${name} (${role.name}) have hostNetwork: their network is that of the node, which no NetworkPolicy governs`, 'give them a network of their own, or restrict the node with a firewall');
  }
  if (whole !== undefined) {
    throw forbidden('workload', `${name} is a role of ${whole}: a policy of its own would cut it off from the other roles and the router`, `put it around ${whole}`);
  }
}

/** NCCL, Gloo, UCX and the workers of Ray choose ports when they start. Source: docs.nvidia.com NCCL environment variables; gloo/transport/tcp; docs.ray.io configuring ray ports */
function ownRules({ others = [] }: WorkloadNetworkPolicyProps, workload: Workload, namespace: string | undefined): RuleOfRole[] {
  return [
    ...(workload._speaksWithin ? [{ who: 'its own pods', peers: ownPeers(workload), why: 'any port: collectives, transfers and Ray choose theirs when they start' }] : []),
    ...outsideRules(workload, others, namespace),
  ];
}

/** Whoever names a port of theirs himself has said who comes there. */
function outsideRules(workload: Workload, others: readonly NetworkAccess[], namespace: string | undefined): RuleOfRole[] {
  return workload._reachedBy.flatMap(({ who, ports }) => {
    const open = ports.filter(port => !isNamed(port, others));
    return open.length === 0 ? [] : [{ who, peers: NetworkPeer.everyone()._written(namespace), ports: open.map(tcp), why: 'from anywhere: nothing says where it runs; name it in others with this port' }];
  });
}

function ownPeers(workload: Workload): PlainObject[] {
  return [{ podSelector: { matchLabels: { ...workload._select({}).labels } } }];
}

function clientRules({ clients, port }: WorkloadNetworkPolicyProps, workload: Workload, namespace: string | undefined): RuleOfRole[] {
  const service = ownService(workload, port);
  if (clients === undefined) {
    if (service || port !== undefined) {
      throw required('clients', `${workload.name} answers requests, and nobody could send any`, 'name who may: NetworkPeer.ownNamespace(), NetworkPeer.everyone(), or [] for nobody');
    }
    return [];
  }
  if (clients.length === 0) {
    return [];
  }
  const ports = service ? portsBehind(service) : [tcp(requirePort(workload, port))];
  return [{ role: service && workload.serving?.role, ...together('clients', clients, namespace), ports }];
}

/** A policy sees the packet as it comes to the pod, at the port behind the Service. Source: kubernetes.io/docs/concepts/services-networking/network-policies */
function portsBehind({ ports }: ServiceSpec): PolicyPort[] {
  return ports.map(({ port, targetPort, protocol }) => ({ port: (targetPort ?? port) as number | string, protocol: (protocol as string | undefined) ?? 'TCP' }));
}

function metricsRules(props: WorkloadNetworkPolicyProps, workload: Workload, namespace: string | undefined): RuleOfRole[] {
  const { name, metrics, _unmeasured: unmeasured } = workload;
  const { monitoring, metricsPort } = props;
  if (metrics && metricsPort !== undefined) {
    throw forbidden('metricsPort', `${metrics.engine} exports at the port ${metrics.portName}`, 'leave it out, or use others for a further exporter');
  }
  if (monitoring === undefined || monitoring.length === 0) {
    if (metricsPort !== undefined) {
      throw forbidden('metricsPort', 'nobody collects metrics', 'leave it out, or set monitoring');
    }
    return [];
  }
  if (!metrics && metricsPort === undefined) {
    throw required('metricsPort', `${unmeasured?.reason ?? `no engine of this library runs in ${name}`}, so nothing says where its metrics are`, 'give the port of its exporter');
  }
  const port = metrics ? { port: metrics.portName, protocol: 'TCP' } : tcp(checkedPort('metricsPort', metricsPort!));
  return [{ role: metrics?.role, ...together('monitoring', monitoring, namespace), ports: [port] }];
}

function egressRules({ egress, dns }: WorkloadNetworkPolicyProps, workload: Workload, namespace: string | undefined): RuleOfRole[] | undefined {
  if (egress === undefined) {
    if (dns) {
      throw forbidden('dns', 'nothing that the pods call is restricted', 'leave it out, or set egress');
    }
    return undefined;
  }
  const names = dns ?? NetworkPeer.everyone();
  return [
    ...(workload._speaksWithin ? [{ who: 'its own pods', peers: ownPeers(workload) }] : []),
    { who: names._text(), peers: atField('dns', () => names._written(namespace)), ports: DNS_PORTS, why: 'names' },
    ...egress.map((access, index) => accessRule(`egress[${index}]`, access, namespace)),
    ...calledRules(workload, egress, namespace),
  ];
}

/** Who is known by a name is anybody at that port, as with DNS: a policy knows no names. Whoever names the port himself has said who is there. */
function calledRules(workload: Workload, egress: readonly NetworkAccess[], namespace: string | undefined): RuleOfRole[] {
  return workload._calls.flatMap(({ who, why, role, port }) => (port === undefined || isNamed(port, egress)
    ? [] : [{ role, who: `anybody: ${who}`, peers: NetworkPeer.everyone()._written(namespace), ports: [tcp(port)], why }]));
}

function isNamed(port: number, accesses: readonly NetworkAccess[]): boolean {
  return accesses.some(({ ports }) => ports?.includes(port));
}

/** Everybody among them makes the others superfluous. An empty list of peers would be everybody too, so there is always one. */
function together(field: string, peers: readonly NetworkPeer[], namespace: string | undefined): Pick<PolicyRule, 'who' | 'peers'> {
  const written = peers.map((peer, index) => atField(`${field}[${index}]`, () => peer._written(namespace)));
  return {
    who: peers.map(peer => peer._text()).join(', '),
    peers: written.some(each => each === undefined) ? undefined : written.flatMap(each => each!),
  };
}

function accessRule(field: string, { peer, ports }: NetworkAccess, namespace: string | undefined): PolicyRule {
  if (ports?.length === 0) {
    throw invalid(`${field}.ports`, ports, 'names no port, and a policy reads that as all of them', 'leave it out for all, or name some');
  }
  return {
    who: peer._text(),
    peers: atField(field, () => peer._written(namespace)),
    ports: ports?.map((port, index) => tcp(checkedPort(`${field}.ports[${index}]`, port))),
  };
}

function checkedPort(field: string, port: number): number {
  checkPortNumber(field, port);
  return port;
}

function tcp(port: number): PolicyPort {
  return { port, protocol: 'TCP' };
}

/** Rules for all pods are in one policy; those of a role are in one of its own, which adds to it. */
function partsOf(name: string, workload: Workload, rules: readonly RuleOfRole[], egress: readonly RuleOfRole[] | undefined): PolicyPart[] {
  const roles = [...new Set([...rules, ...(egress ?? [])].map(({ role }) => role).filter((role): role is string => role !== undefined))];
  const isOneRole = workload.roles.length === 1;
  const among = (all: readonly RuleOfRole[], role: string | undefined) => all.filter(rule => (isOneRole ? undefined : rule.role) === role);
  const egressOf = (role: string) => (egress?.some(rule => rule.role === role) ? among(egress, role) : undefined);
  return [
    { name, selector: workload._select({}).labels, ingress: among(rules, undefined), egress: egress && among(egress, undefined) },
    ...(isOneRole ? [] : roles.map(role => ({
      name: workloadName('', `${name}-${role}`), role, selector: workload._select({ role }).labels, ingress: among(rules, role), egress: egressOf(role),
    }))),
  ];
}

/** `spec` of a NetworkPolicy. */
export function renderPolicy({ selector, ingress, egress }: PolicyPart): PlainObject {
  const rules = (side: string, all: readonly PolicyRule[]) => (all.length === 0 ? undefined : all.map(({ peers, ports }) => compact({
    [side]: peers, ports: ports?.map(({ port, protocol }) => ({ protocol, port })),
  })));
  return compact({
    podSelector: { matchLabels: { ...selector } },
    policyTypes: egress ? ['Ingress', 'Egress'] : ['Ingress'],
    ingress: rules('from', ingress),
    egress: egress && rules('to', egress),
  });
}
