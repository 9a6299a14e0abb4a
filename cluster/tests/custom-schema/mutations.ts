import { StructureNode, NodeId, Nodes, Structure } from '../../../src/kubernetes/schema/custom/node';

/** A change to a valid object. */
export interface Mutation {
  readonly group: MutationClass;
  /** What was done, for people. */
  readonly what: string;
  readonly body: any;
}

export type MutationClass = 'unknown field' | 'wrong type' | 'null' | 'dropped field' | 'number' | 'enum' | 'text' | 'list' | 'absent field' | 'metadata';

type Step = string | number;

/** A value of the object, with what the schema says of it. */
interface Place {
  readonly path: readonly Step[];
  readonly value: unknown;
  readonly node: StructureNode;
}

type Edit = readonly [group: MutationClass, what: string, value: unknown];

const WRONG_TYPES: readonly unknown[] = ['text', 7, 1.5, true, [], [1], {}, { a: 1 }];
const NUMBERS: readonly number[] = [-1, 0, 1, 1.5, 65_536, 2 ** 31, -(2 ** 31) - 1, 2 ** 52, 1e19, 1e30];
const TEXTS: readonly string[] = ['', 'a', 'A b', '-a', 'a'.repeat(70), 'a'.repeat(300), 'ä'.repeat(130), 'a\nb', '0', '10%', 'http://x', '5m', '😀'];

/** Takes away a field; as a value of its own, since undefined may be one. */
const ABSENT = Symbol('absent');

/** All that this file knows to do to an object. */
export function mutationsOf(body: any, structure: Structure): Mutation[] {
  return [...placesOf(body, structure).flatMap(place => editsOf(place, structure.nodes)
    .map(([group, what, value]) => ({ group, what: `${place.path.join('.')}: ${what}`, body: changed(body, place.path, value) }))),
  ...metadataMutations(body)];
}

function placesOf(body: any, { nodes, root }: Structure): Place[] {
  const places: Place[] = [];
  const visit = (value: any, id: NodeId, path: readonly Step[]) => {
    const node = nodes.at(id);
    places.push({ path, value, node });
    if (Array.isArray(value) && node.items !== undefined) {
      value.forEach((item, index) => visit(item, node.items!, [...path, index]));
    } else if (typeof value === 'object' && value !== null) {
      Object.keys(value).filter(key => path.length > 0 || key === 'spec').forEach(key => {
        const child = node.properties?.[key] ?? node.additionalProperties;
        if (child !== undefined) {
          visit(value[key], child, [...path, key]);
        }
      });
    }
  };
  visit(body, root, []);
  return places;
}

function editsOf(place: Place, nodes: Nodes): Edit[] {
  const { value, node } = place;
  if (place.path.length === 0) {
    return [['unknown field', 'add zzz', { ...value as object, zzz: 1 }], ['dropped field', 'drop spec', { ...value as object, spec: undefined }]];
  }
  const general: Edit[] = [
    ...WRONG_TYPES.filter(each => kindOf(each) !== kindOf(value)).map((each): Edit => ['wrong type', show(each), each]),
    ['null', 'null', null],
    ['dropped field', 'drop', ABSENT],
  ];
  return [...general, ...special(value, node, nodes)];
}

function special(value: unknown, node: StructureNode, nodes: Nodes): Edit[] {
  if (typeof value === 'string') {
    const group = node.enum ? 'enum' : 'text';
    return [...new Set([...TEXTS, value.toLowerCase(), value.toUpperCase(), `${value} `, `${value}x`])].filter(each => each !== value).map((each): Edit => [group, show(each), each]);
  } else if (typeof value === 'number') {
    const limits = [node.minimum, node.maximum].filter(each => each !== undefined).flatMap(each => [each - 1, each, each + 1]);
    return [...new Set([...NUMBERS, ...limits])].filter(each => each !== value).map((each): Edit => ['number', show(each), each]);
  } else if (Array.isArray(value)) {
    return listEdits(value, node);
  }
  return typeof value === 'object' && value !== null ? objectEdits(value, node, nodes) : [];
}

function listEdits(value: readonly unknown[], node: StructureNode): Edit[] {
  const long = Array.from({ length: Math.min((node.maxItems ?? 0) + 1, 300) }, () => value[0] ?? 'a');
  return [
    ['list', 'empty', []],
    ['list', 'first twice', [...value, value[0] ?? 'a']],
    ['list', 'first three times', [...value, value[0], value[0]]],
    ['list', 'null in it', [...value, null]],
    ['list', 'twice', [...value, ...value]],
    ...node.maxItems !== undefined ? [['list', `${long.length} items`, long] as const] : [],
  ];
}

function objectEdits(value: object, node: StructureNode, nodes: Nodes): Edit[] {
  const absent = Object.keys(node.properties ?? {}).filter(name => !Object.hasOwn(value, name));
  const renamed = Object.keys(value).map((name): Edit => ['unknown field', `misspell ${name}`, renameKey(value, name, `${name}s`)]);
  return [
    ['unknown field', 'add zzz', { ...value, zzz: 1 }],
    ['unknown field', 'add a.b/c', { ...value, 'a.b/c': { d: [1] } }],
    ...renamed,
    ...absent.flatMap(name => absentEdits(value, name, nodes.at(node.properties![name]))),
  ];
}

/** A field that the object does not have, with values that may be right or wrong. */
function absentEdits(value: object, name: string, node: StructureNode): Edit[] {
  const values = [...node.enum ?? [], 'text', 5, -5, true, [], {}, [{}], { zzz: {} }, [null], null, '2024-02-30T10:00:00Z', '2024-02-29T10:00:00Z'];
  return values.map((each): Edit => ['absent field', `add ${name} = ${show(each)}`, { ...value, [name]: each }]);
}

function renameKey(value: object, from: string, to: string): object {
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name === from ? to : name, child]));
}

/** Names are another check's business; here it is what metadata are made of. */
function metadataMutations(body: any): Mutation[] {
  const edits: [string, unknown][] = [
    ['unknown', { zzz: 1 }], ['labels of numbers', { labels: { a: 1 } }], ['labels as a list', { labels: [] }], ['annotations of objects', { annotations: { a: {} } }],
    ['null label', { labels: { a: null } }], ['null labels', { labels: null }], ['creationTimestamp null', { creationTimestamp: null }],
    ['creationTimestamp no time', { creationTimestamp: 'now' }], ['finalizers as text', { finalizers: 'a/b' }], ['generation as text', { generation: '1' }],
    ['owner with an unknown field', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', zzz: 1 }] }],
    ['owner with a wrong type', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', controller: 'yes' }] }],
  ];
  const whole: [string, unknown][] = [['as text', 'x'], ['as a list', []]];
  return [
    ...edits.map(([what, more]) => ({ group: 'metadata' as const, what: `metadata: ${what}`, body: { ...body, metadata: { ...body.metadata, ...more as object } } })),
    ...whole.map(([what, metadata]) => ({ group: 'metadata' as const, what: `metadata ${what}`, body: { ...body, metadata } })),
  ];
}

function changed(body: any, [step, ...rest]: readonly Step[], value: unknown): any {
  if (step === undefined) {
    return value;
  }
  if (Array.isArray(body)) {
    const items = body.map((item, index) => index === step ? changed(item, rest, value) : item);
    return items.filter(item => item !== ABSENT);
  }
  const entries = Object.entries(body).map(([key, child]) => [key, key === step ? changed(child, rest, value) : child]);
  return Object.fromEntries(entries.filter(([, child]) => child !== ABSENT));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
