import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { mapOf, textOf } from '../values';

/** How a source of a volume is validated; `Scope` is what it is asked in. */
export interface VolumeSource<Scope = PodScope> {
  /** Name in paths where it is not the field's: slips that the API server keeps. */
  readonly path?: string;
  readonly forbiddenPath?: string;
  /** When it is the volume's first source. */
  readonly validate?: (source: PlainObject, path: Path, scope: Scope) => void;
  /** Also when it is not; `path` is the volume's. */
  readonly validateAlways?: (source: PlainObject, path: Path, errors: Errors, volume: PlainObject) => void;
}

/** A source that asks nothing of what it belongs to, so that it is the same in pods and in persistent volumes. */
export type SharedSource = VolumeSource<Pick<PodScope, 'errors'>>;

/** Each of these texts must be there. */
export function requireTexts(source: PlainObject, names: readonly string[], path: Path, errors: Errors): void {
  for (const name of names) {
    if (textOf(source[name]) === '') {
      errors.required(path.child(name));
    }
  }
}

/** A source that must name something and is asked nothing else. */
export function requiring(...names: readonly string[]): SharedSource {
  return { validate: (source, path, { errors }) => requireTexts(source, names, path, errors) };
}

/** Texts that the reference to a secret must have, where there is one. */
export function requireInSecret(source: PlainObject, names: readonly string[], path: Path, errors: Errors): void {
  const secret = mapOf(source.secretRef);
  if (secret !== undefined) {
    requireTexts(secret, names, path.child('secretRef'), errors);
  }
}
