import { SchemaProps } from './schema';
import { isObject, PlainObject } from '../../../../base/plain';
import { checkMetadataShape } from '../../../schema/custom/metadata';
import { Errors } from '../../errors';
import { validateObjectMeta } from '../../metadata';
import { dns1035Label, pathSegment } from '../../names';
import { Path } from '../../path';
import { isGiven, mapOf, textOf } from '../../values';

/* Type and metadata of resources inside of values. Source: apiextensions-apiserver pkg/apiserver/schema/objectmeta/{coerce,validation}.go (v0.36) */

/** A value in a place of a schema. */
export interface Placed {
  readonly value: unknown;
  readonly schema: SchemaProps;
  readonly isResource: boolean;
  readonly path: Path;
}

/** Whether all resources in a value have a type and metadata. Values of the wrong type come first, and alone. */
export function validateEmbedded(placed: Placed, errors: Errors): void {
  const before = errors.list.length;
  eachResource(placed, (resource, path) => {
    if (errors.list.length === before) {
      validateShape(resource, path, errors);
    }
  });
  if (errors.list.length === before) {
    eachResource(placed, (resource, path) => validateResource(resource, path, errors));
  }
}

function eachResource({ value, schema, isResource, path }: Placed, take: (resource: PlainObject, path: Path) => void): void {
  if (Array.isArray(value) && schema.items?.schema !== undefined) {
    const item = schema.items.schema;
    value.forEach((each, index) => eachResource({ value: each, schema: item, isResource: item.isEmbedded, path: path.index(index) }, take));
  }
  if (!isObject(value)) {
    return;
  }
  if (isResource) {
    take(value, path);
  }
  for (const name of Object.keys(value)) {
    const [property, other] = [schema.properties.get(name), schema.additionalProperties?.schema];
    const [inner, place] = property === undefined ? [other, path.key(name)] : [property, path.child(name)];
    if (inner !== undefined) {
      eachResource({ value: value[name], schema: inner, isResource: inner.isEmbedded, path: place }, take);
    }
  }
}

function validateShape(resource: PlainObject, path: Path, errors: Errors): void {
  for (const name of ['apiVersion', 'kind']) {
    if (Object.hasOwn(resource, name) && typeof resource[name] !== 'string') {
      errors.invalid(path.child(name), resource[name], 'must be a string');
      return;
    }
  }
  let wrong: string | undefined;
  if (isGiven(resource.metadata)) {
    checkMetadataShape(resource.metadata, ({ id, detail }) => { wrong ??= id === 'AIW1101' ? undefined : detail ?? 'must be metadata'; });
  }
  if (wrong !== undefined) {
    errors.invalid(path.child('metadata'), resource.metadata, wrong);
  }
}

function validateResource(resource: PlainObject, path: Path, errors: Errors): void {
  for (const name of ['apiVersion', 'kind']) {
    const [text, at] = [textOf(resource[name]), path.child(name)];
    if (!Object.hasOwn(resource, name)) {
      errors.required(at);
    } else if (text === '') {
      errors.invalid(at, text, 'must not be empty');
    } else if (name === 'apiVersion' && text.split('/').length > 2) {
      errors.invalid(at, text, `unexpected GroupVersion string: ${text}`);
    } else if (name === 'kind' && dns1035Label(text.toLowerCase()).length > 0) {
      errors.invalid(at, text, `may have mixed case, but should otherwise match: ${dns1035Label(text.toLowerCase()).join(',')}`);
    }
  }
  if (Object.hasOwn(resource, 'metadata')) {
    const metadata = mapOf(resource.metadata) ?? {};
    validateObjectMeta({ ...metadata, name: textOf(metadata.name) || 'fakename' }, { name: pathSegment, kubeFinalizers: false }, path.child('metadata'), errors);
  }
}
