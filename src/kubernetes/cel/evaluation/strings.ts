import { count, CelLibrary, taking } from './signature';
import { charactersOf } from './texts';
import { CelFailure, PlainList } from './values';
import type { Work } from '../../schema/custom/work';

/* Source: cel-go common/stdlib/stdlib.go, ext/strings.go version 2 (v0.26). Places are counted in characters. */

export const STRINGS: CelLibrary = {
  functions: {
    'strings.quote': [taking('string')(quoted)],
  },
  methods: {
    contains: [taking('string', 'string')((text, part) => text.includes(part))],
    startsWith: [taking('string', 'string')((text, start) => text.startsWith(start))],
    endsWith: [taking('string', 'string')((text, end) => text.endsWith(end))],
    charAt: [taking('string', 'int')(characterAt)],
    indexOf: [taking('string', 'string')((text, part) => firstIndex(text, part, 0n)), taking('string', 'string', 'int')(firstIndex)],
    lastIndexOf: [taking('string', 'string')((text, part) => lastIndex(text, part)), taking('string', 'string', 'int')((text, part, from) => lastIndex(text, part, from))],
    lowerAscii: [taking('string')(text => text.replace(/[A-Z]+/g, letters => letters.toLowerCase()))],
    upperAscii: [taking('string')(text => text.replace(/[a-z]+/g, letters => letters.toUpperCase()))],
    replace: [taking('string', 'string', 'string')((text, old, now, work) => replaced(text, old, now, -1n, work)), taking('string', 'string', 'string', 'int')(replaced)],
    split: [taking('string', 'string')((text, by) => parts(text, by, -1n)), taking('string', 'string', 'int')(parts)],
    substring: [taking('string', 'int')((text, from) => range(text, from)), taking('string', 'int', 'int')((text, from, to) => range(text, from, to))],
    trim: [taking('string')(trimmed)],
    join: [taking('list')((list, work) => joined(list.items, '', work)), taking('list', 'string')((list, by, work) => joined(list.items, by, work))],
  },
};

function outOfRange(place: bigint): CelFailure {
  return new CelFailure(`index out of range: ${place}`);
}

function characterAt(text: string, place: bigint): string {
  const characters = charactersOf(text);
  if (place < 0n || place > BigInt(characters.length)) {
    throw outOfRange(place);
  }
  return characters[Number(place)] ?? '';
}

function firstIndex(text: string, part: string, from: bigint): bigint {
  if (part === '') {
    return from;
  } else if (from < 0n) {
    throw outOfRange(from);
  }
  const [characters, wanted] = [charactersOf(text), charactersOf(part)];
  for (let place = count(from); place + wanted.length <= characters.length; place++) {
    if (wanted.every((character, index) => characters[place + index] === character)) {
      return BigInt(place);
    }
  }
  return -1n;
}

function lastIndex(text: string, part: string, from?: bigint): bigint {
  const [characters, wanted] = [charactersOf(text), charactersOf(part)];
  if (part === '') {
    return from ?? BigInt(characters.length);
  } else if (from !== undefined && from < 0n) {
    throw outOfRange(from);
  } else if (from !== undefined && from >= BigInt(characters.length)) {
    return -1n;
  }
  for (let place = Math.min(count(from ?? BigInt(characters.length)), characters.length - wanted.length); place >= 0; place--) {
    if (wanted.every((character, index) => characters[place + index] === character)) {
      return BigInt(place);
    }
  }
  return -1n;
}

/** Source: Go strings.Replace */
function replaced(text: string, old: string, now: string, limit: bigint, work?: Work): string {
  const most = limit < 0n ? Infinity : Number(limit);
  // Nothing is found before each character, and at the end.
  const pieces = old === '' ? ['', ...charactersOf(text)] : text.split(old);
  work?.spend(pieces.length * (now.length + 1));
  if (old === '') {
    return pieces.map((piece, index) => index < most && (index < pieces.length) ? `${piece}${now}` : piece).join('');
  }
  return pieces.map((piece, index) => index === pieces.length - 1 ? piece : `${piece}${index < most ? now : old}`).join('');
}

/** Source: Go strings.SplitN */
function parts(text: string, by: string, limit: bigint): PlainList {
  if (limit === 0n) {
    return new PlainList([]);
  }
  const all = by === '' ? charactersOf(text) : text.split(by);
  const most = limit < 0n ? all.length : Number(limit);
  return new PlainList(all.length <= most ? all : [...all.slice(0, most - 1), all.slice(most - 1).join(by)]);
}

function range(text: string, from: bigint, to?: bigint): string {
  const characters = charactersOf(text);
  const length = BigInt(characters.length);
  if (to !== undefined && from > to) {
    throw new CelFailure(`invalid substring range. start: ${from}, end: ${to}`);
  }
  const odd = [from, to ?? length].find(place => place < 0n || place > length);
  if (odd !== undefined) {
    throw outOfRange(odd);
  }
  return characters.slice(Number(from), Number(to ?? length)).join('');
}

const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Source: Go unicode.IsSpace: neither the zero-width space nor the byte order mark. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text[start])) {
    start++;
  }
  while (end > start && SPACE.test(text[end - 1])) {
    end--;
  }
  return text.slice(start, end);
}

function joined(items: readonly unknown[], by: string, work?: Work): string {
  const odd = items.find(item => typeof item !== 'string');
  if (odd !== undefined) {
    throw new CelFailure('join: invalid input');
  }
  work?.spend(items.reduce<number>((sum, item) => sum + (item as string).length + by.length, 0));
  return items.join(by);
}

const QUOTED: Readonly<Record<string, string>> = {
  '\x07': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v', '\\': '\\\\', '"': '\\"',
};

function quoted(text: string): string {
  return `"${charactersOf(text).map(character => QUOTED[character] ?? character).join('')}"`;
}
