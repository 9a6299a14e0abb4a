import { uncompiledRule } from './compiled-rules';
import { validateEmbedded } from './embedded';
import { SchemaProps } from './schema';
import { isObject, Plain, PlainObject } from '../../../../base/plain';
import { compileNodes } from '../../../schema/custom/compile';
import { StructureComplaint } from '../../../schema/custom/complaint';
import { paidBy } from '../../../schema/custom/custom';
import { checkRulesOfDefault } from '../../../schema/custom/rules/check-rules';
import { complaintsAbout } from '../../../schema/custom/walk';
import { Work, WorkSpent } from '../../../schema/custom/work';
import { Errors } from '../../errors';
import { Path } from '../../path';

/* Source: apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go ValidateDefaults (v0.36) */

interface Place {
  readonly path: Path;
  readonly isResource: boolean;
  /** The resource that the default is in, and what it is there. */
  readonly resource: SchemaProps;
  readonly around: (value: unknown) => unknown;
  /** Whether it is about type or metadata of the resource. */
  readonly isInMetadata: boolean;
}

const META_FIELDS: ReadonlySet<string> = new Set(['metadata', 'apiVersion', 'kind']);
/** Steps for the defaults of one schema, which may be hostile: those of an honest one need some thousands. */
const STEPS = 300_000;

const CHOICE = /^".*" must (?:not )?validate /s;

/** Defaults have no unknown fields and are valid, by the rules in CEL as well. */
export function validateDefaults(schema: SchemaProps, path: Path, errors: Errors): void {
  try {
    new Defaults(errors).validate(schema, { path, isResource: true, resource: schema, around: value => value, isInMetadata: false });
  } catch (error) {
    if (!(error instanceof WorkSpent)) {
      throw error;
    }
  }
}

class Defaults {
  private readonly work = new Work(STEPS);

  constructor(private readonly errors: Errors) {}

  validate(schema: SchemaProps, given: Place): void {
    const isResource = given.isResource || schema.isEmbedded;
    const place: Place = isResource ? { path: given.path, isResource, resource: schema, around: value => value, isInMetadata: false } : given;
    if (schema.default !== undefined) {
      this.value(schema, { ...place, path: place.path.child('default') });
    }
    if (schema.items?.schema !== undefined) {
      this.validate(schema.items.schema, { ...place, isResource: false, path: place.path.child('items'), around: value => place.around([value]) });
    }
    schema.properties.forEach((each, name) => this.validate(each, {
      ...place,
      isResource: false,
      path: place.path.child('properties').key(name),
      around: value => place.around(Object.fromEntries([[name, value]])),
      isInMetadata: place.isInMetadata || isResource && META_FIELDS.has(name),
    }));
  }

  private value(schema: SchemaProps, place: Place): void {
    const { path, isResource } = place;
    const value = schema.default;
    if (!place.isInMetadata && !isPruned(value, schema, isResource)) {
      this.errors.invalid(path, value, 'must not have unknown fields');
    }
    const before = this.errors.list.length;
    if (place.isInMetadata) {
      this.metadata(value, place);
    } else {
      validateEmbedded({ value, schema, isResource, path }, this.errors);
    }
    if (this.errors.list.length === before) {
      this.content(value, schema, place);
    }
  }

  private metadata(value: unknown, { path, resource, around }: Place): void {
    const errors = new Errors();
    const whole = { apiVersion: 'validation/v1', kind: 'Validation', ...around(value) as PlainObject };
    validateEmbedded({ value: whole, schema: resource, isResource: true, path }, errors);
    if (errors.list.length > 0) {
      this.errors.invalid(path, value, `must result in valid metadata: ${errors.list[0].message}`);
    }
  }

