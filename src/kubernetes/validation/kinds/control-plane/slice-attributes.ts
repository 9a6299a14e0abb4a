import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { byteLength, isGiven, listOf, textOf } from '../../values';

/** Source: pkg/apis/resource/types.go DeviceAttributeMaxValueLength (v1.36) */
const LONGEST = 64;
const VALUES = ['bool', 'int', 'string', 'version'];
/** Attributes that hold several values. */
export const ATTRIBUTE_LISTS = ['bools', 'ints', 'strings', 'versions'];
const NUMBER = /^(?:0|[1-9]\d*)$/;
const IDENTIFIER = /^[0-9a-zA-Z-]+$/;
const DIGITS = /^\d+$/;

/** Source: pkg/apis/resource/validation/validation.go validateDeviceAttribute (v1.36) */
export function validateAttribute(attribute: PlainObject, path: Path, errors: Errors): void {
  for (const name of ['string', 'version']) {
    if (isGiven(attribute[name])) {
      validateText(name, textOf(attribute[name]), path.child(name), errors);
    }
  }
  for (const name of ATTRIBUTE_LISTS.filter(each => Array.isArray(attribute[each]))) {
    const list = listOf(attribute[name]);
    if (list.length === 0) {
      errors.invalid(path.child(name), list, 'must not be empty if specified');
    }
    list.forEach((each, index) => validateText(name.slice(0, -1), textOf(each), path.child(name).index(index), errors));
  }
  if ([...VALUES, ...ATTRIBUTE_LISTS].filter(name => isGiven(attribute[name])).length !== 1) {
    errors.invalid(path, attribute, 'exactly one value must be specified');
  }
}

function validateText(name: string, text: string, path: Path, errors: Errors): void {
  if (name === 'version' && !isVersion(text)) {
    errors.invalid(path, text, 'must be a string compatible with semver.org spec 2.0.0');
  }
  if (byteLength(text) > LONGEST) {
    errors.tooLong(path, LONGEST);
  }
}

/** Source: validation.go semverRe (v1.36) */
function isVersion(text: string): boolean {
  const [plain, ...builds] = text.split('+');
  const dash = plain.indexOf('-');
  const numbers = (dash < 0 ? plain : plain.slice(0, dash)).split('.');
  const before = dash < 0 ? [] : plain.slice(dash + 1).split('.');
  return numbers.length === 3 && numbers.every(each => NUMBER.test(each))
    && before.every(each => IDENTIFIER.test(each) && (!DIGITS.test(each) || NUMBER.test(each)))
    && builds.length <= 1 && builds.every(build => build.split('.').every(each => IDENTIFIER.test(each)));
}

/** How many values an attribute counts for. Source: validation.go numEntriesDeviceAttribute (v1.36) */
export function valuesOf(attribute: PlainObject): number {
  return ATTRIBUTE_LISTS.reduce((sum, name) => sum + listOf(attribute[name]).length, 0) || 1;
}
