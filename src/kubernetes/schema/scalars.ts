import { isBase64, isMicroTime, isQuantity, isTime } from './formats';
import { ScalarShape } from './shapes';
import { isObject } from '../../base/plain';

/*
 * Values that the API server's decoder refuses, and our words for it. `null` is never refused: it reads as absent.
 * Source: sigs.k8s.io/json internal/golang/encoding/json/decode.go, literalStore
 */

const LIMIT_INT32 = 2 ** 31;
const LIMIT_INT64 = 2 ** 63;

/** Why the decoder refuses a present value; undefined when it accepts it. */
export function misfit(scalar: ScalarShape, value: unknown): string | undefined {
  switch (scalar) {
    case 'string': return typeof value === 'string' ? undefined : 'must be a string';
    case 'boolean': return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'int32': return noInteger(value, LIMIT_INT32, 32);
    case 'int64': return noInteger(value, LIMIT_INT64, 64);
    case 'double': return isNumber(value) ? undefined : 'must be a number';
    case 'int-or-string': return typeof value === 'string' ? undefined : noIntegerOrText(value);
    case 'any': return undefined;
    default: return special(scalar, value);
  }
}

function special(scalar: ScalarShape, value: unknown): string | undefined {
  switch (scalar) {
    case 'quantity': return isNumber(value) || (typeof value === 'string' && isQuantity(value)) ? undefined : 'must be a quantity such as 500m, 1.5 or 64Gi';
    case 'byte': return (typeof value === 'string' && isBase64(value)) || isBytes(value) ? undefined : 'must be text in base64';
    case 'date-time': return typeof value === 'string' && isTime(value) ? undefined : 'must be a time such as 2026-01-02T03:04:05Z';
    case 'micro-time': return typeof value === 'string' && isMicroTime(value) ? undefined : 'must be a time such as 2026-01-02T03:04:05.000000Z';
    case 'schema-or-bool': return typeof value === 'boolean' || isObject(value) ? undefined : 'must be true, false or a schema';
    // The decoders of these two accept everything else and ignore it.
    default: return undefined;
  }
}

function noInteger(value: unknown, limit: number, bits: number): string | undefined {
  if (typeof value === 'bigint') {
    return value >= -BigInt(limit) && value < BigInt(limit) ? undefined : `must be an integer of ${bits} bits`;
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return 'must be an integer';
  }
  // For int64, -2 ** 63 fails as a double: JSON writes it as -9223372036854776000, which is less. A file gives the exact integer as a bigint.
  return value < limit && (value > -limit || (value === -limit && limit === LIMIT_INT32)) ? undefined : `must be an integer of ${bits} bits`;
}

function noIntegerOrText(value: unknown): string | undefined {
  const reason = noInteger(value, LIMIT_INT32, 32);
  return reason === 'must be an integer' ? 'must be an integer or a string' : reason;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The decoder also accepts a list of numbers from 0 to 255 as bytes. */
function isBytes(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => each === null || (Number.isInteger(each) && (each as number) >= 0 && (each as number) < 256));
}
