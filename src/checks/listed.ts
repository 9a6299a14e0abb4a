/** Names that a message shows before nobody reads on. */
const LISTED = 12;

/** `a, b, c and 1988 more`: a message about many is as long as one about a few. */
export function listed(names: readonly string[], most: number = LISTED): string {
  return names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
