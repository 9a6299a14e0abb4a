import { VANISHING } from './compare/vanishing';
import { ApiClient } from '../harness/client';
import { differences } from '../harness/compare';
import { EMPTY_MAPS, endsLike, isQuantity, LIST_KEYS, mayVanish, Path, QUANTITIES, Suffix, ZEROES } from '../harness/equal-in-meaning';
import { AskedServer, rememberedServer } from '../harness/remembered/remembered-server';

/** A field of a kind of the API, as the server describes it. */
interface Field {
  readonly path: readonly string[];
  readonly isQuantity: boolean;
  /** Keys of the items, where the list is a map. */
  readonly listKeys?: readonly string[];
}

let server: AskedServer;
let fields: Field[];

beforeAll(async () => {
  server = await rememberedServer(__filename, { minor: '1.36', crds: false });
  fields = fieldsOf(await schemas(server.client));
});

afterAll(() => server?.stop());

describe('what the comparison takes for a quantity', () => {
  test('is one to the server', () => {
    const quantities = new Set(fields.filter(field => field.isQuantity).map(textOf));
    expect(fields.filter(field => isQuantity(field.path) && !quantities.has(textOf(field))).map(textOf)).toEqual([]);
    expect(QUANTITIES.filter(end => !fields.some(({ path }) => endsLike(path, end)))).toEqual([]);
  });

  test('is all that users write as one', () => {
    expect(fields.filter(field => field.isQuantity && !isQuantity(field.path)).map(textOf)).toEqual([]);
  });
});

test.each(LIST_KEYS)('$at is a map by $keys to the server', ({ at, keys }) => {
  const lists = fields.filter(({ path, listKeys }) => listKeys && endsLike(path, at));
  expect(lists).not.toEqual([]);
  expect(lists.filter(({ listKeys }) => [...listKeys!].sort().join() !== [...keys].sort().join()).map(textOf)).toEqual([]);
});

describe('what may vanish', () => {
  const met = new Set<Suffix>();

  test.each(VANISHING)('of a $kind: vanishes, and nothing else does', async object => {
    const { status, body } = await server.client.dryRun(object);
    expect([status, differences(object, body)]).toEqual([201, []]);
    const excused = leaves(object).filter(({ path, value }) => mayVanish(path, value));
    expect(excused.filter(({ path }) => path.reduce((value: any, key) => value?.[key], body) !== undefined)).toEqual([]);
    [...EMPTY_MAPS, ...Object.values(ZEROES).flat()].filter(end => excused.some(({ path }) => endsLike(path, end))).forEach(end => met.add(end));
  });

  test('was sent, all of it', () => {
    expect([...EMPTY_MAPS, ...Object.values(ZEROES).flat()].filter(end => !met.has(end))).toEqual([]);
  });
});

/** Everything in a value that has nothing in it. */
function leaves(value: unknown, path: Path = []): { readonly path: Path; readonly value: unknown }[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return inner.length === 0 ? [{ path, value }] : inner.flatMap(([key, each]) => leaves(each, [...path, Array.isArray(value) ? Number(key) : key]));
}

type Schemas = Readonly<Record<string, any>>;

/** Schemas of all groups that the server itself implements. */
async function schemas(client: ApiClient): Promise<Schemas> {
  const { paths } = await client.call<{ paths: Record<string, { serverRelativeURL: string }> }>('GET', '/openapi/v3');
  const groups = Object.entries(paths).filter(([path]) => /^apis?\//.test(path));
  const documents = await Promise.all(groups.map(([, { serverRelativeURL }]) => client.call('GET', serverRelativeURL)));
  return Object.assign({}, ...documents.map(({ components }) => components?.schemas));
}

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
/** Controllers write these, and the status of everything. */
const NOT_MANIFESTS = ['CSIStorageCapacity', 'VolumeAttachment'];

function fieldsOf(all: Schemas): Field[] {
  const isKind = (schema: any) => schema['x-kubernetes-group-version-kind']?.length === 1 && schema.properties?.metadata;
  const kinds = Object.entries(all).filter(([name, schema]) =>
    isKind(schema) && !name.endsWith('List') && !NOT_MANIFESTS.some(kind => name.endsWith(`.${kind}`)));
  return kinds.flatMap(([name]) => fieldsBelow(all, all[name], [], [name]));
}

/** Fields below a schema; `seen` ends the recursion of schemas that hold themselves. */
function fieldsBelow(all: Schemas, schema: any, path: readonly string[], seen: readonly string[]): Field[] {
  const reference: string | undefined = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
  const itself = path.length > 0 ? [{ path, isQuantity: reference === QUANTITY, listKeys: schema['x-kubernetes-list-map-keys'] }] : [];
  if (reference !== undefined) {
    const below = seen.includes(reference) ? [] : fieldsBelow(all, all[reference], path, [...seen, reference]);
    return [...itself, ...below.filter(field => field.path.length > path.length)];
  }
  const inner = Object.entries<any>(schema.properties ?? {}).filter(([key]) => key !== 'status');
  return [
    ...itself,
    ...inner.flatMap(([key, each]) => fieldsBelow(all, each, [...path, key], seen)),
    ...(schema.items ? fieldsBelow(all, schema.items, path, seen) : []),
    ...(typeof schema.additionalProperties === 'object' ? fieldsBelow(all, schema.additionalProperties, [...path, '*'], seen) : []),
  ];
}

function textOf({ path }: Field): string {
  return path.join('.');
}
