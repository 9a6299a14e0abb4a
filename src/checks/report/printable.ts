/*
 * Names and values come from manifests that anybody may have written. What would move the cursor, recolour or reorder a terminal, or begin a line
 * that a build log takes for a command of its own (`::error::` of GitHub Actions), is shown as its code.
 */

/** Control characters but line breaks, line separators, and marks that turn the direction of writing. */
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g; // eslint-disable-line no-control-regex
const ANY_UNSEEN = new RegExp(UNSEEN.source);

/** Text of several lines. */
export function printable(text: string): string {
  const seen = ANY_UNSEEN.test(text) ? text.replace(UNSEEN, codeOf) : text;
  return seen.includes('\n') ? seen.replace(/\n(?=\s*::)/g, '\\n') : seen;
}

/** Text that stands in one line. */
export function inOneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}

function codeOf(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
