import { PlainObject } from '../../../../base/plain';
import { isGiven, isTrue, listOf, mapOf, textOf } from '../../values';

/** A rule of `x-kubernetes-validations`. */
export interface RuleProps {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason?: unknown;
  readonly fieldPath: string;
  readonly optionalOldSelf?: unknown;
}

/** `items`: one schema, or a list of them, which no server takes. */
export interface ItemsProps {
  readonly schema?: SchemaProps;
  readonly schemas: readonly SchemaProps[];
}

/** `additionalProperties`: a schema, or whether there may be any. */
export interface AdditionalProps {
  readonly allows: boolean;
  readonly schema?: SchemaProps;
}

/** Lists of schemas of which all, one or exactly one must hold. */
export type Junctor = 'allOf' | 'anyOf' | 'oneOf';

/** One level of an `openAPIV3Schema`, as Go's decoder reads it. Source: apiextensions-apiserver pkg/apis/apiextensions/types_jsonschema.go, v1/marshal.go (v0.36) */
export class SchemaProps {
  readonly type: string;
  readonly properties: ReadonlyMap<string, SchemaProps>;
  readonly items?: ItemsProps;
  readonly additionalProperties?: AdditionalProps;
  readonly allOf: readonly SchemaProps[];
  readonly anyOf: readonly SchemaProps[];
  readonly oneOf: readonly SchemaProps[];
  readonly not?: SchemaProps;
  readonly rules: readonly RuleProps[];
  /** Whether it has rules, or something inside has. */
  readonly isRuled: boolean;

  constructor(readonly raw: PlainObject) {
    this.type = textOf(raw.type);
    this.properties = schemasIn(raw.properties);
    this.items = itemsOf(raw.items);
    this.additionalProperties = additionalOf(raw.additionalProperties);
    this.allOf = schemasOf(raw.allOf);
    this.anyOf = schemasOf(raw.anyOf);
    this.oneOf = schemasOf(raw.oneOf);
    this.not = schemaOf(raw.not);
    this.rules = listOf(raw['x-kubernetes-validations']).map(ruleOf);
    const inside = [this.items?.schema, this.additionalProperties?.schema, ...this.properties.values()];
    this.isRuled = this.rules.length > 0 || inside.some(each => each?.isRuled === true);
  }

  get default(): unknown {
    return this.raw.default ?? undefined;
  }

  get isNullable(): boolean {
    return isTrue(this.raw.nullable);
  }

  get required(): readonly string[] {
    return textsOf(this.raw.required);
  }

  get isOpen(): boolean {
    return isTrue(this.raw['x-kubernetes-preserve-unknown-fields']);
  }

  get isEmbedded(): boolean {
    return isTrue(this.raw['x-kubernetes-embedded-resource']);
  }

  get isIntOrString(): boolean {
    return isTrue(this.raw['x-kubernetes-int-or-string']);
  }

  get listType(): string | undefined {
    return optionalText(this.raw['x-kubernetes-list-type']);
  }

  get mapType(): string | undefined {
    return optionalText(this.raw['x-kubernetes-map-type']);
  }

  get mapKeys(): readonly string[] {
    return textsOf(this.raw['x-kubernetes-list-map-keys']);
  }
}

/** Undefined where there is none. */
export function schemaOf(raw: unknown): SchemaProps | undefined {
  const map = mapOf(raw);
  return map && new SchemaProps(map);
}

/** Schemas by a name. */
export function schemasIn(raw: unknown): ReadonlyMap<string, SchemaProps> {
  return new Map(Object.entries(mapOf(raw) ?? {}).map(([name, each]) => [name, new SchemaProps(mapOf(each) ?? {})]));
}

function schemasOf(raw: unknown): readonly SchemaProps[] {
  return listOf(raw).map(each => new SchemaProps(mapOf(each) ?? {}));
}

function itemsOf(raw: unknown): ItemsProps | undefined {
  return isGiven(raw) ? { schema: schemaOf(raw), schemas: schemasOf(raw) } : undefined;
}

function additionalOf(raw: unknown): AdditionalProps | undefined {
  const schema = schemaOf(raw);
  return isGiven(raw) ? { allows: raw === true || schema !== undefined, schema } : undefined;
}

function ruleOf(raw: unknown): RuleProps {
  const { rule, message, messageExpression, reason, fieldPath, optionalOldSelf } = mapOf(raw) ?? {};
  return {
    rule: textOf(rule),
    message: textOf(message),
    messageExpression: textOf(messageExpression),
    reason: reason ?? undefined,
    fieldPath: textOf(fieldPath),
    optionalOldSelf: optionalOldSelf ?? undefined,
  };
}

function optionalText(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined;
}

function textsOf(raw: unknown): readonly string[] {
  return listOf(raw).map(textOf);
}

/** Whether a list or a map has something in it. */
export function hasEntries(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

export function isText(value: unknown): boolean {
  return textOf(value) !== '';
}
