/** Data that JSON can hold, as it will stand in the manifest. */
export type Plain = string | number | boolean | null | undefined | Plain[] | { [key: string]: Plain };

/** A JSON object. */
export type PlainObject = { [key: string]: Plain };

/** Whether data is a JSON object, and not a list. */
export function isObject(value: unknown): value is PlainObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * Names that differ between cdk8s-plus-28's generated structs and the Kubernetes API, at the struct positions where they occur.
 * A rename anywhere else would corrupt labels and annotations that happen to use the same word.
 */
const VOLUME_RENAMES: { [source: string]: { [key: string]: string } } = {
  awsElasticBlockStore: { volumeId: 'volumeID' },
  azureDisk: { diskUri: 'diskURI' },
};
const VOLUME_SOURCE_RENAMES: { [key: string]: string } = { downwardApi: 'downwardAPI' };

/**
 * Plain data out of what cdk8s-plus-28 renders: quantities and int-or-strings are class instances there (`{ value }`), which its
 * own L1 classes unwrap. Ours do not go through those classes, because they drop every field they do not know.
 */
export function plain(value: unknown): Plain {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (value === null || typeof value !== 'object') {
    return value as Plain;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const keys = Object.keys(value);
    // A Lazy or another token must reach cdk8s' resolver untouched.
    return keys.length === 1 && keys[0] === 'value' ? plain((value as { value: unknown }).value) : (value as unknown as Plain);
  }
  const result: PlainObject = {};
  for (const key of Object.keys(value)) {
    const inner = (value as { [key: string]: unknown })[key];
    if (inner !== undefined) {
      result[key] = plain(inner);
    }
  }
  return result;
}

/** A volume of cdk8s-plus-28 in the API's spelling. */
export function plainVolume(rendered: unknown): PlainObject {
  const volume = plain(rendered) as PlainObject;
  const result: PlainObject = {};
  for (const [source, config] of Object.entries(volume)) {
    result[VOLUME_SOURCE_RENAMES[source] ?? source] = renameKeys(config, VOLUME_RENAMES[source]);
  }
  return result;
}

function renameKeys(value: Plain, renames: { [key: string]: string } | undefined): Plain {
  if (!renames || value === null || typeof value !== 'object' || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [renames[key] ?? key, inner]));
}

/** Leaves out what is undefined or an empty map or list: the manifest holds only what somebody meant. Runs for every map of every object. */
export function compact(object: PlainObject): PlainObject {
  const result: PlainObject = {};
  for (const key in object) {
    const value = object[key];
    if (value !== undefined && !isEmpty(value)) {
      result[key] = value;
    }
  }
  return result;
}

/** An empty list or map; a token of cdk8s is neither. */
function isEmpty(value: Plain): boolean {
  if (value === null || typeof value !== 'object') {
    return false;
  }
  if (Array.isArray(value)) {
    return value.length === 0;
  }
  for (const _ in value) {
    return false;
  }
  return Object.getPrototypeOf(value) === Object.prototype;
}
