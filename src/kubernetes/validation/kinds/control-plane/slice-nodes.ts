import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { isGiven, textOf } from '../../values';

/** The node by name, of a slice or of one of its devices. */
export function validateNodeName(name: unknown, path: Path, ofEmpty: string, errors: Errors): void {
  if (name === '') {
    errors.invalid(path, name, ofEmpty);
  } else if (isGiven(name)) {
    errors.invalidAll(path, name, dnsSubdomain(textOf(name)));
  }
}

/** Fields that are left out, or are true. */
export function validateFlags(body: PlainObject, names: readonly string[], path: Path, errors: Errors): void {
  for (const name of names.filter(each => body[each] === false)) {
    errors.invalid(path.child(name), false, 'must be either unset or set to true');
  }
}

/** What to say where no field is set, or several are. */
interface Said {
  readonly none: string;
  readonly several: string;
}

/** What says which nodes have the devices: one of several fields, of which an empty one counts for none. */
export function validateChoice(body: PlainObject, names: readonly string[], path: Path, said: Said, errors: Errors): void {
  const set = names.filter(each => isGiven(body[each]) && body[each] !== '' && body[each] !== false);
  if (set.length === 0) {
    errors.required(path, said.none);
  } else if (set.length > 1) {
    errors.invalid(path, `{${set.map(each => `\`${each}\``).join(', ')}}`, said.several);
  }
}
