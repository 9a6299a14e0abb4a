import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsLabel } from '../../names';
import { Path } from '../../path';
import { mapOf, textOf } from '../../values';

/** Source: pkg/apis/resource/types.go ResourceSliceMaxCountersPerCounterSet, ResourceSliceMaxCountersPerDeviceCounterConsumption (v1.36) */
const MOST_COUNTERS = 32;

/** A set of counters, or what a device takes of one. Source: validation.go validateCounterSet, validateDeviceCounterConsumption (v1.36) */
export function validateCounters(set: PlainObject, nameField: string, path: Path, errors: Errors): void {
  const [name, counters] = [textOf(set[nameField]), Object.keys(mapOf(set.counters) ?? {})];
  if (name === '') {
    errors.required(path.child(nameField));
  } else {
    errors.invalidAll(path.child(nameField), name, dnsLabel(name));
  }
  if (counters.length === 0) {
    errors.required(path.child('counters'));
  } else if (counters.length > MOST_COUNTERS) {
    errors.tooMany(path.child('counters'), counters.length, MOST_COUNTERS);
  } else {
    counters.forEach(each => errors.invalidAll(path.child('counters'), each, dnsLabel(each)));
  }
}
