/** Numbers among plain scalars. Source: go.yaml.in/yaml/v2 resolve.go (v2.4.3) and Go's strconv. */

const INTEGER =
  /^(?<sign>[-+]?)(?<prefix>0[xX](?=[0-9a-fA-F]+$)|0[bB](?=[01]+$)|0[oO]?(?=[0-7]+$)|(?=(?:0|[1-9][0-9]*)$))(?<digits>[0-9a-fA-F]+)$/;
/** A binary number with its sign behind the prefix (`0b-1`), which Go tries last. */
const SIGN_BEHIND_PREFIX = /^(?<prefix>0b)(?<sign>[-+])(?<digits>[01]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** A number that begins with a dot, where strconv.ParseFloat accepts underscores between digits. */
const DOTTED = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

const LARGEST_UNSIGNED = 2n ** 64n - 1n;
const LARGEST_SIGNED = 2n ** 63n - 1n;

/** An integer as Go reads it: a bigint where a number would lose digits, undefined where it is no integer or exceeds 64 bits. */
export function integerOf(written: string): number | bigint | undefined {
  const plain = written.replaceAll('_', '');
  const parts = (INTEGER.exec(plain) ?? SIGN_BEHIND_PREFIX.exec(plain))?.groups;
  if (parts === undefined) {
    return undefined;
  }
  const { sign, prefix, digits } = parts;
  // More than 64 significant digits never fit, and converting them takes longer the more there are.
  const significant = digits.replace(/^0+(?=.)/, '');
  if (significant.length > 64) {
    return undefined;
  }
  const magnitude = BigInt((prefix === '0' ? '0o' : prefix) + significant);
  if (magnitude > (sign === '' ? LARGEST_UNSIGNED : sign === '+' ? LARGEST_SIGNED : LARGEST_SIGNED + 1n)) {
    return undefined;
  }
  const value = sign === '-' ? -magnitude : magnitude;
  return magnitude <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** A number with a fraction or exponent, or an integer beyond 64 bits; undefined where it is too large for a double. */
export function floatOf(written: string): number | undefined {
  if (written.startsWith('.') ? !DOTTED.test(written) : !FLOAT.test(written.replaceAll('_', ''))) {
    return undefined;
  }
  const value = Number(written.replaceAll('_', ''));
  return Number.isFinite(value) ? value : undefined;
}

/** The nearest double towards zero, so that a value exceeds a limit such as 2^63 only if the integer does. */
export function towardsZero(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const unit = 2n ** BigInt(Math.max(magnitude.toString(2).length - 53, 0));
  const cut = Number(magnitude / unit * unit);
  return value < 0n ? -cut : cut;
}

/** An integer key as text. Source: sigs.k8s.io/yaml yaml.go convertToJSONableObject (v1.6): keys above 2^63 are not supported. */
export function integerKey(value: number | bigint): string | undefined {
  return value > LARGEST_SIGNED ? undefined : String(value);
}

/** A float key as text: as strconv formats a float32 with `g` and the fewest digits that identify it. */
export function floatKey(value: number): string {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) {
    return Number.isNaN(single) ? '.nan' : single > 0 ? '.inf' : '-.inf';
  }
  const shortest = [1, 2, 3, 4, 5, 6, 7, 8].find(precision => Math.fround(Number(single.toExponential(precision - 1))) === single) ?? 9;
  const [digits, exponent] = single.toExponential(shortest - 1).split('e');
  const sign = Object.is(single, -0) ? '-' : '';
  const power = Number(exponent);
  if (power < -4 || power >= 6) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return sign + decimal(digits, power);
}

/** Moves the decimal point of a number that has one digit before it. */
function decimal(digits: string, power: number): string {
  const sign = digits.startsWith('-') ? '-' : '';
  const all = digits.replace(/[-.]/g, '');
  if (power < 0) {
    return `${sign}0.${'0'.repeat(-power - 1)}${all}`;
  }
  const whole = all.slice(0, power + 1).padEnd(power + 1, '0');
  return sign + whole + (all.length > power + 1 ? `.${all.slice(power + 1)}` : '');
}
