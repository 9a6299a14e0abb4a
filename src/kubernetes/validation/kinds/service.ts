import { addressProblems, endpointProblems, rangeProblems } from '../addresses';
import { validateAllocations } from './service-allocation';
import { validateServicePorts } from './service-ports';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabels } from '../labels';
import { dnsSubdomain, portNumber, qualifiedName } from '../names';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { ServiceShape } from './service-shape';
import { Subject, SPEC } from './subject';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const TYPE = SPEC.child('type');
const AFFINITY = SPEC.child('sessionAffinity');
const AFFINITY_CONFIG = SPEC.child('sessionAffinityConfig');
const TIMEOUT = AFFINITY_CONFIG.child('clientIP').child('timeoutSeconds');
const EXTERNAL_POLICY = SPEC.child('externalTrafficPolicy');
const INTERNAL_POLICY = SPEC.child('internalTrafficPolicy');
const HEALTH_PORT = SPEC.child('healthCheckNodePort');
const DISTRIBUTION = SPEC.child('trafficDistribution');
const LOAD_BALANCER_ONLY = "may only be used when `type` is 'LoadBalancer'";
const A_DAY = 86_400;

/** Source: pkg/apis/core/validation/validation.go ValidateServiceCreate; pkg/apis/core/v1/defaults.go (v1.36) */
export function validateService(subject: Subject): void {
  const shape = shapeOf(subject);
  const before = subject.errors.list.length;
  validateAllocations(subject, shape);
  if (subject.errors.list.length > before) {
    return; // Addresses and node ports are given out before anything is looked at.
  }
  validateType(subject, shape);
  validateServicePorts(subject, shape);
  validateLabels(subject.spec.selector, SPEC.child('selector'), subject.errors);
  validateAffinity(subject);
  validateExternalAddresses(subject);
  validateLoadBalancer(subject, shape);
  validateTraffic(subject, shape);
}

function shapeOf({ spec }: Subject): ServiceShape {
  const clusterIP = textOf(spec.clusterIP);
  const given = listOf(spec.clusterIPs);
  const clusterIPs = given.length === 0 && clusterIP !== '' ? [clusterIP] : given;
  const isHeadless = clusterIPs.length === 1 && clusterIPs[0] === 'None';
  return { type: textOf(spec.type) || 'ClusterIP', clusterIPs, isHeadless, ports: listOf(spec.ports) };
}

function validateType({ spec, errors }: Subject, { type, clusterIPs, isHeadless, ports }: ServiceShape): void {
  if (ports.length === 0 && !isHeadless && type !== 'ExternalName') {
    errors.required(SPEC.child('ports'));
  }
  if (!TYPES.includes(type)) {
    errors.unsupported(TYPE, type, TYPES);
  }
  if (isHeadless && (type === 'LoadBalancer' || type === 'NodePort')) {
    errors.invalid(SPEC.child('clusterIPs').index(0), 'None', `may not be set to 'None' for ${type} services`);
  }
  if (type === 'ExternalName') {
    validateExternalName(spec, clusterIPs, errors);
  }
}

function validateExternalName(spec: PlainObject, clusterIPs: readonly unknown[], errors: Errors): void {
  const set: ReadonlyArray<readonly [string, boolean]> = [
    ['clusterIPs', clusterIPs.length > 0], ['ipFamilies', listOf(spec.ipFamilies).length > 0], ['ipFamilyPolicy', isGiven(spec.ipFamilyPolicy)],
  ];
  for (const [name, isSet] of set) {
    if (isSet) {
      errors.forbidden(SPEC.child(name), 'may not be set for ExternalName services');
    }
  }
  const name = textOf(spec.externalName).replace(/\.$/, '');
  if (name === '') {
    errors.required(SPEC.child('externalName'));
  } else {
    errors.invalidAll(SPEC.child('externalName'), name, dnsSubdomain(name));
  }
}

function validateAffinity({ spec, errors }: Subject): void {
  const affinity = textOf(spec.sessionAffinity) || 'None';
  if (affinity !== 'None' && affinity !== 'ClientIP') {
    errors.unsupported(AFFINITY, affinity, ['ClientIP', 'None']);
  } else if (affinity === 'None' && mapOf(mapOf(spec.sessionAffinityConfig)?.clientIP) !== undefined) {
    // Source: pkg/apis/core/v1/defaults.go SetDefaults_Service (v1.36)
    errors.drop(AFFINITY_CONFIG, spec.sessionAffinityConfig, 'without sessionAffinity: ClientIP there is nothing to configure');
  }
  const seconds = affinity === 'ClientIP' ? intOf(mapOf(mapOf(spec.sessionAffinityConfig)?.clientIP)?.timeoutSeconds) : undefined;
  if (seconds !== undefined && (seconds <= 0 || seconds > A_DAY)) {
    errors.invalid(TIMEOUT, seconds, `must be greater than 0 and less than ${A_DAY}`);
  }
}

