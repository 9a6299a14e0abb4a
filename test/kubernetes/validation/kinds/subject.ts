import { validateUpdate } from '../../../../src/kubernetes/validation/update';
import { validateObject } from '../../../../src/kubernetes/validation/validate';

/** A change of a valid object: the place, what stands there then, and what the API server says: `field: Reason`. */
export type Row = readonly [path: string, value: unknown, ...said: string[]];

/** `field: Reason` of each error, with the reason as messages begin: `Invalid value`, `Required value`. */
export function said(body: any, minor = '1.36', gates: Record<string, boolean> = {}): string[] {
  const found: string[] = [];
  validateObject(body, { minor, gates }, ({ field, message }) => found.push(`${field}: ${message.split(':')[0]}`));
  return [...new Set(found)].sort();
}

/** `field: message` of each error, in the words of the API server. */
export function messages(body: any, minor = '1.36', gates: Record<string, boolean> = {}): string[] {
  const found: string[] = [];
  validateObject(body, { minor, gates }, problem => problem.class === 'rejected' && found.push(`${problem.field}: ${problem.message}`));
  return found;
}

/** `id class field` of everything that is said. */
export function classesOf(body: any, minor = '1.36'): string[] {
  const found: string[] = [];
  validateObject(body, { minor }, problem => found.push(`${problem.id} ${problem.class} ${problem.field}`));
  return found;
}

/** What to do about each error, as the validation itself says it. */
export function helps(body: any, minor = '1.36'): Array<string | undefined> {
  const found: Array<string | undefined> = [];
  validateObject(body, { minor }, ({ help }) => found.push(help));
  return found;
}

/** As `said`, of a change of an object. */
export function saidOfChange(previous: any, next: any, minor = '1.36'): string[] {
  const found: string[] = [];
  validateUpdate(previous, next, { minor }, ({ field, message }) => found.push(`${field}: ${message.split(':')[0]}`));
  return found.sort();
}

/** A copy with another value at a path such as `spec.ports[0].name`; undefined takes it away. */
export function changed<T>(body: T, path: string, value: unknown): T {
  const copy = JSON.parse(JSON.stringify(body)) as T; // Parts that two fields share become two.
  const steps = path.split(/[.[\]]+/).filter(step => step !== '');
  const last = steps.pop()!;
  const parent = steps.reduce<any>((inner, step) => (inner[step] ??= {}), copy);
  if (value === undefined) {
    delete parent[last];
  } else {
    parent[last] = value;
  }
  return copy;
}

/** Rows as jest wants them, with a title. */
export function rowsOf(rows: readonly Row[]): Array<[string, string, unknown, string[]]> {
  return rows.map(([path, value, ...expected]) => [`${path} = ${JSON.stringify(value)?.slice(0, 70)}`, path, value, [...expected].sort()]);
}

export const LABELS = { app: 'llm' };
export const POD = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'main', image: 'x' }] } };
export const META = { name: 'sample', namespace: 'ml' };
