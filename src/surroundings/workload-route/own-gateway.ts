import { OwnGateway } from './props';
import { PlainObject, compact } from '../../base/plain';
import { checkPortNumber, checkSubdomain } from '../../kubernetes/refused/names';

/** A Gateway with one listener. */
export interface PlannedGateway {
  readonly className: string;
  readonly tlsSecret?: string;
  readonly port: number;
  readonly allNamespaces: boolean;
}

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

export function checkedOwnGateway({ className, tlsSecret, port, allNamespaces = false }: OwnGateway): PlannedGateway {
  checkSubdomain('ownGateway.className', className);
  if (tlsSecret !== undefined) {
    checkSubdomain('ownGateway.tlsSecret', tlsSecret);
  }
  if (port !== undefined) {
    checkPortNumber('ownGateway.port', port);
  }
  return { className, tlsSecret, allNamespaces, port: port ?? (tlsSecret === undefined ? HTTP_PORT : HTTPS_PORT) };
}

/** Source: gateway-api apis/v1/gateway_types.go Listener, ListenerTLSConfig (v1.7) */
export function renderGateway({ className, tlsSecret, port, allNamespaces }: PlannedGateway): PlainObject {
  const tls = tlsSecret === undefined ? undefined : { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: tlsSecret }] };
  return {
    gatewayClassName: className,
    listeners: [compact({
      name: tls ? 'https' : 'http',
      port,
      protocol: tls ? 'HTTPS' : 'HTTP',
      tls,
      allowedRoutes: { namespaces: { from: allNamespaces ? 'All' : 'Same' } },
    })],
  };
}
