import { validateEnvironment, validateEnvironmentFrom } from './environment';
import { lifecycleOf, PROBES, validateLifecycle, validateProbes } from './handlers';
import { validateMounts } from './mounts';
import { validateHostPorts, validatePorts } from './ports';
import { hasAny, validateContainerResources } from './resources';
import { validateInitRestartPolicy, validateResizePolicy, validateRestartPolicy } from './restarts';
import { PodScope } from './scope';
import { validateSecurityContext } from './security';
import { PlainObject } from '../../../base/plain';
import { dnsLabel } from '../names';
import { Path } from '../path';
import { isGiven, listOf, mapOf, textOf } from '../values';
import { validatePullPolicy } from './pull-policy';

const NOTHING: PlainObject = Object.freeze({});

/** Source: pkg/apis/core/validation/validation.go validateContainers (v1.36) */
export function validateContainers(containers: readonly unknown[], scope: PodScope, path: Path): void {
  const { errors } = scope;
  if (containers.length === 0) {
    errors.required(path);
    return;
  }
  const names = new Set<string>();
  for (let i = 0; i < containers.length; i++) {
    const container = mapOf(containers[i]) ?? NOTHING;
    const place = path.index(i);
    validateCommon(container, true, scope, place);
    const name = textOf(container.name);
    if (names.has(name)) {
      errors.duplicate(place.child('name'), name);
    }
    names.add(name);
    validateHooks(container, scope, place);
    validateRestartPolicy(container, scope, place);
  }
  validateHostPorts(containers, scope, path);
}

function validateHooks(container: PlainObject, scope: PodScope, path: Path): void {
  const lifecycle = lifecycleOf(container, scope);
  if (lifecycle !== undefined) {
    validateLifecycle(lifecycle, scope, path.child('lifecycle'));
  }
  validateProbes(container, scope, path);
}

/** Source: validation.go validateInitContainers (v1.36) */
export function validateInitContainers(containers: readonly unknown[], scope: PodScope, path: Path): void {
  const { errors, spec } = scope;
  const names = new Set(listOf(spec.containers).map(each => textOf(mapOf(each)?.name)));
  for (let i = 0; i < containers.length; i++) {
    const container = mapOf(containers[i]) ?? NOTHING;
    const place = path.index(i);
    validateCommon(container, true, scope, place);
    validateInitRestartPolicy(container, scope, place);
    const name = textOf(container.name);
    if (names.has(name)) {
      errors.duplicate(place.child('name'), name);
    } else if (name !== '') {
      names.add(name);
    }
    // They run one after the other, so ports clash within one only; its index is lost, by a slip of the API server.
    validateHostPorts([container], scope, path);
    validateInitHooks(container, scope, place);
  }
}

function validateInitHooks(container: PlainObject, scope: PodScope, path: Path): void {
  const { errors, gates } = scope;
  const isSidecar = container.restartPolicy === 'Always';
  if (isSidecar) {
    validateHooks(container, scope, path);
    return;
  }
  for (const hook of ['lifecycle', ...PROBES]) {
    if (hook === 'lifecycle' ? lifecycleOf(container, scope) !== undefined : mapOf(container[hook]) !== undefined) {
      errors.forbidden(path.child(hook), 'may not be set for init containers without restartPolicy=Always');
    }
  }
  listOf(gates.InPlacePodVerticalScaling ? container.resizePolicy : undefined).forEach((policy, index) => {
    if (mapOf(policy)?.restartPolicy === 'RestartContainer') {
      errors.invalid(path.child('resizePolicy').index(index).child('restartPolicy'), 'RestartContainer',
        "must not be set to 'RestartContainer' for non-sidecar initContainers");
    }
  });
}

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/** Source: validation.go validateContainerCommon (v1.36) */
function validateCommon(container: PlainObject, isMain: boolean, scope: PodScope, path: Path): void {
  const { errors } = scope;
  validateIdentity(container, scope, path);
  if (container.ports !== undefined) {
    validatePorts(listOf(container.ports), scope, isMain, path.child('ports'));
  }
  if (container.env !== undefined) {
    validateEnvironment(listOf(container.env), scope, path.child('env'));
  }
  if (container.envFrom !== undefined) {
    validateEnvironmentFrom(listOf(container.envFrom), scope, path.child('envFrom'));
  }
  validateMounts(listOf(container.volumeMounts), listOf(container.volumeDevices), container, scope, path);
  if (container.imagePullPolicy !== undefined) {
    validatePullPolicy(container.imagePullPolicy, path.child('imagePullPolicy'), errors);
  }
  const resources = mapOf(container.resources);
  if (resources !== undefined) {
    validateContainerResources(resources, scope, path.child('resources'));
  }
  if (container.resizePolicy !== undefined) {
    validateResizePolicy(listOf(container.resizePolicy), scope, path.child('resizePolicy'));
  }
  const security = mapOf(container.securityContext);
  if (security !== undefined) {
    validateSecurityContext(security, scope, path.child('securityContext'));
  }
}

