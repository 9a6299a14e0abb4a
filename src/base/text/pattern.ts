/** A text inside a regular expression, of ECMAScript as of RE2. */
export function quotedPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
