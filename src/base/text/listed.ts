import { cut } from './cut';

/** Names that a message shows before nobody reads on. */
const LISTED = 20;

/** `a, b, c and 1988 more`: a message about many is as long as one about a few, and takes no longer to make, so that each of many findings may have it. */
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
