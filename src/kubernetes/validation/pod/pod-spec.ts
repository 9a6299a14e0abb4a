import { validateAffinity } from './affinity';
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './containers';
import { validateFileVolumes } from './environment';
import { validateDnsConfig, validateDnsPolicy, validateHostAliases, validateHostnameOverride } from './network';
import { validatePodResources } from './pod-resources';
import { validateHostNetworkPorts } from './ports';
import { validateResourceClaims } from './resource-claims';
import { validateOverhead } from './resources';
import { PodScope } from './scope';
import { validatePodSecurityContext } from './security';
import { validateTolerations } from './tolerations';
import { validateTopologySpread } from './topology-spread';
import { validateHostProcess, validateLinuxPod, validateWindowsPod, VisitContainers } from './windows';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabels } from '../labels';
import { dnsLabel, dnsSubdomain, inclusiveRange, qualifiedName, Texts } from '../names';
import { Path } from '../path';
import { intOf, isGiven, isTrue, listOf, mapOf, textOf } from '../values';

/** A visitor of all containers, in the order of the API server. */
export function containersOf(spec: PlainObject, path: Path): VisitContainers {
  return see => {
    for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
      listOf(spec[list]).forEach((container, index) => see(mapOf(container) ?? {}, () => path.child(list).index(index)));
    }
  };
}

/** A pod's spec, but for its volumes. Source: pkg/apis/core/validation/validation.go ValidatePodSpec (v1.36) */
export function validatePodSpec(scope: PodScope, visit: VisitContainers, path: Path): void {
  const { spec } = scope;
  validateAllContainers(scope, path);
  if (spec.resources !== undefined) {
    validatePodResources(scope, path.child('resources'));
  }
  validateHostNetworkPorts(scope, path);
  validateChoices(scope, path);
  if (spec.nodeSelector !== undefined) {
    validateLabels(spec.nodeSelector, path.child('nodeSelector'), scope.errors);
  }
  validatePodSecurityContext(scope, path.child('securityContext'));
  validatePlacement(scope, path);
  validateHostProcess(scope, visit, path);
  validateHostUsers(scope, visit, path);
  if (spec.hostnameOverride !== undefined) {
    validateHostnameOverride(scope, path.child('hostnameOverride'));
  }
  validateNames(scope, path);
  validateRest(scope, path);
  validateOs(scope, visit, path);
  if (spec.schedulingGroup !== undefined) {
    validateSchedulingGroup(scope, path.child('schedulingGroup'));
  }
  validateFileVolumes(scope, visit);
}

function validateAllContainers(scope: PodScope, path: Path): void {
  const { spec } = scope;
  if (scope.gates.DynamicResourceAllocation) {
    validateResourceClaims(listOf(spec.resourceClaims), scope, path.child('resourceClaims'));
  }
  validateContainers(listOf(spec.containers), scope, path.child('containers'));
  if (spec.initContainers !== undefined) {
    validateInitContainers(listOf(spec.initContainers), scope, path.child('initContainers'));
  }
  validateEphemeralContainers(listOf(spec.ephemeralContainers), scope, path.child('ephemeralContainers'));
}

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];

function validateChoices(scope: PodScope, path: Path): void {
  if (!RESTART_POLICIES.includes(scope.restartPolicy)) {
    scope.errors.unsupported(path.child('restartPolicy'), scope.restartPolicy, RESTART_POLICIES);
  }
  validateDnsPolicy(scope, path);
}

function validatePlacement(scope: PodScope, path: Path): void {
  const { spec, errors } = scope;
  const affinity = mapOf(spec.affinity);
  if (affinity !== undefined) {
    validateAffinity(affinity, scope, path.child('affinity'));
  }
  if (spec.dnsConfig !== undefined || spec.dnsPolicy === 'None') {
    validateDnsConfig(scope, path.child('dnsConfig'));
  }
  listOf(spec.readinessGates).forEach((gate, index) => {
    const type = textOf(mapOf(gate)?.conditionType);
    errors.invalidAll(path.child('readinessGates').index(index).child('conditionType'), type, qualifiedName(type));
  });
  if (spec.schedulingGates !== undefined) {
    validateSchedulingGates(listOf(spec.schedulingGates), scope, path.child('schedulingGates'));
  }
  if (spec.topologySpreadConstraints !== undefined) {
    validateTopologySpread(listOf(spec.topologySpreadConstraints), scope, path.child('topologySpreadConstraints'));
  }
}

