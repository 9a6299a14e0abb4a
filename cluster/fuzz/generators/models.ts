import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, members, mostly, never, oneOf, rarely, sometimes, struct, values } from './combinators';
import { containers, images } from './containers';
import { secretKey } from './environment';
import { bytes, durations, sizes } from './numbers';
import { claim, sharedClaim } from './references';
import { formed, names, paths } from './texts';
import { HubPreloadOptions, ModelCacheOptions, ModelPreloadOptions } from '../../../src';
import { Expression } from '../expression';

export function modelCache(setting: Setting, replicas: number): Expressions {
  const modes = members('kplus.PersistentVolumeAccessMode', replicas > 1 ? { READ_WRITE_MANY: '' } : kplus.PersistentVolumeAccessMode);
  const fields = { mountPath: sometimes(paths(setting, '/models', '/data/models')), readOnly: rarely(flag) };
  const known = struct<ModelCacheOptions>({
    ...fields,
    subPath: rarely(formed(setting, fc.constantFrom('llama', 'a/b'), fc.constantFrom('', '/a', '../b'))),
    accessModes: absent(30, mostly(setting, lists(modes, 1, 1), lists(members('kplus.PersistentVolumeAccessMode', kplus.PersistentVolumeAccessMode), 0, 2))),
  });
  const other = sometimes(struct<Pick<ModelCacheOptions, 'mountPath' | 'readOnly'>>(fields));
  return oneOf(
    calls('ModelCache.claimName', literals(names(setting, 'weights', 'weights.v1')), known),
    calls('ModelCache.claim', replicas > 1 ? sharedClaim(setting) : claim(setting), known),
    calls('ModelCache.hostPath', paths(setting, '/var/lib/models'), other),
    calls('ModelCache.emptyDir', mostly(setting, calls('Size.gibibytes', values(200, 400)), sizes(setting)), other));
}

/**
 * What fills a cache.
 *
 * @param served whether an engine says which model it is.
 */
export function preload(setting: Setting, served = true): Expressions {
  const model = formed(setting, fc.constantFrom('org/base', 'meta-llama/Llama-3.1-8B'), fc.constantFrom('', '/models/base', './base'));
  const hub = (options: Expressions) => (served ? sometimes(options) : options);
  return oneOf(
    calls('ModelPreload.fromHub', hub(struct<HubPreloadOptions>({
      model: served ? mostly<Expression | undefined>(setting, never, model) : model,
      revision: served ? mostly<Expression | undefined>(setting, never, values('v1')) : sometimes(values('main', '8c22764')),
      weights: rarely(bytes(setting, '16Gi', '140Gi')),
      time: sometimes(durations(setting, 1, 3600)),
      token: sometimes(secretKey(setting)),
      ignorePatterns: sometimes(lists(formed(setting, fc.constantFrom('original/*', '*.pth')), 0, 2)),
      image: rarely(images(setting, 'registry.example/hub:1')),
    }))),
    calls('ModelPreload.container', containers(setting, { readiness: never, liveness: never, startup: never, lifecycle: never, preStopSleep: never }), sometimes(struct<ModelPreloadOptions>({ time: sometimes(durations(setting, 1, 3600)), weights: rarely(bytes(setting, '16Gi', '140Gi')) }))));
}
