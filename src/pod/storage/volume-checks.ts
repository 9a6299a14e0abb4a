import * as kplus from 'cdk8s-plus-28';
import { invalid, translated, whole } from '../../base/errors/invalid-input';
import { kebabCase } from '../../base/names';
import { PlainObject, plainVolume } from '../../base/plain';
import { asList } from '../../base/reading';
import { checkFileKey, checkSubdomain } from '../../kubernetes/refused/names';
import { inside, lastOf, refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';
import { checkDriverName } from '../devices/names';

/** A volume as the user gave it. cdk8s-plus-28 makes names out of the names of claims and disks, which may hold what a volume's name may not. */
export function checkVolumeOf(field: string, volume: kplus.Volume): void {
  const rendered = translated(() => plainVolume(volume._toKube()), message => invalid(field, volume.name, message, 'correct the volume: the text is that of cdk8s-plus-28'));
  checkVolumes(() => field, [rendered]);
}

/** What to do, by the last word of the field. */
const HELP: { readonly [field: string]: string } = {
  server: 'give the host name or address of the NFS server',
  path: 'give the path as it is, without ".."',
  driver: 'give the name of the driver',
  mode: 'write it in octal: 0o444',
  defaultMode: 'write it in octal: 0o444',
};

/** Volumes that cdk8s-plus-28 rendered, and the pattern's beside them. */
export function checkVolumes(fieldOf: (index: number) => string, volumes: readonly PlainObject[]): void {
  volumes.forEach((volume, index) => checkFigures(fieldOf(index), volume));
  refusePart(({ field, reason, value }) => {
    const at = fieldOf(Number(/^\[([0-9]+)\]/.exec(field)![1]));
    if (reason === 'FieldValueDuplicate') {
      return { field: 'volumes', because: 'is the name of two of them in one pod, one of which the pattern adds', help: 'give yours another name' };
    }
    return { field: `${at}.${inside(field)}`, help: HELP[lastOf(field)] ?? (lastOf(field) === 'name' ? `for example "${kebabCase(String(value)) || 'a'}"` : 'correct the volume') };
  }, ({ validateVolumes }, scope) => validateVolumes(volumes, scope, Path.root('')));
  volumes.forEach((volume, index) => checkReferences(fieldOf(index), volume));
}

/** Figures are numbers to the types; the API has whole ones. */
function checkFigures(field: string, volume: PlainObject): void {
  for (const [source, given] of Object.entries(volume)) {
    const { defaultMode, partition, items } = (given ?? {}) as PlainObject;
    const modes = asList(items).map(({ mode }, index) => [`items[${index}].mode`, mode] as const);
    for (const [figure, value] of [['defaultMode', defaultMode], ['partition', partition], ...modes] as const) {
      if (value !== undefined) {
        whole(`${field}.${source}.${figure}`, value as number, HELP[lastOf(figure)] ?? 'give a whole number');
      }
    }
  }
}

/** What a source names must be able to exist: the API server takes any text, and the pod waits for it for ever. */
function checkReferences(field: string, volume: PlainObject): void {
  for (const [source, name] of [['configMap', 'name'], ['secret', 'secretName'], ['persistentVolumeClaim', 'claimName']] as const) {
    const given = volume[source] as PlainObject | undefined;
    if (given) {
      checkSubdomain(`${field}.${source}.${name}`, String(given[name] ?? ''));
      ((given.items ?? []) as PlainObject[]).forEach((item, index) => checkFileKey(`${field}.${source}.items[${index}].key`, String(item.key ?? '')));
    }
  }
  const csi = volume.csi as PlainObject | undefined;
  if (csi) {
    checkDriverName(`${field}.csi.driver`, String(csi.driver));
  }
}
