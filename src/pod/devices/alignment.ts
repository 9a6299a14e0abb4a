import { DeviceSelection } from './request-options';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { listed } from '../../base/text/listed';
import { carriesMistakes } from '../../given/mistakes/carried';
import { DRANET_NUMA_NODE, MIG_PARENT, NUMA_NODE, NVLINK_SIZES, PCIE_ROOT, nvlinkPartition, placesOf } from '../../knowledge/device-topology';
import { NVIDIA_DRIVER } from '../../knowledge/drivers';

/**
 * What devices of a claim share: the wires between them. Written as a constraint over an attribute that the drivers of all of them publish; one that lacks it
 * would keep the claim pending for ever, so it is refused.
 */
export class DeviceAlignment {
  /**
   * One PCIe root: a network card reaches the memory of the GPU without the processor (GPUDirect RDMA). `resource.kubernetes.io/pcieRoot`.
   *
   * Source: KEP-4381; kubernetes dynamic-resource-allocation/deviceattribute (v1.34 and later)
   */
  public static samePcieRoot(): DeviceAlignment {
    return new DeviceAlignment('one PCIe root', [PCIE_ROOT]);
  }

  /**
   * One NUMA node: no way through the other socket. `resource.kubernetes.io/numaNode`, which drivers publish since August 2026; where a driver has only the
   * older `dra.net/numaNode`, that one for all.
   *
   * Refused for drivers that publish neither: `samePcieRoot()` is narrower and known to more of them.
   */
  public static sameNumaNode(): DeviceAlignment {
    return new DeviceAlignment('one NUMA node', [NUMA_NODE, DRANET_NUMA_NODE]);
  }

  /**
   * GPUs of one partition that NVIDIA's Fabric Manager makes of an NVSwitch. All GPUs of a machine that is not partitioned reach each other over NVLink, and
   * need no constraint; those of several machines are one domain by the node label `nvidia.com/gpu.clique` (`Placement.sameDomain`).
   *
   * The driver publishes it with its feature gate FabricManagerPartitioning only.
   *
   * @param size GPUs of the partition: 1, 2, 4 or 8.
   */
  public static sameNvlinkPartition(size: number): DeviceAlignment {
    if (!NVLINK_SIZES.includes(size)) {
      throw invalid('DeviceAlignment.sameNvlinkPartition(size)', size, `partitions have ${listed(NVLINK_SIZES.map(String))} GPUs`, 'give one of them');
    }
    return new DeviceAlignment(`one NVLink partition of ${size}`, [nvlinkPartition(size)], size);
  }

  /**
   * MIG devices of one GPU: `gpu.nvidia.com/parentUUID`.
   */
  public static sameGpu(): DeviceAlignment {
    return new DeviceAlignment('one GPU', [MIG_PARENT]);
  }

  private constructor(
    /** @internal */ public readonly _title: string,
    private readonly attributes: readonly string[],
    private readonly most?: number) {}

  /**
   * The attribute that devices of all these drivers have. Of a driver that nobody read it is taken that it has the first.
   *
   * @internal
   */
  public _attributeFor(field: string, selections: readonly DeviceSelection[]): string {
    const drivers = [...new Set(selections.flatMap(({ driver }) => driver ?? []))];
    const found = this.attributes.find(attribute => drivers.every(driver => placesOf(driver)?.includes(attribute) ?? true));
    if (found === undefined) {
      const known = drivers.map(driver => `those of ${driver} have ${listed(placesOf(driver) ?? [])}`);
      throw forbidden(field, `${this._title} is ${this.attributes.join(' or ')}, and no one of them is published of all devices (${known.join('; ')}): a constraint that a device cannot meet keeps the claim pending for ever`, HELP);
    }
    checkTypes(field, this._title, found, selections);
    return found;
  }

  /**
   * More devices than what they are to share has are never allocated.
   *
   * @internal
   */
  public _checkCount(field: string, count: number): void {
    if (this.most !== undefined && count > this.most) {
      throw invalid(field, count, `${this._title} has ${this.most} GPUs`, 'ask for fewer, or for a larger partition');
    }
  }
}

/** Of NVIDIA's, MIG devices alone have a parent, and whole GPUs alone are in a partition. */
function checkTypes(field: string, title: string, attribute: string, selections: readonly DeviceSelection[]): void {
  const isOfMig = attribute === MIG_PARENT;
  const other = selections.find(({ driver, deviceType }) => driver === NVIDIA_DRIVER && deviceType !== undefined && (isOfMig ? deviceType !== 'mig' : deviceType === 'mig'));
  if (attribute.startsWith(`${NVIDIA_DRIVER}/`) && other) {
    throw forbidden(field, `${title}: ${other.className} are ${other.deviceType === 'mig' ? 'slices' : 'whole GPUs'}, which have no ${attribute}`,
      isOfMig ? 'use DeviceRequest.nvidiaMig(...), or another alignment' : 'use DeviceRequest.nvidia(), or DeviceAlignment.sameGpu()');
  }
}

const HELP = 'use DeviceAlignment.samePcieRoot(), which more drivers publish, or leave the alignment out';

carriesMistakes(DeviceAlignment, () => DeviceAlignment.samePcieRoot());
