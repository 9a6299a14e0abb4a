import type { Work } from './work';

/** Index of a node. Equal parts of schemas share one node: the pod template of twenty kinds is stored once. */
export type NodeId = number;

/** Index of a rule in CEL. Equal rules are stored once. */
export type RuleId = number;

/** A rule of `x-kubernetes-validations`, with its names. */
export interface CelRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** Takes a rule about which nothing is known, because it uses what is not evaluated here. */
export type Unevaluated = (rule: CelRule, reason: string) => void;

/** One level of a structural schema, without descriptions. Names and meaning are those of OpenAPI unless a comment says otherwise. */
export interface StructureNode {
  /** Absent: any type. `int-or-string` accepts both. */
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
  /** `x-kubernetes-validations`, those of its `allOf` among them. */
  readonly rules?: readonly RuleId[];
  /** Where rules stand below: names of properties, `[]` for items and the values of maps. Absent where neither the node nor anything below it has a rule. */
  readonly ruled?: readonly string[];
}

/** Where nodes are looked up. */
export interface Nodes {
  /** Budget that each look-up is charged to; present for schemas from the input. */
  readonly work?: Work;
  at(id: NodeId): StructureNode;
  rule(id: RuleId): CelRule;
}

/** Nodes whose look-ups are charged to a budget. */
export class PaidNodes implements Nodes {
  constructor(private readonly nodes: Nodes, public readonly work: Work) {}

  public at(id: NodeId): StructureNode {
    this.work.spend(1);
    return this.nodes.at(id);
  }

  public rule(id: RuleId): CelRule {
    return this.nodes.rule(id);
  }
}

/** The schema of one version of one kind. */
export interface Structure {
  readonly nodes: Nodes;
  readonly root: NodeId;
}

/** Nodes as lines of JSON, each parsed at its first look-up: one object needs a few dozen of thousands. Rules are loaded when the first is asked for. */
export class PackedNodes implements Nodes {
  private readonly decoded: (StructureNode | undefined)[];
  private rules?: (CelRule | undefined)[];
  private ruleLines: readonly string[] = [];

  constructor(private readonly lines: readonly string[], private readonly loadRules: () => readonly string[]) {
    this.decoded = new Array<StructureNode | undefined>(lines.length);
  }

  public at(id: NodeId): StructureNode {
    return this.decoded[id] ??= JSON.parse(this.lines[id]) as StructureNode;
  }

  public rule(id: RuleId): CelRule {
    if (!this.rules) {
      this.ruleLines = this.loadRules();
      this.rules = new Array<CelRule | undefined>(this.ruleLines.length);
    }
    return this.rules[id] ??= JSON.parse(this.ruleLines[id]) as CelRule;
  }
}
