import { SchemaProps } from './schema';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { isGiven } from '../../values';

/* Extensions that say what lists and maps are for the server. Source: validation.go ValidateCustomResourceDefinitionOpenAPISchema, validateMapListKeysMapSet (v0.36) */

const LIST_TYPES = ['atomic', 'set', 'map'];
const MAP_TYPES = ['atomic', 'granular'];

export function validateMapType({ type, mapType }: SchemaProps, path: Path, errors: Errors): void {
  if (mapType === undefined) {
    return;
  }
  wantType(type, 'object', 'x-kubernetes-map-type', path, errors);
  if (!MAP_TYPES.includes(mapType)) {
    errors.unsupported(path.child('x-kubernetes-map-type'), mapType, MAP_TYPES);
  }
}

export function validateListType(schema: SchemaProps, path: Path, errors: Errors): void {
  const { type, listType } = schema;
  if (listType === undefined) {
    return;
  }
  wantType(type, 'array', 'x-kubernetes-list-type', path, errors);
  if (type === 'array' && isSetOfParts(schema)) {
    const name = schema.items!.schema!.type === 'array' ? 'x-kubernetes-list-type' : 'x-kubernetes-map-type';
    errors.invalid(path.child('items').child(name), schema.items!.schema!.raw['x-kubernetes-list-type'], 'must be atomic as item of a list with x-kubernetes-list-type=set');
  }
  if (!LIST_TYPES.includes(listType)) {
    errors.unsupported(path.child('x-kubernetes-list-type'), listType, LIST_TYPES);
  }
}

/** Whether it is a set whose items are no units. */
function isSetOfParts({ listType, items }: SchemaProps): boolean {
  if (listType !== 'set' || items?.schema === undefined) {
    return false;
  }
  const { type, listType: inner, mapType } = items.schema;
  return type === 'array' ? inner !== undefined && inner !== 'atomic' : type === 'object' && mapType !== 'atomic';
}

function wantType(type: string, wanted: string, extension: string, path: Path, errors: Errors): void {
  const detail = `must be ${wanted} if ${extension} is specified`;
  if (type === '') {
    errors.required(path.child('type'), detail);
  } else if (type !== wanted) {
    errors.invalid(path.child('type'), type, detail);
  }
}

/** Lists of type `map` and their keys. */
export function validateListKeys(schema: SchemaProps, path: Path, errors: Errors): void {
  const { listType, mapKeys, items } = schema;
  const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
  if (mapKeys.length > 0 && listType === undefined) {
    errors.required(path.child('x-kubernetes-list-type'), detail);
  } else if (mapKeys.length > 0 && listType !== 'map') {
    errors.invalid(path.child('x-kubernetes-list-type'), listType, detail);
  }
  if (listType !== 'map') {
    return;
  }
  if (mapKeys.length === 0) {
    errors.required(path.child('x-kubernetes-list-map-keys'), 'must not be empty if x-kubernetes-list-type is map');
  }
  if (items === undefined) {
    errors.required(path.child('items'), 'must have a schema if x-kubernetes-list-type is map');
  } else if (items.schema === undefined) {
    errors.invalid(path.child('items'), null, 'must only have a single schema if x-kubernetes-list-type is map');
  } else if (items.schema.type !== 'object') {
    errors.invalid(path.child('items').child('type'), items.schema.type, "must be object if parent array's x-kubernetes-list-type is map");
  } else {
    mapKeys.forEach((key, index) => validateKey(key, mapKeys.indexOf(key) < index, { schema, item: items.schema! }, path, errors));
  }
}

interface KeyedItem {
  readonly schema: SchemaProps;
  readonly item: SchemaProps;
}

function validateKey(key: string, isRepeated: boolean, { schema, item }: KeyedItem, path: Path, errors: Errors): void {
  const property = item.properties.get(key);
  if (property === undefined) {
    errors.invalid(path.child('x-kubernetes-list-map-keys'), schema.mapKeys, 'entries must all be names of item properties');
  } else if (property.type === 'array' || property.type === 'object') {
    const at = path.child('items').child('properties').key(key).child('type');
    errors.invalid(at, item.type, "must be a scalar type if parent array's x-kubernetes-list-type is map");
  }
  if (isRepeated) {
    errors.invalid(path.child('x-kubernetes-list-map-keys'), schema.mapKeys, 'must not contain duplicate entries');
  }
}

/** Items of sets and maps are there, and so are the keys of maps. */
export function validateSetItems({ listType, mapKeys, items }: SchemaProps, path: Path, errors: Errors): void {
  const item = items?.schema;
  if (item === undefined || listType !== 'set' && listType !== 'map') {
    return;
  }
  const at = path.child('items');
  if (item.isNullable) {
    errors.forbidden(at.child('nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`);
  }
  for (const key of listType === 'map' ? mapKeys : []) {
    const property = item.properties.get(key);
    const place = at.child('properties').key(key);
    if (property !== undefined && !item.required.includes(key) && !isGiven(property.default)) {
      errors.required(place.child('default'), 'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property');
    }
    if (property?.isNullable) {
      errors.forbidden(place.child('nullable'), 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable');
    }
  }
}
