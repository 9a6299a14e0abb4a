import { OrdinalMigrationProps } from './props';
import { ClaimTemplate, MovedSet } from './source';
import { MovedVolume } from './volumes';
import { duplicate, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { numbersFrom } from '../../base/numbers';
import { PlainObject, isObject } from '../../base/plain';
import { listed } from '../../base/text/listed';
import { quantityNumber } from '../../kubernetes/quantity';

const SHOWN = 6;

/** The volumes of each ordinal that moves, in the order of the claim templates. */
export function volumesOf(props: OrdinalMigrationProps, set: MovedSet, firstMoved: number): Map<number, MovedVolume[]> {
  if (set.claims.length === 0) {
    refuseNeedless(props, set);
    return new Map();
  }
  const known = (props.volumes?._volumes ?? []).filter(({ namespace }) => namespace === undefined || namespace === set.namespace);
  const ordinals = numbersFrom(firstMoved, set.end - firstMoved);
  const claimOf = (template: ClaimTemplate, ordinal: number) => `${template.name}-${set.name}-${ordinal}`;
  refuseMissing(set, known, ordinals.flatMap(ordinal => set.claims.map(template => claimOf(template, ordinal))), props);
  const byClaim = new Map(known.map(volume => [volume.claim, volume]));
  const volumesAt = (ordinal: number) => set.claims.map(template => fitting(byClaim.get(claimOf(template, ordinal))!, template, props));
  const result = new Map(ordinals.map(ordinal => [ordinal, volumesAt(ordinal)]));
  refuseTwice([...result.values()].flat());
  return result;
}

function refuseNeedless({ volumes }: OrdinalMigrationProps, { name }: MovedSet): void {
  if (volumes !== undefined) {
    throw forbidden('volumes', `${name} has no claim templates, so its pods keep nothing`, 'leave them out');
  }
}

function refuseMissing(set: MovedSet, known: readonly MovedVolume[], wanted: readonly string[], { clusters }: OrdinalMigrationProps): void {
  const claims = new Set(known.map(({ claim }) => claim));
  const missing = wanted.filter(claim => !claims.has(claim));
  if (missing.length > 0) {
    throw required('volumes', `nothing says which volumes are behind ${listed(missing, SHOWN)} of ${set.namespace}; a claim that did not name its volume would get a new, empty one`,
      clusters === undefined
        ? `kubectl -n ${set.namespace} get pvc -o custom-columns=CLAIM:.metadata.name,VOLUME:.spec.volumeName prints them, for MovedVolumes.named({ '${missing[0]}': 'pvc-…' })`
        : "kubectl get pv -o yaml > volumes.yaml writes them, for MovedVolumes.fromManifests(Yaml.load('volumes.yaml'))");
  }
}

function refuseTwice(volumes: readonly MovedVolume[]): void {
  const seen = new Map<string, string>();
  for (const { name, claim } of volumes) {
    const other = seen.get(name);
    if (other !== undefined) {
      throw duplicate('volumes', name, `is the volume of ${claim} and of ${other}`, 'give each claim its own');
    }
    seen.set(name, claim);
  }
}

/** Whether the claim of the other side can have the volume. Source: pkg/controller/volume/persistentvolume/pv_controller.go checkVolumeSatisfyClaim (v1.36) */
function fitting(volume: MovedVolume, template: ClaimTemplate, { clusters }: OrdinalMigrationProps): MovedVolume {
  const { spec, name } = volume;
  if (spec === undefined) {
    if (clusters !== undefined) {
      throw required('volumes', `${name} is known by its name alone, and the other cluster needs all of it`, "MovedVolumes.fromManifests(Yaml.load('volumes.yaml')), of kubectl get pv -o yaml");
    }
    return volume;
  }
  const kind = ['hostPath', 'local'].find(each => spec[each] !== undefined);
  if (clusters !== undefined && kind !== undefined) {
    throw forbidden('volumes', `${name} is on the disk of a node (${kind}), which no node of another cluster has`, 'let the application copy the data');
  }
  const [has, wants] = [storageIn(spec.capacity), storageIn((template.spec.resources as PlainObject | undefined)?.requests)];
  if (has !== undefined && wants !== undefined && quantityNumber('volumes', has) < quantityNumber('workload', wants)) {
    throw invalid('volumes', has, `is the size of ${name}, and the claim template ${template.name} asks for ${wants}: the two would never be bound`, 'let the volume grow first: patch its claim');
  }
  const [hasClass, wantsClass] = [spec.storageClassName ?? '', template.spec.storageClassName];
  if (wantsClass !== undefined && hasClass !== wantsClass) {
    throw invalid('volumes', hasClass, `is the class of ${name}, and the claim template ${template.name} asks for ${String(wantsClass)}: the two would never be bound`, 'move sets whose templates name the class of their volumes');
  }
  return volume;
}

function storageIn(value: unknown): string | undefined {
  const storage = isObject(value) ? value.storage : undefined;
  return storage === undefined ? undefined : String(storage);
}
