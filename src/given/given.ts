import { GivenParameter, factoriesOf, parametersOf, typeOf } from './named';
import { StructType } from './struct-type';
import { Problem } from '../checks/invalid-input';

/*
 * What users give is checked at the door: README's `npx tsx` runs TypeScript without looking at its types, and other languages check theirs only in part.
 * The types come from the compiler (`build-tools/given-types.ts`); a value that is well costs a look at each of its properties.
 */

const NONE: readonly Problem[] = [];

/**
 * What is wrong with a value that should be of a type; nothing when all is well.
 *
 * @param type Text of the type as the table has it: `LeaderWorkerGroupProps`, `kplus.Probe`, `string[]`.
 * @param value What was given.
 * @param field Its path, empty for the props of a construct.
 */
export function checkGiven(type: string, value: unknown, field: string): readonly Problem[] {
  const given = typeOf(type);
  return given.accepts(value) ? NONE : given.explain(value, field);
}

/** What is wrong with the props of a construct, the last parameter of its constructor. */
export function checkProps(owner: string, props: unknown): readonly Problem[] {
  return checkParameter(parametersOf(owner, 'new').at(-1)!, props);
}

/**
 * What is wrong with the arguments of a static factory or method of a class of ours.
 *
 * @param owner Name of the class.
 * @param member `spot` for a static factory, `#addService` for a method.
 * @param given The arguments.
 */
export function checkArguments(owner: string, member: string, given: ArrayLike<unknown>): readonly Problem[] {
  const problems = parametersOf(owner, member).flatMap((parameter, index) => checkParameter(parameter, given[index]));
  const name = member.startsWith('#') ? member.slice(1) : `${owner}.${member}`;
  return problems.map(problem => ({ ...problem, field: `${name}(${problem.field})`, help: byName(owner, member, problem) ?? problem.help }));
}

/** Where an object is expected and its name was given, another factory takes names. */
function byName(owner: string, member: string, { field, value }: Problem): string | undefined {
  const [{ name }] = parametersOf(owner, member);
  return typeof value === 'string' && field === name && factoriesOf(owner)[`${member}Name`] !== undefined ? `use ${owner}.${member}Name(…), or give the object` : undefined;
}

/** Properties of an object stand for themselves; anything else is named after its parameter. */
function checkParameter({ name, type, isOptional }: GivenParameter, value: unknown): readonly Problem[] {
  if (value === undefined && isOptional || type.accepts(value)) {
    return NONE;
  }
  if (value === undefined) {
    const inside = type.explain({}, '');
    return inside.length > 0 && inside[0].field !== '' ? inside : [{ field: name, reason: 'Required value', detail: `expected ${type.title}`, help: type.help(undefined) }];
  }
  const field = type instanceof StructType ? '' : name;
  return type.explain(value, field).map(problem => problem.field === '' ? { ...problem, field: name } : problem);
}
