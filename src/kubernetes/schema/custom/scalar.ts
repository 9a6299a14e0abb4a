import { Complain, inBody } from './complaint';
import { hasFormat } from './formats';
import { StructureNode } from './node';
import { matchesPattern } from './pattern/pattern';
import { Work } from './work';
import { cut, cutJson } from '../../../base/text/cut';
import { unfilledPlace } from '../../../knowledge/unfilled-places';
import { Path } from '../../validation/path';

/** A number at or beyond these is no int64. */
const INT64_END = 2 ** 63;
/** Above this, Go does not treat a float as an integer. Source: github.com/go-openapi/swag convert.go, maxJSONFloat */
const LARGEST_EXACT = 2 ** 53 - 1;

/** How many allowed values a message lists. */
const MOST_CHOICES = 50;

/** What the server calls a JSON value. */
export function jsonTypeOf(value: unknown): string {
  switch (typeof value) {
    case 'string': return 'string';
    case 'boolean': return 'boolean';
    case 'bigint': return 'integer';
    case 'number': return isInteger(value) ? 'integer' : 'number';
    default: return Array.isArray(value) ? 'array' : 'object';
  }
}

function isInteger(value: number): boolean {
  return Number.isInteger(value) && value >= -INT64_END && value < INT64_END;
}

/** The types of a node as the server's messages list them. */
function typesOf(type: string): string {
  return type === 'int-or-string' ? 'integer,string' : type;
}

/** Checks the type of a value and reports a wrong one; returns whether it fits. Source: kube-openapi pkg/validation/validate/type.go */
export function checkType(value: unknown, node: StructureNode, path: Path | undefined, complain: Complain): boolean {
  const { type, format } = node;
  const actual = jsonTypeOf(value);
  const isListOrText = actual === 'string' || actual === 'array';
  if (type === undefined ? format === undefined || isListOrText : fits(type, actual)) {
    return true;
  }
  const isNumeric = type === 'integer' || type === 'number' || type === 'int-or-string';
  if (format !== undefined && isListOrText && !isNumeric) {
    return true; // The server looks no further, and only texts have a format.
  }
  // The message names formats instead of types if the schema has a format and the value is neither a list nor a text.
  const [expected, got] = format !== undefined && !isListOrText ? [format, formatOf(actual)] : [typesOf(type ?? ''), actual];
  // The server names a type instead of the value: a place that is not filled in is shown all the same, since it is the reason.
  const shown = typeof value === 'string' ? unfilledPlace(value) ?? got : got;
  complain({ id: 'AIW1102', path, reason: 'Invalid value', value: shown, detail: `${inBody(path)} must be of type ${expected}: ${JSON.stringify(got)}` });
  return false;
}

function fits(type: string, actual: string): boolean {
  switch (type) {
    case 'number': return actual === 'number' || actual === 'integer';
    case 'int-or-string': return actual === 'integer' || actual === 'string';
    default: return type === actual;
  }
}

function formatOf(actual: string): string {
  return actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : '';
}

/** Reports a null where the schema requires a value. */
export function complainOfNull({ type }: StructureNode, path: Path | undefined, complain: Complain): void {
  if (type !== undefined) {
    complain({ id: 'AIW1102', path, reason: 'Invalid value', value: 'null', detail: `${inBody(path)} must be of type ${typesOf(type)}: "null"` });
  }
}

/** Length, pattern and format; of length and pattern the server reports the first only. Source: kube-openapi pkg/validation/validate/{validator,formats}.go */
export function checkText(value: string, node: StructureNode, path: Path | undefined, complain: Complain, work?: Work): void {
  const { minLength, maxLength, pattern, format } = node;
  const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(value, minLength, maxLength);
  if (maxLength !== undefined && length > maxLength) {
    complain({ id: 'AIW1102', path, reason: 'Too long', detail: `may not be more than ${maxLength} ${maxLength === 1 ? 'byte' : 'bytes'}` });
  } else if (minLength !== undefined && length < minLength) {
    complain({ id: 'AIW1102', path, reason: 'Invalid value', value, detail: `${inBody(path)} should be at least ${minLength} chars long` });
  } else if (pattern !== undefined && !matchesPattern(pattern, value, work)) {
    complain({ id: 'AIW1102', path, reason: 'Invalid value', value, detail: `${inBody(path)} should match '${cut(pattern)}'` });
  }
  if (format !== undefined && node.type !== 'integer' && node.type !== 'number' && !hasFormat(format, value)) {
    complain({ id: 'AIW1102', path, reason: 'Invalid value', value, detail: `${inBody(path)} must be of type ${cut(format)}: ${cutJson(value)}` });
  }
}

/** Characters (code points) are counted only where the count can matter: a text has at most as many as it has UTF-16 units, and at least half as many. */
function codePoints(text: string, least = 0, most = Infinity): number {
  if (text.length >= least * 2 && text.length <= most) {
    return text.length;
  }
  let count = 0;
  for (let at = 0; at < text.length; count++) {
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return count;
}

/** Minimum, maximum and multipleOf. Source: kube-openapi pkg/validation/validate/{validator,values}.go */
export function checkNumber(value: number, node: StructureNode, path: Path | undefined, complain: Complain): void {
  const say = (detail: string) => complain({ id: 'AIW1102', path, reason: 'Invalid value', value, detail });
  const { type, format, minimum, maximum, multipleOf } = node;
  if (type === 'integer' && Number.isInteger(value) && !inRange(value, format)) {
    say(`Checked value must be of type integer with format ${format ?? 'int64'} in ${path?.toString() ?? ''}`);
  } else if (format === 'float' && type === 'number' && Math.abs(value) > 3.4028235677973366e38) {
    say(`Checked value must be of type number with format float in ${path?.toString() ?? ''}`);
  }
  if (maximum !== undefined && (node.exclusiveMaximum ? value >= maximum : value > maximum)) {
    say(`${inBody(path)} should be less than ${node.exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  if (minimum !== undefined && (node.exclusiveMinimum ? value <= minimum : value < minimum)) {
    say(`${inBody(path)} should be greater than ${node.exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  if (multipleOf !== undefined && multipleOf <= 0) {
    say(`factor MultipleOf declared for ${path?.toString() ?? ''} must be positive: ${multipleOf}`);
  } else if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    say(`${inBody(path)} should be a multiple of ${multipleOf}`);
  }
}

function inRange(value: number, format: string | undefined): boolean {
  return format === 'int32' ? value >= -(2 ** 31) && value < 2 ** 31 : isInteger(value);
}

function isMultiple(value: number, factor: number): boolean {
  const times = factor < 1 ? value * (1 / factor) : value / factor;
  return Number.isInteger(times) && Math.abs(times) <= LARGEST_EXACT;
}

/** Source: kube-openapi pkg/validation/validate/validator.go, basicCommonValidator */
export function checkEnum(value: unknown, { enum: allowed }: StructureNode, path: Path | undefined, complain: Complain, work?: Work): void {
  work?.spend(allowed?.length ?? 0);
  if (allowed === undefined || allowed.some(each => each === value || (typeof each === 'object' && JSON.stringify(each) === JSON.stringify(value)))) {
    return;
  }
  const list = allowed.slice(0, MOST_CHOICES).map(each => JSON.stringify(typeof each === 'string' ? cut(each) : cutJson(each)));
  complain({ id: 'AIW1104', path, reason: 'Unsupported value', value, detail: `supported values: ${list.join(', ')}${allowed.length > MOST_CHOICES ? ` and ${allowed.length - MOST_CHOICES} more` : ''}` });
}
