import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { configMapKey } from '../names';
import { Path } from '../path';
import { byteLength, mapOf, textOf } from '../values';
import { Subject } from './subject';

/** Source: pkg/apis/core/types.go MaxSecretSize (v1.36) */
const MOST_BYTES = 1024 * 1024;
const NO_PATH = Path.root('');
const [DATA, BINARY] = [Path.root('data'), Path.root('binaryData')];

/** Source: pkg/apis/core/validation/validation.go ValidateConfigMap (v1.36) */
export function validateConfigMap({ body, errors }: Subject): void {
  const [data, binary] = [mapOf(body.data) ?? {}, mapOf(body.binaryData) ?? {}];
  let size = 0;
  for (const key of Object.keys(data)) {
    validateKey(key, DATA, errors);
    if (Object.hasOwn(binary, key)) {
      errors.invalid(DATA.key(key), key, 'duplicate of key present in binaryData');
    }
    size += byteLength(textOf(data[key]));
  }
  for (const key of Object.keys(binary)) {
    validateKey(key, BINARY, errors);
    size += decodedLength(textOf(binary[key]));
  }
  if (size > MOST_BYTES) {
    errors.tooLong(NO_PATH, MOST_BYTES);
  }
}

function validateKey(key: string, path: Path, errors: Errors): void {
  errors.invalidAll(path.key(key), key, configMapKey(key));
}

function decodedLength(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** What a Secret of each type must have. Source: validation.go ValidateSecret (v1.36) */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes.io/dockercfg', ['.dockercfg']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
]);
const SERVICE_ACCOUNT = 'kubernetes.io/service-account.name';

export function validateSecret({ body, errors }: Subject): void {
  const [data, plain] = [mapOf(body.data) ?? {}, mapOf(body.stringData) ?? {}];
  // `stringData` is written into `data`, over what stands there.
  const keys = new Set([...Object.keys(data), ...Object.keys(plain)]);
  let size = 0;
  for (const key of keys) {
    validateKey(key, DATA, errors);
    size += Object.hasOwn(plain, key) ? byteLength(textOf(plain[key])) : decodedLength(textOf(data[key]));
  }
  if (size > MOST_BYTES) {
    errors.tooLong(DATA, MOST_BYTES);
  }
  validateSecretType(body, keys, errors);
}

function validateSecretType(body: PlainObject, keys: ReadonlySet<string>, errors: Errors): void {
  const type = textOf(body.type);
  for (const key of NEEDED.get(type) ?? []) {
    if (!keys.has(key)) {
      errors.required(DATA.key(key));
    } else if (key.startsWith('.docker') && !isJsonObject(contentOf(body, key))) {
      errors.invalid(DATA.key(key), '<secret contents redacted>', 'must be a JSON object');
    }
  }
  if (type === 'kubernetes.io/service-account-token' && textOf(mapOf(mapOf(body.metadata)?.annotations)?.[SERVICE_ACCOUNT]) === '') {
    errors.required(Path.root('metadata').child('annotations').key(SERVICE_ACCOUNT));
  } else if (type === 'kubernetes.io/basic-auth' && !keys.has('username') && !keys.has('password')) {
    errors.required(DATA.key('username'));
    errors.required(DATA.key('password'));
  } else if (type === 'kubernetes.io/ssh-auth' && (!keys.has('ssh-privatekey') || contentOf(body, 'ssh-privatekey') === '')) {
    errors.required(DATA.key('ssh-privatekey'));
  }
}

function contentOf(body: PlainObject, key: string): string {
  const [data, plain] = [mapOf(body.data) ?? {}, mapOf(body.stringData) ?? {}];
  return Object.hasOwn(plain, key) ? textOf(plain[key]) : Buffer.from(textOf(data[key]), 'base64').toString('utf8');
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || mapOf(value) !== undefined;
  } catch {
    return false;
  }
}
