import type { Work } from './work';

/** Place of a node in its structure. Equal parts of schemas are one node, so that the pod template of twenty kinds is kept once. */
export type NodeId = number;

/** One level of a structural schema, without what only people read. Names and meaning are those of OpenAPI unless a comment says otherwise. */
export interface StructureNode {
  /** `int-or-string` is both. Absent: anything. */
  readonly type?: string;
  readonly properties?: Readonly<Record<string, NodeId>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: NodeId;
  readonly items?: NodeId;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly NodeId[];
  readonly anyOf?: readonly NodeId[];
  readonly oneOf?: readonly NodeId[];
  readonly not?: NodeId;
  /** `x-kubernetes-preserve-unknown-fields`. */
  readonly open?: boolean;
  /** `x-kubernetes-embedded-resource`. */
  readonly embedded?: boolean;
  /** `x-kubernetes-list-type: set`. */
  readonly set?: boolean;
  /** `x-kubernetes-list-map-keys` of a list of type `map`. */
  readonly keys?: readonly string[];
}

/** Where nodes are looked up. */
export interface Nodes {
  /** The account that pays for what is done with them, where they come from the input. */
  readonly work?: Work;
  at(id: NodeId): StructureNode;
}

/** Nodes whose use is paid for. */
export class PaidNodes implements Nodes {
  constructor(private readonly nodes: Nodes, public readonly work: Work) {}

  public at(id: NodeId): StructureNode {
    this.work.spend(1);
    return this.nodes.at(id);
  }
}

/** The structure of one version of one kind. */
export interface Structure {
  readonly nodes: Nodes;
  readonly root: NodeId;
}

/** Nodes as lines of JSON, each read when it is met first: of thousands, one object needs a few dozen. */
export class PackedNodes implements Nodes {
  private readonly decoded: (StructureNode | undefined)[];

  constructor(private readonly lines: readonly string[]) {
    this.decoded = new Array<StructureNode | undefined>(lines.length);
  }

  public at(id: NodeId): StructureNode {
    return this.decoded[id] ??= JSON.parse(this.lines[id]) as StructureNode;
  }
}
