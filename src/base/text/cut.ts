/*
 * Limits how much of its input a message repeats. A value need only be recognised, and one longer than a screen was probably a mistake; repeated in full in
 * thousands of findings it would exceed the longest string that JavaScript has.
 */

/** Limit in characters of a value, name or pattern. */
export const LONGEST_VALUE = 300;
/** Limit in characters of a message, note or help. */
export const LONGEST_TEXT = 4_000;

/** The beginning of a text, with its length: `abc… (300,000 characters)`. Never longer than asked for. */
export function cut(text: string, most: number = LONGEST_VALUE): string {
  if (text.length <= most) {
    return text;
  }
  const length = `… (${text.length.toLocaleString('en')} characters)`;
  const end = most - length.length;
  const isInside = /[\ud800-\udbff]/.test(text[end - 1]);
  return detached(text.slice(0, isInside ? end - 1 : end)) + length;
}

/** A copy: a substring would keep the whole text in memory. */
function detached(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

/** JSON of a value, cut. The rest is not even serialised: the value may be the whole input, once for each of thousands of findings. */
export function cutJson(value: unknown, most: number = LONGEST_VALUE): string {
  if (typeof value === 'string' && value.length > most) {
    return `${beginning(JSON.stringify(value.slice(0, most)), most)} (${value.length.toLocaleString('en')} characters)`;
  }
  return beginning(JSON.stringify(beginningOf(value, { left: most })) ?? String(value), most);
}

/** The beginning of a text, without its length. */
export function beginning(text: string, most: number = LONGEST_VALUE): string {
  return text.length > most ? `${detached(text.slice(0, most))}…` : text;
}

/** A copy of the value that ends once its JSON has reached the wanted length. */
function beginningOf(value: unknown, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === 'string') {
    const part = value.slice(0, Math.max(0, budget.left) + 2);
    budget.left -= part.length;
    return part;
  }
  if (typeof value === 'bigint') {
    return Number(value);
  }
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    return value;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length && budget.left > 0; index++) {
      items.push(beginningOf(value[index], budget));
    }
    return items;
  }
  return entriesOf(value, budget);
}

function entriesOf(value: object, budget: { left: number }): object {
  const entries: [string, unknown][] = [];
  for (const key in value) {
    if (budget.left <= 0) {
      break;
    }
    if (Object.hasOwn(value, key)) {
      const name = beginningOf(key, budget) as string;
      entries.push([name, beginningOf((value as Record<string, unknown>)[key], budget)]);
    }
  }
  return Object.fromEntries(entries);
}
