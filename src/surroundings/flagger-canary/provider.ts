import { Duration } from 'cdk8s';
import { invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { FLAGGER_MESHES } from '../../knowledge/flagger';
import { checkNamePart, checkSubdomain } from '../../kubernetes/refused/names';
import { RouteGateway } from '../route-gateway';

const GATEWAY_API_PROVIDER = 'gatewayapi:v1';

/**
 * Requests that come through a Gateway.
 */
export interface FlaggerGatewayOptions {
  /** The Gateway, or several. */
  readonly gateways: RouteGateway[];

  /**
   * Names of hosts.
   *
   * @default - every host of the listener
   */
  readonly hostnames?: string[];

  /**
   * Longest time from a request to the end of its answer, which a stream of tokens takes as a whole. Whole seconds.
   *
   * @default - that of the Gateway; Envoy's is 15 seconds
   */
  readonly requestTimeout?: Duration;
}

/**
 * What shares requests between the version that serves and the new one.
 */
export class FlaggerProvider {
  /**
   * The Gateway API: Flagger writes an HTTPRoute of the name of the Service (`gatewayapi:v1`).
   *
   * @param options The Gateways.
   */
  public static gatewayApi(options: FlaggerGatewayOptions): FlaggerProvider {
    const { gateways, hostnames, requestTimeout } = options;
    if (gateways.length === 0) {
      throw required('FlaggerProvider.gatewayApi(gateways)', 'Flagger refuses a route without a Gateway', 'name one');
    }
    hostnames?.forEach((host, index) => checkSubdomain(`FlaggerProvider.gatewayApi(hostnames[${index}])`, host.replace(/^\*\./, '')));
    const seconds = requestTimeout && wholeSeconds('FlaggerProvider.gatewayApi(requestTimeout)', requestTimeout, 1);
    return new FlaggerProvider(GATEWAY_API_PROVIDER, compact({
      gatewayRefs: gateways.map((gateway, index) => parent(part => `FlaggerProvider.gatewayApi(gateways[${index}].${part})`, gateway)),
      hosts: hostnames && [...hostnames],
      timeout: seconds === undefined ? undefined : `${seconds}s`,
    }));
  }

  /**
   * Nothing shares requests: the new version is checked so many times while nobody reaches it, then all go to it at once (blue/green).
   *
   * @param checks How often the metrics are looked at, one interval apart.
   */
  public static kubernetes(checks: number): FlaggerProvider {
    return new FlaggerProvider('kubernetes', {}, wholeNumber('FlaggerProvider.kubernetes(checks)', checks, { min: 1 }));
  }

  /**
   * A service mesh or an ingress controller, by Flagger's name for it: `istio`, `linkerd`, `nginx`. What else it needs (`ingressRef`) is a patch.
   *
   * @param name Its name.
   */
  public static named(name: string): FlaggerProvider {
    if (!FLAGGER_MESHES.includes(name)) {
      const own = name.startsWith('gatewayapi') ? 'use FlaggerProvider.gatewayApi' : name === 'kubernetes' ? 'use FlaggerProvider.kubernetes' : `one of ${FLAGGER_MESHES.join(', ')}`;
      throw invalid('FlaggerProvider.named(name)', name, 'is no provider of Flagger that is named here', own);
    }
    return new FlaggerProvider(name, {});
  }

  private constructor(
    /** @internal */ public readonly _name: string,
    /** @internal */ public readonly _service: PlainObject,
    /** Checks without any requests. @internal */ public readonly _checks?: number) {}

  /**
   * Whether Flagger writes a route of the Gateway API.
   *
   * @internal
   */
  public get _hasRoute(): boolean {
    return this._name === GATEWAY_API_PROVIDER;
  }
}

carriesMistakes(FlaggerProvider, () => FlaggerProvider.kubernetes(1));

function parent(field: (part: string) => string, { name, namespace, listener }: RouteGateway): PlainObject {
  checkSubdomain(field('name'), name);
  if (namespace !== undefined) {
    checkNamePart(field('namespace'), namespace);
  }
  if (listener !== undefined) {
    checkSubdomain(field('listener'), listener);
  }
  return compact({ group: 'gateway.networking.k8s.io', kind: 'Gateway', name, namespace, sectionName: listener });
}
