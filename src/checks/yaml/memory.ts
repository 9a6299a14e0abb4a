/** What values cost while thousands of documents are kept. */

/** Strings of fewer characters are copied when they are cut from a text. A longer one is a view, and would keep the text of its document. */
const SHORTEST_VIEW = 13;

/** Longer strings seldom come twice. */
const LONGEST_REPEATED = 64;

/** Strings that came last, each at a place that some of its characters tell: manifests say the same again and again. */
const recent: string[] = Array.from({ length: 1009 }, () => '');

/** A string that keeps nothing but itself, and is one with its like where those came shortly before. */
export function owned(text: string): string {
  const { length } = text;
  if (length > LONGEST_REPEATED || length === 0) {
    return ` ${text}`.slice(1);
  }
  const middle = text.charCodeAt(Math.trunc(length / 2));
  const place = (length * 8191 + text.charCodeAt(length - 1) * 131 + middle * 31 + text.charCodeAt(0)) % recent.length;
  if (recent[place] === text) {
    return recent[place];
  }
  return recent[place] = length < SHORTEST_VIEW ? text : ` ${text}`.slice(1);
}

/** The items alone: an array that grew has room for more than a dozen others. */
export function fitted(items: unknown[]): unknown[] {
  return items.slice();
}
