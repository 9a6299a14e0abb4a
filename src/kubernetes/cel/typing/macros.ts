import type { Checker, Scope } from './checker';
import { BOOL, DYN, INT, isOpen, list, map, Type } from './types';
import { CelNode } from '../parser';

type Call = CelNode & { readonly kind: 'call' };
type Macro = (checker: Checker, call: Call, scope: Scope) => Type;

/*
 * Macros, by what they expand to. Source: cel-go parser/macro.go, cel/library.go optMap, ext/comprehensions.go, ext/lists.go sortByMacro (v0.26)
 */

/** By their name, with a dot for what is called on a value, and the number of arguments. */
export const MACROS: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['has/1', presence],
  ...['all', 'exists', 'exists_one'].flatMap((name): [string, Macro][] => [[`.${name}/2`, quantifier], [`.${name}/3`, quantifier]]),
  ['.existsOne/3', quantifier],
  ['.filter/2', filtered],
  ['.map/2', transformed(1)],
  ['.map/3', transformed(1)],
  ['.transformList/3', transformed(2)],
  ['.transformList/4', transformed(2)],
  ['.transformMap/3', inserted(true)],
  ['.transformMap/4', inserted(true)],
  ['.transformMapEntry/3', inserted(false)],
  ['.transformMapEntry/4', inserted(false)],
  ['.optMap/2', (checker, call, scope) => opened(checker, call, scope, type => checker.resolve('optional.of', [type], call.at))],
  ['.optFlatMap/2', (checker, call, scope) => opened(checker, call, scope, type => type)],
  ['.sortBy/2', sorted],
]);

function presence(checker: Checker, { args: [field], at }: Call, scope: Scope): Type {
  if (field.kind !== 'select' || field.optional) {
    return checker.refuse('invalid argument to has() macro', at);
  }
  checker.field(field, scope);
  return BOOL;
}

/** The last argument is a condition, for any number of variables. */
function quantifier(checker: Checker, call: Call, scope: Scope): Type {
  const body = call.args[call.args.length - 1];
  const inner = ranged(checker, call, call.args.length - 1, scope);
  checker.wantBool(checker.typeOf(body, inner), body.at);
  return BOOL;
}

function filtered(checker: Checker, call: Call, scope: Scope): Type {
  const [variable, condition] = call.args;
  const inner = ranged(checker, call, 1, scope);
  checker.wantBool(checker.typeOf(condition, inner), condition.at);
  return collected(checker, checker.typeOf(variable, inner), call.at);
}

function transformed(variables: number): Macro {
  return (checker, call, scope) => {
    const inner = ranged(checker, call, variables, scope);
    conditioned(checker, call, variables, inner);
    return collected(checker, checker.typeOf(call.args[call.args.length - 1], inner), call.at);
  };
}

/** The condition between the variables and the result, if there is one. */
function conditioned(checker: Checker, { args }: Call, variables: number, inner: Scope): void {
  if (args.length > variables + 1) {
    checker.wantBool(checker.typeOf(args[variables], inner), args[variables].at);
  }
}

/** A list that starts empty, and to which items of the type are added. */
function collected(checker: Checker, item: Type, at: number): Type {
  const result = list(checker.types.fresh());
  const step = checker.resolve('_+_', [result, list(item)], at);
  checker.types.mayBe(result, step) || checker.refuse('no list can hold the results', at);
  return checker.types.settled(result);
}

/** A map that starts empty. */
function inserted(isByKey: boolean): Macro {
  return (checker, call, scope) => {
    const inner = ranged(checker, call, 2, scope);
    conditioned(checker, call, 2, inner);
    const value = checker.typeOf(call.args[call.args.length - 1], inner);
    const result = map(checker.types.fresh(), checker.types.fresh());
    const step = checker.resolve('cel.@mapInsert', isByKey ? [result, checker.typeOf(call.args[0], inner), value] : [result, value], call.at);
    checker.types.mayBe(result, step) || checker.refuse('no map can hold the results', call.at);
    return checker.types.settled(result);
  };
}

/** What is in an optional, under a name. */
function opened(checker: Checker, { target, args, at }: Call, scope: Scope, wrap: (type: Type) => Type): Type {
  const owner = checker.typeOf(target!, scope);
  const condition = checker.resolve('hasValue', [owner], at, true);
  const inner = new Map([...scope, [nameOf(checker, args[0]), checker.resolve('value', [owner], at, true)]]);
  const result = wrap(checker.typeOf(args[1], inner));
  return checker.resolve('_?_:_', [condition, result, checker.resolve('optional.none', [], at)], at);
}

function sorted(checker: Checker, call: Call, scope: Scope): Type {
  const { target, at } = call;
  if (target!.kind === 'literal' || target!.kind === 'map') {
    return checker.refuse('sortBy can only be applied to a list, identifier, comprehension, call or select expression', at);
  }
  const owner = checker.typeOf(target!, scope);
  const inner = boundTo(checker, call, 1, owner, scope);
  const keys = collected(checker, checker.typeOf(call.args[1], inner), at);
  return checker.resolve('@sortByAssociatedKeys', [owner, keys], at, true);
}

/** The scope of the last arguments: the first are names for what is in the range. */
function ranged(checker: Checker, call: Call, variables: number, scope: Scope): Scope {
  return boundTo(checker, call, variables, checker.typeOf(call.target!, scope), scope);
}

function boundTo(checker: Checker, { args, at }: Call, variables: number, range: Type, scope: Scope): Scope {
  const names = args.slice(0, variables).map(each => nameOf(checker, each));
  if (new Set(names).size < names.length) {
    checker.refuse(`duplicate variable name: ${names[0]}`, at);
  }
  const types = typesIn(checker, checker.types.settled(range), variables, at);
  return new Map([...scope, ...names.map((name, index): [string, Type] => [name, types[index]])]);
}

function typesIn(checker: Checker, range: Type, variables: number, at: number): readonly Type[] {
  switch (range.kind) {
    case 'list': return variables === 1 ? range.parameters : [INT, range.parameters[0]];
    case 'map': return range.parameters;
    case 'parameter': checker.types.mayBe(DYN, range); return [DYN, DYN];
    default: return isOpen(range) ? [range, range] : checker.refuse(`expression of type '${range.kind === 'struct' ? 'object' : range.name}' cannot be range of a comprehension (must be list, map, or dynamic)`, at);
  }
}

function nameOf(checker: Checker, node: CelNode): string {
  return node.kind !== 'name' ? checker.refuse('argument must be a simple name', node.at)
    : node.name === '__result__' ? checker.refuse('iteration variable overwrites accumulator variable', node.at) : node.name;
}
