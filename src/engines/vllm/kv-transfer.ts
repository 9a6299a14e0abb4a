import { invalid } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { VllmVersion } from '../../knowledge/engines/vllm-releases';
import { checkPortNumber } from '../../kubernetes/refused/names';

/**
 * Part of an instance that hands over KV blocks.
 */
export enum VllmKvRole {
  /** Prefills, and hands the blocks over. */
  PRODUCER = 'kv_producer',

  /** Takes blocks, and decodes. */
  CONSUMER = 'kv_consumer',

  /** Either, by request. */
  BOTH = 'kv_both',
}

/**
 * NIXL: blocks go from GPU to GPU over RDMA or TCP.
 */
export interface NixlOptions {
  /**
   * Part of this instance.
   *
   * @default VllmKvRole.BOTH
   */
  readonly role?: VllmKvRole;

  /**
   * Port on which instances introduce themselves to each other, at the pod's address.
   *
   * @default 5600
   */
  readonly sideChannelPort?: number;
}

/**
 * Where vLLM's KV blocks go besides the GPU that computed them: the value of `--kv-transfer-config`.
 */
export class VllmKvTransfer {
  /**
   * Prefill and decode in different pods, with NIXL. The variables of its side channel are injected: `VLLM_NIXL_SIDE_CHANNEL_HOST` is the pod's
   * address.
   *
   * @param options Part and port.
   */
  public static nixl(options: NixlOptions = {}): VllmKvTransfer {
    const port = checkPortNumber('VllmKvTransfer.nixl(sideChannelPort)', options.sideChannelPort ?? 5600);
    return new VllmKvTransfer('NixlConnector', options.role ?? VllmKvRole.BOTH, {}, port);
  }

  /**
   * Blocks that fall out of GPU memory go to host memory. Needs vLLM 0.22; the pod's memory must hold them.
   *
   * @param extra Settings of the connector (`kv_connector_extra_config`), as its documentation names them.
   */
  public static offloading(extra: { [name: string]: string } = {}): VllmKvTransfer {
    return new VllmKvTransfer('OffloadingConnector', VllmKvRole.BOTH, extra);
  }

  /**
   * Any other connector by its class name: `LMCacheConnectorV1`, `MooncakeConnector`. Which versions have it is not checked.
   *
   * @param connector Name of the connector.
   * @param role Part of this instance.
   * @param extra Settings of the connector (`kv_connector_extra_config`).
   */
  public static connector(connector: string, role: VllmKvRole, extra: { [name: string]: string } = {}): VllmKvTransfer {
    if (!/^[A-Za-z]\w*$/.test(connector)) {
      throw invalid('VllmKvTransfer.connector(connector)', connector, 'is not the name of a connector class', 'write it as vLLM registers it: LMCacheConnectorV1');
    }
    return new VllmKvTransfer(connector, role, extra);
  }

  private constructor(
    /** @internal */ public readonly _connector: string,
    /** @internal */ public readonly _role: VllmKvRole,
    private readonly extra: { [name: string]: string },
    /** @internal */ public readonly _sideChannelPort?: number) {}

  /**
   * The JSON that the flag takes. Numbers and booleans in the extra settings are written as such.
   *
   * @internal
   */
  public _json(): string {
    const extra = Object.fromEntries(Object.entries(this.extra).map(([name, value]) => [name, typed(value)]));
    return JSON.stringify({
      kv_connector: this._connector,
      kv_role: this._role,
      ...(Object.keys(extra).length > 0 ? { kv_connector_extra_config: extra } : {}),
    });
  }
}

/** jsii has no unions, so settings arrive as text. */
function typed(value: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(value)) {
    return Number(value);
  }
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** First version of the connectors this library has a factory for. */
export const CONNECTOR_SINCE: { readonly [connector: string]: VllmVersion } = {
  OffloadingConnector: '0.22',
};

carriesMistakes(VllmKvTransfer, () => VllmKvTransfer.nixl());
