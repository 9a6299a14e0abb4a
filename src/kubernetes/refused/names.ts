import { refuseText } from './refused';
import { invalid, whole } from '../../base/errors/invalid-input';
import { LABEL_LIMIT, kebabCase } from '../../base/names';
import { configMapKey, dns1035Label, dnsLabel, dnsSubdomain, environmentName, maxLength, portName, portNumber } from '../validation/names';
import { isExtendedResourceName } from '../validation/resource-names';
import { textOf } from '../validation/values';

/**
 * The pattern's name: as given, or the construct id in kebab case. It becomes Services and DNS, so it must start with a letter
 * (DNS-1035, which 1.33 to 1.35 demand of Services and LeaderWorkerSet demands always).
 */
export function workloadName(id: string, given?: string): string {
  const name = given === undefined ? kebabCase(id) : given;
  const field = given === undefined ? 'id' : 'name';
  const shown = given === undefined ? id : given;
  // How long it may get, its budget says.
  if (dns1035Label(name).every(text => text === maxLength(LABEL_LIMIT))) {
    return name;
  }
  const derived = given === undefined && name !== id ? ` (it gives "${name}")` : '';
  throw invalid(field, shown, `must give a DNS label: lower-case letters, digits and '-', starting with a letter and ending with a letter or digit${derived}`,
    given === undefined ? 'change the id, or set name' : `for example "${kebabCase(given).replace(/^[^a-z]+/, '') || 'llm'}"`);
}

/** Whether a text is a DNS label. */
export function isNamePart(text: string): boolean {
  return dnsLabel(text).length === 0;
}

/** A part that goes inside names and label values: a run id, a claim name. */
export function checkNamePart(field: string, part: string): string {
  refuseText(field, part, dnsLabel(textOf(part)), part.length > LABEL_LIMIT ? `shorten it by ${part.length - LABEL_LIMIT}` : `for example "${kebabCase(part) || 'a'}"`);
  return part;
}

/** A name of objects that may have dots: a DeviceClass. */
export function checkSubdomain(field: string, name: string): string {
  // An undefined entry of a list reads as its word otherwise.
  const text = textOf(name);
  refuseText(field, name, dnsSubdomain(text), text.length > MAX_SUBDOMAIN ? `shorten it by ${text.length - MAX_SUBDOMAIN}` : `for example "${suggestion(name)}"`);
  return name;
}

const MAX_SUBDOMAIN = 253;

/** What is left of a name without what may not be in it. */
function suggestion(name: unknown): string {
  return String(name).toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^[-.]+|(?<![-.])[-.]+$|-(?=\.)|(?<=\.)[-.]+/g, '') || 'a';
}

/** The name of a container's port. */
export function checkPortName(field: string, name: string): string {
  refuseText(field, name, portName(name), 'for example http or metrics');
  return name;
}

/** The number of a port. */
export function checkPortNumber(field: string, port: number): number {
  whole(field, port, 'give the number of a port');
  refuseText(field, port, portNumber(port), 'give the number of a port');
  return port;
}

/** A key of a ConfigMap or a Secret. */
export function checkFileKey(field: string, key: string): void {
  refuseText(field, key, configMapKey(key), 'give the key as kubectl describe secret prints it');
}

/** The name of an environment variable, at its most relaxed: what an older server takes, the synth says. */
export function checkVariableName(field: string, name: string): void {
  refuseText(field, name, environmentName(name, true), 'for example HF_HOME');
}

/** A name of devices that no part of Kubernetes owns. */
export function checkExtendedResource(field: string, name: string): void {
  if (!isExtendedResourceName(name)) {
    throw invalid(field, name, 'is not an extended resource', 'give domain and name, like example.com/npu; kubernetes.io and requests. belong to Kubernetes');
  }
}
