import { Form, functionsOf } from './functions';
import { argumentProblem, numberProblem } from './literals';
import { MACROS } from './macros';
import { BOOL, DYN, INT, isOpen, isOptional, isSame, list, map, optional, plainType, shown, Type, typeOf, UNKNOWN } from './types';
import { NodeOf, Scope, Typing } from './typing';
import { Unification } from './unification';
import { CelNode, isLogical } from '../parser';
import { CelSyntaxProblem } from '../tokens';

/** Names of types, which are values. */
const TYPES: ReadonlyMap<string, Type> = new Map([
  ...['bool', 'bytes', 'double', 'int', 'string', 'uint'].map(name => [name, typeOf(plainType(name))] as const),
  ['null_type', typeOf(plainType('null'))], ['list', typeOf(list(DYN))], ['map', typeOf(map(DYN, DYN))], ['type', typeOf(typeOf(DYN))],
  ['google.protobuf.Duration', typeOf(plainType('duration'))], ['google.protobuf.Timestamp', typeOf(plainType('timestamp'))],
]);
/** Packages and types of libraries: what is behind them is not known here. */
const PACKAGES: ReadonlySet<string> = new Set(['google', 'kubernetes', 'net', 'optional_type', 'cel']);
/** Methods of authorizers, which no rule has; on a value of any type they compile. */
const OF_AUTHORIZERS: ReadonlySet<string> = new Set([
  'allowed', 'check', 'error', 'errored', 'fieldSelector', 'group', 'labelSelector', 'name', 'namespace', 'path', 'reason', 'resource', 'serviceAccount', 'subresource',
]);

/** Finds the types of an expression, or why it has none. Source: cel-go checker/checker.go (v0.26) */
export class Checker implements Typing {
  readonly types = new Unification();
  /** Whether something has a type that is not known here. */
  isPartial = false;
  private readonly read = new Set<string>();
  private readonly functions: ReadonlyMap<string, readonly Form[]>;
  /** Lists and maps that are written out, with the types of what is in them. */
  private readonly literals: (readonly [type: Type, at: number])[][] = [];

  constructor(minor: string) {
    this.functions = functionsOf(minor);
  }

  /** @throws CelSyntaxProblem */
  check(tree: CelNode, scope: Scope): Type {
    const type = this.types.settled(this.typeOf(tree, scope), true);
    this.literals.forEach(each => this.wantAlike(each));
    return type;
  }

  /** Whether a variable is read. */
  reads(name: string): boolean {
    return this.read.has(name);
  }

  typeOf(node: CelNode, scope: Scope): Type {
    switch (node.kind) {
      case 'literal': return this.literal(node);
      case 'name': return this.named(node, scope);
      case 'select': return this.select(node, scope);
      case 'index': return this.called(`_[${node.optional ? '?' : ''}_]`, [node.target, node.key], node.at, scope);
      case 'call': return this.call(node, scope);
      case 'list': return this.list(node, scope);
      case 'map': return this.map(node, scope);
      case 'unary': return this.unary(node, scope);
      case 'binary': return isLogical(node.operator) ? this.logical(node, scope) : this.binary(node, scope);
      case 'choice': return this.called('_?_:_', [node.condition, node.then, node.otherwise], node.at, scope);
    }
  }

  resolve(name: string, given: readonly Type[], at: number, isMethod = false): Type {
    let result: Type | undefined;
    for (const form of this.functions.get(name) ?? []) {
      const own = form.isMethod === isMethod && form.takes.length === given.length ? this.instance(form) : undefined;
      if (own !== undefined && this.types.mayAllBe(given, own.takes)) {
        const gives = this.types.settled(own.gives);
        result = result === undefined || isSame(result, gives) ? gives : DYN;
      }
    }
    return result ?? this.refuse(`found no matching overload for '${name}' applied to '${this.shownCall(given, isMethod)}'`, at);
  }

