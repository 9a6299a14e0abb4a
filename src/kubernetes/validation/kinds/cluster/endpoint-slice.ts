import { PlainObject } from '../../../../base/plain';
import { addressProblems, endpointProblems, isV4, parseAddress, sixText } from '../../addresses';
import { ServerContext } from '../../context';
import { Errors } from '../../errors';
import { dnsLabel, dnsSubdomain, labelValue, PROTOCOLS, qualifiedName, Texts } from '../../names';
import { Path } from '../../path';
import { isGiven, listOf, mapOf, textOf } from '../../values';
import { Subject } from '../subject';

const TYPES = ['FQDN', 'IPv4', 'IPv6'];
const [MOST_ENDPOINTS, MOST_ADDRESSES, MOST_PORTS, MOST_HINTS] = [1_000, 100, 20_000, 8];

/** Source: pkg/apis/discovery/validation/validation.go ValidateEndpointSlice; topology is dropped before: pkg/registry/discovery/endpointslice/strategy.go (v1.36) */
export function validateEndpointSlice({ body, context, errors }: Subject): void {
  const type = textOf(body.addressType);
  if (type === '') {
    errors.required(Path.root('addressType'));
  } else if (!TYPES.includes(type)) {
    errors.unsupported(Path.root('addressType'), type, TYPES);
  }
  validatePorts(listOf(body.ports), errors);
  const [endpoints, path] = [listOf(body.endpoints), Path.root('endpoints')];
  if (endpoints.length > MOST_ENDPOINTS) {
    errors.tooMany(path, endpoints.length, MOST_ENDPOINTS);
    return;
  }
  endpoints.forEach((each, index) => validateEndpoint(mapOf(each) ?? {}, type, path.index(index), context, errors));
}

function validatePorts(ports: readonly unknown[], errors: Errors): void {
  const path = Path.root('ports');
  if (ports.length > MOST_PORTS) {
    errors.tooMany(path, ports.length, MOST_PORTS);
    return;
  }
  const names = new Set<string>();
  ports.map(each => mapOf(each) ?? {}).forEach(({ name: written, protocol, appProtocol }, index) => {
    const [name, at] = [textOf(written), path.index(index)];
    if (name !== '') {
      errors.invalidAll(at.child('name'), name, dnsLabel(name));
    }
    if (names.has(name)) {
      errors.duplicate(at.child('name'), name);
    }
    names.add(name);
    if (isGiven(protocol) && !PROTOCOLS.includes(textOf(protocol))) {
      errors.unsupported(at.child('protocol'), protocol, PROTOCOLS);
    }
    if (isGiven(appProtocol)) {
      errors.invalidAll(at.child('appProtocol'), appProtocol, qualifiedName(textOf(appProtocol)));
    }
  });
}

function validateEndpoint(endpoint: PlainObject, type: string, path: Path, context: ServerContext, errors: Errors): void {
  const [addresses, at] = [listOf(endpoint.addresses).map(textOf), path.child('addresses')];
  if (addresses.length === 0) {
    errors.required(at, 'must contain at least 1 address');
  } else if (addresses.length > MOST_ADDRESSES) {
    errors.tooMany(at, addresses.length, MOST_ADDRESSES);
  }
  addresses.forEach((address, index) => validateAddress(address, type, at, at.index(index), context, errors));
  if (isGiven(endpoint.nodeName)) {
    errors.invalidAll(path.child('nodeName'), endpoint.nodeName, dnsSubdomain(textOf(endpoint.nodeName)));
  }
  if (isGiven(endpoint.hostname)) {
    errors.invalidAll(path.child('hostname'), endpoint.hostname, dnsLabel(textOf(endpoint.hostname)));
  }
  const hints = mapOf(endpoint.hints);
  if (hints !== undefined) {
    validateHints(hints, path.child('hints'), context, errors);
  }
}

/** What is of the other family is told of the list. Of a type that there is not nothing is said. */
function validateAddress(address: string, type: string, list: Path, path: Path, context: ServerContext, errors: Errors): void {
  if (type === 'FQDN') {
    validateDomain(address, path, errors);
    return;
  }
  if (type !== 'IPv4' && type !== 'IPv6') {
    return;
  }
  const problems = type === 'IPv4' ? addressProblems(address, context.gate('StrictIPCIDRValidation')) : strictProblems(address);
  errors.invalidAll(path, address, problems);
  if (problems.length === 0) {
    if (isV4(parseAddress(address)!) !== (type === 'IPv4')) {
      errors.invalid(list, address, `must be an ${type} address`);
    }
    errors.invalidAll(path, address, endpointProblems(address));
  }
}

/** Source: apimachinery pkg/util/validation/ip.go IsValidIP (v0.36) */
function strictProblems(address: string): Texts {
  const [problems, parsed] = [addressProblems(address, true), parseAddress(address)];
  const written = problems.length > 0 || !address.includes(':') ? address : sixText(parsed!);
  return written === address ? problems : [`must be in canonical form (${JSON.stringify(written)})`];
}

/** Source: apimachinery pkg/util/validation/validation.go IsFullyQualifiedDomainName (v0.36) */
function validateDomain(text: string, path: Path, errors: Errors): void {
  if (text === '') {
    errors.required(path);
    return;
  }
  const name = text.replace(/\.$/, '');
  const problems = dnsSubdomain(name);
  const wrong = name.split('.').find(label => dnsLabel(label).length > 0);
  if (problems.length > 0) {
    errors.invalid(path, name, problems.join(','));
  } else if (!name.includes('.')) {
    errors.invalid(path, name, 'should be a domain with at least two segments separated by dots');
  } else if (wrong !== undefined) {
    errors.invalid(path, wrong, dnsLabel(wrong).join(','));
  }
}

/** What comes behind a list that is too long is not looked at. Hints of nodes are dropped without their gate. */
function validateHints(hints: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  const lists = [['forZones', labelValue], ...context.gate('PreferSameTrafficDistribution') ? [['forNodes', dnsSubdomain] as const] : []] as const;
  for (const [field, problemsOf] of lists) {
    const [items, at] = [listOf(hints[field]).map(each => textOf(mapOf(each)?.name)), path.child(field)];
    if (items.length > MOST_HINTS) {
      errors.tooMany(at, items.length, MOST_HINTS);
      return;
    }
    items.forEach((name, index) => {
      if (items.indexOf(name) < index) {
        errors.duplicate(at.index(index).child('name'), name);
      }
      errors.invalidAll(at.index(index).child('name'), name, problemsOf(name));
    });
  }
}
