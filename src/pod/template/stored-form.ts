import { PlainObject, isObject } from '../../base/plain';
import { storedQuantity } from '../../kubernetes/quantity';

/*
 * Pods, and what scales them, as the API server stores them. What it would write another way (`8` as `"8"`, `1024Mi` as `1Gi`), leave out (`readOnly: false`) or add inside a
 * list that is compared as a whole (the protocol of a port) makes `kubectl apply` say `configured` at each run, and comparing tools see a difference that
 * never goes. The stored bytes are the same either way.
 * Source: staging/src/k8s.io/api/core/v1/types.go, pkg/apis/core/v1/defaults.go (v1.36); the cluster suite applies every example twice
 */

/** Values that mean what their absence means, by the field. Only of fields whose Go type is no pointer. */
type Zeroes = { readonly [field: string]: false | 0 | '' };

const MOUNT: Zeroes = { readOnly: false, subPath: '', subPathExpr: '' };
const PROBE: Zeroes = { initialDelaySeconds: 0 };
const SOURCE: Zeroes = { readOnly: false, partition: 0, medium: '' };
/** Sources whose `readOnly` is a pointer: a false is kept. */
const POINTERS: readonly string[] = ['azureDisk', 'csi'];
const PROBES: readonly string[] = ['readinessProbe', 'livenessProbe', 'startupProbe'];

/** One container. */
export function storedContainer(container: PlainObject): PlainObject {
  const stored: PlainObject = { ...container };
  replace(stored, 'env', env => mapped(env, storedVariable));
  replace(stored, 'volumeMounts', mounts => mapped(mounts, mount => without(mount, MOUNT)));
  replace(stored, 'resources', storedResources);
  PROBES.forEach(probe => replace(stored, probe, given => without(given as PlainObject, PROBE)));
  return stored;
}

/** A pod template inside a custom resource, whose lists are all compared as a whole: with the default of each port. */
export function templateOfCustomResource({ spec, ...template }: PlainObject): PlainObject {
  const stored = { ...spec as PlainObject };
  ['initContainers', 'containers'].forEach(list => replace(stored, list, containers => mapped(containers, container => {
    const withPorts = { ...container };
    replace(withPorts, 'ports', ports => mapped(ports, port => ({ protocol: 'TCP', ...port })));
    return withPorts;
  })));
  return { ...template, spec: stored };
}

/** One volume. */
export function storedVolume(volume: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(volume).map(([source, given]) => {
    if (!isObject(given) || POINTERS.includes(source)) {
      return [source, given];
    }
    const stored = without(given, SOURCE);
    replace(stored, 'sizeLimit', storedQuantity);
    return [source, stored];
  }));
}

/** Requests and limits of containers and claims. */
export function storedResources(resources: unknown): PlainObject {
  const stored = { ...resources as PlainObject };
  ['requests', 'limits'].forEach(each => replace(stored, each, amounts =>
    Object.fromEntries(Object.entries(amounts as PlainObject).map(([name, amount]) => [name, storedQuantity(amount)]))));
  return stored;
}

/** One metric of an autoscaler, of any type. */
export function storedMetric(metric: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(metric).map(([key, source]) => {
    if (!isObject(source) || !isObject(source.target)) {
      return [key, source];
    }
    const target = { ...source.target };
    ['value', 'averageValue'].forEach(amount => replace(target, amount, storedQuantity));
    return [key, { ...source, target }];
  }));
}

function storedVariable(variable: PlainObject): PlainObject {
  const stored = without(variable, { value: '' });
  const source = variable.valueFrom as PlainObject | undefined;
  if (isObject(source?.resourceFieldRef)) {
    const reference = { ...source.resourceFieldRef };
    replace(reference, 'divisor', storedQuantity);
    stored.valueFrom = { ...source, resourceFieldRef: reference };
  }
  return stored;
}

function replace(object: PlainObject, field: string, change: (value: unknown) => PlainObject[string]): void {
  if (object[field] !== undefined && object[field] !== null) {
    object[field] = change(object[field]);
  }
}

function mapped(list: unknown, change: (item: PlainObject) => PlainObject): PlainObject[] {
  return (list as PlainObject[]).map(change);
}

function without(object: PlainObject, zeroes: Zeroes): PlainObject {
  const stored = { ...object };
  for (const field of Object.keys(zeroes)) {
    if (stored[field] === zeroes[field]) {
      delete stored[field];
    }
  }
  return stored;
}
