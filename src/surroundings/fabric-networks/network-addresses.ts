import { invalid, required } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';

/** An IPv4 or IPv6 network; what is in it the plugin reads. */
const NETWORK = /^[0-9A-Fa-f.:-]+\/[0-9]{1,3}$/;

/**
 * Who gives the interfaces of a network their addresses. RoCE addresses its packets by them; InfiniBand has addresses of its own.
 *
 * `host-local` is not among them: it keeps its list in a file of each node, so pods on two nodes get the same address.
 */
export class NetworkAddresses {
  /**
   * Whereabouts: a range for all nodes, kept in the API server.
   *
   * @param range The network: `192.168.2.0/24`.
   * @param exclude Parts of it that others use.
   */
  public static whereabouts(range: string, exclude: string[] = []): NetworkAddresses {
    checkNetwork('NetworkAddresses.whereabouts(range)', range);
    exclude.forEach((each, index) => checkNetwork(`NetworkAddresses.whereabouts(exclude[${index}])`, each));
    return new NetworkAddresses(compact({ type: 'whereabouts', range, exclude: [...exclude] }), `Whereabouts, from ${range}`);
  }

  /**
   * NVIDIA's: each node has a block of the pool.
   *
   * @param poolName Name of the IPPool.
   */
  public static nvIpam(poolName: string): NetworkAddresses {
    if (!poolName) {
      throw required('NetworkAddresses.nvIpam(poolName)', 'names no pool', 'kubectl get ippools.nv-ipam.nvidia.com -A lists them');
    }
    return new NetworkAddresses({ type: 'nv-ipam', poolName }, `the pool ${poolName} of nv-ipam`);
  }

  /**
   * Nobody: InfiniBand, or interfaces that the node has set up already.
   */
  public static none(): NetworkAddresses {
    return new NetworkAddresses({}, 'none');
  }

  private constructor(
    /** @internal */ public readonly _ipam: PlainObject,
    /** @internal */ public readonly _text: string) {}
}

function checkNetwork(field: string, network: string): void {
  if (!NETWORK.test(network)) {
    throw invalid(field, network, 'is no network with the length of its prefix', 'write it as 192.168.2.0/24');
  }
}

carriesMistakes(NetworkAddresses, () => NetworkAddresses.none());
