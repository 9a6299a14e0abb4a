import { sameMeaning } from './meaning';
import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { Path } from '../path';
import { mapOf } from '../values';

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

/** Fields of one place, given by names from the object on, that must stay as they are. */
export function fixed(at: readonly string[], names: readonly string[]): ValidateChange {
  return ({ previous, next, errors }) => {
    const [before, after] = [previous, next].map(body => at.reduce((found, name) => mapOf(found[name]) ?? {}, body));
    for (const name of names) {
      if (!sameMeaning(before[name], after[name], name)) {
        const [first, ...rest] = [...at, name];
        errors.invalid(rest.reduce((path, step) => path.child(step), Path.root(first)), after[name], IMMUTABLE);
      }
    }
  };
}
