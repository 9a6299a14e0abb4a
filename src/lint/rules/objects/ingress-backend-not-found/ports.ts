import { asList, asShown, asText } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { Manifest } from '../../../../kubernetes/manifest';

/** Whether a Service has ports, and none of them has this number or name. */
export function lacksPort(service: Manifest, wanted: unknown): boolean {
  const ports = asList(service.spec.ports);
  return ports.length > 0 && !ports.some(port => (typeof wanted === 'string' ? port.name === wanted : port.port === wanted));
}

/** `its ports are: http 80`. */
export function portsOf(service: Manifest): string {
  return `its ports are: ${listed(asList(service.spec.ports).map(port => [asText(port.name), asShown(port.port)].filter(Boolean).join(' ')))}`;
}
