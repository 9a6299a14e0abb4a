import { Path } from '../../path';
import { intOf, isGiven, mapOf } from '../../values';
import { Subject } from '../subject';

/** Source: pkg/apis/apps/validation/validation.go ValidateControllerRevisionCreate (v1.36) */
export function validateControllerRevision({ body, errors }: Subject): void {
  const revision = intOf(body.revision) ?? 0;
  if (revision < 0) {
    errors.invalid(Path.root('revision'), revision, 'must be greater than or equal to 0');
  }
  if (mapOf(body.data) === undefined) {
    errors.required(Path.root('data'), isGiven(body.data) ? 'data must be a valid JSON object' : 'data is mandatory');
  }
}
