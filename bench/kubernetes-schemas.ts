import * as fs from 'fs';
import * as path from 'path';

interface Schema {
  readonly [keyword: string]: unknown;
}

interface OpenApi {
  readonly definitions: { readonly [name: string]: Schema };
}

const REFERENCE = '#/definitions/';

/** Types that OpenAPI v2 cannot express, as Kubernetes' published JSON schemas have them. */
const SCALARS: { readonly [format: string]: Schema } = {
  'int-or-string': { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  'quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
};

/**
 * JSON schemas for kubeconform, made from Kubernetes' own OpenAPI: each is self-contained and refuses unknown fields,
 * like the `standalone-strict` folders of `yannh/kubernetes-json-schema`.
 */
export function writeSchemas(openApi: string, folder: string, kinds: readonly (readonly [definition: string, file: string])[]): void {
  const { definitions } = JSON.parse(fs.readFileSync(openApi, 'utf8')) as OpenApi;
  fs.mkdirSync(folder, { recursive: true });
  for (const [definition, file] of kinds) {
    const schema = { $schema: 'http://json-schema.org/schema#', ...closed(definitions[definition], definitions) as Schema };
    fs.writeFileSync(path.join(folder, file), JSON.stringify(schema));
  }
}

/** Every kind that has no recursive type, with the file in which kubeconform looks for it. */
export function builtInKinds(openApi: string): [definition: string, file: string][] {
  const { definitions } = JSON.parse(fs.readFileSync(openApi, 'utf8')) as OpenApi;
  const typed = Object.entries(definitions).filter(([name, { properties }]) => !name.includes('.apiextensions.') && isObject(properties) && 'metadata' in properties);
  return typed.flatMap(([name, schema]) =>
    ((schema['x-kubernetes-group-version-kind'] ?? []) as Kind[]).map((kind): [string, string] => [name, schemaFile(kind)]));
}

/** Schemas of custom resources, as the public catalogue of kubeconform's page makes them from definitions: unknown fields are refused. */
export function writeCustomSchemas(definitions: readonly CustomResourceDefinition[], folder: string): void {
  for (const { spec: { group, names, versions } } of definitions) {
    for (const { name, schema } of versions) {
      fs.writeFileSync(path.join(folder, schemaFile({ group, version: name, kind: names.kind })), JSON.stringify(closed(schema.openAPIV3Schema, {})));
    }
  }
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
}

/** `{{ .ResourceKind }}{{ .KindSuffix }}.json` of kubeconform: of the group the first word alone. */
function schemaFile({ group, version, kind }: Kind): string {
  return `${[kind, ...group === '' ? [] : [group.split('.')[0]], version].join('-').toLowerCase()}.json`;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

/** Inlines references to definitions. Recursive kinds are not requested. */
function closed(value: unknown, definitions: OpenApi['definitions']): unknown {
  if (Array.isArray(value)) {
    return value.map(each => closed(each, definitions));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const schema = value as Schema;
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(REFERENCE.length);
    return name.endsWith('.Quantity') ? SCALARS.quantity : closed(definitions[name], definitions);
  }
  if (schema['x-kubernetes-int-or-string'] === true) {
    return SCALARS['int-or-string'];
  }
  if (typeof schema.format === 'string' && Object.hasOwn(SCALARS, schema.format)) {
    return SCALARS[schema.format];
  }
  const inner = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'description').map(([key, each]) => [key, closed(each, definitions)]));
  return isObject(inner.properties) && schema['x-kubernetes-preserve-unknown-fields'] !== true ? { ...inner, additionalProperties: false } : inner;
}
