import { isIP } from 'net';
import * as kplus from 'cdk8s-plus-28';
import { duplicate, invalid, required } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { checkSubdomain } from '../../kubernetes/refused/names';

/** The list is a map by address: JobSet and LeaderWorkerSet refuse an address twice, and so does a server-side apply. Source: pkg/apis/core/validation/validation.go ValidateHostAliases (v1.36) */
export function checkHostAliases(aliases: readonly kplus.HostAlias[] = []): void {
  aliases.forEach(({ ip, hostnames }, index) => {
    if (isIP(ip) === 0) {
      throw invalid(`hostAliases[${index}].ip`, ip, 'is not an IP address', 'give an IPv4 or IPv6 address');
    }
    if (aliases.findIndex(other => other.ip === ip) !== index) {
      throw duplicate(`hostAliases[${index}].ip`, ip, 'has an entry already', 'put all host names of an address into one entry');
    }
    hostnames?.forEach((name, position) => checkSubdomain(`hostAliases[${index}].hostnames[${position}]`, name));
  });
}

/** Source: pkg/apis/core/validation/validation.go validatePodDNSConfig (v1.36) */
export function checkDnsConfig(field: string, config: PlainObject): void {
  (config.nameservers as string[] | undefined)?.forEach((address, index) => {
    if (isIP(address) === 0) {
      throw invalid(`${field}.nameservers[${index}]`, address, 'is not an IP address', 'give an IPv4 or IPv6 address');
    }
  });
  (config.searches as string[] | undefined)?.forEach((domain, index) => {
    if (domain !== '.') {
      checkSubdomain(`${field}.searches[${index}]`, domain.replace(/\.$/, ''));
    }
  });
  (config.options as PlainObject[] | undefined)?.forEach(({ name }, index) => {
    if (!name) {
      throw required(`${field}.options[${index}].name`, 'the name of the option of the resolver', 'give it, like ndots');
    }
  });
}

/**
 * A port of the node belongs to one container. On the host's network every declared port is one of the node.
 *
 * Source: pkg/apis/core/validation/validation.go validateHostNetwork, checkHostPortConflicts (v1.36)
 */
export function checkHostPorts(containers: readonly PlainObject[], isOnHostNetwork: boolean): void {
  const taken = new Map<string, string>();
  for (const { name, ports } of containers) {
    for (const { containerPort, hostPort, hostIP, protocol } of (ports ?? []) as PlainObject[]) {
      const field = `container "${name}" ports`;
      const number = hostPort ?? (isOnHostNetwork ? containerPort : undefined);
      if (isOnHostNetwork && number !== containerPort) {
        throw invalid(field, hostPort, `with hostNetwork the port of the node is the port itself, ${containerPort}`, 'leave hostPort out');
      }
      const key = `${number}/${protocol ?? 'TCP'}/${hostIP ?? ''}`;
      if (number !== undefined && taken.has(key)) {
        throw duplicate(field, number, `container "${taken.get(key)}" has this port of the node`, 'give one of them another port');
      }
      if (number !== undefined) {
        taken.set(key, String(name));
      }
    }
  }
}
