import * as kplus from 'cdk8s-plus-28';
import { invalid, required, translated, wholeNumber } from '../../base/errors/invalid-input';
import { Plain, PlainObject, plainVolume } from '../../base/plain';
import { checkFileKey, checkNamePart, checkSubdomain } from '../../kubernetes/refused/names';
import { checkDriverName } from '../devices/names';

const MAX_MODE = 0o777;
const MAX_PARTITION = 255;

/** A volume as the user gave it. cdk8s-plus-28 makes names out of the names of claims and disks, which may hold what a volume's name may not. */
export function checkVolumeOf(field: string, volume: kplus.Volume): void {
  const rendered = translated(() => plainVolume(volume._toKube()), message => invalid(field, volume.name, message, 'correct the volume: the text is that of cdk8s-plus-28'));
  checkNamePart(`${field}.name`, String(rendered.name));
  checkVolume(field, rendered);
}

/** What the API server refuses of a volume that cdk8s-plus-28 rendered. Source: pkg/apis/core/validation/validation.go validateVolumeSource (v1.36) */
export function checkVolume(field: string, volume: PlainObject): void {
  const of = (source: string) => volume[source] as PlainObject | undefined;
  const path = of('hostPath')?.path as string | undefined;
  if (of('hostPath') && (!path || path.split('/').includes('..'))) {
    throw invalid(`${field}.hostPath.path`, path, 'must be a path on the node without ".."', 'give the path itself, without ".."');
  }
  for (const [source, name] of [['configMap', 'name'], ['secret', 'secretName'], ['persistentVolumeClaim', 'claimName']] as const) {
    if (of(source)) {
      checkSubdomain(`${field}.${source}.${name}`, String(of(source)![name] ?? ''));
    }
  }
  checkNfs(`${field}.nfs`, of('nfs'));
  if (of('csi')) {
    checkDriverName(`${field}.csi.driver`, String(of('csi')!.driver));
  }
  for (const source of ['configMap', 'secret'] as const) {
    checkFiles(`${field}.${source}`, of(source));
  }
  for (const disk of ['awsElasticBlockStore', 'gcePersistentDisk'] as const) {
    const partition = of(disk)?.partition;
    if (partition !== undefined) {
      wholeNumber(`${field}.${disk}.partition`, partition as number, { min: 0, max: MAX_PARTITION });
    }
  }
}

function checkNfs(field: string, nfs: PlainObject | undefined): void {
  if (!nfs) {
    return;
  }
  if (!nfs.server) {
    throw required(`${field}.server`, 'the host name or address of the NFS server', 'give it');
  }
  if (!String(nfs.path).startsWith('/')) {
    throw invalid(`${field}.path`, nfs.path, 'must be an absolute path on the NFS server', 'give it');
  }
}

/** Files of a ConfigMap or a Secret. */
function checkFiles(field: string, files: PlainObject | undefined): void {
  checkMode(`${field}.defaultMode`, files?.defaultMode);
  ((files?.items ?? []) as PlainObject[]).forEach((item, index) => {
    const at = `${field}.items[${index}]`;
    const path = String(item.path ?? '');
    if (path === '' || path.startsWith('/') || path.startsWith('..') || path.split('/').includes('..')) {
      throw invalid(`${at}.path`, path, 'must lead from the mount into the volume: without a slash or ".." at its beginning, and without ".." inside', 'give a path like conf/app.yaml');
    }
    checkFileKey(`${at}.key`, String(item.key ?? ''));
    checkMode(`${at}.mode`, item.mode);
  });
}

function checkMode(field: string, mode: Plain): void {
  if (mode !== undefined) {
    wholeNumber(field, mode as number, { min: 0, max: MAX_MODE, help: 'write it in octal: 0o444' });
  }
}