  refuse(text: string, at: number): never {
    throw new CelSyntaxProblem(text, at);
  }

  unknown(): Type {
    this.isPartial = true;
    return UNKNOWN;
  }

  wantBool(type: Type, at: number): void {
    this.types.mayBe(type, BOOL) || this.refuse(`expected type 'bool' but found '${shown(this.types.settled(type, true))}'`, at);
  }

  private shownCall(given: readonly Type[], isMethod: boolean): string {
    const texts = given.map(each => shown(this.types.settled(each, true)));
    return isMethod ? `${texts[0]}.(${texts.slice(1).join(', ')})` : `(${texts.join(', ')})`;
  }

  /** The types of a form, with parameters of their own. */
  private instance({ takes, gives, parameters }: Form): Pick<Form, 'takes' | 'gives'> {
    if (parameters.length === 0) {
      return { takes, gives };
    }
    const fresh = new Map(parameters.map(name => [name, this.types.fresh()]));
    const own = (type: Type): Type => type.kind === 'parameter' ? fresh.get(type.name)! : { ...type, parameters: type.parameters.map(own) };
    return { takes: takes.map(own), gives: own(gives) };
  }

  private literal({ type, text, at }: NodeOf<'literal'>): Type {
    const problem = numberProblem(type, text);
    return problem === undefined ? plainType(type) : this.refuse(problem, at);
  }

  private named({ name, at }: NodeOf<'name'>, scope: Scope): Type {
    const variable = scope.get(name);
    if (variable !== undefined) {
      this.read.add(name);
      return variable;
    }
    return TYPES.get(name) ?? (PACKAGES.has(name) ? this.unknown() : this.refuse(`undeclared reference to '${name}'`, at));
  }

  private select(node: NodeOf<'select'>, scope: Scope): Type {
    return TYPES.get(dottedName(node) ?? '') ?? this.types.settled(this.field(node, scope));
  }

  field({ target, name, optional: isAsked, at }: NodeOf<'select'>, scope: Scope): Type {
    const owner = this.types.settled(this.typeOf(target, scope));
    const inner = isOptional(owner) ? owner.parameters[0] : owner;
    const type = this.fieldOf(inner, name, at);
    return isAsked || isOptional(owner) ? optional(type) : type;
  }

  private fieldOf(owner: Type, name: string, at: number): Type {
    switch (owner.kind) {
      case 'map': return owner.parameters[1];
      case 'struct': return owner.fields!.get(name) ?? owner.fields!.get(`__${name}__`) ?? this.refuse(`undefined field '${name}'`, at);
      case 'parameter': this.types.mayBe(DYN, owner); return DYN;
      default: return isOpen(owner) ? owner : this.refuse(`type '${shown(owner)}' does not support field selection`, at);
    }
  }

  private call(node: NodeOf<'call'>, scope: Scope): Type {
    const { target, name, args, at } = node;
    const macro = MACROS.get(`${target === undefined ? '' : '.'}${name}/${args.length}`);
    if (macro !== undefined && (name !== 'sortBy' || this.functions.has('@sortByAssociatedKeys'))) {
      return macro(this, node, scope);
    }
    const problem = argumentProblem(name, args);
    if (problem !== undefined) {
      this.refuse(problem, at);
    }
    const qualified = target === undefined ? name : `${dottedName(target) ?? ''}.${name}`;
    if (this.functions.has(qualified)) {
      return this.called(qualified, args, at, scope);
    }
    const isKnown = this.functions.has(name);
    if (target === undefined || !isKnown && !OF_AUTHORIZERS.has(name)) {
      return this.refuse(`undeclared reference to '${name}'`, at);
    }
    const given = [...args.map(each => this.typeOf(each, scope))];
    const owner = this.typeOf(target, scope);
    return isKnown ? this.resolve(name, [owner, ...given], at, true) : isOpen(owner) ? this.unknown() : this.refuse(`found no matching overload for '${name}'`, at);
  }