function validateSchedulingGates(gates: readonly unknown[], { errors }: PodScope, path: Path): void {
  const seen = new Set<string>();
  gates.forEach((gate, index) => {
    const name = textOf(mapOf(gate)?.name);
    errors.invalidAll(path.index(index), name, qualifiedName(name));
    if (seen.has(name)) {
      errors.duplicate(path.index(index), name);
    }
    seen.add(name);
  });
}

/** A user namespace of its own goes with no namespace of the host. Source: validation.go validateHostUsers (v1.36) */
function validateHostUsers({ spec, errors, gates, hostUsers, hostNetwork }: PodScope, visit: VisitContainers, path: Path): void {
  if (hostUsers) {
    return;
  }
  const why = 'when `hostUsers` is false';
  if (hostNetwork && !gates.UserNamespacesHostNetworkSupport) {
    errors.forbidden(path.child('hostNetwork'), why);
  }
  if (isTrue(spec.hostPID)) {
    errors.forbidden(path.child('HostPID'), why);
  }
  if (isTrue(spec.hostIPC)) {
    errors.forbidden(path.child('HostIPC'), why);
  }
  visit((container, place) => {
    if (listOf(container.volumeDevices).length > 0) {
      errors.forbidden(place().child('volumeDevices'), why);
    }
  });
}

const LONGEST_DEADLINE = 2 ** 31 - 1;

/** A name, where one is given. */
function validateName(name: string, rule: (text: string) => Texts, field: string, path: Path, errors: Errors): void {
  const texts = name === '' ? undefined : rule(name);
  if (texts !== undefined && texts.length > 0) {
    errors.invalidAll(path.child(field), name, texts);
  }
}

function validateNames({ spec, errors }: PodScope, path: Path): void {
  // The old name of the field counts where the new one is empty. Source: pkg/apis/core/v1/conversion.go (v1.36)
  validateName(textOf(spec.serviceAccountName) || textOf(spec.serviceAccount), dnsSubdomain, 'serviceAccountName', path, errors);
  validateName(textOf(spec.nodeName), dnsSubdomain, 'nodeName', path, errors);
  const deadline = intOf(spec.activeDeadlineSeconds);
  if (deadline !== undefined && (deadline < 1 || deadline > LONGEST_DEADLINE)) {
    errors.invalid(path.child('activeDeadlineSeconds'), deadline, inclusiveRange(1, LONGEST_DEADLINE));
  }
  validateName(textOf(spec.hostname), dnsLabel, 'hostname', path, errors);
  validateName(textOf(spec.subdomain), dnsLabel, 'subdomain', path, errors);
}

const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];

function validateRest(scope: PodScope, path: Path): void {
  const { spec, errors } = scope;
  if (spec.tolerations !== undefined) {
    validateTolerations(listOf(spec.tolerations), scope, path.child('tolerations'));
  }
  if (spec.hostAliases !== undefined) {
    validateHostAliases(listOf(spec.hostAliases), scope, path.child('hostAliases'));
  }
  validateName(textOf(spec.priorityClassName), dnsSubdomain, 'priorityClassName', path, errors);
  if (isGiven(spec.runtimeClassName)) {
    errors.invalidAll(path.child('runtimeClassName'), textOf(spec.runtimeClassName), dnsSubdomain(textOf(spec.runtimeClassName)));
  }
  if (spec.preemptionPolicy === '') {
    errors.required(path.child('preemptionPolicy'));
  } else if (isGiven(spec.preemptionPolicy) && !PREEMPTION_POLICIES.includes(textOf(spec.preemptionPolicy))) {
    errors.unsupported(path.child('preemptionPolicy'), spec.preemptionPolicy, PREEMPTION_POLICIES);
  }
  validateOverhead(spec.overhead, scope, path.child('overhead'));
}

function validateOs(scope: PodScope, visit: VisitContainers, path: Path): void {
  const { os, errors } = scope;
  if (os === '') {
    errors.required(path.child('os').child('name'));
  } else if (os === 'linux') {
    validateLinuxPod(scope, visit, path);
  } else if (os === 'windows') {
    validateWindowsPod(scope, visit, path);
  } else if (os !== undefined) {
    errors.unsupported(path.child('os'), os, ['linux', 'windows']);
  }
}

/** Source: validation.go validateSchedulingGroup (v1.36) */
function validateSchedulingGroup({ spec, errors, gates }: PodScope, path: Path): void {
  const group = gates.GenericWorkload ? mapOf(spec.schedulingGroup) : undefined;
  if (group === undefined) {
    return;
  }
  if (!isGiven(group.podGroupName)) {
    errors.invalid(path.child('podGroupName'), null, 'must specify one of: `podGroupName`');
  } else {
    errors.invalidAll(path.child('podGroupName'), textOf(group.podGroupName), dnsSubdomain(textOf(group.podGroupName)));
  }
}