  private content(value: unknown, schema: SchemaProps, { path, isResource }: Place): void {
    const before = this.errors.list.length;
    // Of choices the server says no field.
    const take = ({ path: at = path, reason, value: shown, detail = '' }: StructureComplaint) =>
      this.errors.complaint(CHOICE.test(detail) ? path : at, reason, shown, detail);
    this.nulls(value, schema, path);
    if (hasNull(value)) {
      return; // What else the server says of it is more than is known here.
    }
    const plain = compileNodes(this.reduced(schema.raw, ['default', 'x-kubernetes-int-or-string', 'x-kubernetes-list-type']));
    complaintsAbout(paidBy(this.work, plain).nodes, plain.root, value, path).forEach(take);
    if (this.errors.list.length === before && schema.isRuled) {
      this.uncompiled(value, schema, { path, isResource });
      const ruled = compileNodes(this.reduced(schema.raw, ['default']));
      checkRulesOfDefault(paidBy(this.work, ruled), { value, path, isResource }, take);
    }
  }

  /** Rules that the server cannot compile, it tells of each value that they are for. */
  private uncompiled(value: unknown, schema: SchemaProps | undefined, { path, isResource }: Pick<Place, 'path' | 'isResource'>): void {
    if (schema?.isRuled !== true) {
      return;
    }
    this.work.spend(1);
    const problem = uncompiledRule(schema, isResource);
    if (problem !== undefined) {
      this.errors.invalid(path, schema.type, `rule compile error: ${problem}`);
    }
    if (Array.isArray(value)) {
      value.forEach((each, index) => this.uncompiled(each, schema.items?.schema, { path: path.index(index), isResource: false }));
    } else if (isObject(value)) {
      for (const name of Object.keys(value)) {
        const property = schema.properties.get(name);
        const [inner, place] = property === undefined ? [schema.additionalProperties?.schema, path.key(name)] : [property, path.child(name)];
        this.uncompiled(value[name], inner, { path: place, isResource: false });
      }
    }
  }

  /** A null is no value of a type; in a default it is not left out either. */
  private nulls(value: unknown, schema: SchemaProps | undefined, path: Path): void {
    if (schema === undefined) {
      return;
    } else if (value === null && schema.type !== '' && !schema.isNullable) {
      this.errors.invalid(path, 'null', `must be of type ${schema.type}: "null"`);
    } else if (Array.isArray(value)) {
      value.forEach((each, index) => this.nulls(each, schema.items?.schema, path.index(index)));
    } else if (isObject(value)) {
      Object.keys(value).filter(name => !(schema.isEmbedded && META_FIELDS.has(name)))
        .forEach(name => this.nulls(value[name], schema.properties.get(name) ?? schema.additionalProperties?.schema, path.child(name)));
    }
  }

  /** A schema without some fields of it and of all inside: defaults are looked at as they are written, without each other. */
  private reduced(raw: PlainObject, left: readonly string[]): PlainObject {
    this.work.spend(1);
    const inside = (value: Plain): Plain => Array.isArray(value) ? value.map(inside) : isObject(value) ? this.reduced(value, left) : value;
    return Object.fromEntries(Object.entries(raw).filter(([name]) => !left.includes(name)).map(([name, value]) => {
      const isNames = name === 'properties' && isObject(value);
      const isSchema = ['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not'].includes(name);
      return [name, isNames ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)])) : isSchema ? inside(value) : value];
    }));
  }
}

function hasNull(value: unknown): boolean {
  return value === null || typeof value === 'object' && Object.values(value as object).some(hasNull);
}

/** Whether nothing in a value is unknown to its schema. Source: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go (v0.36) */
function isPruned(value: unknown, schema?: SchemaProps, isResource = schema?.isEmbedded, isOpen = schema?.isOpen === true): boolean {
  if (Array.isArray(value)) {
    const item = schema?.items?.schema;
    return value.every(each => isPruned(each, item, item?.isEmbedded, isOpen || item?.isOpen));
  }
  return !isObject(value) || Object.keys(value).every(name => {
    if (isResource && META_FIELDS.has(name)) {
      return true;
    }
    const additional = schema?.additionalProperties;
    const inner = schema?.properties.get(name) ?? additional?.schema;
    return inner !== undefined ? isPruned(value[name], inner) : additional !== undefined ? isPruned(value[name], undefined) : isOpen;
  });
}
