import { AssertionFailed } from './assertion';
import { Difference, differencesOf, shown } from './differences';
import { ObjectMatch } from './object-match';
import { refuse } from '../base/errors/invalid-input';
import { isObject, PlainObject } from '../base/plain';
import { Manifest } from '../kubernetes/manifest';

/** A pattern: fields of an object, matchers among them. */
export type Pattern = { readonly [field: string]: any };

/** Fields that people look for at the top, and where they stand. */
const INSIDE_METADATA: ReadonlySet<string> = new Set(['name', 'namespace', 'labels', 'annotations']);

/** Refuses a pattern that can match nothing. */
export function checkPattern(method: string, pattern: Pattern): void {
  const misplaced = isObject(pattern) ? Object.keys(pattern).filter(key => INSIDE_METADATA.has(key)) : [];
  refuse(misplaced.map(key => ({
    field: `${method}(pattern.${key})`, reason: 'Forbidden', detail: `no object has ${key} at its top`, help: `write it where it stands in the manifest: metadata: { ${key}: … }`,
  })));
}

/** The objects that a pattern matches. */
export function matching(objects: readonly Manifest[], pattern: Pattern): Manifest[] {
  return objects.filter(({ body }) => differencesOf(pattern, body).length === 0);
}

/** The one object that a pattern matches. */
export function onlyMatching(objects: readonly Manifest[], pattern: Pattern): Manifest {
  const found = requireMatching(objects, pattern);
  if (found.length > 1) {
    throw new AssertionFailed(`${found.length} objects match ${shown(pattern)}, not one alone`, [...namesOf(found), 'help: say more of the one that is meant']);
  }
  return found[0];
}

/** The objects that a pattern matches, at least one. */
export function requireMatching(objects: readonly Manifest[], pattern: Pattern): Manifest[] {
  const found = matching(objects, pattern);
  if (found.length === 0) {
    throw new AssertionFailed(`no object matches ${shown(pattern)}`, reasons(objects, pattern));
  }
  return found;
}

/** Throws unless a pattern matches so many objects. */
export function requireCount(objects: readonly Manifest[], pattern: Pattern, count: number): void {
  const found = matching(objects, pattern);
  if (found.length !== count) {
    const near = found.length === 0 ? reasons(objects, pattern) : namesOf(found);
    throw new AssertionFailed(`expected ${counted(count)} that ${count < 2 ? 'matches' : 'match'} ${shown(pattern)}, found ${found.length}`, near);
  }
}

function counted(count: number): string {
  return count === 0 ? 'no object' : `${count} object${count === 1 ? '' : 's'}`;
}

/** An object, and where it differs. */
interface Near {
  readonly object: Manifest;
  readonly differences: readonly Difference[];
}

/** Objects that are told with all their differences. */
const MOST_NEAR = 3;

/** What comes closest, or what there is. */
function reasons(objects: readonly Manifest[], pattern: Pattern): string[] {
  const near = objects.filter(object => isMeant(object, pattern))
    .map((object): Near => ({ object, differences: differencesOf(pattern, object.body) }))
    .sort((one, other) => distance(one) - distance(other));
  if (near.length === 0) {
    return objects.length === 0 ? ['there are no objects at all'] : [`there is no ${String(pattern.kind)}; there are:`, ...namesOf(objects)];
  }
  const left = near.length - MOST_NEAR;
  return [
    ...near.slice(0, MOST_NEAR).flatMap(({ object, differences }) => [`${object.toString()} differs:`, ...differences.map(difference => `  ${inWords(difference)}`)]),
    ...(left > 0 ? [`and ${left} more${typeof pattern.kind === 'string' ? ' of this kind' : ''}, which differ as much or more`] : []),
  ];
}

/** Another name means another object, however alike both are. */
function distance({ differences }: Near): number {
  return differences.length + (differences.some(({ path }) => path === 'metadata.name') ? 1_000 : 0);
}

/** Whether an object is of the kind that the pattern says, where it says one. */
function isMeant(object: Manifest, { kind }: Pattern): boolean {
  return kind === undefined || differencesOf(kind as unknown, object.kind).length === 0 || kind instanceof ObjectMatch;
}

function inWords({ path, expected, actual }: Difference): string {
  return `${path === '' ? '' : `${path}: `}expected ${expected}, found ${actual}`;
}

/** `StatefulSet ml/llm`, each once, in the order of the manifests. */
export function namesOf(objects: readonly Manifest[]): string[] {
  return [...new Set(objects.map(object => object.toString()))];
}

/** A copy, so that a test cannot change what the next one sees. */
export function copyOf(object: Manifest): PlainObject {
  return structuredClone(object.body);
}
