/**
 * A resource quantity. Exact: compared in units of 10^-9, the smallest that the API server keeps (it rounds up).
 * Source: apimachinery pkg/api/resource/quantity.go (v0.36)
 */
export interface Quantity {
  readonly nano: bigint;
  readonly text: string;
  /** How the server would write it: in powers of 1000, of 1024, or with an exponent. */
  readonly notation: 'decimal' | 'binary' | 'exponent';
}

const SHAPE = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;
const DECIMAL: ReadonlyMap<string, number> = new Map([['n', -9], ['u', -6], ['m', -3], ['', 0], ['k', 3], ['M', 6], ['G', 9], ['T', 12], ['P', 15], ['E', 18]]);
const BINARY: ReadonlyMap<string, bigint> = new Map(['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index) => [suffix, 2n ** BigInt(10 * (index + 1))]));
const NANO = 1_000_000_000n;
const LARGEST = 2n ** 63n - 1n;
/** Binary quantities are capped. */
const MOST = LARGEST * NANO;
/** Numbers of more digits are somebody's joke, and big numbers cost time. */
const MOST_DIGITS = 400;

const THOUSANDTHS: ReadonlyMap<string, number> = new Map([
  ['m', 1], ['', 1e3], ['k', 1e6], ['M', 1e9], ['G', 1e12], ['T', 1e15],
  ...['Ki', 'Mi', 'Gi', 'Ti'].map((suffix, index) => [suffix, 1e3 * 1024 ** (index + 1)] as const),
]);

/** Thousandths of an ordinary amount (`500m`, `16Gi`), at least 0: nearly all amounts are, and to compare them takes no big numbers. */
export function ordinaryThousandths(value: unknown): number | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  let number = 0;
  let end = 0;
  for (; end < value.length; end++) {
    const digit = value.charCodeAt(end) - 48;
    if (digit < 0 || digit > 9) {
      break;
    }
    number = number * 10 + digit;
  }
  const amount = end === 0 ? NaN : number * (THOUSANDTHS.get(value.slice(end)) ?? NaN);
  return amount <= Number.MAX_SAFE_INTEGER ? amount : undefined;
}

/** Few texts are written many times in one input. */
const parsed = new Map<string, Quantity | undefined>();
const MOST_REMEMBERED = 2_000;

/** Reads a quantity, a text or a number; undefined where the API server refuses it. */
export function parseQuantity(value: unknown): Quantity | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return undefined;
  }
  // A text may stand between spaces. Source: quantity.go UnmarshalJSON
  const text = typeof value === 'number' ? String(value) : value.trim();
  if (text.length > MOST_DIGITS) {
    return undefined;
  }
  if (!parsed.has(text)) {
    if (parsed.size >= MOST_REMEMBERED) {
      parsed.clear();
    }
    parsed.set(text, parse(text));
  }
  return parsed.get(text);
}

function parse(text: string): Quantity | undefined {
  const match = text === '' ? null : SHAPE.exec(text);
  if (match === null) {
    return undefined;
  }
  // A suffix or a sign alone reads as 0, as the server's parser has it.
  const [, sign, whole, fraction, suffix = ''] = match;
  const digits = `${whole}${fraction ?? ''}`;
  const amount = scaled(BigInt(digits === '' ? '0' : digits), (fraction ?? '').length, suffix);
  return amount === undefined ? undefined : { nano: sign === '-' ? -amount : amount, text, notation: notationOf(suffix, amount) };
}

/** What is less than 1 is never binary. */
function notationOf(suffix: string, amount: bigint): Quantity['notation'] {
  return DECIMAL.has(suffix) ? 'decimal' : !BINARY.has(suffix) ? 'exponent' : amount < NANO ? 'decimal' : 'binary';
}

function scaled(digits: bigint, decimals: number, suffix: string): bigint | undefined {
  const factor = BINARY.get(suffix);
  if (factor !== undefined) {
    const amount = dividedUp(digits * factor * NANO, 10n ** BigInt(decimals));
    return amount > MOST ? MOST : amount;
  }
  const exponent = DECIMAL.get(suffix) ?? Number(suffix.slice(1));
  const shift = exponent - decimals + 9;
  if (!Number.isSafeInteger(exponent)) {
    return undefined;
  }
  if (digits === 0n) {
    return 0n;
  }
  // Far beyond anything that is compared with anything.
  const bounded = Math.max(-MOST_DIGITS * 2, Math.min(MOST_DIGITS * 2, shift));
  return bounded >= 0 ? digits * 10n ** BigInt(bounded) : dividedUp(digits, 10n ** BigInt(-bounded));
}

function dividedUp(amount: bigint, by: bigint): bigint {
  return by === 1n ? amount : (amount + by - 1n) / by;
}

const POWERS_OF_1000 = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const POWERS_OF_1024 = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * How the API server writes it: whole, in the largest unit that leaves it whole. What is less than 1024, or not whole, is never binary.
 * Source: quantity.go CanonicalizeBytes, amount.go AsCanonicalBytes (v0.36)
 */
export function canonical({ nano, notation }: Quantity): string {
  if (nano === 0n) {
    return '0';
  }
  const isBinary = notation === 'binary' && nano % NANO === 0n && (nano >= 1024n * NANO || nano <= -1024n * NANO);
  const [start, factor, most] = isBinary ? [nano / NANO, 1024n, POWERS_OF_1024.length - 1] : [nano, 1000n, POWERS_OF_1000.length - 1];
  let [amount, power] = [start, 0];
  while (power < most && amount % factor === 0n) {
    amount /= factor;
    power++;
  }
  const exponent = (power - 3) * 3;
  return `${amount}${isBinary ? POWERS_OF_1024[power] : notation === 'decimal' || notation === 'binary' ? POWERS_OF_1000[power] : exponent === 0 ? '' : `e${exponent}`}`;
}

export function isNegative(quantity: Quantity): boolean {
  return quantity.nano < 0n;
}

export function isZero(quantity: Quantity): boolean {
  return quantity.nano === 0n;
}

/** Whether it is so much that the server may have cut it. */
export function isBeyond(quantity: Quantity): boolean {
  return quantity.nano >= MOST;
}

/** Whether it has parts of less than so many nanos, which the server rounds up where it counts no finer. */
export function isFinerThan(quantity: Quantity, nanos: bigint): boolean {
  return quantity.nano % nanos !== 0n;
}

/** Below zero, zero or above it, as the first is less than, equal to or more than the second. */
export function compareQuantities(one: Quantity, other: Quantity): number {
  return one.nano < other.nano ? -1 : one.nano > other.nano ? 1 : 0;
}

/** Whether it is whole: `MilliValue() % 1000 == 0`, where parts of a thousandth round up. */
export function isWhole(quantity: Quantity): boolean {
  return thousandths(quantity) % 1000n === 0n;
}

/** Thousandths, rounded away from zero. */
export function thousandths(quantity: Quantity): bigint {
  const { nano } = quantity;
  return nano >= 0n ? dividedUp(nano, 1_000_000n) : -dividedUp(-nano, 1_000_000n);
}

/** Whole units, rounded away from zero. Beyond 64 bits the server reads 0. */
export function units(quantity: Quantity): bigint {
  const { nano } = quantity;
  const whole = nano >= 0n ? dividedUp(nano, NANO) : -dividedUp(-nano, NANO);
  return whole > LARGEST || whole < -LARGEST ? 0n : whole;
}