function validateIdentity(container: PlainObject, { errors }: PodScope, path: Path): void {
  const name = textOf(container.name);
  if (name === '') {
    errors.required(path.child('name'));
  } else {
    const texts = dnsLabel(name);
    if (texts.length > 0) {
      errors.invalidAll(path.child('name'), name, texts);
    }
  }
  if (textOf(container.image) === '') {
    errors.required(path.child('image'));
  }
  const policy = textOf(container.terminationMessagePolicy);
  if (policy !== '' && !MESSAGE_POLICIES.includes(policy)) {
    errors.unsupported(path.child('terminationMessagePolicy'), policy, MESSAGE_POLICIES);
  }
}

/** What is asked of the image of a pod and not of a template's. */
export function validateImages(containers: readonly unknown[], { errors }: PodScope, path: Path): void {
  containers.forEach((container, index) => {
    const image = textOf(mapOf(container)?.image);
    if (image !== image.trim()) {
      errors.invalid(path.index(index).child('image'), image, 'must not have leading or trailing whitespace');
    }
  });
}

const NEVER_EPHEMERAL = ['ports', 'resources', 'resizePolicy', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'];

/** They are refused wherever an object is created, and looked at all the same. Source: validation.go validateEphemeralContainers (v1.36) */
export function validateEphemeralContainers(containers: readonly unknown[], scope: PodScope, path: Path): void {
  const { errors, spec } = scope;
  const others = new Set([...listOf(spec.containers), ...listOf(spec.initContainers)].map(each => textOf(mapOf(each)?.name)));
  const names = new Set(others);
  containers.forEach((each, index) => {
    const container = mapOf(each) ?? NOTHING;
    const place = path.index(index);
    validateCommon(container, false, scope, place);
    validateImages([container], scope, path);
    const name = textOf(container.name);
    if (names.has(name)) {
      errors.duplicate(place.child('name'), name);
    }
    names.add(name);
    const target = textOf(container.targetContainerName);
    if (target !== '' && !others.has(target)) {
      errors.notFound(place.child('targetContainerName'), target);
    }
    validateEphemeralFields(container, scope, place);
  });
}

function validateEphemeralFields(container: PlainObject, { errors, gates }: PodScope, path: Path): void {
  const restarts = gates.ContainerRestartRules ? ['restartPolicy', 'restartPolicyRules'] : [];
  for (const field of [...NEVER_EPHEMERAL, ...restarts]) {
    if (field === 'resources' ? hasAny(mapOf(container.resources)) : isGiven(container[field])) {
      errors.forbidden(path.child(field), 'cannot be set for an Ephemeral Container');
    }
  }
  listOf(container.volumeMounts).forEach((mount, index) => {
    for (const field of ['subPath', 'subPathExpr']) {
      if (textOf(mapOf(mount)?.[field]) !== '') {
        errors.forbidden(path.child('volumeMounts').index(index).child(field), 'cannot be set for an Ephemeral Container');
      }
    }
  });
}
