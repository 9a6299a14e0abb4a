import { StructureNode, NodeId, Nodes } from './node';

/** The value after the server has dropped nulls and set defaults. */
export function defaulted(value: unknown, node: StructureNode, nodes: Nodes): unknown {
  if (Array.isArray(value)) {
    return node.items === undefined ? value : value.map(item => settledItem(item, node.items!, nodes));
  }
  return typeof value === 'object' && value !== null ? settledObject(value, node, nodes) : value;
}

function settledItem(item: unknown, id: NodeId, nodes: Nodes): unknown {
  const node = nodes.at(id);
  return item === null && !node.nullable ? node.default ?? null : defaulted(item, node, nodes);
}

function settledObject(value: object, node: StructureNode, nodes: Nodes): object {
  const entries: [string, unknown][] = [];
  for (const [key, child] of Object.entries(value)) {
    const id = childOf(node, key);
    const schema = id === undefined ? undefined : nodes.at(id);
    if (schema ? child !== null || schema.nullable : node.open) {
      entries.push([key, schema ? defaulted(child, schema, nodes) : child]);
    }
  }
  for (const [key, id] of Object.entries(node.properties ?? {})) {
    const schema = nodes.at(id);
    const given = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (schema.default !== undefined && (given === undefined || (given === null && !schema.nullable))) {
      entries.push([key, defaulted(schema.default, schema, nodes)]);
    }
  }
  // Built from entries, since a key may be `__proto__`.
  return Object.fromEntries(entries);
}

function childOf({ properties, additionalProperties }: StructureNode, key: string): NodeId | undefined {
  return properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}
