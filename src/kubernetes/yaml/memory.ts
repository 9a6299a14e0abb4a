import { setEntry } from './anchors';

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

type Maker = new () => Record<string, unknown>;

/**
 * Makes objects like `{}` with room for so many entries: V8 gives the objects of a constructor the room that its first ones have needed, and to `{}` four
 * places, of which most maps of a manifest need one or two.
 */
function makerOf(size: number): Maker {
  const maker = function () { /* Nothing but the room. */ } as unknown as Maker;
  maker.prototype = Object.prototype;
  for (let count = 0; count < FIRST_ONES; count++) {
    const object = new maker();
    for (let entry = 0; entry < size; entry++) {
      object[`key${entry}`] = entry;
    }
  }
  return maker;
}

const FIRST_ONES = 16;
const [OfOne, OfTwo] = [makerOf(1), makerOf(2)];

/** The same object, or one with the same entries and less room. */
export function fittedMap(object: Record<string, unknown>, size: number): Record<string, unknown> {
  if (size === 0 || size > 2) {
    return object;
  }
  const small = size === 1 ? new OfOne() : new OfTwo();
  for (const key of Object.keys(object)) {
    setEntry(small, key, object[key]);
  }
  return small;
}
