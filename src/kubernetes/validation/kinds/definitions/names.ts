import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dns1035Label } from '../../names';
import { Path } from '../../path';
import { listOf, textOf } from '../../values';

const MIXED_CASE = 'may have mixed case, but should otherwise match: ';

/** The names of a kind. Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionNames, v1/defaults.go (v0.36) */
export function validateNames(names: PlainObject, path: Path, errors: Errors): void {
  const [plural, kind] = [textOf(names.plural), textOf(names.kind)];
  // Both have defaults.
  const [singular, listKind] = [textOf(names.singular) || kind.toLowerCase(), textOf(names.listKind) || (kind === '' ? '' : `${kind}List`)];
  for (const [field, name] of [['plural', plural], ['singular', singular], ['kind', kind], ['listKind', listKind]]) {
    const problems = dns1035Label(field.toLowerCase().endsWith('kind') ? name.toLowerCase() : name);
    if (name === '') {
      errors.required(path.child(field));
    } else if (problems.length > 0) {
      errors.invalid(path.child(field), name, `${field.toLowerCase().endsWith('kind') ? MIXED_CASE : ''}${problems.join(',')}`);
    }
  }
  if (kind !== '' && kind === listKind) {
    errors.invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same');
  }
  for (const field of ['shortNames', 'categories']) {
    listOf(names[field]).map(textOf).forEach((name, index) => {
      const problems = dns1035Label(name);
      if (problems.length > 0) {
        errors.invalid(path.child(field).index(index), name, problems.join(','));
      }
    });
  }
}
