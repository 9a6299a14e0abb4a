import { cut } from './cut';

/** How many names a message lists. */
const LISTED = 20;

/** `a, b, c and 1988 more`. Takes the same time for any number of names, so that each of many findings may use it. */
export function listed(names: Iterable<string>, most: number = LISTED): string {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === most) {
      const size = sizeOf(names);
      return `${first.join(', ')} and ${size === undefined ? 'more' : `${size - most} more`}`;
    }
    first.push(cut(name));
  }
  return first.join(', ');
}

function sizeOf(names: Iterable<string>): number | undefined {
  return Array.isArray(names) ? names.length : names instanceof Set || names instanceof Map ? names.size : undefined;
}
