import * as kplus from 'cdk8s-plus-28';
import { duplicate } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { asList } from '../../base/reading';
import { lastOf, refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/** Beside what the API server refuses, the list is a map by address: JobSet and LeaderWorkerSet refuse one twice, and so does a server-side apply. */
export function checkHostAliases(aliases: readonly kplus.HostAlias[] = []): void {
  refusePart(({ field, value }) => lastOf(field) === 'ip'
    ? { field, value: aliases[Number(/\[([0-9]+)\]/.exec(field)![1])].ip, help: 'give an IPv4 or IPv6 address' }
    : { field, value, help: 'give the name of a host' },
  ({ validateHostAliases }, scope) => validateHostAliases(aliases, scope, Path.root('hostAliases')));
  aliases.forEach(({ ip }, index) => {
    if (aliases.findIndex(other => other.ip === ip) !== index) {
      throw duplicate(`hostAliases[${index}].ip`, ip, 'has an entry already', 'put all host names of an address into one entry');
    }
  });
}

/** The policy and the configuration of the resolver, as the API has them. */
export function checkDnsConfig(field: string, dnsPolicy: string | undefined, dnsConfig: PlainObject): void {
  refusePart(({ field: at }) => {
    const [, list = '', index = ''] = /\.(\w+)(\[[0-9]+\])?$/.exec(at) ?? [];
    return { field: list === 'options' ? `${at}.name` : at, help: HELP[`${list}${index && '[]'}`] ?? 'give fewer of them' };
  }, ({ validateDnsConfig }, scope) => validateDnsConfig(scope, Path.root(field)), { spec: { dnsPolicy, dnsConfig } });
}

const HELP: { readonly [field: string]: string } = {
  'nameservers': 'give at least one, and at most three, or another policy',
  'nameservers[]': 'give an IPv4 or IPv6 address',
  'searches[]': 'give a domain, like svc.cluster.local',
  'options[]': 'give the name of the option of the resolver, like ndots',
};

/** A port of the node belongs to one container. On the host's network every declared port is one of the node: the pods, not their template, are refused. */
export function checkHostPorts(containers: readonly PlainObject[], hostNetwork: boolean): void {
  refusePart(({ field, reason }) => {
    const [container, port] = [...field.matchAll(/\[([0-9]+)\]/g)].map(([, index]) => Number(index));
    const { name, ports } = containers[container];
    const { containerPort, hostPort = containerPort } = asList(ports)[port];
    const at = `container "${name}" ports`;
    return reason === 'FieldValueDuplicate'
      ? { field: at, value: hostPort, because: `container "${holderOf(containers, hostPort)}" has this port of the node`, help: 'give one of them another port' }
      : { field: at, because: `it is ${containerPort}`, help: 'leave hostPort out' };
  }, ({ validateHostPorts, validateHostNetworkPorts }, scope) => {
    validateHostNetworkPorts(scope, Path.root(''));
    validateHostPorts(containers, scope, Path.root('containers'));
  }, { isPod: true, hostNetwork, spec: { containers: [...containers] } });
}

function holderOf(containers: readonly PlainObject[], number: unknown): unknown {
  return containers.find(({ ports }) => asList(ports).some(({ containerPort, hostPort = containerPort }) => hostPort === number))?.name;
}
