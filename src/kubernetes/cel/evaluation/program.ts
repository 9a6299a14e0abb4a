import { boolean, Code, CodeMaker, decided, Scope } from './code';
import { COMPREHENSIONS, comprehension } from './comprehensions';
import { calledFunction, calledMethod, isNamespace, TYPES } from './functions';
import { int, negated, OPERATORS, uint } from './operators';
import { elementAt, hasField, fieldOf } from './selection';
import { CelFailure, CelValue, noOverload, NotEvaluated, Optional, PlainList, PlainMap, TypeName } from './values';
import type { Work } from '../../schema/custom/work';
import { CelNode, isLogical, parseCel } from '../parser';
import { CelSyntaxProblem } from '../tokens';

/** Limit of an expression in characters. Source: cel-go parser/options.go, defaultExpressionSizeCodePointLimit (v0.26) */
const LONGEST = 100_000;

/** A compiled expression. */
export interface Program {
  /** Whether it reads the variable. */
  reads(variable: string): boolean;
  /**
   * Its value.
   *
   * @throws CelFailure for an expression that ends without a value, NotEvaluated when something in it is not evaluated here
   */
  evaluate(values: readonly CelValue[], work?: Work): CelValue;
}

/**
 * Compiles an expression over these variables.
 *
 * @throws NotEvaluated for a text that is no expression, or that uses something that is not evaluated here
 */
export function programOf(source: string, variables: readonly string[]): Program {
  const compiler = new Compiler(variables);
  const code = compiler.compiled(source);
  return {
    reads: variable => compiler.read.has(variable),
    evaluate: (values, work) => code({ slots: [...values], work }),
  };
}

/** Turns the tree of an expression into functions: rules are evaluated for every object of a kind. */
class Compiler implements CodeMaker {
  public readonly read = new Set<string>();
  private slots: number;
  private readonly root: Scope;

  constructor(variables: readonly string[]) {
    this.slots = variables.length;
    this.root = new Map(variables.map((name, slot) => [name, slot]));
  }

  public compiled(source: string): Code {
    try {
      return this.code(parseCel(source, LONGEST), this.root);
    } catch (error) {
      throw error instanceof CelSyntaxProblem || error instanceof CelFailure ? new NotEvaluated(error.message) : error;
    }
  }

  /** A slot that no other variable has. */
  public newSlot(): number {
    return this.slots++;
  }

  public code(node: CelNode, scope: Scope): Code {
    switch (node.kind) {
      case 'literal': return constant(literal(node));
      case 'name': return this.name(node.name, scope);
      case 'select': return this.select(node, scope);
      case 'index': return this.index(node, scope);
      case 'call': return this.call(node, scope);
      case 'list': return this.list(node, scope);
      case 'map': return this.map(node, scope);
      case 'unary': return this.unary(node, scope);
      case 'binary': return isLogical(node.operator) ? this.logical(node, scope) : this.binary(node, scope);
      case 'choice': return this.choice(node, scope);
    }
  }

  private name(name: string, scope: Scope): Code {
    const slot = scope.get(name);
    if (slot !== undefined) {
      if (slot === this.root.get(name)) {
        this.read.add(name);
      }
      return ({ slots }) => slots[slot];
    }
    if (TYPES.has(name)) {
      return constant(new TypeName(name));
    }
    throw new NotEvaluated(`the name ${name}`);
  }

  private select(node: CelNode & { kind: 'select' }, scope: Scope): Code {
    const dotted = dottedName(node);
    if (dotted !== undefined && TYPES.has(dotted) && !scope.has(dotted.slice(0, dotted.indexOf('.')))) {
      return constant(new TypeName(dotted));
    }
    const target = this.code(node.target, scope);
    return frame => fieldOf(target(frame), node.name, node.optional);
  }

  private index({ target, key, optional }: CelNode & { kind: 'index' }, scope: Scope): Code {
    const [owner, place] = [this.code(target, scope), this.code(key, scope)];
    return frame => elementAt(owner(frame), place(frame), optional);
  }

  private call(node: CelNode & { kind: 'call' }, scope: Scope): Code {
    const { target, name, args } = node;
    if (!target) {
      return name === 'has' ? this.has(node, scope) : calledFunction(name, args.map(each => this.code(each, scope)));
    }
    if (target.kind === 'name' && !scope.has(target.name) && isNamespace(target.name)) {
      return calledFunction(`${target.name}.${name}`, args.map(each => this.code(each, scope)));
    }
    if (Object.hasOwn(COMPREHENSIONS, name)) {
      const made = comprehension(this, { target, name, args }, scope);
      if (made) {
        return made;
      }
    }
    if ((name === 'or' || name === 'orValue') && args.length === 1) {
      return alternative(this.code(target, scope), this.code(args[0], scope), name === 'or');
    }
    return calledMethod(name, [target, ...args].map(each => this.code(each, scope)));
  }

