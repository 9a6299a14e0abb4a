import { scheduleProblem } from './cron-schedule';
import { isGoDuration } from '../../../base/go-duration';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const DESCRIPTORS: { readonly [name: string]: number } = { '@hourly': 60 * MINUTE, '@daily': DAY, '@midnight': DAY, '@weekly': DAY, '@monthly': DAY, '@yearly': DAY, '@annually': DAY };

/**
 * Seconds between two starts at least; undefined for what is no schedule. Days are not counted: once a day and once a week are both at least a day.
 *
 * Source: github.com/robfig/cron v3 spec.go (Next), constantdelay.go
 */
export function shortestPeriod(schedule: string): number | undefined {
  const text = schedule.replace(/^(?:CRON_)?TZ=\S+\s+/, '').trim();
  if (scheduleProblem(text) !== undefined) {
    return undefined;
  }
  if (text.startsWith('@')) {
    return DESCRIPTORS[text] ?? secondsOf(text.slice('@every '.length));
  }
  const [minute, hour, ...days] = text.split(/\s+/);
  const starts = valuesOf(hour, 23).flatMap(each => valuesOf(minute, 59).map(at => (each * 60 + at) * MINUTE)).sort((one, other) => one - other);
  const gaps = starts.slice(1).map((start, index) => start - starts[index]);
  const isDaily = days.every(day => day === '*' || day === '?');
  return Math.min(DAY, ...gaps, ...(isDaily || consecutive(days) ? [starts[0] + DAY - starts[starts.length - 1]] : []));
}

/** Whether two days after each other may both be meant: anything but one day of the month or of the week. */
function consecutive(days: readonly string[]): boolean {
  return !days.some(day => /^\d+$|^[a-z]{3}$/i.test(day));
}

function valuesOf(field: string, max: number): number[] {
  const values = field.split(',').filter(range => range !== '').flatMap(range => {
    const [span, step] = range.split('/');
    const [first, last] = /^[*?]/.test(span) ? [0, max] : span.split('-').map(Number);
    const end = last ?? (step === undefined ? first : max);
    return Array.from({ length: Math.floor((end - first) / Number(step ?? 1)) + 1 }, (_, index) => first + index * Number(step ?? 1));
  });
  return [...new Set(values)];
}

const UNITS: { readonly [unit: string]: number } = { h: 3600, m: MINUTE, s: 1 };

/** Of a Go duration; undefined for what is none. */
export function secondsOf(duration: string): number | undefined {
  if (!isGoDuration(duration)) {
    return undefined;
  }
  // A number and a unit in turn.
  const parts = duration.match(/[0-9.]+|[a-zµμ]+/g) ?? [];
  const sum = parts.reduce((total, unit, index) => (index % 2 === 0 ? total : total + Number(parts[index - 1]) * (UNITS[unit] ?? (unit === 'ms' ? 1e-3 : 1e-6))), 0);
  return duration.startsWith('-') ? -sum : sum;
}
