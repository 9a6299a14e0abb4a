import { isObject } from '../../../../base/plain';
import { isGiven } from '../../values';

/** Fields whose content is anybody's: nothing in there is a zero value that says nothing. */
const FREE: ReadonlySet<string> = new Set(['default', 'example', 'enum']);
/** Fields for which it matters that they are there, whatever they say. */
const POINTERS: ReadonlySet<string> = new Set([
  'maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties', 'multipleOf', '$ref', 'additionalProperties', 'additionalItems', 'items', 'not', 'externalDocs',
  'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-list-type', 'x-kubernetes-map-type', 'reason', 'optionalOldSelf', 'openAPIV3Schema', 'status', 'scale', 'labelSelectorPath',
]);

/** Maps whose keys are names, each of which stands for a schema. */
const OF_NAMES: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);

/** Whether two parts of a version mean the same to the server: fields with a zero value are none. Source: apimachinery pkg/api/equality/semantic.go (v0.36) */
export function sameParts(one: unknown, other: unknown): boolean {
  return JSON.stringify(settled(one)) === JSON.stringify(settled(other));
}

function settled(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(settled);
  } else if (!isObject(value)) {
    return value;
  }
  const entries = Object.keys(value).sort().map((name): [string, unknown] => [name, settledField(name, value[name])]);
  return Object.fromEntries(entries.filter(([name, each]) => isGiven(each) && (POINTERS.has(name) || FREE.has(name) || !isZero(each))));
}

function settledField(name: string, value: unknown): unknown {
  if (FREE.has(name)) {
    return sorted(value);
  }
  return OF_NAMES.has(name) && isObject(value) ? Object.keys(value).sort().map(key => [key, settled(value[key])]) : settled(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return isObject(value) ? Object.keys(value).sort().map(name => [name, sorted(value[name])]) : value;
}

function isZero(value: unknown): boolean {
  return value === '' || value === false || value === 0 || typeof value === 'object' && Object.keys(value as object).length === 0;
}
