import { invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, isObject } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkSubdomain } from '../../kubernetes/refused/names';

/** A PersistentVolume that is bound to a claim. */
export interface MovedVolume {
  readonly claim: string;
  readonly name: string;
  /** Namespace of the claim; absent where only names are known. */
  readonly namespace?: string;
  /** Absent where only names are known. */
  readonly spec?: PlainObject;
  readonly labels?: Labels;
  /** What its driver and its deletion need. */
  readonly annotations?: Labels;
}

/**
 * Volumes that change hands with their ordinals. A cluster gives them names that no manifest has.
 */
export class MovedVolumes {
  /**
   * Volumes by name, for a move inside one cluster.
   *
   * `kubectl -n <namespace> get pvc -o custom-columns=CLAIM:.metadata.name,VOLUME:.spec.volumeName` prints them.
   *
   * @param volumes Name of the PersistentVolume by name of the claim: `{ 'data-db-3': 'pvc-0b1c…' }`.
   */
  public static named(volumes: { [claim: string]: string }): MovedVolumes {
    Object.entries(volumes).forEach(([claim, name]) => {
      checkSubdomain('MovedVolumes.named(claim)', claim);
      checkSubdomain(`MovedVolumes.named(${claim})`, name);
    });
    return new MovedVolumes(Object.entries(volumes).map(([claim, name]) => ({ claim, name })));
  }

  /**
   * Volumes as the cluster has them: needed where they move to another one, and more is checked: sizes, classes, what a volume of a node is.
   *
   * `kubectl get pv -o yaml > volumes.yaml` writes them, and `Yaml.load('volumes.yaml')` of cdk8s reads them. Volumes of others may be among them.
   *
   * @param manifests PersistentVolumes, or lists of them.
   */
  public static fromManifests(manifests: { [field: string]: any }[]): MovedVolumes {
    const volumes = manifests.flatMap(manifest => (Array.isArray(manifest.items) ? manifest.items : [manifest]) as PlainObject[]);
    return new MovedVolumes(volumes.flatMap((volume, index) => boundOf(volume, `MovedVolumes.fromManifests(manifests[${index}])`)));
  }

  private constructor(/** @internal */ public readonly _volumes: readonly MovedVolume[]) {}
}

carriesMistakes(MovedVolumes, () => MovedVolumes.named({ 'not-planned': 'not-planned' }));

/** What has no claim belongs to nobody, so nobody moves it. */
function boundOf(volume: PlainObject, field: string): MovedVolume[] {
  const { kind, metadata, spec } = isObject(volume) ? volume : {} as PlainObject;
  if (kind !== 'PersistentVolume' || !isObject(metadata) || typeof metadata.name !== 'string' || !isObject(spec)) {
    throw invalid(field, kind, 'is no PersistentVolume with metadata.name and spec', 'give what kubectl get pv -o yaml prints');
  }
  const { claimRef } = spec;
  if (!isObject(claimRef) || typeof claimRef.name !== 'string' || typeof claimRef.namespace !== 'string') {
    return [];
  }
  const { name, labels, annotations } = metadata;
  return [{ claim: claimRef.name, namespace: claimRef.namespace, name, spec, labels: textsIn(labels), annotations: textsIn(annotations) }];
}

/** `bound-by-controller` says that a controller chose the claim, and may choose another. Source: pv_controller.go syncVolume (v1.36) */
const OF_ONE_CLUSTER: readonly string[] = ['pv.kubernetes.io/bound-by-controller', 'kubectl.kubernetes.io/last-applied-configuration'];

function textsIn(map: unknown): Labels {
  const entries = Object.entries(isObject(map) ? map : {}).filter(([key]) => !OF_ONE_CLUSTER.includes(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
