import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, maps, members, mostly, oneOf, rarely, sometimes, struct, values } from './combinators';
import { bytes, sizes } from './numbers';
import { claim } from './references';
import { formed, names, paths } from './texts';
import { ModelCacheOptions, PerZoneClassOptions, PodClaim } from '../../../src';
import { Expression, list } from '../expression';

/** Volumes that each pod gets for itself. */
export function claims(setting: Setting): Expressions {
  const one = (name: string, path: string) => struct<PodClaim>({
    name: literals(names(setting, name)),
    size: bytes(setting, '500Gi', '10Gi', '1Ti'),
    mountPath: paths(setting, path),
    storageClassName: sometimes(formed(setting, fc.constantFrom('fast', 'fast.ssd', ''))),
    accessMode: sometimes(members('kplus.PersistentVolumeAccessMode', kplus.PersistentVolumeAccessMode)),
  });
  return fc.tuple(one('data', '/var/lib/data'), one('wal', '/wal'), fc.boolean())
    .chain(([first, second, both]) =>
      mostly<Expression[]>(setting, fc.constant(both ? [first, second] : [first]), fc.constantFrom([], [first, first])))
    .map(list);
}

export function modelCache(setting: Setting, replicas: number): Expressions {
  const modes = members('kplus.PersistentVolumeAccessMode', replicas > 1 ? { READ_WRITE_MANY: '' } : kplus.PersistentVolumeAccessMode);
  const fields = { mountPath: sometimes(paths(setting, '/models', '/data/models')), readOnly: rarely(flag) };
  const known = struct<ModelCacheOptions>({ ...fields, accessModes: absent(30, mostly(setting, lists(modes, 1, 1), lists(members('kplus.PersistentVolumeAccessMode', kplus.PersistentVolumeAccessMode), 0, 2))) });
  const other = sometimes(struct<Pick<ModelCacheOptions, 'mountPath' | 'readOnly'>>(fields));
  return oneOf(
    calls('ModelCache.claimName', literals(names(setting, 'weights', 'weights.v1')), known),
    calls('ModelCache.claim', claim(setting), known),
    calls('ModelCache.hostPath', paths(setting, '/var/lib/models'), other),
    calls('ModelCache.emptyDir', sizes(setting), other));
}

export function zoneStorage(setting: Setting): Expressions {
  return oneOf(
    calls('ZoneStorage.existingClass'),
    calls('ZoneStorage.perZoneClass', struct<PerZoneClassOptions>({
      driver: formed(setting, fc.constantFrom('ebs.csi.aws.com', 'pd.csi.storage.gke.io')),
      topologyKey: formed(setting, fc.constantFrom('topology.kubernetes.io/zone', 'topology.gke.io/zone')),
      parameters: sometimes(maps(mostly(setting, fc.constantFrom('type', 'csi.storage.k8s.io/fstype'), fc.constantFrom('', '__proto__', 'a b', 'x'.repeat(600))), values('gp3', 'true', ''), 2)),
      reclaimPolicy: sometimes(members('kplus.PersistentVolumeReclaimPolicy', kplus.PersistentVolumeReclaimPolicy)),
      allowVolumeExpansion: sometimes(flag),
      classPrefix: rarely(literals(names(setting, 'db-prod'))),
    })));
}
