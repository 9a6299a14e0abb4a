import { ObjectMatch } from './object-match';
import { isObject } from '../base/plain';
import { beginning, cutJson } from '../base/text/cut';
import { readable } from '../given/given-type';

/** One place where an object is not as expected. */
export interface Difference {
  /** `spec.template.spec.containers[0].image`; empty for the object as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** How maps and lists are compared below a place. */
type Mode = 'like' | 'exact';

/** Where a value differs from a pattern; nothing where it matches. */
export function differencesOf(pattern: unknown, actual: unknown, path = '', mode: Mode = 'like'): Difference[] {
  if (pattern instanceof ObjectMatch) {
    return differencesOfMatch(pattern, actual, path, mode);
  }
  if (Array.isArray(pattern)) {
    return Array.isArray(actual) ? ofLists(pattern, actual, path, mode) : different(pattern, actual, path);
  }
  if (isObject(pattern)) {
    return isObject(actual) ? ofMaps(pattern, actual, path, mode) : different(pattern, actual, path);
  }
  return pattern === actual ? [] : different(pattern, actual, path);
}

function differencesOfMatch({ _kind: kind, _expected: expected }: ObjectMatch, actual: unknown, path: string, mode: Mode): Difference[] {
  const told = (text: string): Difference[] => [{ path, expected: text, actual: shown(actual) }];
  switch (kind) {
    case 'any': return isGiven(actual) ? [] : told('any value');
    case 'absent': return isGiven(actual) ? told('nothing') : [];
    case 'exact': return differencesOf(expected, actual, path, 'exact');
    case 'like': return differencesOf(expected, actual, path, 'like');
    case 'arrayWith': return Array.isArray(actual) ? ofEntries(expected, actual, path) : told(`a list with ${shown(expected)}`);
    case 'not': return differencesOf(expected, actual, path, mode).length > 0 ? [] : told(`anything but ${shown(expected)}`);
    case 'text': return typeof actual === 'string' && new RegExp(expected).test(actual) ? [] : told(`text that matches /${expected}/`);
  }
}

/** Each entry in its turn: the first that is found nowhere behind the one before is told, with the entry that comes closest to it. */
function ofEntries(expected: readonly unknown[], actual: readonly unknown[], path: string): Difference[] {
  let from = 0;
  for (const entry of expected) {
    const at = actual.findIndex((each, index) => index >= from && differencesOf(entry, each).length === 0);
    if (at < 0) {
      return toldOfEntry(entry, actual.slice(from), from, path);
    }
    from = at + 1;
  }
  return [];
}

function toldOfEntry(entry: unknown, left: readonly unknown[], from: number, path: string): Difference[] {
  const behind = from === 0 ? '' : ` after ${path}[${from - 1}]`;
  const [closest] = left.map((each, index) => differencesOf(entry, each, `${path}[${from + index}]`)).sort((one, other) => one.length - other.length);
  const missing: Difference = { path, expected: `an entry ${shown(entry)}${behind}`, actual: left.length === 0 ? 'no more entries' : `${left.length} other${left.length === 1 ? '' : 's'}` };
  const isNear = closest !== undefined && isObject(entry) && closest.length < Object.keys(entry).length;
  return isNear ? [missing, ...closest] : [missing];
}

function ofLists(pattern: readonly unknown[], actual: readonly unknown[], path: string, mode: Mode): Difference[] {
  const found = pattern.slice(0, actual.length).flatMap((each, index) => differencesOf(each, actual[index], `${path}[${index}]`, mode));
  return pattern.length === actual.length ? found : [{ path, expected: entries(pattern.length), actual: `${entries(actual.length)}: ${shown(actual)}` }, ...found];
}

function entries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}

function ofMaps(pattern: { readonly [key: string]: unknown }, actual: { readonly [key: string]: unknown }, path: string, mode: Mode): Difference[] {
  const valueOf = (key: string) => (Object.hasOwn(actual, key) ? actual[key] : undefined);
  const found = Object.keys(pattern).flatMap(key => differencesOf(pattern[key], valueOf(key), below(path, key), mode));
  const more = mode === 'like' ? [] : Object.keys(actual).filter(key => actual[key] !== undefined && !Object.hasOwn(pattern, key));
  return [...found, ...more.flatMap(key => [{ path: below(path, key), expected: 'nothing', actual: shown(actual[key]) }])];
}

/** A key that has dots in it stands in brackets, as in findings. */
function below(path: string, key: string): string {
  return /^[\w-]+$/.test(key) ? `${path}${path === '' ? '' : '.'}${key}` : `${path}[${JSON.stringify(key)}]`;
}

function different(pattern: unknown, actual: unknown, path: string): Difference[] {
  return [{ path, expected: shown(pattern), actual: shown(actual) }];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A value as messages show it, matchers by what they ask for. */
export function shown(value: unknown): string {
  if (value === undefined) {
    return 'nothing';
  }
  return typeof value === 'string' ? cutJson(value) : beginning(readable(() => JSON.stringify(value, (_, each: unknown) => wordFor(each))) ?? 'what has no text');
}

function wordFor(value: unknown): unknown {
  if (!(value instanceof ObjectMatch)) {
    return value;
  }
  const { _kind: kind, _expected: expected } = value;
  switch (kind) {
    case 'any': return '<any value>';
    case 'absent': return '<nothing>';
    case 'text': return `<text that matches /${expected}/>`;
    case 'not': return { '<anything but>': expected };
    case 'arrayWith': return ['…', ...expected as unknown[], '…'];
    default: return expected;
  }
}
