import { CODE } from './characters';
import { floatKey, floatOf, integerKey, integerOf, towardsZero } from './numbers';
import { CORE_TAG } from './properties';

/** Plain scalars that are booleans, null or special floats. Source: go.yaml.in/yaml/v2 resolve.go (v2.4.3), which follows YAML 1.1 here. */
const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(word => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(word => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map(word => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map(word => [word, NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map(word => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map(word => [word, -Infinity] as const),
]);

/** The source text of a scalar. */
export interface Scalar {
  readonly text: string;
  /** Unquoted, and not a block scalar. */
  readonly plain: boolean;
  /** The tag in full; empty for none. */
  readonly tag: string;
}

type Resolved = string | number | bigint | boolean | null;

/** The value of a plain scalar without a tag. Infinity is left to the caller. */
export function plainValue(text: string): string | number | boolean | null {
  const first = text.charCodeAt(0);
  if (first >= CODE.ZERO && first <= CODE.NINE || first === CODE.DASH || first === CODE.PLUS || first === CODE.DOT) {
    return smallInteger(text) ?? jsonNumber(resolvePlain(text));
  }
  return isWordStart(first) ? jsonNumber(resolvePlain(text)) : text;
}

function jsonNumber(value: Resolved): string | number | boolean | null {
  return typeof value === 'bigint' ? towardsZero(value) : value;
}

/** Fast path for most numbers of manifests: short decimal integers without a leading zero. */
function smallInteger(text: string): number | undefined {
  const { length } = text;
  if (length > 9 || text.charCodeAt(0) === CODE.ZERO && length > 1) {
    return undefined;
  }
  let value = 0;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - CODE.ZERO;
    if (!(digit >= 0 && digit <= 9)) {
      return undefined;
    }
    value = value * 10 + digit;
  }
  return value;
}

/** Whether a text with this first character may be in WORDS: y, n, t, f or o in either case, ~, or the empty text. */
function isWordStart(code: number): boolean {
  switch (code) {
    case 0x4e: case 0x6e: case 0x59: case 0x79: case 0x54: case 0x74: case 0x46: case 0x66: case 0x4f: case 0x6f: case 0x7e: return true;
    default: return Number.isNaN(code);
  }
}

function resolvePlain(text: string): Resolved {
  const word = text.length <= 5 ? WORDS.get(text) : undefined;
  if (word !== undefined) {
    return word;
  }
  const first = text.charCodeAt(0);
  if (first === CODE.DOT) {
    return floatOf(text) ?? text;
  }
  // Dates stay text, since JSON has none, and no date reads as a number.
  return first <= CODE.NINE && endsAsNumber(text.charCodeAt(text.length - 1)) ? integerOf(text) ?? floatOf(text) ?? text : text;
}

/** Rules out quantities such as 100m before the regular expressions run. */
function endsAsNumber(code: number): boolean {
  return code >= CODE.ZERO && code <= CODE.NINE || code === CODE.DOT || code === 0x5f || code >= 0x41 && code <= 0x46 || code >= 0x61 && code <= 0x66;
}

const BINARY = `${CORE_TAG}binary`;

/** The value of a tagged scalar; undefined where the tag does not fit. Source: resolve.go resolve, decode.go scalar (v2.4.3). */
export function taggedValue({ text, tag }: Scalar): string | number | boolean | null | undefined {
  switch (tag) {
    case BINARY: return binaryText(text);
    case `${CORE_TAG}bool`: return only(text, value => typeof value === 'boolean');
    case `${CORE_TAG}null`: return only(text, value => value === null);
    case `${CORE_TAG}int`: return only(text, (value, float) => typeof value === 'bigint' || typeof value === 'number' && !float);
    case `${CORE_TAG}float`:
      return only(text, value => typeof value === 'number' || typeof value === 'bigint' && value < 2n ** 63n);
    case `${CORE_TAG}timestamp`: return isTimestamp(text) ? text : undefined;
    // `!!str`, and every tag that Go's library does not know.
    default: return text;
  }
}

function only(text: string, fits: (value: Resolved, float: boolean) => boolean): string | number | boolean | null | undefined {
  const value = resolvable(text) ? resolvePlain(text) : text;
  return fits(value, isFloat(text, value)) ? jsonNumber(value) : undefined;
}

function resolvable(text: string): boolean {
  return text === '' || /^[-+0-9yYnNtTfFoO~.]/.test(text);
}

function isFloat(text: string, value: Resolved): boolean {
  return typeof value === 'number' && (!Number.isFinite(value) || text.startsWith('.') || integerOf(text) === undefined);
}

/** A scalar as a key; undefined where it cannot be one. Source: sigs.k8s.io/yaml yaml.go convertToJSONableObject (v1.6). */
export function keyText(scalar: Scalar): string | undefined {
  if (scalar.tag === '' && !scalar.plain) {
    return scalar.text;
  }
  const tagged = scalar.tag === '' ? undefined : taggedValue(scalar);
  if (scalar.tag !== '' && (tagged === undefined || typeof tagged === 'string')) {
    return tagged as string | undefined;
  }
  const value = resolvable(scalar.text) ? resolvePlain(scalar.text) : scalar.text;
  switch (typeof value) {
    case 'string': return value;
    case 'boolean': return String(value);
    case 'bigint': return integerKey(value);
    case 'number': return isFloat(scalar.text, value) || scalar.tag === `${CORE_TAG}float` ? floatKey(value) : String(value);
    default: return undefined;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of `!!binary` as text. Like Go's encoding/json, replaces each invalid byte of UTF-8. */
function binaryText(text: string): string | undefined {
  const joined = text.replace(/[\r\n]/g, '');
  if (joined.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(joined) || !BASE64.test(joined.slice(-4))) {
    return undefined;
  }
  return /=/.test(joined.slice(0, -4)) ? undefined : replaceBytes(Buffer.from(joined, 'base64'));
}

function replaceBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd')) {
    return text;
  }
  let result = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find(width => at + width <= bytes.length && !bytes.toString('utf8', at, at + width).includes('\ufffd')) ?? 1;
    result += bytes.toString('utf8', at, at + length);
    at += length;
  }
  return result;
}

const TIMESTAMP = /^(\d{4})-(\d\d?)-(\d\d?)(?:([Tt ])(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(Z|[-+]\d\d:\d\d)?)?$/;

/** Source: resolve.go allowedTimestampFormats (v2.4.3). */
function isTimestamp(text: string): boolean {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) {
    return false;
  }
  const [year, month, day, hour, minute, second] = [1, 2, 3, 5, 6, 7].map(i => Number(parts[i] ?? 0));
  // A time zone is written with the form that has a T, and only there.
  const zoneFits = parts[4] === undefined || (parts[4] === ' ') === (parts[8] === undefined);
  const days = new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate();
  return zoneFits && month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
}
