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
  if (typeof schema.format === 'string' && Object.hasOwn(SCALARS, schema.format)) {
    return SCALARS[schema.format];
  }
  const inner = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'description').map(([key, each]) => [key, closed(each, definitions)]));
  return inner.properties === undefined ? inner : { ...inner, additionalProperties: false };
}
