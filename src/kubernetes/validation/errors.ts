import { Path } from './path';
import { cutJson } from '../../base/text/cut';

/** Why the API server refuses a value, as `details.causes[].reason` of its answers names it. */
export type Reason =
  | 'FieldValueInvalid' | 'FieldValueRequired' | 'FieldValueNotSupported' | 'FieldValueForbidden' | 'FieldValueDuplicate'
  | 'FieldValueNotFound' | 'FieldValueTooLong' | 'FieldValueTooMany' | 'FieldValueTooFew' | 'FieldValueTooShort';

export interface FieldError {
  readonly field: string;
  readonly reason: Reason;
  /** What stands there; nothing where something is missing or forbidden. */
  readonly value?: unknown;
  /** Why, without reason and value; empty where the reason says it all. */
  readonly detail: string;
  /** `Invalid value: "x": detail`. */
  readonly message: string;
  /** The words of which it is none. */
  readonly allowed?: readonly string[];
}

const REASONS: ReadonlyMap<string, Reason> = new Map([
  ['Required value', 'FieldValueRequired'], ['Unsupported value', 'FieldValueNotSupported'], ['Forbidden', 'FieldValueForbidden'], ['Duplicate value', 'FieldValueDuplicate'],
  ['Too long', 'FieldValueTooLong'], ['Too many', 'FieldValueTooMany'],
]);

/** Collects errors in the words of the API server. Source: apimachinery pkg/util/validation/field/errors.go (v0.36) */
export class Errors {
  readonly list: FieldError[] = [];
  /** What is taken and not kept, which is no error. */
  readonly drops: Pick<FieldError, 'field' | 'message'>[] = [];

  invalid(path: Path, value: unknown, detail: string): void {
    this.addOf(path, 'FieldValueInvalid', 'Invalid value', value, detail);
  }

  /** One error a text, as the functions of names.ts return them. */
  invalidAll(path: Path, value: unknown, details: readonly string[]): void {
    details.forEach(detail => this.invalid(path, value, detail));
  }

  required(path: Path, detail = ''): void {
    this.add(path, 'FieldValueRequired', 'Required value', undefined, detail);
  }

  unsupported(path: Path, value: unknown, allowed: readonly string[]): void {
    const detail = allowed.length === 0 ? '' : `supported values: ${allowed.map(each => JSON.stringify(each)).join(', ')}`;
    this.addOf(path, 'FieldValueNotSupported', 'Unsupported value', value, detail, allowed);
  }

  forbidden(path: Path, detail: string): void {
    this.add(path, 'FieldValueForbidden', 'Forbidden', undefined, detail);
  }

  duplicate(path: Path, value: unknown): void {
    this.addOf(path, 'FieldValueDuplicate', 'Duplicate value', value, '');
  }

  notFound(path: Path, value: unknown, detail = ''): void {
    this.addOf(path, 'FieldValueNotFound', 'Not found', value, detail);
  }

  tooLong(path: Path, max: number): void {
    this.add(path, 'FieldValueTooLong', 'Too long', undefined, `may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`);
  }

  tooLongCharacters(path: Path, max: number): void {
    this.add(path, 'FieldValueTooLong', 'Too long', undefined, `may not be more than ${max} ${max === 1 ? 'character' : 'characters'}`);
  }

  tooMany(path: Path, actual: number, max: number): void {
    this.add(path, 'FieldValueTooMany', `Too many: ${actual}`, actual, `must have at most ${max} ${max === 1 ? 'item' : 'items'}`);
  }

  /** What a schema says of a value. `reason` is how the message begins: `Too many`. */
  complaint(path: Path, reason: string, value: unknown, detail: string): void {
    this.add(path, REASONS.get(reason) ?? 'FieldValueInvalid', value === undefined ? reason : `${reason}: ${shown(value)}`, value, detail);
  }

  /** The object is accepted without this value. */
  drop(path: Path, value: unknown, detail: string): void {
    this.drops.push({ field: path.toString(), message: `Invalid value: ${shown(value)}: the API server drops it: ${detail}` });
  }

  private addOf(path: Path, reason: Reason, text: string, value: unknown, detail: string, allowed?: readonly string[]): void {
    this.add(path, reason, `${text}: ${shown(value)}`, value, detail, allowed);
  }

  private add(path: Path, reason: Reason, text: string, value: unknown, detail: string, allowed?: readonly string[]): void {
    this.list.push({ field: path.toString(), reason, value, detail, message: detail === '' ? text : `${text}: ${detail}`, ...(allowed && { allowed }) });
  }
}

function shown(value: unknown): string {
  if (value === null || value === undefined) {
    return 'null';
  }
  return cutJson(value);
}
