/** A type as the OpenAPI document of a server writes it. */
interface OpenApiType {
  readonly '$ref'?: string;
  readonly 'allOf'?: readonly OpenApiType[];
  readonly 'oneOf'?: readonly OpenApiType[];
  readonly 'type'?: string;
  readonly 'format'?: string;
  readonly 'enum'?: readonly string[];
  readonly 'items'?: OpenApiType;
  readonly 'additionalProperties'?: OpenApiType;
  readonly 'properties'?: Readonly<Record<string, OpenApiType>>;
  readonly 'required'?: readonly string[];
  readonly 'x-kubernetes-group-version-kind'?: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
}

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiType>> };
}

/** What a field holds: one value, a list of them or a map to them. */
export interface FieldType {
  readonly shape: 'value' | 'list' | 'map';
  /**
   * A type of `Types`, or a scalar: `string`, `int32`, `boolean`, `quantity`, `int-or-string`, `date-time`, `micro-time`, `byte`, `any`. `[]string` stands
   * for the lists inside a map.
   */
  readonly of: string;
  readonly required: boolean;
  /** What a closed list of values allows. */
  readonly values?: readonly string[];
}

/** Fields of every type, by the short name of the type (`core.v1.Container`). */
export type Types = Readonly<Record<string, Readonly<Record<string, FieldType>>>>;

/** All that the documents of a server say about types. */
export interface Schema {
  readonly types: Types;
  /** Type of each kind, by `<apiVersion> <kind>`. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** Types that are objects by their document but one value to everybody else. */
const SCALARS: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'quantity',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'int-or-string',
  // The document writes both times alike; the decoder wants six digits of a second in one of them.
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 'micro-time',
  // The document lets them be anything; their decoders do not. Source: apiextensions-apiserver pkg/apis/apiextensions/v1/marshal.go (v1.36)
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool': 'schema-or-bool',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray': 'schema-or-array',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray': 'schema-or-strings',
};

/** Objects without any field, which their document writes like objects that may hold anything. */
const EMPTY: readonly string[] = ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus'];

/** Reads the OpenAPI v3 documents of a server. A type that several documents repeat is taken once: a server writes it the same everywhere. */
export function readSchema(documents: readonly OpenApiDocument[]): Schema {
  const all = Object.assign({}, ...documents.map(document => document.components?.schemas ?? {})) as Record<string, OpenApiType>;
  const types: Record<string, Record<string, FieldType>> = {};
  const kinds: Record<string, string> = {};
  for (const name of Object.keys(all).sort()) {
    const { properties = EMPTY.includes(name) ? {} : undefined, required = [], 'x-kubernetes-group-version-kind': written = [] } = all[name];
    if (properties === undefined) {
      continue;
    }
    types[shortName(name)] = Object.fromEntries(Object.keys(properties).sort().map(field =>
      [field, fieldType(properties[field], required.includes(field), all)]));
    // Options such as DeleteOptions belong to every group; a kind belongs to one.
    if (written.length === 1) {
      const [{ group, version, kind }] = written;
      kinds[`${group === '' ? version : `${group}/${version}`} ${kind}`] = shortName(name);
    }
  }
  return { types, kinds };
}

function fieldType(type: OpenApiType, required: boolean, all: Record<string, OpenApiType>): FieldType {
  if (type.items) {
    return { ...inner(type.items, all, 'a list'), shape: 'list', required };
  }
  if (type.additionalProperties) {
    return { ...inner(type.additionalProperties, all, 'a map'), shape: 'map', required };
  }
  const [reference] = [type, ...type.allOf ?? []].filter(each => each.$ref);
  if (reference) {
    const target = reference.$ref!.split('/').at(-1)!;
    return { shape: 'value', of: nameOf(target, all[target]), required };
  }
  return { shape: 'value', of: scalar(type), required, ...(type.enum && { values: [...type.enum].sort() }) };
}

/** What is inside a list or a map: a map may hold lists. A server that nests otherwise should not be read wrongly. */
function inner(type: OpenApiType, all: Record<string, OpenApiType>, within: string): FieldType {
  const read = fieldType(type, false, all);
  if (read.shape === 'value') {
    return read;
  }
  return { shape: 'value', of: read.shape === 'list' && within === 'a map' ? `[]${read.of}` : `${read.shape} of ${read.of} in ${within}`, required: false };
}

function nameOf(name: string, type?: OpenApiType): string {
  return SCALARS[name] ?? (type?.properties === undefined && !EMPTY.includes(name) ? scalar(type ?? {}) : shortName(name));
}

function scalar({ type, format }: OpenApiType): string {
  return format ?? (type === undefined || type === 'object' ? 'any' : type);
}

/** `io.k8s.api.core.v1.Pod` is `core.v1.Pod`. */
function shortName(name: string): string {
  return name.replace(/^io\.k8s\.(api|apimachinery\.pkg\.apis|kube-aggregator\.pkg\.apis|apiextensions-apiserver\.pkg\.apis)\./, '');
}
