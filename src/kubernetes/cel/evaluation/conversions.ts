import { int, uint } from './operators';
import { CelLibrary, taking } from './signature';
import { lengthOf } from './texts';
import { asDuration, asTimestamp, durationText, timestampText } from './time-texts';
import { CelFailure, CelValue, TypeName, typeNameOf } from './values';

/* Source: cel-go common/stdlib/stdlib.go, common/types/{int,uint,double,string,bool,bytes}.go (v0.26) */

const INTEGER = /^[+-]?[0-9]+$/;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

const size = [
  taking('string')(text => BigInt(lengthOf(text))),
  taking('list')(list => BigInt(list.items.length)),
  taking('map')(map => BigInt(map.size)),
  taking('bytes')(bytes => BigInt(bytes.length)),
];

export const CONVERSIONS: CelLibrary = {
  functions: {
    size,
    type: [taking('any')(value => new TypeName(typeNameOf(value)))],
    dyn: [taking('any')(value => value)],
    bool: [taking('bool')(value => value), taking('string')(boolOf)],
    int: [
      taking('int')(value => value), taking('uint')(value => int(value.value)), taking('double')(intOfDouble), taking('string')(intOf),
      taking('timestamp')(({ nanos }) => (nanos - (nanos % SECOND + SECOND) % SECOND) / SECOND),
      taking('duration')(({ nanos }) => nanos),
    ],
    uint: [taking('uint')(value => value), taking('int')(value => uint(value)), taking('double')(value => uint(truncated(value))), taking('string')(text => uint(parsed(text, 'uint')))],
    double: [taking('double')(value => value), taking('int')(value => Number(value)), taking('uint')(value => Number(value.value)), taking('string')(doubleOf)],
    string: [
      taking('string')(text => text), taking('bool')(value => String(value)), taking('int')(value => String(value)), taking('uint')(value => String(value.value)),
      taking('double')(doubleText), taking('bytes')(textOfBytes), taking('duration')(durationText), taking('timestamp')(timestampText),
    ],
    bytes: [taking('bytes')(value => value), taking('string')(text => Buffer.from(text, 'utf8'))],
    duration: [taking('duration')(value => value), taking('string')(asDuration)],
    timestamp: [taking('timestamp')(value => value), taking('string')(asTimestamp), taking('int')(seconds => asTimestamp(seconds))],
  },
  methods: { size },
};

const SECOND = 1_000_000_000n;

/** Source: strconv.ParseBool */
function boolOf(text: string): boolean {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) {
    return true;
  } else if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) {
    return false;
  }
  throw conversion(text, 'bool');
}

function conversion(text: string, type: string): CelFailure {
  return new CelFailure(`type conversion error from ${JSON.stringify(text)} to ${type}`);
}

function intOf(text: string): CelValue {
  return int(parsed(text, 'int'));
}

function parsed(text: string, type: string): bigint {
  if (!INTEGER.test(text) || text.length > 40 || (type === 'uint' && /^[+-]/.test(text))) {
    throw conversion(text, type);
  }
  return BigInt(text.replace('+', ''));
}

/** The ends of the range are no doubles, and what rounds to them is beyond. Source: cel-go common/types/overflow.go doubleToInt64Checked */
function intOfDouble(value: number): bigint {
  return value === -(2 ** 63) ? int(2n ** 63n) : int(truncated(value));
}

function truncated(value: number): bigint {
  if (!Number.isFinite(value)) {
    throw new CelFailure('integer overflow');
  }
  return BigInt(Math.trunc(value));
}

function doubleOf(text: string): number {
  if (!NUMBER.test(text)) {
    const named = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
    if (!named) {
      throw conversion(text, 'double');
    }
    return /nan/i.test(named[2]) ? NaN : named[1] === '-' ? -Infinity : Infinity;
  }
  return Number(text);
}

/** As Go's %g: an exponent below -4 and from 6 on. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? 'NaN' : value < 0 ? '-Inf' : '+Inf';
  }
  const [digits, exponent] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 6) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return Object.is(value, -0) ? '-0' : power < 0 ? value.toFixed(digits.replace(/[-.]/g, '').length - 1 - power) : String(value);
}

function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CelFailure('invalid UTF-8 in bytes, cannot convert to string');
  }
}
