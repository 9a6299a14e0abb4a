import { Errors } from '../errors';
import { Path } from '../path';
import { textOf } from '../values';

export const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

/** A missing policy is filled in from the tag. */
export function validatePullPolicy(policy: unknown, path: Path, errors: Errors): void {
  const text = textOf(policy);
  if (text !== '' && !PULL_POLICIES.includes(text)) {
    errors.unsupported(path, text, PULL_POLICIES);
  }
}
