import { CelLibrary, taking } from './signature';
import { CelFailure, Particular } from './values';
import { compareQuantities, parseQuantity, Quantity } from '../../validation/quantities';

/* Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/quantity.go, apimachinery pkg/api/resource/quantity.go (v1.36) */

const NANO = 1_000_000_000n;
const INT_END = 2n ** 63n;

class Amount extends Particular {
  public readonly typeName = 'kubernetes.Quantity';

  constructor(public readonly quantity: Quantity, public readonly isInteger: boolean) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Amount && other.quantity.nano === this.quantity.nano;
  }
}

const compared = (one: Amount, other: Amount): number => compareQuantities(one.quantity, other.quantity);

/** A sum counts in the finer unit of both; nothing adds none. */
function plus(one: Amount, nano: bigint, isInteger: boolean): Amount {
  const isWhole = nano === 0n ? one.isInteger : isInteger && (one.quantity.nano === 0n || one.isInteger);
  return new Amount({ nano: one.quantity.nano + nano, text: '', notation: one.quantity.notation }, isWhole);
}

export const QUANTITIES: CelLibrary = {
  functions: {
    quantity: [taking('string')(text => {
      const quantity = read(text);
      if (!quantity) {
        throw new CelFailure('unable to parse quantity');
      }
      return new Amount(quantity, isWrittenWhole(text));
    })],
    isQuantity: [taking('string')(text => read(text) !== undefined)],
    sign: [taking(Amount)(signOf)],
  },
  methods: {
    isGreaterThan: [taking(Amount, Amount)((one, other) => compared(one, other) > 0)],
    isLessThan: [taking(Amount, Amount)((one, other) => compared(one, other) < 0)],
    compareTo: [taking(Amount, Amount)((one, other) => BigInt(compared(one, other)))],
    asApproximateFloat: [taking(Amount)(({ quantity: { nano } }) => Number(nano / NANO) + Number(nano % NANO) / 1e9)],
    isInteger: [taking(Amount)(fitsInteger)],
    asInteger: [taking(Amount)(amount => {
      if (!fitsInteger(amount)) {
        throw new CelFailure('cannot convert value to integer');
      }
      return amount.quantity.nano / NANO;
    })],
    add: [taking(Amount, Amount)((one, other) => plus(one, other.quantity.nano, other.isInteger)), taking(Amount, 'int')((one, other) => plus(one, other * NANO, true))],
    sub: [taking(Amount, Amount)((one, other) => plus(one, -other.quantity.nano, other.isInteger)), taking(Amount, 'int')((one, other) => plus(one, -other * NANO, true))],
  },
};

/** A text between spaces is none here. */
function read(text: string): Quantity | undefined {
  return text === text.trim() ? parseQuantity(text) : undefined;
}

function signOf({ quantity: { nano } }: Amount): bigint {
  return nano < 0n ? -1n : nano > 0n ? 1n : 0n;
}

const UNITS = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/**
 * Whether the server counts it in whole units: 1000m and 1.0 are counted in parts, and what has more digits than 64 bits in neither.
 * Source: apimachinery pkg/api/resource/quantity.go ParseQuantity, amount.go AsInt64 (v0.36)
 */
function isWrittenWhole(text: string): boolean {
  const end = text.search(/[A-Za-z]/);
  const [number, suffix] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  const [whole, decimals = ''] = number.split('.');
  const digits = whole.replace(/^[+-]?0*/, '').length;
  const power = UNITS.indexOf(suffix.replace('i', ''));
  if (suffix.endsWith('i')) {
    return decimals === '' && digits + Math.floor(power * 3) + 1 <= 15;
  }
  return digits + decimals.length <= 18 && (power >= 0 ? power * 3 : /^e/i.test(suffix) ? Number(suffix.slice(1)) : -1) >= decimals.length;
}

function fitsInteger({ quantity: { nano }, isInteger }: Amount): boolean {
  return isInteger && nano % NANO === 0n && nano / NANO < INT_END && nano / NANO >= -INT_END;
}
