import { validateLabelSelector } from '../../labels';
import { dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { isNegative, parseQuantity } from '../../quantities';
import { textOf } from '../../values';
import { Subject } from '../subject';

const [TOPOLOGY, CLASS, CAPACITY] = [Path.root('nodeTopology'), Path.root('storageClassName'), Path.root('capacity')];

/** Source: pkg/apis/storage/validation/validation.go ValidateCSIStorageCapacity (v1.36) */
export function validateCsiStorageCapacity({ body, errors }: Subject): void {
  const [name, capacity] = [textOf(body.storageClassName), parseQuantity(body.capacity)];
  validateLabelSelector(body.nodeTopology, TOPOLOGY, errors);
  errors.invalidAll(CLASS, name, dnsSubdomain(name));
  if (capacity !== undefined && isNegative(capacity)) {
    errors.invalid(CAPACITY, capacity.text, 'must be greater than or equal to 0');
  }
}