  private called(name: string, args: readonly CelNode[], at: number, scope: Scope): Type {
    return this.resolve(name, args.map(each => this.typeOf(each, scope)), at);
  }

  private list({ entries, optional: maybe }: NodeOf<'list'>, scope: Scope): Type {
    const items = entries.map((each, index) => [this.given(each, maybe?.has(index), scope), each.at] as const);
    this.literals.push(items);
    return list(this.joined(items));
  }

  private map({ entries, optional: maybe }: NodeOf<'map'>, scope: Scope): Type {
    const all = entries.map((each, index) => [this.given(each, index % 2 === 1 && maybe?.has(index - 1), scope), each.at] as const);
    const [keys, values] = [0, 1].map(rest => all.filter((_, index) => index % 2 === rest));
    this.literals.push(keys, values);
    return map(this.joined(keys), this.joined(values));
  }

  /** The type of an entry; one behind a question mark is optional. */
  private given(node: CelNode, isMaybe: boolean | undefined, scope: Scope): Type {
    const type = this.types.settled(this.typeOf(node, scope));
    if (isMaybe !== true || isOpen(type)) {
      return type;
    }
    return isOptional(type) ? type.parameters[0] : this.refuse(`expected type 'optional_type(${shown(type)})' but found '${shown(type)}'`, node.at);
  }

  /** The one type of all entries. */
  private joined(entries: readonly (readonly [Type, number])[]): Type {
    return entries.length === 0 ? this.types.fresh() : entries.map(([type]) => type).reduce((before, type, index) => (
      this.types.mayBe(before, type) ? this.types.moreGeneral(before, type) : this.mismatch(before, type, entries[index][1])
    ));
  }

  /** Entries of a literal have one type, and none of any type among them. Source: cel-go cel/validator.go ValidateHomogeneousAggregateLiterals */
  private wantAlike(entries: readonly (readonly [Type, number])[]): void {
    const settled = entries.map(([type]) => this.types.settled(type, true));
    const odd = settled.findIndex(type => type.kind !== 'unknown' && settled[0].kind !== 'unknown' && !isSame(settled[0], type, false));
    if (odd > 0) {
      this.mismatch(settled[0], settled[odd], entries[odd][1]);
    }
  }

  private mismatch(expected: Type, found: Type, at: number): never {
    return this.refuse(`expected type '${shown(this.types.settled(expected, true))}' but found '${shown(this.types.settled(found, true))}'`, at);
  }

  private unary({ operator, operand, at }: NodeOf<'unary'>, scope: Scope): Type {
    if (operator === '-' && operand.kind === 'literal' && operand.type === 'int') {
      const problem = numberProblem('int', `-${operand.text}`);
      return problem === undefined ? INT : this.refuse(problem, at);
    }
    return this.called(`${operator}_`, [operand], at, scope);
  }

  /** Chains are walked in a loop: thousands of conditions would overflow the stack. */
  private logical(node: NodeOf<'binary'>, scope: Scope): Type {
    const chain: CelNode[] = [];
    let first: CelNode = node;
    for (; first.kind === 'binary' && isLogical(first.operator); first = first.left) {
      chain.push(first.right);
    }
    [first, ...chain.reverse()].forEach(each => this.wantBool(this.typeOf(each, scope), each.at));
    return BOOL;
  }

  private binary({ operator, left, right, at }: NodeOf<'binary'>, scope: Scope): Type {
    return this.called(operator === 'in' ? '@in' : `_${operator}_`, [left, right], at, scope);
  }
}

/** `a.b.c` as one text. */
function dottedName(node: CelNode): string | undefined {
  if (node.kind === 'name') {
    return node.name;
  }
  const owner = node.kind === 'select' && !node.optional ? dottedName(node.target) : undefined;
  return owner === undefined ? undefined : `${owner}.${(node as NodeOf<'select'>).name}`;
}

