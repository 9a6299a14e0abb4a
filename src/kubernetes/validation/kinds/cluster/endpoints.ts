import { PlainObject } from '../../../../base/plain';
import { addressProblems, endpointProblems } from '../../addresses';
import { ServerContext } from '../../context';
import { Errors } from '../../errors';
import { dnsLabel, dnsSubdomain, portNumber, PROTOCOLS, qualifiedName } from '../../names';
import { Path } from '../../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../../values';
import { Subject } from '../subject';


/** Source: pkg/apis/core/validation/validation.go validateEndpointSubsets (v1.36) */
export function validateEndpoints({ body, context, errors }: Subject): void {
  listOf(body.subsets).map(each => mapOf(each) ?? {}).forEach((subset, index) => {
    const path = Path.root('subsets').index(index);
    const lists = (['addresses', 'notReadyAddresses'] as const).map(field => ({ field, items: listOf(subset[field]).map(each => mapOf(each) ?? {}) }));
    if (lists.every(({ items }) => items.length === 0)) {
      errors.required(path, 'must specify `addresses` or `notReadyAddresses`');
    }
    lists.forEach(({ field, items }) => items.forEach((each, place) => validateAddress(each, path.child(field).index(place), context, errors)));
    const ports = listOf(subset.ports).map(each => mapOf(each) ?? {});
    ports.forEach((each, place) => validatePort(each, ports.length > 1, path.child('ports').index(place), errors));
  });
}

function validateAddress({ ip: written, hostname, nodeName }: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  const [ip, at] = [textOf(written), path.child('ip')];
  errors.invalidAll(at, ip, addressProblems(ip, context.gate('StrictIPCIDRValidation')));
  errors.invalidAll(at, ip, endpointProblems(ip));
  if (textOf(hostname) !== '') {
    errors.invalidAll(path.child('hostname'), hostname, dnsLabel(textOf(hostname)));
  }
  if (isGiven(nodeName)) {
    errors.invalidAll(path.child('nodeName'), nodeName, dnsSubdomain(textOf(nodeName)));
  }
}

function validatePort({ name: written, port, protocol, appProtocol }: PlainObject, isNamed: boolean, path: Path, errors: Errors): void {
  const name = textOf(written);
  if (name !== '') {
    errors.invalidAll(path.child('name'), name, dnsLabel(name));
  } else if (isNamed) {
    errors.required(path.child('name'));
  }
  errors.invalidAll(path.child('port'), port, portNumber(intOf(port) ?? 0));
  if (textOf(protocol) !== '' && !PROTOCOLS.includes(textOf(protocol))) {
    errors.unsupported(path.child('protocol'), protocol, PROTOCOLS);
  }
  if (isGiven(appProtocol)) {
    errors.invalidAll(path.child('appProtocol'), appProtocol, qualifiedName(textOf(appProtocol)));
  }
}
