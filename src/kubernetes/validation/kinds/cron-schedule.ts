import { atoi } from './numbers';
import { isGoDuration } from '../../../base/go-duration';

/** The values of one field of a schedule. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: named(1, 'jan feb mar apr may jun jul aug sep oct nov dec') },
  { min: 0, max: 6, names: named(0, 'sun mon tue wed thu fri sat') },
];
const DESCRIPTORS: ReadonlySet<string> = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);
const EVERY = '@every ';

function named(first: number, names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, index) => [name, first + index]));
}

/** What is wrong with a schedule. Source: github.com/robfig/cron v3 parser.go, which the API server asks */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.startsWith('TZ=') || schedule.startsWith('CRON_TZ=')) {
    return undefined; // Refused for its time zone in any case.
  }
  if (schedule.startsWith('@')) {
    return descriptorProblem(schedule);
  }
  const fields = schedule.split(/\s+/).filter(field => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (let i = 0; i < fields.length; i++) {
    const problem = fieldProblem(fields[i], FIELDS[i]);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function descriptorProblem(descriptor: string): string | undefined {
  if (descriptor.startsWith(EVERY)) {
    const duration = descriptor.slice(EVERY.length);
    return isGoDuration(duration) ? undefined : `failed to parse duration ${descriptor}: time: invalid duration ${JSON.stringify(duration)}`;
  }
  return DESCRIPTORS.has(descriptor) ? undefined : `unrecognized descriptor: ${descriptor}`;
}

function fieldProblem(field: string, bounds: Bounds): string | undefined {
  for (const range of field.split(',')) {
    const problem = range === '' ? undefined : rangeProblem(range, bounds);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

/** `*`, `5`, `5-10`, each with `/step`. */
function rangeProblem(range: string, { min, max, names }: Bounds): string | undefined {
  const [span, ...steps] = range.split('/');
  const limits = span.split('-');
  const isStar = limits[0] === '*' || limits[0] === '?';
  const numbers = isStar ? [min, max] : limits.map(limit => numberOf(limit, names));
  if (!isStar && limits.length > 2 && typeof numbers[0] === 'number') {
    return `too many hyphens: ${range}`;
  }
  const unread = numbers.findIndex(number => typeof number === 'string');
  if (unread >= 0) {
    return String(numbers[unread]);
  }
  if (steps.length > 1) {
    return `too many slashes: ${range}`;
  }
  const step = steps.length === 1 ? numberOf(steps[0]) : 1;
  if (typeof step === 'string') {
    return step;
  }
  const [start, last = start] = numbers as number[];
  // `5/10` is `5-max/10`.
  const end = steps.length === 1 && limits.length === 1 ? max : last;
  return start < min ? `beginning of range (${start}) below minimum (${min}): ${range}`
    : end > max ? `end of range (${end}) above maximum (${max}): ${range}`
      : start > end ? `beginning of range (${start}) beyond end of range (${end}): ${range}`
        : step === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

/** The number, or what is wrong. */
function numberOf(text: string, names?: ReadonlyMap<string, number>): number | string {
  const number = names?.get(text.toLowerCase()) ?? atoi(text);
  return number === undefined ? `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`
    : number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
