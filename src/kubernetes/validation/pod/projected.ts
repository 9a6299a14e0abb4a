import { validateDownwardFile, validateKeyToPath } from './files';
import { validateFileMode, validateNonReserved } from './paths';
import { PodScope } from './scope';
import { validateSignerName, isKubernetesSigner } from './signer-names';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabelSelector } from '../labels';
import { ANNOTATIONS_LIMIT } from '../metadata';
import { dnsSubdomain, qualifiedName } from '../names';
import { Path } from '../path';
import { byteLength, intOf, isGiven, listOf, mapOf, textOf } from '../values';

/** What the sources of one projected volume share. */
interface Projection {
  readonly scope: PodScope;
  readonly errors: Errors;
  /** Of the volume: paths that clash are reported there. */
  readonly path: Path;
  readonly taken: Set<string>;
}

/** Source: pkg/apis/core/validation/validation.go validateProjectionSources (v1.36) */
export function validateProjected(source: PlainObject, path: Path, scope: PodScope): void {
  const { errors } = scope;
  validateFileMode(source.defaultMode, path, 'defaultMode', errors);
  const projection: Projection = { scope, errors, path, taken: new Set() };
  const sources = listOf(source.sources);
  for (let i = 0; i < sources.length; i++) {
    validateSource(mapOf(sources[i]) ?? {}, path.child('sources').index(i), projection);
  }
}

function validateSource(source: PlainObject, path: Path, projection: Projection): void {
  const { gates } = projection.scope;
  let count = 0;
  for (const [key, validate] of SOURCES) {
    const body = mapOf(source[key]);
    const isDropped = key === 'clusterTrustBundle' && !gates.ClusterTrustBundleProjection || key === 'podCertificate' && !gates.PodCertificateRequest;
    if (body !== undefined && !isDropped) {
      count++;
      validate(body, path.child(key), projection);
    }
  }
  if (count > 1) {
    projection.errors.forbidden(path, 'may not specify more than 1 volume type per source');
  }
}

/** Two files cannot have one path. */
function take(target: string, shown: string, { taken, errors, path }: Projection): void {
  if (taken.has(target)) {
    errors.invalid(path, shown, 'conflicting duplicate paths');
  }
  taken.add(target);
}

function validateFiles(source: PlainObject, path: Path, projection: Projection): void {
  const name = textOf(source.name);
  if (name === '') {
    projection.errors.required(path.child('name'));
  }
  listOf(source.items).forEach((item, index) => {
    validateKeyToPath(item, path.child('items').index(index), projection.errors);
    const target = textOf(mapOf(item)?.path);
    if (target !== '') {
      take(target, name, projection);
    }
  });
}

function validateDownwardApi(source: PlainObject, path: Path, projection: Projection): void {
  for (const item of listOf(source.items)) {
    const file = mapOf(item) ?? {};
    validateDownwardFile(file, path, projection.errors);
    const target = textOf(file.path);
    if (target !== '') {
      take(target, target, projection);
    }
  }
}

const SHORTEST_TOKEN = 10 * 60;
const LONGEST_TOKEN = 2 ** 32;

function validateToken(source: PlainObject, path: Path, { errors, path: volume }: Projection): void {
  const seconds = intOf(source.expirationSeconds) ?? 3600;
  if (seconds < SHORTEST_TOKEN) {
    errors.invalid(path.child('expirationSeconds'), seconds, 'may not specify a duration less than 10 minutes');
  }
  if (seconds > LONGEST_TOKEN) {
    errors.invalid(path.child('expirationSeconds'), seconds, 'may not specify a duration larger than 2^32 seconds');
  }
  // The volume's `path`, by a slip of the API server.
  if (textOf(source.path) === '') {
    errors.required(volume.child('path'));
  } else {
    validateNonReserved(textOf(source.path), volume.child('path'), errors);
  }
}

