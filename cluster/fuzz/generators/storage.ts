import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, calls, flag, literals, maps, members, mostly, oneOf, rarely, sometimes, struct, values } from './combinators';
import { bytes } from './numbers';
import { formed, names, paths } from './texts';
import { PerZoneClassOptions, PodClaim } from '../../../src';
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
