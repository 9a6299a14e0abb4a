import { invalid } from '../../base/errors/invalid-input';
import { Requests } from '../../kubernetes/pod-requests';
import { quantityNumber } from '../../kubernetes/quantity';
import { qualifiedName } from '../../kubernetes/validation/names';
import { parseQuantity } from '../../kubernetes/validation/quantities';

/** Amounts by name of the resource, as they were given. */
export type ResourceQuantities = Requests;

/** Amounts that somebody gives, each of at least 0. */
export function checkedQuantities(field: string, given: { readonly [resource: string]: string }): ResourceQuantities {
  return new Map(Object.entries(given).map(([name, text]) => {
    if (qualifiedName(name).length > 0) {
      throw invalid(`${field}[${name}]`, name, 'is no name of a resource', 'for example cpu, memory, nvidia.com/gpu');
    }
    quantityNumber(`${field}[${name}]`, text);
    return [name, parseQuantity(text)!.nano];
  }));
}
