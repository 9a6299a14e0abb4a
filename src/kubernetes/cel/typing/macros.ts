import { BOOL, DYN, INT, isOpen, list, map, Type } from './types';
import { NodeOf, Scope, Typing } from './typing';
import { CelNode } from '../parser';

type Call = NodeOf<'call'>;
type Macro = (typing: Typing, call: Call, scope: Scope) => Type;

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
  ['.optMap/2', (typing, call, scope) => opened(typing, call, scope, type => typing.resolve('optional.of', [type], call.at))],
  ['.optFlatMap/2', (typing, call, scope) => opened(typing, call, scope, type => type)],
  ['.sortBy/2', sorted],
]);

function presence(typing: Typing, { args: [field], at }: Call, scope: Scope): Type {
  if (field.kind !== 'select' || field.optional) {
    return typing.refuse('invalid argument to has() macro', at);
  }
  typing.field(field, scope);
  return BOOL;
}

/** The last argument is a condition, for any number of variables. */
function quantifier(typing: Typing, call: Call, scope: Scope): Type {
  const body = call.args[call.args.length - 1];
  const inner = ranged(typing, call, call.args.length - 1, scope);
  typing.wantBool(typing.typeOf(body, inner), body.at);
  return BOOL;
}

function filtered(typing: Typing, call: Call, scope: Scope): Type {
  const [variable, condition] = call.args;
  const inner = ranged(typing, call, 1, scope);
  typing.wantBool(typing.typeOf(condition, inner), condition.at);
  return collected(typing, typing.typeOf(variable, inner), call.at);
}

function transformed(variables: number): Macro {
  return (typing, call, scope) => {
    const inner = ranged(typing, call, variables, scope);
    conditioned(typing, call, variables, inner);
    return collected(typing, typing.typeOf(call.args[call.args.length - 1], inner), call.at);
  };
}

/** The condition between the variables and the result, if there is one. */
function conditioned(typing: Typing, { args }: Call, variables: number, inner: Scope): void {
  if (args.length > variables + 1) {
    typing.wantBool(typing.typeOf(args[variables], inner), args[variables].at);
  }
}

/** A list that starts empty, and to which items of the type are added. */
function collected(typing: Typing, item: Type, at: number): Type {
  const result = list(typing.types.fresh());
  const step = typing.resolve('_+_', [result, list(item)], at);
  typing.types.mayBe(result, step) || typing.refuse('no list can hold the results', at);
  return typing.types.settled(result);
}

/** A map that starts empty. */
function inserted(isByKey: boolean): Macro {
  return (typing, call, scope) => {
    const inner = ranged(typing, call, 2, scope);
    conditioned(typing, call, 2, inner);
    const value = typing.typeOf(call.args[call.args.length - 1], inner);
    const result = map(typing.types.fresh(), typing.types.fresh());
    const step = typing.resolve('cel.@mapInsert', isByKey ? [result, typing.typeOf(call.args[0], inner), value] : [result, value], call.at);
    typing.types.mayBe(result, step) || typing.refuse('no map can hold the results', call.at);
    return typing.types.settled(result);
  };
}

/** What is in an optional, under a name. */
function opened(typing: Typing, { target, args, at }: Call, scope: Scope, wrap: (type: Type) => Type): Type {
  const owner = typing.typeOf(target!, scope);
  const condition = typing.resolve('hasValue', [owner], at, true);
  const inner = new Map([...scope, [nameOf(typing, args[0]), typing.resolve('value', [owner], at, true)]]);
  const result = wrap(typing.typeOf(args[1], inner));
  return typing.resolve('_?_:_', [condition, result, typing.resolve('optional.none', [], at)], at);
}

function sorted(typing: Typing, call: Call, scope: Scope): Type {
  const { target, at } = call;
  if (target!.kind === 'literal' || target!.kind === 'map') {
    return typing.refuse('sortBy can only be applied to a list, identifier, comprehension, call or select expression', at);
  }
  const owner = typing.typeOf(target!, scope);
  const inner = boundTo(typing, call, 1, owner, scope);
  const keys = collected(typing, typing.typeOf(call.args[1], inner), at);
  return typing.resolve('@sortByAssociatedKeys', [owner, keys], at, true);
}

/** The scope of the last arguments: the first are names for what is in the range. */
function ranged(typing: Typing, call: Call, variables: number, scope: Scope): Scope {
  return boundTo(typing, call, variables, typing.typeOf(call.target!, scope), scope);
}

function boundTo(typing: Typing, { args, at }: Call, variables: number, range: Type, scope: Scope): Scope {
  const names = args.slice(0, variables).map(each => nameOf(typing, each));
  if (new Set(names).size < names.length) {
    typing.refuse(`duplicate variable name: ${names[0]}`, at);
  }
  const types = typesIn(typing, typing.types.settled(range), variables, at);
  return new Map([...scope, ...names.map((name, index): [string, Type] => [name, types[index]])]);
}

function typesIn(typing: Typing, range: Type, variables: number, at: number): readonly Type[] {
  switch (range.kind) {
    case 'list': return variables === 1 ? range.parameters : [INT, range.parameters[0]];
    case 'map': return range.parameters;
    case 'parameter': typing.types.mayBe(DYN, range); return [DYN, DYN];
    default: return isOpen(range) ? [range, range] : typing.refuse(`expression of type '${range.kind === 'struct' ? 'object' : range.name}' cannot be range of a comprehension (must be list, map, or dynamic)`, at);
  }
}

function nameOf(typing: Typing, node: CelNode): string {
  return node.kind !== 'name' ? typing.refuse('argument must be a simple name', node.at)
    : node.name === '__result__' ? typing.refuse('iteration variable overwrites accumulator variable', node.at) : node.name;
}
