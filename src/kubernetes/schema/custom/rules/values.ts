import { Preserved, SchemaList } from './lists';
import { MetadataValue, TYPE_FIELDS } from './metadata';
import { escapedName, unescapedName } from './names';
import { asDuration, asTimestamp } from '../../../cel/evaluation/time-texts';
import { CelFailure, CelValue, MapValue, noOverload, NotEvaluated } from '../../../cel/evaluation/values';
import { NodeId, Nodes, StructureNode } from '../node';

/*
 * Objects as expressions see them: by the types of their schema, without nulls, with defaults.
 * Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/common/{valuesunstructured,schemas}.go (v1.36)
 */

type Raw = Readonly<Record<string, unknown>>;

/** The value of a node; a null stays one where the schema allows it. */
export function celValueOf(value: unknown, id: NodeId, nodes: Nodes, isRoot = false): CelValue {
  const node = nodes.at(id);
  if (value === null) {
    if (node.nullable) {
      return null;
    }
    throw new CelFailure('invalid data, got null for schema with nullable=false');
  }
  switch (node.type) {
    case 'object': return node.additionalProperties !== undefined ? new SchemaMap(value as Raw, node.additionalProperties, nodes)
      : new SchemaObject(value as Raw, node, nodes, isRoot || node.embedded === true);
    case 'array': return listOf(value as readonly unknown[], node, nodes);
    case 'string': return textOf(value as string, node.format);
    case 'int-or-string': return typeof value === 'string' ? value : BigInt(value as number);
    case 'integer': return BigInt(value as number);
    case 'number': return Number(value);
    case 'boolean': return value === true;
    default: return new Preserved(value);
  }
}

/** What the server makes of a value before it looks at rules: its default, if there is none. Undefined where there is nothing. */
export function settled(given: unknown, node: StructureNode): unknown {
  return given === undefined || (given === null && !node.nullable) ? node.default : given;
}

function listOf(value: readonly unknown[], { items, set, keys }: StructureNode, nodes: Nodes): CelValue {
  if (items === undefined) {
    throw new NotEvaluated('a list without a schema');
  }
  const node = nodes.at(items);
  return new SchemaList(() => value.map(item => celValueOf(settled(item, node) ?? null, items, nodes)), set ? 'set' : keys);
}

function textOf(text: string, format: string | undefined): CelValue {
  switch (format?.replaceAll('-', '')) {
    case 'duration': return schemaDuration(text);
    case 'date': return asTimestamp(`${text}T00:00:00Z`);
    case 'datetime': return asTimestamp(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
    case 'byte': return Buffer.from(text, 'base64');
    default: return text;
  }
}

function schemaDuration(text: string): CelValue {
  try {
    return asDuration(text);
  } catch (error) {
    // Formats of texts take `1 day` as well. Source: kube-openapi pkg/validation/strfmt/duration.go
    throw error instanceof CelFailure ? new NotEvaluated('a duration in words') : error;
  }
}

/** An object with properties. */
class SchemaObject extends MapValue {
  constructor(private readonly raw: Raw, private readonly node: StructureNode, private readonly nodes: Nodes, private readonly isResource: boolean) {
    super();
  }

  public get size(): number {
    return this.keys().length;
  }

  public get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') {
      throw noOverload();
    }
    const name = unescapedName(key);
    return name === undefined ? undefined : this.property(name);
  }

  public keys(): readonly string[] {
    const named = [...this.isResource ? TYPE_FIELDS : [], ...Object.keys(this.node.properties ?? {})];
    return [...new Set(named)].filter(name => this.property(name) !== undefined).map(escapedName);
  }

  private property(name: string): CelValue | undefined {
    const given = Object.hasOwn(this.raw, name) ? this.raw[name] : undefined;
    if (this.isResource && TYPE_FIELDS.includes(name)) {
      return given === undefined || given === null ? undefined : name === 'metadata' ? new MetadataValue(given as Raw) : String(given);
    }
    const { properties } = this.node;
    if (!properties || !Object.hasOwn(properties, name)) {
      // The compiler of the server refuses a definition whose rule asks for it.
      throw new NotEvaluated(`the field ${name}, which the schema does not have`);
    }
    const value = settled(given, this.nodes.at(properties[name])) ?? undefined;
    return value === undefined ? undefined : celValueOf(value, properties[name], this.nodes);
  }
}

/** An object whose keys are free. */
class SchemaMap extends MapValue {
  private readonly node: StructureNode;

  constructor(private readonly raw: Raw, private readonly id: NodeId, private readonly nodes: Nodes) {
    super();
    this.node = nodes.at(id);
  }

  public get size(): number {
    return this.keys().length;
  }

  public get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') {
      throw noOverload();
    }
    return this.has(key) ? celValueOf(this.raw[key], this.id, this.nodes) : undefined;
  }

  public keys(): readonly string[] {
    return Object.keys(this.raw).filter(key => this.has(key));
  }

  private has(key: string): boolean {
    const given = Object.hasOwn(this.raw, key) ? this.raw[key] : undefined;
    return given !== undefined && (given !== null || this.node.nullable === true);
  }
}
