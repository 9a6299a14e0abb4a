import { setEntry } from './anchors';

/** Keeps the memory of values low, since those of thousands of documents are kept. */

/** V8 copies shorter substrings. A longer one is a view that keeps the whole text of its document in memory. */
const SHORTEST_VIEW = 13;

/** Longer strings are seldom repeated. */
const LONGEST_REPEATED = 64;

/** A small hash table of recent strings: manifests repeat the same ones again and again. */
const recent: string[] = Array.from({ length: 1009 }, () => '');

/** A string that is no view of another one; the same instance as an equal recent string. */
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

/** A copy without spare capacity: an array that grew has room for more than a dozen further items. */
export function fitted(items: unknown[]): unknown[] {
  return items.slice();
}

type Maker = new () => Record<string, unknown>;

/**
 * A constructor of objects like `{}` with room for `size` entries. V8 sizes the objects of a constructor by its first ones, but gives `{}` room for four, and
 * most maps of a manifest have one or two.
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

/** The same object, or a smaller one with the same entries. */
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
