import { detached } from './detached';
import { problemsOf, readable } from './given-type';
import { GivenParameter, factoriesOf, parametersOf, namedType } from './named';
import { markOf } from './named-types';
import { StructType } from './struct-type';
import { Problem, refuse } from '../base/errors/invalid-input';

/*
 * What users give is checked at the door: README's `npx tsx` runs TypeScript without looking at its types, and other languages check theirs only in part.
 * The types come from the compiler (`build-tools/given-types.ts`); a value that is well costs a look at each of its properties.
 */

const NONE: readonly Problem[] = [];

/**
 * What is wrong with a value that should be of a type; nothing when all is well.
 *
 * @param type Text of the type as the table has it: `TargetProps`, `kplus.Probe`, `string[]`.
 * @param value What was given.
 * @param name What it is called, where it is wrong as a whole. Properties of a struct stand for themselves.
 */
export function checkGiven(type: string, value: unknown, name: string): readonly Problem[] {
  return checkParameter({ name, type: namedType(type), isOptional: false }, value);
}

/** The same value as plain data: see `readProps`. */
export function readGiven<Value>(type: string, value: Value): Value {
  return readParameter({ name: '', type: namedType(type), isOptional: false }, value) as Value;
}

/** What is wrong with the props of a construct, the last parameter of its constructor. */
export function checkProps(owner: string, props: unknown): readonly Problem[] {
  return checkParameter(parametersOf(owner, 'new').at(-1)!, props);
}

/** The props of a construct as plain data: what instances of classes answer through getters is read, and what cannot be read is left out. */
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
 * What is wrong with the arguments of a static factory or method of a class of ours.
 *
 * @param title `Capacity.spot` for a static factory, `LeaderWorkerGroup#addService` for a method.
 * @param given The arguments.
 */
export function checkGivenArguments(title: string, given: readonly unknown[]): readonly Problem[] {
  const [owner, member] = ownerAndMember(title);
  const problems = parametersOf(owner, member).flatMap((parameter, index) => checkParameter(parameter, given[index]));
  const name = member.startsWith('#') ? member.slice(1) : title;
  return problems.map(problem => ({ ...problem, field: `${name}(${problem.field})`, help: byName(owner, member, problem) ?? problem.help }));
}

/** `Capacity.spot`, `LeaderWorkerGroup#addService`. */
function ownerAndMember(title: string): string[] {
  return title.split(/[.](?=\w)|(?=#)/);
}

/** Refuses arguments of a method: all that is wrong with them, in one error. */
export function requireArguments(title: string, given: readonly unknown[]): void {
  refuse(checkGivenArguments(title, given));
}

/** The name of a class as the table has it. jsii's mark survives what renames classes: a bundler that minifies. */
export function ownerOf(type: object): string {
  return markOf(type) ?? (type as { name: string }).name;
}

/** Where an object is expected and its name was given, another factory takes names. */
function byName(owner: string, member: string, { field, value }: Problem): string | undefined {
  const [{ name }] = parametersOf(owner, member);
  return typeof value === 'string' && field === name && factoriesOf(owner)[`${member}Name`] !== undefined ? `use ${owner}.${member}Name(…), or give the object` : undefined;
}

/** Properties of an object stand for themselves; anything else is named after its parameter. */
function checkParameter({ name, type, isOptional }: GivenParameter, value: unknown): readonly Problem[] {
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
