import { duration, timestamp } from './operators';
import { CelFailure, Duration, NotEvaluated, Timestamp } from './values';

/* Durations and moments as texts. Source: Go time.ParseDuration, time.Parse(RFC3339); cel-go common/types/{duration,timestamp}.go (v0.26) */

const SECOND = 1_000_000_000n;
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n], ['us', 1_000n], ['µs', 1_000n], ['μs', 1_000n], ['ms', 1_000_000n], ['s', SECOND], ['m', 60n * SECOND], ['h', 3_600n * SECOND],
]);
const DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
/** More is beyond 64 bits, and big numbers cost time. */
const LONGEST = 200;

export function asDuration(text: string): Duration {
  if (text.length > LONGEST || !DURATION.test(text)) {
    throw new CelFailure(`time: invalid duration ${JSON.stringify(text)}`);
  }
  let nanos = 0n;
  for (const [, whole, fraction = '', unit] of text.matchAll(PART)) {
    const size = UNITS.get(unit)!;
    nanos += BigInt(whole === '' ? '0' : whole) * size + BigInt(fraction === '' ? '0' : fraction) * size / 10n ** BigInt(fraction.length);
  }
  return duration(text.startsWith('-') ? -nanos : nanos);
}

/** A moment as RFC 3339 has it, or in seconds since 1970. */
export function asTimestamp(value: string | bigint): Timestamp {
  if (typeof value === 'bigint') {
    return timestamp(value * SECOND);
  }
  const match = MOMENT.exec(value);
  const parts = match?.slice(1, 7).map(Number);
  if (!match || !parts || value.length > LONGEST || !isRealTime(parts)) {
    throw new CelFailure(`parsing time ${JSON.stringify(value)}`);
  }
  const [year, month, day, hour, minute, second] = parts;
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  const offset = match[8] === undefined ? 0 : (Number(match[9]) * 60 + Number(match[10])) * (match[8] === '-' ? -1 : 1);
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return timestamp((BigInt(date.getTime() / 1000) - BigInt(offset) * 60n) * SECOND + fraction);
}

function isRealTime([year, month, day, hour, minute, second]: readonly number[]): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour <= 23 && minute <= 59 && second <= 59;
}

export function durationText({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${fractionText(size % SECOND)}s`;
}

export function timestampText(moment: Timestamp): string {
  const fraction = (moment.nanos % SECOND + SECOND) % SECOND;
  return `${dateOf(moment).toISOString().slice(0, 19)}${fractionText(fraction)}Z`;
}

/** The date of a moment, without its parts of a second. */
export function dateOf({ nanos }: Timestamp, offsetMinutes = 0): Date {
  const fraction = (nanos % SECOND + SECOND) % SECOND;
  return new Date(Number((nanos - fraction) / 1_000_000n) + offsetMinutes * 60_000);
}

function fractionText(nanos: bigint): string {
  return nanos === 0n ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}

/** Minutes of `+02:00`; names of zones are not known here. Source: cel-go common/types/timestamp.go timeZone */
export function offsetOf(zone: string): number {
  if (zone === '' || zone === 'UTC') {
    return 0;
  }
  const match = /^([+-]?\d+):([+-]?\d+)$/.exec(zone);
  if (!match) {
    throw new NotEvaluated(`the time zone ${zone}`);
  }
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours * 60 + (zone.startsWith('-') ? -minutes : minutes);
}
