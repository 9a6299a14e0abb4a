import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { pathSegment } from '../names';
import { Path } from '../path';
import { textOf } from '../values';

/** Source: pkg/apis/autoscaling/validation/validation.go ValidateCrossVersionObjectReference (v1.36) */
export function validateReference(reference: PlainObject, mayBeCore: boolean, path: Path, errors: Errors): void {
  for (const name of ['kind', 'name']) {
    const text = textOf(reference[name]);
    if (text === '') {
      errors.required(path.child(name));
    } else {
      errors.invalidAll(path.child(name), text, pathSegment(text, false));
    }
  }
  const apiVersion = textOf(reference.apiVersion);
  const problem = versionProblem(apiVersion, mayBeCore);
  if (problem !== undefined) {
    errors.invalid(path.child('apiVersion'), apiVersion, problem);
  }
}

/** Source: apimachinery pkg/runtime/schema/group_version.go ParseGroupVersion (v0.36) */
function versionProblem(apiVersion: string, mayBeCore: boolean): string | undefined {
  const first = apiVersion.indexOf('/');
  if (first !== apiVersion.lastIndexOf('/')) {
    return `unexpected GroupVersion string: ${apiVersion}`;
  }
  return !mayBeCore && first <= 0 ? 'apiVersion must specify API group' : undefined;
}