function validateTrustBundle(source: PlainObject, path: Path, projection: Projection): void {
  const { errors } = projection;
  const [hasName, hasSigner] = [isGiven(source.name), isGiven(source.signerName)];
  if (hasName && hasSigner) {
    errors.invalid(path, source, 'only one of name and signerName may be used');
  } else if (hasName) {
    validateBundleName(textOf(source.name), path.child('name'), errors);
    if (isGiven(source.labelSelector)) {
      errors.invalid(path.child('labelSelector'), source.labelSelector, 'labelSelector must be unset if name is specified');
    }
  } else if (hasSigner) {
    validateSignerName(textOf(source.signerName), path.child('signerName'), errors);
    validateLabelSelector(source.labelSelector, path.child('labelSelector'), errors);
  } else {
    errors.required(path, 'either name or signerName must be specified');
  }
  const target = textOf(source.path);
  if (target === '') {
    errors.required(path.child('path'));
  }
  validateNonReserved(target, path.child('path'), errors);
  take(target, target, projection);
}

/** A bundle of a signer is named `<signer with : for />:<name>`. Source: pkg/apis/core/validation/names.go (v1.36) */
function validateBundleName(name: string, path: Path, errors: Errors): void {
  if (name === '') {
    errors.required(path, 'must be a valid object name');
  }
  for (const text of dnsSubdomain(name.slice(name.lastIndexOf(':') + 1))) {
    errors.invalid(path, name, `not a valid clustertrustbundlename: ${text}`);
  }
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const [HOUR, DAY] = [3_600, 86_400];

function validateCertificate(source: PlainObject, path: Path, projection: Projection): void {
  const { errors } = projection;
  const signer = textOf(source.signerName);
  validateSignerName(signer, path.child('signerName'), errors);
  validateUserAnnotations(mapOf(source.userAnnotations), path.child('userAnnotations'), errors);
  if (!KEY_TYPES.includes(textOf(source.keyType))) {
    errors.unsupported(path.child('keyType'), textOf(source.keyType), KEY_TYPES);
  }
  const seconds = intOf(source.maxExpirationSeconds);
  const most = isKubernetesSigner(signer) ? DAY : 91 * DAY;
  if (seconds !== undefined && (seconds < HOUR || seconds > most)) {
    errors.invalid(path.child('maxExpirationSeconds'), seconds,
      seconds < HOUR ? `if provided, maxExpirationSeconds must be >= ${HOUR}` : `if provided, maxExpirationSeconds must be <= ${most}`);
  }
  validateCertificatePaths(source, path, projection);
}

const CERTIFICATE_PATHS = ['credentialBundlePath', 'keyPath', 'certificateChainPath'];

function validateCertificatePaths(source: PlainObject, path: Path, projection: Projection): void {
  const given = CERTIFICATE_PATHS.filter(field => textOf(source[field]) !== '');
  for (const field of given) {
    const target = textOf(source[field]);
    validateNonReserved(target, path.child(field), projection.errors);
    take(target, target, projection);
  }
  if (given.length === 0) {
    projection.errors.required(path, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath');
  }
}

function validateUserAnnotations(annotations: PlainObject | undefined, path: Path, errors: Errors): void {
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    size += byteLength(key) + byteLength(textOf(value));
    const texts = qualifiedName(key.toLowerCase());
    if (key === '') {
      errors.required(path);
    } else {
      errors.invalidAll(path, key.toLowerCase(), texts.length > 0 || key.includes('/') ? texts : ['must be a domain-prefixed key (such as "acme.io/foo")']);
    }
  }
  if (size > ANNOTATIONS_LIMIT) {
    errors.tooLong(path, ANNOTATIONS_LIMIT);
  }
}

/** In the order in which the API server looks at them. */
const SOURCES: readonly (readonly [string, (source: PlainObject, path: Path, projection: Projection) => void])[] = [
  ['secret', validateFiles], ['configMap', validateFiles], ['downwardAPI', validateDownwardApi], ['serviceAccountToken', validateToken],
  ['clusterTrustBundle', validateTrustBundle], ['podCertificate', validateCertificate],
];
