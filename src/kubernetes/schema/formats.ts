/*
 * Strings that the API server's decoder parses itself. Each function returns whether the decoder accepts the text, which is sometimes more, and sometimes
 * less, than the format's own standard.
 */

/** Digits may be missing before or behind the point, or altogether. Source: apimachinery pkg/api/resource/quantity.go, parseQuantityString, suffix.go (v0.36). */
const QUANTITY = /^[+-]?[0-9]*(?:\.[0-9]*)?(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]{1,18})?$/;
/** Texts without digits that leave the parser's fast path, and then fail. */
const NO_NUMBER = /^[+-]?\.?[PE]i$/;
/** White space is trimmed from the raw JSON, in which a control character is an escape sequence and therefore stays. */
const CONTROL = /[\t\n\v\f\r]/;

export function isQuantity(text: string): boolean {
  const trimmed = text.startsWith(' ') || text.endsWith(' ') ? text.trim() : text;
  return trimmed !== '' && QUANTITY.test(trimmed) && !NO_NUMBER.test(trimmed) && !CONTROL.test(text);
}

/** Go accepts one digit for the hour, a comma before the fraction, and offsets up to 24:60. Source: Go 1.26 src/time/format.go, parse. */
const TIME = /^\d{4}-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)([.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Source: apimachinery pkg/apis/meta/v1/time.go (v0.36) */
export function isTime(text: string): boolean {
  return timeParts(text) !== undefined;
}

/** Requires exactly six digits of a second. Source: apimachinery pkg/apis/meta/v1/micro_time.go (v0.36) */
export function isMicroTime(text: string): boolean {
  return timeParts(text)?.[6]?.length === 7;
}

function timeParts(text: string): RegExpExecArray | undefined {
  const parts = text.length <= 64 ? TIME.exec(text) : null;
  if (parts === null) {
    return undefined;
  }
  const [month, day, hour, minute, second] = parts.slice(1, 6).map(Number);
  const year = Number(text.slice(0, 4));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1] && (month !== 2 || day < 29 || isLeap);
  const isZone = parts[7] === undefined || (Number(parts[7]) <= 24 && Number(parts[8]) <= 60);
  return isDay && hour < 24 && minute < 60 && second < 60 && isZone ? parts : undefined;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Line breaks are skipped anywhere; padding is required. Source: Go 1.26 src/encoding/base64/base64.go */
export function isBase64(text: string): boolean {
  const joined = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, '') : text;
  return joined.length % 4 === 0 && BASE64.test(joined);
}
