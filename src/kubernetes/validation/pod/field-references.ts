import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { qualifiedName } from '../names';
import { Path } from '../path';
import { isZero, parseQuantity, Quantity } from '../quantities';
import { textOf } from '../values';

/*
 * References to fields of the pod, in variables and in downward API volumes.
 * Source: pkg/apis/core/validation/validation.go validateObjectFieldSelector, validateContainerResourceFieldSelector (v1.36)
 */

export const VARIABLE_FIELDS: readonly string[] = ['metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName',
  'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'];
export const VOLUME_FIELDS: readonly string[] = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];
/** Labels of pod fields that the API can convert. Source: pkg/apis/core/pods/helpers.go ConvertDownwardAPIFieldLabel (v1.36) */
const CONVERTIBLE: ReadonlySet<string> = new Set([...VARIABLE_FIELDS, ...VOLUME_FIELDS, 'spec.restartPolicy', 'spec.schedulerName', 'status.phase', 'spec.host']);

/** `metadata.labels['app']` in its parts. Source: pkg/fieldpath/fieldpath.go SplitMaybeSubscriptedPath (v1.36) */
function subscriptOf(fieldPath: string): { readonly before: string; readonly subscript: string } | undefined {
  const opening = fieldPath.indexOf("['");
  return fieldPath.endsWith("']") && opening > 0 && opening + 2 <= fieldPath.length - 2
    ? { before: fieldPath.slice(0, opening), subscript: fieldPath.slice(opening + 2, -2) } : undefined;
}

export function validateFieldReference(reference: PlainObject, allowed: readonly string[], path: Path, errors: Errors): void {
  const [version, fieldPath] = [textOf(reference.apiVersion) || 'v1', textOf(reference.fieldPath)];
  if (fieldPath === '') {
    errors.required(path.child('fieldPath'));
    return;
  }
  const part = subscriptOf(fieldPath);
  const problem = conversionProblem(version, fieldPath, part?.before);
  if (problem !== undefined) {
    errors.invalid(path.child('fieldPath'), fieldPath, `error converting fieldPath: ${problem}`);
  } else if (part !== undefined) {
    const key = part.before === 'metadata.annotations' ? part.subscript.toLowerCase() : part.subscript;
    errors.invalidAll(path, key, qualifiedName(key));
  } else {
    const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
    if (!allowed.includes(field)) {
      errors.unsupported(path.child('fieldPath'), field, allowed);
    }
  }
}

function conversionProblem(version: string, fieldPath: string, before: string | undefined): string | undefined {
  if (version !== 'v1') {
    return `unsupported pod version: ${version}`;
  }
  if (before !== undefined) {
    return before === 'metadata.annotations' || before === 'metadata.labels' ? undefined : `field label does not support subscript: ${fieldPath}`;
  }
  return CONVERTIBLE.has(fieldPath) ? undefined : `field label not supported: ${fieldPath}`;
}

const RESOURCES: readonly string[] = ['limits.cpu', 'limits.ephemeral-storage', 'limits.memory', 'requests.cpu', 'requests.ephemeral-storage', 'requests.memory'];

function isHugePages(resource: string): boolean {
  return resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-');
}

/** @param isVolume In a volume the container must be named. */
export function validateResourceReference(reference: PlainObject, path: Path, isVolume: boolean, errors: Errors): void {
  const resource = textOf(reference.resource);
  if (isVolume && textOf(reference.containerName) === '') {
    errors.required(path.child('containerName'));
  } else if (resource === '') {
    errors.required(path.child('resource'));
  } else if (!RESOURCES.includes(resource) && !isHugePages(resource)) {
    errors.unsupported(path.child('resource'), resource, RESOURCES);
  }
  const divisor = parseQuantity(reference.divisor);
  if (divisor !== undefined && !isZero(divisor)) {
    validateDivisor(resource, divisor, path, errors);
  }
}

const BYTES = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

/** As the server writes them: 1024 is not 1Ki to it, and 1e3 not 1k. */
function canonicalKey({ nano, notation }: Quantity): string {
  return nano === 1_000_000_000n ? '1' : `${notation} ${nano}`;
}

function divisorsOf(texts: string): ReadonlySet<string> {
  return new Set(texts.split(', ').map(text => canonicalKey(parseQuantity(text)!)));
}

const [BYTE_DIVISORS, CPU_DIVISORS] = [divisorsOf(BYTES), divisorsOf('1, 1m')];

function validateDivisor(resource: string, divisor: Quantity, path: Path, errors: Errors): void {
  if (!RESOURCES.includes(resource) && !isHugePages(resource)) {
    return;
  }
  const kind = resource.slice(resource.indexOf('.') + 1);
  if (!(kind === 'cpu' ? CPU_DIVISORS : BYTE_DIVISORS).has(canonicalKey(divisor))) {
    const name = kind === 'ephemeral-storage' ? 'local ephemeral storage' : isHugePages(resource) ? 'hugepages' : kind;
    errors.invalid(path.child('divisor'), resource, `only divisor's values ${kind === 'cpu' ? '1m and 1' : BYTES} are supported with the ${name} resource`);
  }
}
