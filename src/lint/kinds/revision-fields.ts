import { RevisionFields } from './kind';
import { PlainObject } from '../../base/plain';
import { objectAt } from '../../base/reading';

/** Those that differ between two specs, by their paths. */
export function changedFields(fields: RevisionFields, before: PlainObject, after: PlainObject, at: string): string[] {
  return fields.filter(([parent, key, filledIn]) => {
    const [was, will] = [before, after].map(spec => objectAt(spec, ...parent)[key] ?? filledIn);
    // The older name of None.
    return was !== will && ![was, will].every(each => each === 'None' || each === 'Default');
  }).map(([parent, key]) => [at, ...parent, key].join('.'));
}
