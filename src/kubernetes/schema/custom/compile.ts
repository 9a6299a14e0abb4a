import { CelRule, StructureNode, NodeId, Nodes, RuleId, Structure } from './node';
import { isObject } from '../../../base/plain';

/** An `openAPIV3Schema` as somebody wrote it: any field may have any value. */
type Schema = Readonly<Record<string, unknown>>;

/** Collects schema nodes, and stores equal ones once. */
export class NodeCollection implements Nodes {
  public readonly list: StructureNode[] = [];
  public readonly rules: CelRule[] = [];
  private readonly ids = new Map<string, NodeId>();
  private readonly ruleIds = new Map<string, RuleId>();

  public at(id: NodeId): StructureNode {
    return this.list[id];
  }

  public add(node: StructureNode): NodeId {
    const key = JSON.stringify(node);
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.list.push(node) - 1;
      this.ids.set(key, id);
    }
    return id;
  }

  public rule(id: RuleId): CelRule {
    return this.rules[id];
  }

  public addRule(rule: CelRule): RuleId {
    const key = JSON.stringify(rule);
    let id = this.ruleIds.get(key);
    if (id === undefined) {
      id = this.rules.push(rule) - 1;
      this.ruleIds.set(key, id);
    }
    return id;
  }
}

/** Compiles the `openAPIV3Schema` of a definition in the input. Without one anything is valid: it may be declared elsewhere. */
export function compileNodes(openAPIV3Schema: unknown): Structure {
  const nodes = new NodeCollection();
  return { nodes, root: isObject(openAPIV3Schema) ? compileInto(nodes, openAPIV3Schema) : nodes.add({ open: true }) };
}

/** Adds a schema to a collection, which may hold other schemas already. */
export function compileInto(nodes: NodeCollection, schema: unknown): NodeId {
  const source = isObject(schema) ? schema : {};
  const compiled: Record<string, unknown> = {};
  const put = (name: keyof StructureNode, value: unknown) => {
    if (value !== undefined) {
      compiled[name] = value;
    }
  };
  // In a fixed order, so that equal nodes give equal JSON.
  put('type', source['x-kubernetes-int-or-string'] === true ? 'int-or-string' : text(source.type));
  put('properties', properties(nodes, source.properties));
  put('required', texts(source.required));
  put('additionalProperties', isObject(source.additionalProperties) || source.additionalProperties === true
    ? compileInto(nodes, source.additionalProperties) : undefined);
  put('items', isObject(source.items) ? compileInto(nodes, source.items) : undefined);
  SCALARS.forEach(([name, type]) => put(name, typeof source[name] === type && source[name] !== false ? source[name] : undefined));
  put('default', source.default ?? undefined);
  put('enum', Array.isArray(source.enum) && source.enum.length > 0 ? source.enum : undefined);
  put('format', format(source));
  junctors(nodes, source, put);
  extensions(source, put);
  validations(nodes, source, compiled as StructureNode, put);
  return nodes.add(compiled as StructureNode);
}

const SCALARS: readonly (readonly [keyof StructureNode, string])[] = [
  ['nullable', 'boolean'], ['pattern', 'string'], ['minLength', 'number'], ['maxLength', 'number'],
  ['minimum', 'number'], ['exclusiveMinimum', 'boolean'], ['maximum', 'number'], ['exclusiveMaximum', 'boolean'], ['multipleOf', 'number'],
  ['minItems', 'number'], ['maxItems', 'number'], ['minProperties', 'number'], ['maxProperties', 'number'],
];

type Put = (name: keyof StructureNode, value: unknown) => void;

function junctors(nodes: NodeCollection, source: Schema, put: Put): void {
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = source[name];
    if (Array.isArray(branches) && branches.length > 0 && !saysIntOrString(source, branches)) {
      put(name, branches.map(branch => compileInto(nodes, branch)));
    }
  }
  put('not', isObject(source.not) ? compileInto(nodes, source.not) : undefined);
}

/** The `anyOf` that controller-gen writes beside `x-kubernetes-int-or-string`, and that says the same. */
function saysIntOrString(source: Schema, branches: readonly unknown[]): boolean {
  return source['x-kubernetes-int-or-string'] === true && JSON.stringify(branches) === '[{"type":"integer"},{"type":"string"}]';
}

function extensions(source: Schema, put: Put): void {
  put('open', source['x-kubernetes-preserve-unknown-fields'] === true ? true : undefined);
  put('embedded', source['x-kubernetes-embedded-resource'] === true ? true : undefined);
  put('set', source['x-kubernetes-list-type'] === 'set' ? true : undefined);
  put('keys', source['x-kubernetes-list-type'] === 'map' ? texts(source['x-kubernetes-list-map-keys']) : undefined);
}

/** What `fieldPath` and its siblings may say; anything else is left out, as the server does. */
const RULE_TEXTS = ['message', 'messageExpression', 'reason', 'fieldPath'] as const;

function validations(nodes: NodeCollection, source: Schema, compiled: StructureNode, put: Put): void {
  const branches = Array.isArray(source.allOf) ? source.allOf.filter(isObject) : [];
  const rules = [source, ...branches].flatMap(rulesOf).map(rule => nodes.addRule(rule));
  const { properties: named = {}, items, additionalProperties } = compiled;
  const isRuled = (id: NodeId | undefined) => id !== undefined && nodes.at(id).ruled !== undefined;
  const below = [...Object.keys(named).filter(name => isRuled(named[name])), ...isRuled(items) || isRuled(additionalProperties) ? ['[]'] : []];
  put('rules', rules.length > 0 ? rules : undefined);
  put('ruled', rules.length > 0 || below.length > 0 ? below : undefined);
}

function rulesOf(schema: Schema): CelRule[] {
  const listed = schema['x-kubernetes-validations'];
  return (Array.isArray(listed) ? listed : []).filter(isObject).filter(({ rule }) => typeof rule === 'string' && rule.trim() !== '').map(each => ({
    rule: each.rule as string,
    ...Object.fromEntries(RULE_TEXTS.filter(name => text(each[name]) !== undefined).map(name => [name, each[name]])),
    ...each.optionalOldSelf === true && { optionalOldSelf: true },
  }));
}

function properties(nodes: NodeCollection, value: unknown): Record<string, NodeId> | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  // Built from entries, since a property may be called `__proto__`.
  return Object.fromEntries(Object.keys(value).sort().map(name => [name, compileInto(nodes, value[name])]));
}

/** The server ignores formats that it does not know. Source: apiextensions-apiserver pkg/apiserver/validation/formats.go (v0.36) */
function format({ type, format: named }: Schema): string | undefined {
  if (typeof named !== 'string') {
    return undefined;
  }
  switch (type) {
    case 'integer': return ['int32', 'int64'].includes(named) ? named : undefined;
    case 'number': return ['float', 'double'].includes(named) ? named : undefined;
    case undefined: case '': case 'string': return FORMATS_OF_TEXT.has(named.replaceAll('-', '')) ? named : undefined;
    default: return undefined;
  }
}

const FORMATS_OF_TEXT: ReadonlySet<string> = new Set([
  'bsonobjectid', 'uri', 'email', 'hostname', 'ipv4', 'ipv6', 'cidr', 'mac', 'uuid', 'uuid3', 'uuid4', 'uuid5', 'isbn', 'isbn10', 'isbn13',
  'creditcard', 'ssn', 'hexcolor', 'rgbcolor', 'byte', 'password', 'date', 'duration', 'datetime', 'k8sshortname', 'k8slongname',
]);

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  return list.length > 0 ? list : undefined;
}
