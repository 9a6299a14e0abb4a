import { programOf } from '../../../../src/kubernetes/cel/evaluation/program';
import { durationText, timestampText } from '../../../../src/kubernetes/cel/evaluation/time-texts';
import {
  CelFailure, CelValue, Duration, ListValue, MapValue, NotEvaluated, Optional, Timestamp, typeNameOf, Uint,
} from '../../../../src/kubernetes/cel/evaluation/values';

/** The value of an expression as JSON, its type where it has no such form, or why there is none. */
export function outcomeOf(expression: string): string {
  try {
    const value = programOf(expression, []).evaluate([]);
    const json = jsonOf(value);
    return json === undefined ? typeNameOf(value) : JSON.stringify(json);
  } catch (error) {
    if (error instanceof CelFailure || error instanceof NotEvaluated) {
      return error instanceof CelFailure ? 'failure' : 'refused';
    }
    throw error;
  }
}

/** As protobuf writes values in JSON: whole numbers beyond 2^53 as texts, bytes in base 64. */
function jsonOf(value: CelValue): unknown {
  if (typeof value === 'bigint' || value instanceof Uint) {
    const number = typeof value === 'bigint' ? value : value.value;
    return number > 2n ** 53n - 1n || number < -(2n ** 53n - 1n) ? String(number) : Number(number);
  } else if (value instanceof ListValue) {
    return value.items.map(jsonOf);
  } else if (value instanceof MapValue) {
    const entries = value.keys().map((key): [string, unknown] => [String(jsonOf(key)), jsonOf(value.get(key)!)]);
    return Object.fromEntries(entries.sort(([one], [other]) => one < other ? -1 : 1));
  } else if (value instanceof Uint8Array) {
    return Buffer.from(value).toString('base64');
  } else if (value instanceof Duration) {
    return durationText(value);
  } else if (value instanceof Timestamp) {
    return timestampText(value);
  } else if (value instanceof Optional) {
    return value.value === undefined ? null : jsonOf(value.value);
  }
  return typeof value === 'object' && value !== null ? undefined : typeof value === 'number' && !Number.isFinite(value) ? doubleName(value) : value;
}

function doubleName(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}
