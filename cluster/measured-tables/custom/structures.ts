import { NodeCollection, compileInto } from '../../../src/kubernetes/schema/custom/compile';
import { CustomKindRow, CustomReleaseRow, CustomVersionRow } from '../../../src/kubernetes/schema/custom/custom-kind';
import { CelRule, StructureNode, NodeId } from '../../../src/kubernetes/schema/custom/node';
import { CrdSource, allCrdSources, definitionsOf } from '../../harness/crds';
import { Manifest } from '../../harness/manifest';

/** The structures of all definitions of the list. */
export interface Structures {
  /** By `GROUP/KIND`. */
  readonly kinds: Readonly<Record<string, CustomKindRow>>;
  readonly nodes: readonly StructureNode[];
  readonly rules: readonly CelRule[];
}

export async function structuresOfList(): Promise<Structures> {
  const sources = allCrdSources();
  return structuresOf(sources, await definitionsOf(sources));
}

export function structuresOf(sources: readonly CrdSource[], definitions: readonly Manifest[]): Structures {
  const nodes = new NodeCollection();
  const kinds = new Map<string, CustomKindRow>();
  definitions.forEach(({ spec }, index) => {
    const kind = `${spec.group}/${spec.names.kind}`;
    const releases = [...kinds.get(kind)?.releases ?? [], releaseOf(nodes, spec, sources[index])];
    kinds.set(kind, { namespaced: spec.scope === 'Namespaced', releases });
  });
  return renumbered(Object.fromEntries([...kinds].sort(([one], [other]) => one < other ? -1 : 1)), nodes.list, nodes.rules);
}

function releaseOf(nodes: NodeCollection, spec: any, { module, version, channel }: CrdSource): CustomReleaseRow {
  const versions = spec.versions.map(({ name, served, schema: { openAPIV3Schema }, subresources }: any) => [name, {
    root: compileInto(nodes, openAPIV3Schema),
    served,
    celRules: celRules(openAPIV3Schema),
    ...subresources?.status && { status: true },
    ...subresources?.scale && { replicas: subresources.scale.specReplicasPath.slice(1) },
  }]);
  return { source: `${module} ${version}${channel === undefined ? '' : ` (${channel})`}`, versions: Object.fromEntries(versions) };
}

function celRules(schema: any): number {
  if (typeof schema !== 'object' || schema === null) {
    return 0;
  }
  const below = [schema.items, schema.additionalProperties, ...Object.values(schema.properties ?? {})];
  return below.reduce((sum: number, each) => sum + celRules(each), schema['x-kubernetes-validations']?.length ?? 0);
}

/** Nodes that are used most come first: their numbers are short. */
function renumbered(kinds: Readonly<Record<string, CustomKindRow>>, nodes: readonly StructureNode[], rules: readonly CelRule[]): Structures {
  const uses = new Array<number>(nodes.length).fill(0);
  nodes.forEach(node => withChildren(node, id => {
    uses[id]++;
    return id;
  }));
  const order = nodes.map((_, id) => id).sort((one, other) => uses[other] - uses[one] || one - other);
  const place = new Map(order.map((old, now) => [old, now]));
  const moved = (id: NodeId) => place.get(id)!;
  return {
    nodes: order.map(old => withChildren(nodes[old], moved)),
    rules,
    kinds: Object.fromEntries(Object.entries(kinds).map(([kind, { namespaced, releases }]) => [kind, {
      namespaced, releases: releases.map(({ source, versions }) => ({ source, versions: versionsAt(versions, moved) })),
    }])),
  };
}

function versionsAt(versions: Readonly<Record<string, CustomVersionRow>>, moved: (id: NodeId) => NodeId): Record<string, CustomVersionRow> {
  return Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, { ...version, root: moved(version.root) }]));
}

function withChildren(node: StructureNode, change: (id: NodeId) => NodeId): StructureNode {
  const { properties, additionalProperties, items, allOf, anyOf, oneOf, not } = node;
  return {
    ...node,
    ...properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, id]) => [name, change(id)])) },
    ...additionalProperties !== undefined && { additionalProperties: change(additionalProperties) },
    ...items !== undefined && { items: change(items) },
    ...allOf && { allOf: allOf.map(change) },
    ...anyOf && { anyOf: anyOf.map(change) },
    ...oneOf && { oneOf: oneOf.map(change) },
    ...not !== undefined && { not: change(not) },
  };
}
