import { PodScope } from './scope';
import { addressProblems } from '../addresses';
import { dnsSubdomain, dnsSubdomainUnderscore } from '../names';
import { Path } from '../path';
import { byteLength, isGiven, isTrue, listOf, mapOf, textOf } from '../values';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const [MOST_NAMESERVERS, MOST_SEARCHES, LONGEST_SEARCHES] = [3, 32, 2_048];

export function validateDnsPolicy({ spec, errors }: PodScope, path: Path): void {
  const policy = textOf(spec.dnsPolicy);
  if (policy !== '' && !DNS_POLICIES.includes(policy)) {
    errors.unsupported(path.child('dnsPolicy'), policy, DNS_POLICIES);
  }
}

/** Source: pkg/apis/core/validation/validation.go validatePodDNSConfig (v1.36) */
export function validateDnsConfig(scope: PodScope, path: Path): void {
  const { spec, errors } = scope;
  const config = mapOf(spec.dnsConfig);
  const servers = listOf(config?.nameservers);
  if (spec.dnsPolicy === 'None' && servers.length === 0) {
    if (config === undefined) {
      errors.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None');
    } else {
      errors.required(path.child('nameservers'), 'must provide at least one DNS nameserver when `dnsPolicy` is None');
    }
    return;
  }
  if (config === undefined) {
    return;
  }
  if (servers.length > MOST_NAMESERVERS) {
    errors.invalid(path.child('nameservers'), servers, `must not have more than ${MOST_NAMESERVERS} nameservers`);
  }
  servers.forEach((server, index) => validateAddress(server, scope, path.child('nameservers').index(index)));
  validateSearches(listOf(config.searches).map(textOf), scope, path.child('searches'));
  listOf(config.options).forEach((option, index) => {
    if (textOf(mapOf(option)?.name) === '') {
      errors.required(path.child('options').index(index), 'must not be empty');
    }
  });
}

function validateSearches(searches: readonly string[], { errors, gates }: PodScope, path: Path): void {
  if (searches.length > MOST_SEARCHES) {
    errors.invalid(path, searches, `must not have more than ${MOST_SEARCHES} search paths`);
  }
  if (byteLength(searches.join(' ')) > LONGEST_SEARCHES) {
    errors.invalid(path, searches, `must not have more than ${LONGEST_SEARCHES} characters (including spaces) in the search list`);
  }
  const isRelaxed = gates.RelaxedDNSSearchValidation;
  searches.forEach((search, index) => {
    if (!isRelaxed || search !== '.') {
      const domain = search.endsWith('.') ? search.slice(0, -1) : search;
      errors.invalidAll(path.index(index), domain, isRelaxed ? dnsSubdomainUnderscore(domain) : dnsSubdomain(domain));
    }
  });
}

/** Source: validation.go ValidateHostAliases (v1.36) */
export function validateHostAliases(aliases: readonly unknown[], scope: PodScope, path: Path): void {
  aliases.forEach((each, index) => {
    const alias = mapOf(each) ?? {};
    validateAddress(alias.ip, scope, path.index(index).child('ip'));
    listOf(alias.hostnames).forEach((name, place) => {
      const texts = dnsSubdomain(textOf(name));
      scope.errors.invalidAll(path.index(index).child('hostnames').index(place), textOf(name), texts);
    });
  });
}

function validateAddress(given: unknown, { errors, gates }: PodScope, path: Path): void {
  const address = textOf(given);
  errors.invalidAll(path, address, addressProblems(address, gates.StrictIPCIDRValidation));
}

const LONGEST_HOST_NAME = 64;

/** Source: validation.go validatePodHostName (v1.36) */
export function validateHostnameOverride({ spec, errors, gates, hostNetwork }: PodScope, path: Path): void {
  if (!isGiven(spec.hostnameOverride) || !gates.HostnameOverride) {
    return;
  }
  const name = textOf(spec.hostnameOverride);
  if (isTrue(spec.setHostnameAsFQDN)) {
    errors.forbidden(path, 'may not be specified when setHostnameAsFQDN is true');
  }
  if (hostNetwork) {
    errors.forbidden(path, 'may not be specified when hostNetwork is true');
  }
  if (byteLength(name) > LONGEST_HOST_NAME) {
    errors.tooLong(path, LONGEST_HOST_NAME);
  }
  errors.invalidAll(path, name, dnsSubdomain(name));
}
