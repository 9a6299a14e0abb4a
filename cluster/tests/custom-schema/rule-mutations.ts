import { CelRule, NodeId, Structure, StructureNode } from '../../../src/kubernetes/schema/custom/node';
import { matchesPattern } from '../../../src/kubernetes/schema/custom/pattern/pattern';

/** An object some random steps away from a valid one. */
export interface Walked {
  readonly what: string;
  readonly body: any;
}

type Step = string | number;

interface Place {
  readonly path: readonly Step[];
  readonly value: any;
  readonly node: StructureNode;
}

interface Change {
  readonly what: string;
  readonly value: unknown;
}

/** Texts that rules speak of, and forms that patterns ask for. */
const TEXTS: readonly string[] = [
  '', 'a', 'b', 'a.b', '/', '/a', '/a/', '//', '*', '*.example.com', 'example.com', '10.0.0.1', '::1', 'https://a.example', '1s', '10m', '0s', '100%', '50%', '10', 'Always', 'tcp', 'a@latest',
  'kubernetes.io/a', 'example.com/a', 'GET', 'core', '1h30m', '{}', 'vpc', 'i-0123456789abcdef0', 'subnet-0123456789abcdef0', '2Gi', 'm5.large', '0 0 * * *', 'a/b:c',
];
const NUMBERS: readonly number[] = [0, 1, 2, 3, 5, 10, 80, 443, 100, 200, 404, 500, 8080, 65_535, 30_000, -1];
/** Deepest level at which properties that are not required are made. */
const DEEPEST = 2;

/** Changes objects so that they mostly keep to their schema: what remains for the server to refuse is a matter of rules. */
export class RuleWalks {
  private readonly literals: readonly string[];

