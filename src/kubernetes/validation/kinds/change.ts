import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';

/** An object as it is, and as it shall be. */
export interface CheckedUpdate {
  readonly previous: PlainObject;
  readonly next: PlainObject;
  readonly context: ServerContext;
  readonly errors: Errors;
}

export type ValidateChange = (change: CheckedUpdate) => void;

/** Source: apimachinery pkg/api/validation/objectmeta.go FieldImmutableErrorMsg (v0.36) */
export const IMMUTABLE = 'field is immutable';
