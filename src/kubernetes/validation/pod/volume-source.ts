import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { textOf } from '../values';

/** How a source of a volume is validated. */
export interface VolumeSource {
  /** Name in paths where it is not the field's: slips that the API server keeps. */
  readonly path?: string;
  readonly forbiddenPath?: string;
  /** When it is the volume's first source. */
  readonly validate?: (source: PlainObject, path: Path, scope: PodScope) => void;
  /** Also when it is not; `path` is the volume's. */
  readonly validateAlways?: (source: PlainObject, path: Path, errors: Errors, volume: PlainObject) => void;
}

/** Each of these texts must be there. */
export function requireTexts(source: PlainObject, names: readonly string[], path: Path, errors: Errors): void {
  for (const name of names) {
    if (textOf(source[name]) === '') {
      errors.required(path.child(name));
    }
  }
}

/** A source that must name something and is asked nothing else. */
export function requiring(...names: readonly string[]): VolumeSource {
  return { validate: (source, path, { errors }) => requireTexts(source, names, path, errors) };
}
