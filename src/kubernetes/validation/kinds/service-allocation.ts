import { addressProblems, isV4, parseAddress } from '../addresses';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { ServiceShape } from './service-shape';
import { Subject, SPEC } from './subject';

const CLUSTER_IPS = SPEC.child('clusterIPs');
const FAMILIES = SPEC.child('ipFamilies');
const FAMILY_POLICY = SPEC.child('ipFamilyPolicy');
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const IP_FAMILIES = ['IPv4', 'IPv6'];

/**
 * What the registry refuses while it gives out addresses and node ports, which comes before the validation. Which families and ranges a
 * cluster has is its own choice, so nothing is said of them. Source: pkg/registry/core/service/storage/alloc.go (v1.36)
 */
export function validateAllocations(subject: Subject, shape: ServiceShape): void {
  const { errors } = subject;
  const before = errors.list.length;
  if (shape.type !== 'ExternalName') {
    validateAddresses(subject, shape);
  }
  if (errors.list.length === before) {
    validateStack(subject, shape);
  }
  if (errors.list.length === before && (shape.type === 'NodePort' || shape.type === 'LoadBalancer')) {
    validateNodePorts(subject, shape);
  }
}

/** Source: pkg/apis/core/validation/validation.go ValidateServiceClusterIPsRelatedFields (v1.36) */
function validateAddresses({ spec, errors, context }: Subject, { clusterIPs }: ServiceShape): void {
  const clusterIP = textOf(spec.clusterIP);
  if (clusterIP !== '' && clusterIPs[0] !== clusterIP) {
    errors.invalid(CLUSTER_IPS, clusterIPs, 'first value must match `clusterIP`');
  } else if (clusterIP === '' && clusterIPs.length > 0) {
    errors.invalid(CLUSTER_IPS, clusterIPs, 'must be empty when `clusterIP` is not specified');
  }
  const families = listOf(spec.ipFamilies).map(textOf);
  const seen = new Set<string>();
  families.forEach((family, index) => {
    if (!IP_FAMILIES.includes(family)) {
      errors.unsupported(FAMILIES.index(index), family, IP_FAMILIES);
    }
    if (seen.has(family)) {
      errors.duplicate(FAMILIES.index(index), family);
    }
    seen.add(family);
  });
  if (isGiven(spec.ipFamilyPolicy) && !POLICIES.includes(textOf(spec.ipFamilyPolicy))) {
    errors.unsupported(FAMILY_POLICY, spec.ipFamilyPolicy, POLICIES);
  }
  validateEachAddress(clusterIPs.map(textOf), families, context.gate('StrictIPCIDRValidation'), errors);
}

function validateEachAddress(clusterIPs: readonly string[], families: readonly string[], isStrict: boolean, errors: Subject['errors']): void {
  const before = errors.list.length;
  clusterIPs.forEach((ip, index) => {
    if (index === 0 && ip === 'None') {
      if (clusterIPs.length > 1) {
        errors.invalid(CLUSTER_IPS, clusterIPs, "'None' must be the first and only value");
      }
    } else {
      errors.invalidAll(CLUSTER_IPS.index(index), ip, addressProblems(ip, isStrict));
    }
  });
  const areUnread = errors.list.length > before;
  if (clusterIPs.length > 2) {
    errors.invalid(CLUSTER_IPS, clusterIPs, 'may only hold up to 2 values');
  }
  if (areUnread) {
    return;
  }
  const ofIPs = clusterIPs.map(familyOf);
  if (clusterIPs.length > 1 && new Set(ofIPs).size < 2) {
    errors.invalid(CLUSTER_IPS, clusterIPs, 'may specify no more than one IP for each IP family');
  }
  clusterIPs.forEach((ip, index) => {
    if (clusterIPs[0] !== 'None' && IP_FAMILIES.includes(families[index]) && families[index] !== ofIPs[index]) {
      errors.invalid(CLUSTER_IPS.index(index), ip, `expected an ${families[index]} value as indicated by \`ipFamilies[${index}]\``);
    }
  });
}

function familyOf(ip: string): string {
  const address = parseAddress(ip);
  return address !== undefined && isV4(address) ? 'IPv4' : 'IPv6';
}

function validateStack({ spec, errors }: Subject, { type, clusterIPs, isHeadless }: ServiceShape): void {
  const hasSelector = Object.keys(mapOf(spec.selector) ?? {}).length > 0;
  const policy = textOf(spec.ipFamilyPolicy) || (isHeadless && !hasSelector ? 'RequireDualStack' : 'SingleStack');
  if (type === 'ExternalName' || policy !== 'SingleStack') {
    return;
  }
  for (const [count, what] of [[clusterIPs.length, 'cluster IPs'], [listOf(spec.ipFamilies).length, 'IP families']] as const) {
    if (count === 2) {
      errors.invalid(FAMILY_POLICY, policy, `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`);
    }
  }
}

/** The range of an API server without `--service-node-port-range`. */
const [FIRST_PORT, LAST_PORT] = [30_000, 32_767];

const OUT_OF_RANGE = `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${LAST_PORT}`;

/** Ports with one number share a node port; two that ask for the same one do not. */
function validateNodePorts({ spec, errors }: Subject, { ports, type }: ServiceShape): void {
  const all = ports.map(each => mapOf(each) ?? {}).map(each => ({ number: intOf(each.port) ?? 0, nodePort: intOf(each.nodePort) ?? 0 }));
  const [requested, given, taken] = [new Map<number, number>(), new Map<number, number>(), new Set<number>()];
  all.forEach(({ number, nodePort }) => nodePort !== 0 && !requested.has(number) && requested.set(number, nodePort));
  for (let i = 0; i < all.length; i++) {
    const { number, nodePort } = all[i];
    const asked = (given.has(number) ? nodePort : requested.get(number)) ?? 0;
    if (asked === 0 || asked === given.get(number)) {
      continue;
    }
    const problem = isOutOfRange(asked) ? OUT_OF_RANGE : taken.has(asked) ? 'provided port is already allocated' : undefined;
    if (problem !== undefined) {
      errors.invalid(SPEC.child('ports').index(i).child('nodePort'), asked, problem);
      return; // The registry gives up at the first.
    }
    taken.add(asked);
    if (!given.has(number)) {
      given.set(number, asked);
    }
  }
  const healthPort = intOf(spec.healthCheckNodePort) ?? 0;
  if (type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local' && healthPort !== 0 && isOutOfRange(healthPort)) {
    errors.invalid(SPEC.child('healthCheckNodePort'), healthPort, OUT_OF_RANGE);
  }
}

function isOutOfRange(port: number): boolean {
  return port < FIRST_PORT || port > LAST_PORT;
}
