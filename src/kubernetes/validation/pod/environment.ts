import { validateFieldReference, validateResourceReference, VARIABLE_FIELDS } from './field-references';
import { validateNoBacksteps } from './paths';
import { PodScope } from './scope';
import { VisitContainers } from './windows';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { configMapKey, dnsLabel, dnsSubdomain, environmentName, subdomainName } from '../names';
import { Path } from '../path';
import { listOf, mapOf, textOf } from '../values';

const NOTHING: PlainObject = Object.freeze({});

/** Source: pkg/apis/core/validation/validation.go ValidateEnv (v1.36) */
export function validateEnvironment(variables: readonly unknown[], scope: PodScope, path: Path): void {
  const { errors, gates } = scope;
  for (let i = 0; i < variables.length; i++) {
    const variable = mapOf(variables[i]) ?? NOTHING;
    const name = textOf(variable.name);
    if (name === '') {
      errors.required(path.index(i).child('name'));
    } else {
      const texts = environmentName(name, gates.RelaxedEnvironmentVariableValidation);
      if (texts.length > 0) {
        errors.invalidAll(path.index(i).child('name'), name, texts);
      }
    }
    const valueFrom = mapOf(variable.valueFrom);
    if (valueFrom !== undefined) {
      validateValueFrom(valueFrom, textOf(variable.value) !== '', scope, path.index(i).child('valueFrom'));
    }
  }
}

function validateValueFrom(valueFrom: PlainObject, hasValue: boolean, scope: PodScope, path: Path): void {
  const { errors, gates } = scope;
  let sources = 0;
  for (let i = 0; i < SOURCES.length; i++) {
    const key = SOURCES[i][0];
    const source = key === 'fileKeyRef' && !gates.EnvFiles ? undefined : mapOf(valueFrom[key]);
    if (source !== undefined) {
      sources++;
      SOURCES[i][1](source, path.child(key), scope);
    }
  }
  if (sources === 0) {
    errors.invalid(path, '', gates.EnvFiles ? 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
      : 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`');
  } else if (hasValue) {
    errors.invalid(path, '', 'may not be specified when `value` is not empty');
  } else if (sources > 1) {
    errors.invalid(path, '', 'may not have more than one field specified at a time');
  }
}

/** A key of a ConfigMap or Secret. An empty name is no name here. */
function validateKey(source: PlainObject, path: Path, { errors }: PodScope): void {
  const name = textOf(source.name);
  const key = textOf(source.key);
  const texts = dnsSubdomain(name);
  if (texts.length > 0) {
    errors.invalidAll(path.child('name'), name, texts);
  }
  if (key === '') {
    errors.required(path.child('key'));
  } else if (configMapKey(key).length > 0) {
    errors.invalidAll(path.child('key'), key, configMapKey(key));
  }
}

function validateFileKey(source: PlainObject, path: Path, { errors, met }: PodScope): void {
  met.fileKeys = true;
  const key = textOf(source.key);
  const volume = textOf(source.volumeName);
  const file = textOf(source.path);
  if (key === '') {
    errors.required(path.child('key'));
  } else {
    errors.invalidAll(path.child('key'), key, environmentName(key, true));
  }
  if (volume === '') {
    errors.required(path.child('volumeName'));
  } else {
    errors.invalidAll(path.child('volumeName'), volume, dnsLabel(volume));
  }
  if (file === '') {
    errors.required(path.child('path'));
  } else {
    validateNoBacksteps(file, path.child('path'), errors);
  }
}

/** In the order in which the API server looks at them. */
const SOURCES: readonly (readonly [string, (source: PlainObject, path: Path, scope: PodScope) => void])[] = [
  ['fieldRef', (source, path, { errors }) => validateFieldReference(source, VARIABLE_FIELDS, path, errors)],
  ['resourceFieldRef', (source, path, { errors }) => validateResourceReference(source, path, false, errors)],
  ['configMapKeyRef', validateKey], ['secretKeyRef', validateKey], ['fileKeyRef', validateFileKey],
];

/** Source: validation.go ValidateEnvFrom (v1.36). That a source is missing is reported at the list, by a slip of the API server. */
export function validateEnvironmentFrom(sources: readonly unknown[], { errors, gates }: PodScope, path: Path): void {
  for (let i = 0; i < sources.length; i++) {
    const source = mapOf(sources[i]) ?? NOTHING;
    const prefix = textOf(source.prefix);
    if (prefix !== '') {
      errors.invalidAll(path.index(i).child('prefix'), prefix, environmentName(prefix, gates.RelaxedEnvironmentVariableValidation));
    }
    const given = ['configMapRef', 'secretRef'].filter(key => mapOf(source[key]) !== undefined);
    for (const key of given) {
      validateSourceName(textOf(mapOf(source[key])?.name), path.index(i).child(key).child('name'), errors);
    }
    if (given.length !== 1) {
      errors.invalid(path, '',
        given.length === 0 ? 'must specify one of: `configMapRef` or `secretRef`' : 'may not have more than one field specified at a time');
    }
  }
}

/** The server looks at it as at a prefix, so it may end with a dash. */
function validateSourceName(name: string, path: Path, errors: Errors): void {
  if (name === '') {
    errors.required(path);
  } else {
    errors.invalidAll(path, name, subdomainName(name, true));
  }
}

/**
 * A file of variables is in an `emptyDir`. Source: validation.go validateFileKeyRefVolumes (v1.36)
 */
export function validateFileVolumes({ spec, met, errors }: PodScope, visit: VisitContainers): void {
  if (!met.fileKeys) {
    return;
  }
  let volumes: Map<string, PlainObject> | undefined;
  visit((container, path) => listOf(container.env).forEach((variable, index) => {
    const source = mapOf(mapOf(mapOf(variable)?.valueFrom)?.fileKeyRef);
    if (source === undefined) {
      return;
    }
    volumes ??= new Map(listOf(spec.volumes).map(volume => [textOf(mapOf(volume)?.name), mapOf(volume) ?? NOTHING]));
    const name = textOf(source.volumeName);
    const place = path().child('env').index(index).child('valueFrom').child('fileKeyRef').child('volumeName');
    const volume = volumes.get(name);
    if (volume === undefined) {
      errors.notFound(place, name);
    } else if (!isEmptyDirectory(volume)) {
      errors.invalid(place, name, 'referenced volume must be of type emptyDir');
    }
  }));
}

/** One that says nothing but its name is an `emptyDir` too. */
function isEmptyDirectory(volume: PlainObject): boolean {
  return mapOf(volume.emptyDir) !== undefined || Object.keys(volume).every(key => mapOf(volume[key]) === undefined);
}
