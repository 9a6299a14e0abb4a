import * as kplus from 'cdk8s-plus-28';
import { invalid } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { isKey } from '../../kubernetes/refused/labels';
import { checkNamePart } from '../../kubernetes/refused/names';
import { dnsSubdomain } from '../../kubernetes/validation/names';

/**
 * A storage class for each zone.
 */
export interface PerZoneClassOptions {
  /** CSI driver that makes the volumes (`provisioner`): `ebs.csi.aws.com`. */
  readonly driver: string;

  /**
   * Node label by which that driver knows zones: `topology.kubernetes.io/zone`, `topology.gke.io/zone`,
   * `topology.disk.csi.azure.com/zone`. Its values must be the names of the zones.
   */
  readonly topologyKey: string;

  /**
   * Parameters of the driver: disk type, file system, encryption.
   *
   * @default - the driver's own
   */
  readonly parameters?: { [key: string]: string };

  /**
   * What becomes of a volume whose claim is deleted.
   *
   * @default PersistentVolumeReclaimPolicy.RETAIN: deleting a claim by mistake loses no data
   */
  readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * Whether claims may grow. The driver must be able to.
   *
   * @default false
   */
  readonly allowVolumeExpansion?: boolean;

  /**
   * First part of the classes' names, `<classPrefix>-<zone>`. Classes are not in a namespace: two workloads of one name in two namespaces
   * need two prefixes. Part of the claims' identity: it cannot change while they exist.
   *
   * @default - the name of the workload
   */
  readonly classPrefix?: string;
}

/**
 * Where the volumes of a zone's pods come from.
 */
export class ZoneStorage {
  /**
   * Classes that exist in the cluster: each claim's `storageClassName`, or the cluster's default class. The class must bind late
   * (`volumeBindingMode: WaitForFirstConsumer`): then the volume is made in the zone that the pod was placed in, and no further class is
   * needed.
   */
  public static existingClass(): ZoneStorage {
    return new ZoneStorage();
  }

  /**
   * One StorageClass for each zone, which makes volumes in that zone only (`allowedTopologies`) and binds late. All claims use it, so
   * `claims[].storageClassName` is refused.
   *
   * @param options The driver and how it knows zones.
   */
  public static perZoneClass(options: PerZoneClassOptions): ZoneStorage {
    if (dnsSubdomain(options.driver.split('/')[0]).length > 0 || !isKey(options.driver)) {
      throw invalid('ZoneStorage.perZoneClass(driver)', options.driver, 'is not the name of a CSI driver', 'give it as `kubectl get csidrivers` prints it: ebs.csi.aws.com');
    }
    if (!isKey(options.topologyKey)) {
      throw invalid('ZoneStorage.perZoneClass(topologyKey)', options.topologyKey, 'is not a node label key', 'give the key that the driver reports: topology.kubernetes.io/zone');
    }
    if (Object.hasOwn(options.parameters ?? {}, '')) {
      throw invalid('ZoneStorage.perZoneClass(parameters)', '', 'is no name of a parameter', 'give each parameter a name, as the driver documents it');
    }
    if (options.classPrefix !== undefined) {
      checkNamePart('ZoneStorage.perZoneClass(classPrefix)', options.classPrefix);
    }
    return new ZoneStorage(options);
  }

  private constructor(/** @internal */ public readonly _perZone?: PerZoneClassOptions) {}
}

carriesMistakes(ZoneStorage, () => ZoneStorage.existingClass());
