import { CelLibrary, taking } from './signature';
import { dateOf, offsetOf } from './time-texts';

/* Parts of moments and durations. Source: cel-go common/types/{timestamp,duration}.go (v0.26) */

/** A part of a moment, in UTC or another zone. */
const part = (of: (date: Date) => number) => [
  taking('timestamp')(moment => BigInt(of(dateOf(moment)))),
  taking('timestamp', 'string')((moment, zone) => BigInt(of(dateOf(moment, offsetOf(zone))))),
];

/** Whole units of a duration. */
const whole = (nanos: bigint) => taking('duration')(duration => duration.nanos / nanos);

const SECOND = 1_000_000_000n;

const millisecond = [
  taking('timestamp')(({ nanos }) => (nanos % SECOND + SECOND) % SECOND / 1_000_000n),
  taking('timestamp', 'string')(({ nanos }, zone) => (nanos % SECOND + SECOND) % SECOND / 1_000_000n + 0n * BigInt(offsetOf(zone))),
];

export const TIMES: CelLibrary = {
  methods: {
    getFullYear: part(date => date.getUTCFullYear()),
    getMonth: part(date => date.getUTCMonth()),
    getDayOfYear: part(dayOfYear),
    getDayOfMonth: part(date => date.getUTCDate() - 1),
    getDate: part(date => date.getUTCDate()),
    getDayOfWeek: part(date => date.getUTCDay()),
    getHours: [...part(date => date.getUTCHours()), whole(3_600n * SECOND)],
    getMinutes: [...part(date => date.getUTCMinutes()), whole(60n * SECOND)],
    getSeconds: [...part(date => date.getUTCSeconds()), whole(SECOND)],
    getMilliseconds: [...millisecond, whole(1_000_000n)],
  },
};

function dayOfYear(date: Date): number {
  const first = new Date(date);
  first.setUTCMonth(0, 1);
  return Math.round((date.getTime() - first.getTime()) / 86_400_000);
}
