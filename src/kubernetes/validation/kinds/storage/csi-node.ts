import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { validateLabelKey } from '../../labels';
import { Path } from '../../path';
import { byteLength, intOf, listOf, mapOf, textOf } from '../../values';
import { validateDriverName } from '../device-names';
import { Subject, SPEC } from '../subject';

const LONGEST_ID = 256;

/** Source: pkg/apis/storage/validation/validation.go ValidateCSINode (v1.36) */
export function validateCsiNode({ spec, errors }: Subject): void {
  const names = new Set<string>();
  listOf(spec.drivers).forEach((each, index) => {
    const [driver, path] = [mapOf(each) ?? {}, SPEC.child('drivers').index(index)];
    const name = textOf(driver.name);
    validateDriverName(name, path.child('name'), errors);
    validateDriver(driver, path, errors);
    if (names.has(name)) {
      errors.duplicate(path.child('name'), name);
    }
    names.add(name);
    validateTopologyKeys(listOf(driver.topologyKeys).map(textOf), path, errors);
  });
}

function validateDriver({ nodeID, allocatable }: PlainObject, path: Path, errors: Errors): void {
  const [id, count] = [textOf(nodeID), intOf(mapOf(allocatable)?.count)];
  if (id === '') {
    errors.required(path.child('nodeID'));
  }
  if (byteLength(id) > LONGEST_ID) {
    errors.invalid(path.child('nodeID'), id, `must be ${LONGEST_ID} characters or less`);
  }
  if (count !== undefined && count < 0) {
    errors.invalid(path.child('allocatable').child('count'), count, 'must be greater than or equal to 0');
  }
}

/** The path of a key is its driver's, by a slip of the API server. */
function validateTopologyKeys(keys: readonly string[], path: Path, errors: Errors): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (key === '') {
      errors.required(path);
    }
    if (seen.has(key)) {
      errors.duplicate(path, key);
    }
    seen.add(key);
    validateLabelKey(key, path, errors);
  }
}
