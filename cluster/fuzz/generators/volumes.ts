import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, maps, members, mostly, never, oneOf, partly, rarely, remembered, sometimes, struct, values } from './combinators';
import { counts, sizes } from './numbers';
import { chart, claim, configMap, fresh, secret } from './references';
import { formed, names, paths } from './texts';

/** A volume of cdk8s-plus-28, of every kind that it has. */
export const volumes = remembered((setting: Setting): Expressions => {
  // Without one cdk8s-plus-28 makes it of the name of the object, which may have dots.
  const name = literals(mostly(setting, fc.constantFrom('scratch', 'data', 'code', 'logs'), fc.oneof(names(setting, 'shm', 'tmp', 'model-cache', 'checkpoint', 'mpi-hostfile'))));
  const files = { defaultMode: rarely(counts(setting, 256, 511)), optional: rarely(flag), items: rarely(items(setting)), name: absent(20, name) };
  return oneOf(
    calls('kplus.Volume.fromEmptyDir', chart, fresh, name, sometimes(struct<kplus.EmptyDirVolumeOptions>({
      medium: sometimes(members('kplus.EmptyDirMedium', kplus.EmptyDirMedium)), sizeLimit: sometimes(sizes(setting)),
    }))),
    calls('kplus.Volume.fromConfigMap', chart, fresh, configMap(setting), absent(15, struct<kplus.ConfigMapVolumeOptions>(files))),
    calls('kplus.Volume.fromSecret', chart, fresh, secret(setting), absent(15, struct<kplus.SecretVolumeOptions>(files))),
    calls('kplus.Volume.fromPersistentVolumeClaim', chart, fresh, claim(setting), sometimes(struct<kplus.PersistentVolumeClaimVolumeOptions>({ name: sometimes(name), readOnly: sometimes(flag) }))),
    calls('kplus.Volume.fromHostPath', chart, fresh, name, struct<kplus.HostPathVolumeOptions>({
      path: paths(setting, '/var/lib/models', '/dev/infiniband'), type: sometimes(members('kplus.HostPathVolumeType', kplus.HostPathVolumeType)),
    })),
    calls('kplus.Volume.fromAwsElasticBlockStore', chart, fresh, values('vol-1'), struct<kplus.AwsElasticBlockStoreVolumeOptions>({
      name, fsType: never, partition: rarely(counts(setting, 0, 4)), readOnly: sometimes(flag),
    })),
    calls('kplus.Volume.fromGcePersistentDisk', chart, fresh, values('pd'), struct<kplus.GCEPersistentDiskVolumeOptions>({
      name, fsType: never, partition: rarely(counts(setting, 0, 4)), readOnly: sometimes(flag),
    })),
    calls('kplus.Volume.fromNfs', chart, fresh, name, struct<kplus.NfsVolumeOptions>({
      server: formed(setting, fc.constantFrom('nfs.example', '10.0.0.7')), path: paths(setting, '/export'), readOnly: sometimes(flag),
    })),
    calls('kplus.Volume.fromCsi', chart, fresh, formed(setting, fc.constantFrom('csi.example.com')), sometimes(struct<kplus.CsiVolumeOptions>({
      name: sometimes(name), fsType: rarely(values('ext4')), readOnly: rarely(flag), attributes: rarely(maps(fc.constantFrom('a', 'b.c'), values('x', 'true'), 2)),
    }))));
});

function items(setting: Setting): Expressions {
  const path = formed(setting, fc.constantFrom('a.txt', 'conf/a'), fc.constantFrom('', '/a', '../a', 'a/../b', '..a'));
  return maps(fc.constantFrom('a', 'b'), partly<kplus.PathMapping>({ path, mode: rarely(counts(setting, 256, 511)) }), 2, 1);
}

const SPOTS = ['/data', '/scratch', '/code', '/logs', '/data/inner'];

export function mountOptions(setting: Setting) {
  const inside = formed(setting, fc.constantFrom('sub', 'a/b'), fc.constantFrom('', '/abs', '../up', 'a/../b', '$(A)'));
  return {
    propagation: rarely(members('kplus.MountPropagation', kplus.MountPropagation)),
    readOnly: sometimes(flag),
    subPath: rarely(inside),
    subPathExpr: rarely(inside),
  };
}

export const mounts = remembered((setting: Setting): Expressions => {
  return lists(struct<kplus.VolumeMount>({ volume: volumes(setting), path: paths(setting, ...SPOTS), ...mountOptions(setting) }), 1, 2);
});
