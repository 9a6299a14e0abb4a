import { detached } from './detached';
import { problemsOf, readable } from './given-type';
import { GivenParameter, factoriesOf, parametersOf, namedType } from './named';
import { markOf } from './named-types';
import { StructType } from './struct-type';
import { InputProblem, refuse } from '../base/errors/invalid-input';

/*
 * Checks arguments at run time: README's `npx tsx` runs TypeScript without type checks, and other languages check in part only.
 * The table of types is made by the compiler (`build-tools/given-types.ts`); a valid value costs one look at each of its properties.
 */

const NONE: readonly InputProblem[] = [];

/**
 * Problems of a value that should have a type; empty when it is valid.
 *
 * @param type Name of the type in the table: `TargetProps`, `kplus.Probe`, `string[]`.
 * @param value What was given.
 * @param name Prefix of paths in messages; properties of a struct have none.
 */
export function checkGiven(type: string, value: unknown, name: string): readonly InputProblem[] {
  return checkParameter({ name, type: namedType(type), isOptional: false }, value);
}

/** The same value as plain data: see `readProps`. */
export function readGiven<Value>(type: string, value: Value): Value {
  return readParameter({ name: '', type: namedType(type), isOptional: false }, value) as Value;
}

/** Problems of the props of a construct, which are the last parameter of its constructor. */
export function checkProps(owner: string, props: unknown): readonly InputProblem[] {
  return checkParameter(parametersOf(owner, 'new').at(-1)!, props);
}

/** The props as plain data: getters of class instances are evaluated, and what cannot be read is left out. */
export function readProps<Props>(owner: string, props: Props): Props {
  return readParameter(parametersOf(owner, 'new').at(-1)!, props) as Props;
}

/** The same of the arguments of a static factory or method. */
export function readArguments(title: string, given: readonly unknown[]): unknown[] {
  const [owner, member] = ownerAndMember(title);
  const parameters = parametersOf(owner, member);
  return given.map((value, index) => parameters[index] ? readParameter(parameters[index], value) : value);
}

function readParameter({ type }: GivenParameter, value: unknown): unknown {
  return detached(readable(() => type.accepts(value)) ? value : readable(() => type.read(value)));
}

/**
 * Problems of the arguments of a static factory or method of this library.
 *
 * @param title `Capacity.spot` for a static factory, `LeaderWorkerGroup#addService` for a method.
 * @param given The arguments.
 */
export function checkGivenArguments(title: string, given: readonly unknown[]): readonly InputProblem[] {
  const [owner, member] = ownerAndMember(title);
  const problems = parametersOf(owner, member).flatMap((parameter, index) => checkParameter(parameter, given[index]));
  const name = member.startsWith('#') ? member.slice(1) : title;
  return problems.map(problem => ({ ...problem, field: `${name}(${problem.field})`, help: byName(owner, member, problem) ?? problem.help }));
}

/** Splits `Capacity.spot` or `LeaderWorkerGroup#addService`. */
function ownerAndMember(title: string): string[] {
  return title.split(/[.](?=\w)|(?=#)/);
}

/** Throws one error with all problems of the arguments of a method. */
export function requireArguments(title: string, given: readonly unknown[]): void {
  refuse(checkGivenArguments(title, given));
}

/** The name of a class in the table. Taken from jsii's symbol, since a minifying bundler renames classes. */
export function ownerOf(type: object): string {
  return markOf(type) ?? (type as { name: string }).name;
}

/** Advice where a name was given in place of an object, and another factory accepts names. */
function byName(owner: string, member: string, { field, value }: InputProblem): string | undefined {
  const [{ name }] = parametersOf(owner, member);
  return typeof value === 'string' && field === name && factoriesOf(owner)[`${member}Name`] !== undefined ? `use ${owner}.${member}Name(…), or give the object` : undefined;
}

/** Paths of an object's properties have no prefix; other values are named after their parameter. */
function checkParameter({ name, type, isOptional }: GivenParameter, value: unknown): readonly InputProblem[] {
  if (value === undefined && isOptional) {
    return NONE;
  }
  if (value === undefined) {
    const inside = type.explain({}, '');
    return inside.length > 0 && inside[0].field !== '' ? inside : [{ field: name, reason: 'Required value', detail: `expected ${type.title}`, help: type.help(undefined) }];
  }
  const field = type instanceof StructType ? '' : name;
  return problemsOf(type, () => value, field).map(problem => problem.field === '' ? { ...problem, field: name } : problem);
}
