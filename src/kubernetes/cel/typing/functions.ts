import { DECLARATIONS } from './declarations';
import { list, map, optional, parameter, plainType, Type, typeOf } from './types';

/** One form of a function. The first type that a method takes is that of what it is called on. */
export interface Form {
  readonly isMethod: boolean;
  readonly takes: readonly Type[];
  readonly gives: Type;
  /** Types that are the same wherever they stand. */
  readonly parameters: readonly string[];
}

const known = new Map<string, ReadonlyMap<string, readonly Form[]>>();

/** The functions of a minor (`1.36`), by their names. */
export function functionsOf(minor: string): ReadonlyMap<string, readonly Form[]> {
  let found = known.get(minor);
  if (found === undefined) {
    found = joined(Number(minor.slice(minor.indexOf('.') + 1)));
    known.set(minor, found);
  }
  return found;
}

function joined(minor: number): ReadonlyMap<string, readonly Form[]> {
  const found = new Map<string, Form[]>();
  for (const [, functions] of DECLARATIONS.filter(([since]) => since <= minor)) {
    for (const [name, forms] of Object.entries(functions)) {
      found.set(name, [...found.get(name) ?? [], ...forms.split('; ').map(formOf)]);
    }
  }
  return found;
}

/** `list(A).(int) A`. */
function formOf(text: string): Form {
  const [end, dot] = [text.lastIndexOf(') '), text.indexOf('.(')];
  const args = text.slice(dot < 0 ? 1 : dot + 2, end);
  const takes = [...dot < 0 ? [] : [text.slice(0, dot)], ...args === '' ? [] : args.split(', ')].map(typeIn);
  return { isMethod: dot >= 0, takes, gives: typeIn(text.slice(end + 2)), parameters: [...new Set(text.match(/\b[A-Z]\b/g) ?? [])] };
}

/** `map(K V)`, `list(optional(V))`, `int`. */
function typeIn(text: string): Type {
  const open = text.indexOf('(');
  if (open < 0) {
    return /^[A-Z]$/.test(text) ? parameter(text) : plainType(text);
  }
  const [name, inner] = [text.slice(0, open), text.slice(open + 1, -1)];
  switch (name) {
    case 'list': return list(typeIn(inner));
    case 'map': {
      const space = inner.indexOf(' ');
      return map(typeIn(inner.slice(0, space)), typeIn(inner.slice(space + 1)));
    }
    case 'type': return typeOf(typeIn(inner));
    default: return optional(typeIn(inner));
  }
}