  private has({ args: [field, ...others] }: CelNode & { kind: 'call' }, scope: Scope): Code {
    if (field?.kind !== 'select' || field.optional || others.length > 0) {
      throw new NotEvaluated('has() of something else than a field');
    }
    const target = this.code(field.target, scope);
    return frame => hasField(target(frame), field.name);
  }

  private list({ entries, optional }: CelNode & { kind: 'list' }, scope: Scope): Code {
    const codes = entries.map(each => this.code(each, scope));
    return frame => new PlainList(codes.flatMap((code, index) => optional?.has(index) ? given(code(frame)) : [code(frame)]));
  }

  private map({ entries, optional }: CelNode & { kind: 'map' }, scope: Scope): Code {
    const codes = entries.map(each => this.code(each, scope));
    const places = codes.map((_, index) => index).filter(index => index % 2 === 0);
    return frame => new PlainMap(places.flatMap(place => {
      const [key, value] = [codes[place](frame), codes[place + 1](frame)];
      return (optional?.has(place) ? given(value) : [value]).map((each): [CelValue, CelValue] => [key, each]);
    }));
  }

  private unary({ operator, operand }: CelNode & { kind: 'unary' }, scope: Scope): Code {
    if (operator === '-' && operand.kind === 'literal' && operand.type === 'int') {
      return constant(int(-BigInt(operand.text)));
    }
    const code = this.code(operand, scope);
    return operator === '!' ? frame => !boolean(code(frame)) : frame => negated(code(frame));
  }

  private binary({ operator, left, right }: CelNode & { kind: 'binary' }, scope: Scope): Code {
    const [one, other, operate] = [this.code(left, scope), this.code(right, scope), OPERATORS.get(operator)!];
    return frame => {
      const value = operate(one(frame), other(frame));
      frame.work?.spend(operator === '+' ? sizeOf(value) : 1);
      return value;
    };
  }

  /** One operand decides whatever the others are, even when they fail. */
  private logical(node: CelNode & { kind: 'binary' }, scope: Scope): Code {
    const codes: Code[] = [];
    let first: CelNode = node;
    for (; first.kind === 'binary' && first.operator === node.operator; first = first.left) {
      codes.push(this.code(first.right, scope));
    }
    codes.push(this.code(first, scope));
    codes.reverse();
    const decisive = node.operator === '||';
    return frame => decided(codes, code => code(frame), decisive);
  }

  private choice({ condition, then, otherwise }: CelNode & { kind: 'choice' }, scope: Scope): Code {
    const [test, one, other] = [condition, then, otherwise].map(each => this.code(each, scope));
    return frame => boolean(test(frame)) ? one(frame) : other(frame);
  }
}

/** What the value of an optional entry adds. */
function given(value: CelValue): readonly CelValue[] {
  if (!(value instanceof Optional)) {
    throw noOverload();
  }
  return value.value === undefined ? [] : [value.value];
}

/** `optional.or(other)` and `optional.orValue(other)`: what is not needed is not evaluated. */
function alternative(first: Code, other: Code, isOptional: boolean): Code {
  return frame => {
    const value = first(frame);
    if (!(value instanceof Optional)) {
      throw noOverload();
    }
    return value.value === undefined ? other(frame) : isOptional ? value : value.value;
  };
}

function constant(value: CelValue): Code {
  return () => value;
}

function sizeOf(value: CelValue): number {
  return typeof value === 'string' ? value.length : value instanceof PlainList ? value.items.length : 1;
}

function literal({ type, text }: CelNode & { kind: 'literal' }): CelValue {
  switch (type) {
    case 'int': return int(BigInt(text));
    case 'uint': return uint(BigInt(text.slice(0, -1)));
    case 'double': return Number(text);
    case 'bool': return text === 'true';
    case 'null': return null;
    case 'bytes': return bytes(text);
    default: return text;
  }
}

/** An escape is one byte, any other character what it is in UTF-8: beyond ASCII the token does not tell them apart. */
function bytes(text: string): Uint8Array {
  if (/[^\0-\x7f]/.test(text)) {
    throw new NotEvaluated('bytes beyond ASCII');
  }
  return Buffer.from(text, 'utf8');
}

/** `a.b.c` as one text. */
function dottedName(node: CelNode): string | undefined {
  if (node.kind === 'name') {
    return node.name;
  }
  const owner = node.kind === 'select' && !node.optional ? dottedName(node.target) : undefined;
  return owner === undefined ? undefined : `${owner}.${(node as { name: string }).name}`;
}
