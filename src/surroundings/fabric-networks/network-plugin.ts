import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact, plain } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { CALLED_OTHERWISE, INTERFACE_PLUGINS, OTHER_PLUGINS } from '../../knowledge/cni';

/** Names of interfaces on the nodes. */
const INTERFACE = /^[^\s/:@]{1,15}$/;

/** A partition of an InfiniBand network. Source: k8snetworkplumbingwg/ib-sriov-cni README.md (pkey) */
const PARTITION_KEY = /^0x[0-9A-Fa-f]{1,4}$/;

/**
 * How an interface gets into a pod: the CNI plugin of the node that makes it, or moves it.
 */
export class NetworkPlugin {
  /**
   * A whole device of the node, which the device plugin has chosen: physical ports, or functions that the node made beforehand.
   */
  public static hostDevice(): NetworkPlugin {
    return new NetworkPlugin('host-device');
  }

  /**
   * A virtual function of an Ethernet device, which the SR-IOV device plugin has chosen.
   *
   * @param vlan VLAN of the function, 1 to 4094; untagged when left out.
   */
  public static sriov(vlan?: number): NetworkPlugin {
    if (vlan !== undefined) {
      wholeNumber('NetworkPlugin.sriov(vlan)', vlan, { min: 1, max: 4094, help: 'leave it out for frames without a tag' });
    }
    return new NetworkPlugin('sriov', { vlan });
  }

  /**
   * A virtual function of an InfiniBand device, which the SR-IOV device plugin has chosen. The plugin of the project ib-sriov-cni is called `ib-sriov`.
   *
   * @param partitionKey Partition of the network, like `0x5`; that of the subnet manager when left out.
   */
  public static infiniBandSriov(partitionKey?: string): NetworkPlugin {
    if (partitionKey !== undefined && !PARTITION_KEY.test(partitionKey)) {
      throw invalid('NetworkPlugin.infiniBandSriov(partitionKey)', partitionKey, 'is no partition key: hexadecimal, at most four digits', 'write it as the subnet manager does: 0x5');
    }
    return new NetworkPlugin('ib-sriov', { pkey: partitionKey, link_state: 'enable' });
  }

  /**
   * An interface beside one of the node (macvlan in bridge mode). For shared RDMA devices, which no plugin moves.
   *
   * @param parent Interface of the node: `ens1f0np0`.
   */
  public static macvlan(parent: string): NetworkPlugin {
    return new NetworkPlugin('macvlan', { master: checkParent('NetworkPlugin.macvlan(parent)', parent), mode: 'bridge' });
  }

  /**
   * IP over InfiniBand, beside an interface of the node. For shared RDMA devices.
   *
   * @param parent Interface of the node: `ibs1f0`.
   */
  public static ipoib(parent: string): NetworkPlugin {
    return new NetworkPlugin('ipoib', { master: checkParent('NetworkPlugin.ipoib(parent)', parent) });
  }

  /**
   * Any other plugin of the nodes.
   *
   * @param type Name of its program in the folder of plugins.
   * @param settings Its other settings, as its documentation has them; `ipam` is that of `addresses`.
   */
  public static other(type: string, settings: { [name: string]: any } = {}): NetworkPlugin {
    const meant = Object.hasOwn(CALLED_OTHERWISE, type) ? CALLED_OTHERWISE[type] : undefined;
    if (meant !== undefined || !/^[\w.-]+$/.test(type)) {
      throw invalid('NetworkPlugin.other(type)', type, meant === undefined ? 'is no name of a program' : `is what the project is called: its program is ${meant}`, meant === undefined ? 'give the name of the file in /opt/cni/bin' : `write ${meant}`);
    }
    if (OTHER_PLUGINS.includes(type)) {
      throw invalid('NetworkPlugin.other(type)', type, 'makes no interface of its own', 'name the plugin that does');
    }
    const own = ['type', 'ipam', 'name', 'cniVersion'].find(name => Object.hasOwn(settings, name));
    if (own !== undefined) {
      throw forbidden(`NetworkPlugin.other(settings).${own}`, 'is written by the construct', own === 'ipam' ? 'use addresses' : 'leave it out');
    }
    return new NetworkPlugin(type, settings);
  }

  /** @internal */
  public readonly _config: PlainObject;

  private constructor(/** @internal */ public readonly _type: string, settings: { [name: string]: any } = {}) {
    this._config = compact({ type: _type, ...plain(settings) as PlainObject });
  }

  /**
   * Whether it moves a device that a device plugin has chosen.
   *
   * @internal
   */
  public get _needsDevice(): boolean {
    return INTERFACE_PLUGINS.some(({ type, needsDevice }) => type === this._type && needsDevice);
  }

  /**
   * Whether it is for InfiniBand, or for Ethernet; undefined where it may be for either.
   *
   * @internal
   */
  public get _fabric(): 'InfiniBand' | 'RoCE' | undefined {
    return ['ib-sriov', 'ipoib'].includes(this._type) ? 'InfiniBand' : ['sriov', 'macvlan'].includes(this._type) ? 'RoCE' : undefined;
  }
}

function checkParent(field: string, parent: string): string {
  if (!INTERFACE.test(parent)) {
    throw invalid(field, parent, 'is no interface of Linux: at most 15 characters without blanks and slashes', 'ip link on a node lists them: ens1f0np0, ibs1f0');
  }
  return parent;
}

carriesMistakes(NetworkPlugin, () => NetworkPlugin.hostDevice());