  constructor(private readonly structure: Structure, private readonly random: () => number) {
    const rules = rulesBelow(structure, structure.root, new Set());
    this.literals = [...new Set(rules.flatMap(({ rule }) => [...rule.matchAll(/'([^'\\]*)'|"([^"\\]*)"/g)].map(([, one, other]) => one ?? other)))];
  }

  /** One to five changes, each of the object that the one before left. */
  public from(body: any): Walked {
    const done: string[] = [];
    let now = body;
    for (let left = 1 + Math.floor(this.random() * 5); left > 0; left--) {
      const place = this.oneOf(this.places(now));
      const change = place && this.change(place);
      if (place && change) {
        now = changed(now, place.path, change.value);
        done.push(`${place.path.join('.')}: ${change.what}`);
      }
    }
    return { what: done.join('; '), body: now };
  }

  private oneOf<Each>(all: readonly Each[]): Each | undefined {
    return all[Math.floor(this.random() * all.length)];
  }

  /** Those below a rule come more often. */
  private places(body: any): Place[] {
    const { nodes, root } = this.structure;
    const places: Place[] = [];
    const visit = (value: any, id: NodeId, path: readonly Step[], isNear: boolean) => {
      const node = nodes.at(id);
      const near = isNear || node.rules !== undefined;
      if (path.length > 0) {
        places.push(...Array<Place>(near || node.ruled ? 4 : 1).fill({ path, value, node }));
      }
      if (Array.isArray(value) && node.items !== undefined) {
        value.forEach((item, index) => visit(item, node.items!, [...path, index], near));
      } else if (typeof value === 'object' && value !== null) {
        Object.keys(value).filter(key => path.length > 0 || !['metadata', 'status', 'apiVersion', 'kind'].includes(key)).forEach(key => {
          const child = node.properties?.[key] ?? node.additionalProperties;
          if (child !== undefined) {
            visit(value[key], child, [...path, key], near);
          }
        });
      }
    };
    visit(body, root, [], false);
    return places;
  }

  private change({ value, node, path }: Place): Change | undefined {
    if (this.random() < 0.15 && path.length > 1) {
      return { what: 'drop', value: ABSENT };
    } else if (Array.isArray(value)) {
      return this.changedList(value, node);
    } else if (typeof value === 'object' && value !== null) {
      return this.changedObject(value, node);
    }
    const made = this.made(node, 0);
    return made === undefined ? undefined : { what: JSON.stringify(made).slice(0, 60), value: made };
  }

  private changedList(value: readonly unknown[], { items }: StructureNode): Change {
    const roll = this.random();
    if (roll < 0.1) {
      return { what: 'empty', value: [] };
    } else if (roll < 0.35 && value.length > 0) {
      return { what: 'an item twice', value: [...value, this.oneOf(value)] };
    } else if (roll < 0.5 && value.length > 1) {
      return { what: 'turned round', value: [...value].reverse() };
    }
    const item = items === undefined ? 'a' : this.made(this.structure.nodes.at(items), 0);
    return { what: `add ${JSON.stringify(item).slice(0, 80)}`, value: [...value, item] };
  }

  private changedObject(value: any, { properties, additionalProperties }: StructureNode): Change | undefined {
    const absent = Object.keys(properties ?? {}).filter(name => !Object.hasOwn(value, name));
    const name = properties ? this.oneOf(absent) : this.oneOf([...TEXTS, ...this.literals]);
    const id = properties ? name && properties[name] : additionalProperties;
    if (name === undefined || typeof id !== 'number') {
      return undefined;
    }
    const made = this.made(this.structure.nodes.at(id), 0);
    return { what: `add ${name} = ${JSON.stringify(made)?.slice(0, 80)}`, value: { ...value, [name]: made } };
  }

  /** A value that the schema takes, as far as this is easy. */
  private made(node: StructureNode, depth: number): unknown {
    if (node.enum) {
      return this.oneOf(node.enum);
    }
    switch (node.type) {
      case 'boolean': return this.random() < 0.5;
      case 'integer': case 'number': return this.number(node);
      case 'int-or-string': return this.oneOf<unknown>(['10%', '1', 0, 1, 2, '100%', '5m']);
      case 'string': return this.text(node);
      case 'array': return this.list(node, depth);
      default: return this.object(node, depth);
    }
  }

  private number({ minimum = -Infinity, maximum = Infinity }: StructureNode): number {
    return this.oneOf(NUMBERS.filter(each => each >= minimum && each <= maximum)) ?? Math.max(1, minimum);
  }

  private list({ minItems = 0, items }: StructureNode, depth: number): unknown[] {
    const length = Math.max(minItems, Math.floor(this.random() * 3));
    return Array.from({ length }, () => items === undefined ? 'a' : this.made(this.structure.nodes.at(items), depth + 1));
  }

  private text({ minLength = 0, maxLength = Infinity, pattern, format }: StructureNode): string {
    const isFitting = (text: string) => text.length >= minLength && text.length <= maxLength && matchesPattern(pattern ?? '', text);
    const ofFormat = format === 'date-time' ? '2026-01-01T00:00:00Z' : undefined;
    return ofFormat ?? this.oneOf([...TEXTS, ...this.literals].filter(isFitting)) ?? 'a';
  }

  private object({ properties = {}, required = [], additionalProperties }: StructureNode, depth: number): object {
    if (additionalProperties !== undefined) {
      const keys = Array.from({ length: Math.floor(this.random() * 3) }, () => this.oneOf([...TEXTS, ...this.literals])!);
      return Object.fromEntries(keys.map(key => [key, this.made(this.structure.nodes.at(additionalProperties), depth + 1)]));
    }
    const optional = depth >= DEEPEST ? [] : Object.keys(properties).filter(() => this.random() < 0.3);
    const names = [...new Set([...required, ...optional])].filter(name => Object.hasOwn(properties, name));
    return Object.fromEntries(names.map(name => [name, this.made(this.structure.nodes.at(properties[name]), depth + 1)]));
  }
}

/** All rules of a schema. */
export function rulesBelow({ nodes }: Structure, root: NodeId, seen: Set<NodeId>): CelRule[] {
  const node = nodes.at(root);
  if (node.ruled === undefined || seen.has(root)) {
    return [];
  }
  seen.add(root);
  const below = node.ruled.map(name => name === '[]' ? (node.items ?? node.additionalProperties)! : node.properties![name]);
  return [...(node.rules ?? []).map(id => nodes.rule(id)), ...below.flatMap(id => rulesBelow({ nodes, root: id }, id, seen))];
}

/** Takes away a value. */
const ABSENT = Symbol('absent');

function changed(body: any, [step, ...rest]: readonly Step[], value: unknown): any {
  if (step === undefined) {
    return value;
  }
  if (Array.isArray(body)) {
    return body.map((item, index) => index === step ? changed(item, rest, value) : item).filter(item => item !== ABSENT);
  }
  const entries = Object.entries(body).map(([key, child]) => [key, key === step ? changed(child, rest, value) : child]);
  return Object.fromEntries(entries.filter(([, child]) => child !== ABSENT));
}