function validateExternalAddresses({ spec, errors, context }: Subject): void {
  listOf(spec.externalIPs).forEach((each, index) => {
    const ip = textOf(each);
    const path = SPEC.child('externalIPs').index(index);
    const texts = addressProblems(ip, context.gate('StrictIPCIDRValidation'));
    errors.invalidAll(path, ip, texts.length > 0 ? texts : endpointProblems(ip));
  });
}

const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';

function validateLoadBalancer(subject: Subject, { type }: ServiceShape): void {
  const { spec, errors } = subject;
  validateSourceRanges(subject, type);
  if (isGiven(spec.allocateLoadBalancerNodePorts) && type !== 'LoadBalancer') {
    errors.forbidden(SPEC.child('allocateLoadBalancerNodePorts'), LOAD_BALANCER_ONLY);
  }
  const name = spec.loadBalancerClass;
  if (isGiven(name) && type !== 'LoadBalancer') {
    errors.forbidden(SPEC.child('loadBalancerClass'), LOAD_BALANCER_ONLY);
  } else if (isGiven(name)) {
    errors.invalidAll(SPEC.child('loadBalancerClass'), name, qualifiedName(textOf(name)));
  }
}

function validateSourceRanges({ spec, body, errors, context }: Subject, type: string): void {
  const ranges = listOf(spec.loadBalancerSourceRanges).map(textOf);
  const annotation = ranges.length > 0 ? undefined : mapOf(mapOf(body.metadata)?.annotations)?.[RANGES];
  if (ranges.length === 0 && typeof annotation !== 'string') {
    return;
  }
  const isStrict = context.gate('StrictIPCIDRValidation');
  // The server spells the field with a capital.
  const path = ranges.length > 0 ? SPEC.child('LoadBalancerSourceRanges') : Path.root('metadata').child('annotations').key(RANGES);
  if (type !== 'LoadBalancer') {
    errors.forbidden(path, LOAD_BALANCER_ONLY);
  }
  ranges.forEach((range, index) => errors.invalidAll(path.index(index), range.trim(), rangeProblems(range.trim(), isStrict)));
  if (typeof annotation === 'string' && annotation.trim() !== '') {
    annotation.split(',').forEach(range => errors.invalidAll(path, range.trim(), rangeProblems(range.trim(), isStrict)));
  }
}

const POLICIES = ['Cluster', 'Local'];

function validateTraffic(subject: Subject, { type }: ServiceShape): void {
  const { spec, errors } = subject;
  const external = textOf(spec.externalTrafficPolicy);
  const internal = spec.internalTrafficPolicy;
  if (!isReachable(subject, type)) {
    if (external !== '') {
      errors.invalid(EXTERNAL_POLICY, external, 'may only be set for externally-accessible services');
    }
  } else if (external !== '' && !POLICIES.includes(external)) {
    errors.unsupported(EXTERNAL_POLICY, external, POLICIES);
  }
  const healthPort = intOf(spec.healthCheckNodePort) ?? 0;
  if (type !== 'LoadBalancer' || external !== 'Local') {
    if (healthPort !== 0) {
      errors.invalid(HEALTH_PORT, healthPort, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }
  } else if (healthPort !== 0) {
    errors.invalidAll(HEALTH_PORT, healthPort, portNumber(healthPort));
  }
  if (isGiven(internal) && !POLICIES.includes(textOf(internal))) {
    errors.unsupported(INTERNAL_POLICY, internal, POLICIES);
  }
  validateDistribution(subject);
}

function isReachable({ spec }: Subject, type: string): boolean {
  return type === 'LoadBalancer' || type === 'NodePort' || type === 'ClusterIP' && listOf(spec.externalIPs).length > 0;
}

function validateDistribution({ spec, body, errors, context }: Subject): void {
  const { trafficDistribution } = spec;
  if (isGiven(trafficDistribution)) {
    const allowed = context.gate('PreferSameTrafficDistribution') ? ['PreferClose', 'PreferSameZone', 'PreferSameNode'] : ['PreferClose'];
    if (!allowed.includes(textOf(trafficDistribution))) {
      errors.unsupported(DISTRIBUTION, trafficDistribution, allowed);
    }
  }
  const annotations = mapOf(mapOf(body.metadata)?.annotations);
  const [mode, hints] = annotations === undefined ? [] : [annotations[MODE], annotations[HINTS]];
  if (isGiven(mode) && isGiven(hints) && mode !== hints) {
    errors.invalid(Path.root('metadata').child('annotations').key(MODE), mode, `must match annotations[${HINTS}] when both are specified`);
  }
}

const MODE = 'service.kubernetes.io/topology-mode';
const HINTS = 'service.kubernetes.io/topology-aware-hints';
