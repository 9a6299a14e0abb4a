import { RuleLevel } from './compiled-rules';
import { placeOf } from './field-path';
import { validateListType, validateListKeys, validateMapType, validateSetItems } from './list-types';
import { AdditionalProps, hasEntries, isText, ItemsProps, RuleProps, SchemaProps, schemaOf, schemasIn } from './schema';
import { unsupportedIn } from './structural';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { isGiven, isTrue, textOf } from '../../values';

/* Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionOpenAPISchema (v0.36) */

/** Where a schema stands. */
interface Place {
  readonly path: Path;
  /** Absent where the rules are not compiled: in junctors, and in schemas that are wrong in other ways. */
  readonly level?: RuleLevel;
  /** The list around, of whose items nobody knows the old value. */
  readonly uncorrelated?: Path;
  readonly isRoot?: boolean;
  readonly isInMetadata?: boolean;
  /** Why there may be no default. */
  readonly noDefaults?: string;
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META_FIELDS: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** Looks at each level of a schema by itself. */
export class SchemaLevels {
  /** What is wrong with the rules. */
  readonly rules = new Errors();

  constructor(private readonly minor: string, private readonly errors: Errors) {}

  /** The rules of a level are compiled where nothing is wrong with it, and nothing inside. */
  validate(schema: SchemaProps, place: Place): void {
    const { path } = place;
    const before = this.errors.list.length;
    this.fields(schema, place);
    this.parts(schema, place);
    if (schema.raw['x-kubernetes-preserve-unknown-fields'] === false) {
      this.errors.invalid(path.child('x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined');
    }
    validateMapType(schema, path, this.errors);
    validateListType(schema, path, this.errors);
    validateListKeys(schema, path, this.errors);
    validateSetItems(schema, path, this.errors);
    schema.rules.forEach((rule, index) => validateRule(rule, schema, path.child('x-kubernetes-validations').index(index), this.errors));
    if (this.errors.list.length === before) {
      place.level?.validate(this.minor, place.uncorrelated, path, this.rules);
    }
  }

  private fields({ raw, type, isEmbedded, default: value }: SchemaProps, { path, isInMetadata, noDefaults }: Place): void {
    if (type !== '' && !TYPES.includes(type)) {
      this.errors.unsupported(path.child('type'), type, TYPES);
    }
    if (value !== undefined && noDefaults !== undefined) {
      this.errors.forbidden(path.child('default'), `must not be set ${noDefaults}`);
    }
    UNSUPPORTED.filter(([field, isThere]) => isThere(raw[field])).forEach(([field]) => this.errors.forbidden(path.child(field), `${field} is not supported`));
    if (type === 'null') {
      this.errors.forbidden(path.child('type'), 'type cannot be set to null, use nullable as an alternative');
    }
    if (isInMetadata && isEmbedded) {
      this.errors.forbidden(path.child('x-kubernetes-embedded-resource'), 'must not be used inside of resource meta');
    }
    if (isTrue(raw.uniqueItems)) {
      this.errors.forbidden(path.child('uniqueItems'), 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
    }
  }

  /** All schemas inside. */
  private parts(schema: SchemaProps, place: Place): void {
    const { raw, items, additionalProperties, not } = schema;
    const below: Place = { ...place, isRoot: false };
    const inside = (part: SchemaProps, path: Path) => this.validate(part, { ...below, level: undefined, path });
    if (additionalProperties !== undefined) {
      this.additional(additionalProperties, schema, below);
    }
    schema.properties.forEach((each, name) => this.validate(each, { ...ofProperty(name, schema, place), level: place.level?.below(each) }));
    if (not !== undefined) {
      inside(not, place.path.child('not'));
    }
    for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
      schema[name].forEach((each, index) => inside(each, place.path.child(name).index(index)));
    }
    schemasIn(raw.definitions).forEach((each, name) => inside(each, place.path.child('definitions').key(name)));
    if (items !== undefined) {
      this.items(items, { ...below, uncorrelated: place.uncorrelated ?? (schema.listType === 'map' ? undefined : place.path) });
    }
    for (const [name, each] of Object.entries(raw.dependencies ?? {})) {
      const dependency = schemaOf(each);
      if (dependency !== undefined) {
        inside(dependency, place.path.child('dependencies').key(name));
      }
    }
  }

  private additional({ allows, schema }: AdditionalProps, { properties }: SchemaProps, place: Place): void {
    const path = place.path.child('additionalProperties');
    if (properties.size > 0 && (!allows || schema !== undefined)) {
      this.errors.forbidden(path, 'additionalProperties and properties are mutual exclusive');
    }
    if (schema !== undefined) {
      this.validate(schema, { ...place, path, level: place.level?.below(schema), ...(place.isInMetadata && { noDefaults: 'inside additionalProperties applying to object metadata' }) });
    }
  }

  private items({ schema, schemas }: ItemsProps, place: Place): void {
    const path = place.path.child('items');
    if (schemas.length > 0) {
      this.errors.forbidden(path, 'items must be a schema object and not an array');
    }
    if (schema !== undefined) {
      this.validate(schema, { ...place, path, level: place.level?.below(schema) });
    }
    schemas.forEach((each, index) => this.validate(each, { ...place, level: undefined, path: path.index(index) }));
  }
}

function ofProperty(name: string, { isEmbedded }: SchemaProps, { path, isRoot, ...place }: Place): Place {
  const isMeta = META_FIELDS.has(name) && (isRoot === true || isEmbedded);
  return {
    ...place, path: path.child('properties').key(name), ...(isMeta && { isInMetadata: true }), ...(isMeta && isRoot && { noDefaults: `in top-level ${name}` }),
  };
}

const UNSUPPORTED: ReadonlyArray<readonly [field: string, isThere: (value: unknown) => boolean]> = [
  ['id', isText], ['additionalItems', isGiven], ['patternProperties', hasEntries], ['definitions', hasEntries], ['dependencies', isGiven], ['$ref', isGiven],
];

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const LINE_BREAK = /[\n\r]/;

function validateRule(props: RuleProps, schema: SchemaProps, path: Path, errors: Errors): void {
  const { messageExpression, reason, fieldPath } = props;
  validateRuleText(props, path, errors);
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.required(path.child('messageExpression'), 'messageExpression must be non-empty if specified');
  }
  if (reason !== undefined && !REASONS.includes(textOf(reason))) {
    errors.unsupported(path.child('reason'), reason, REASONS);
  }
  if (fieldPath !== '' && fieldPath.trim() === '') {
    errors.invalid(path.child('fieldPath'), fieldPath, 'must be non-empty if specified');
  }
  if (LINE_BREAK.test(fieldPath)) {
    errors.invalid(path.child('fieldPath'), fieldPath, 'must not contain line breaks');
  }
  if (fieldPath !== '' && typeof placeOf(fieldPath, schema, true) === 'string' && unsupportedIn(schema) === undefined) {
    errors.invalid(path.child('fieldPath'), fieldPath, 'must be a valid path');
  }
}

function validateRuleText({ rule, message }: RuleProps, path: Path, errors: Errors): void {
  const [text, told] = [rule.trim(), message.trim()];
  if (text === '') {
    errors.required(path.child('rule'), 'rule is not specified');
  } else if (message !== '' && told === '') {
    errors.invalid(path.child('message'), message, 'must be non-empty if specified');
  } else if (LINE_BREAK.test(told)) {
    errors.invalid(path.child('message'), message, 'must not contain line breaks');
  } else if (LINE_BREAK.test(text) && told === '') {
    errors.required(path.child('message'), 'message must be specified if rule contains line breaks');
  }
}
