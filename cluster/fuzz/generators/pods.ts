import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Fields, Setting, absent, calls, distinctLists, flag, lists, literals, members, mostly, never, oneOf, partly, rarely, remembered, sometimes, struct, values } from './combinators';
import { plainContainers, sidecars } from './containers';
import { fabric } from './fabrics';
import { modelCache, preload } from './models';
import { bytes, counts, durations, sizes } from './numbers';
import { metadata, namespaces, nodeLabels, secret, serviceAccount, spotLabels } from './references';
import { formed, names, paths } from './texts';
import { volumes } from './volumes';
import { WorkloadPodProps, PodToleration, SharedClaim, SpotOptions } from '../../../src';
import { Expression } from '../expression';

/** Everything that any pattern takes for its pods, except accelerators, which follow from the shape of the case. */
export const podFields = remembered((setting: Setting): Omit<Fields<WorkloadPodProps>, 'accelerator'> => {
  return {
    metadata: rarely(metadata(setting, { namespace: rarely(namespaces(setting)) })),
    podMetadata: sometimes(metadata(setting, { namespace: mostly(setting, never, namespaces(setting)) })),
    containers: rarely(plainContainers(setting, 'beside')),
    initContainers: rarely(plainContainers(setting, 'init')),
    sidecars: rarely(sidecars(setting)),
    volumes: rarely(lists(volumes(setting), 1, 2)),
    sharedClaims: rarely(distinctLists(setting, sharedClaim(setting), [1, 2], 'claimName', 'mountPath')),
    restartPolicy: mostly(setting, never, members('kplus.RestartPolicy', kplus.RestartPolicy)),
    modelCache: rarely(modelCache(setting, 4)),
    preload: mostly<Expression | undefined>(setting, never, preload(setting)),
    fabric: rarely(fabric(setting)),
    sharedMemory: sometimes(sharedMemory(setting)),
    security: sometimes(security(setting)),
    securityContext: rarely(podSecurity(setting)),
    nodeLabels: sometimes(nodeLabels(setting)),
    tolerations: rarely(lists(toleration(setting), 1, 2)),
    deadNodeTolerance: rarely(durations(setting, 0, 600)),
    ...namedFields(setting),
    ...networkFields(setting),
    terminationGracePeriod: rarely(durations(setting, 60, 900)),
  };
});

function sharedClaim(setting: Setting): Expressions {
  return struct<SharedClaim>({
    claimName: literals(names(setting, 'weights', 'data.v1')),
    mountPath: paths(setting, '/shared', '/data/set'),
    subPath: rarely(formed(setting, fc.constantFrom('llama', 'a/b'), fc.constantFrom('', '/a', '../b'))),
  });
}

/** References by name. */
function namedFields(setting: Setting) {
  return {
    serviceAccount: rarely(serviceAccount(setting)),
    automountServiceAccountToken: rarely(flag),
    priorityClassName: rarely(literals(names(setting, 'high', 'system-node-critical'))),
    runtimeClassName: rarely(literals(names(setting, 'nvidia', 'kata.v2'))),
    schedulerName: rarely(literals(names(setting, 'volcano', 'default-scheduler'))),
    imagePullSecretNames: rarely(lists(literals(names(setting, 'registry', 'hub')), 0, 2)),
    dockerRegistryAuth: rarely(secret(setting)),
    registryMirror: rarely(formed(setting, fc.constantFrom('mirror.example', 'mirror.example:5000/hub'), fc.constantFrom('', 'https://mirror', 'mirror/', 'UPPER', 'a b', 'a//b'))),
  };
}

function networkFields(setting: Setting) {
  return {
    hostAliases: rarely(distinctLists(setting, struct<kplus.HostAlias>({
      ip: formed(setting, fc.constantFrom('10.1.2.3', '::1'), fc.constantFrom('', '1.2.3', '300.1.1.1', 'host')),
      hostnames: lists(formed(setting, fc.constantFrom('registry.example', 'peer'), fc.constantFrom('', 'A_B', 'a..b')), 0, 2),
    }), [1, 2], 'ip')),
    dns: rarely(dns(setting)),
    isolate: rarely(flag),
    hostNetwork: rarely(flag),
    hostUsers: rarely(flag),
  };
}

function dns(setting: Setting): Expressions {
  const nameserver = formed(setting, fc.constantFrom('10.0.0.10', '1.1.1.1'), fc.constantFrom('', 'dns', '1.2.3.4.5'));
  const host = mostly(setting, never, literals(names(setting, 'host')));
  return struct<kplus.PodDnsProps>({
    hostname: host,
    subdomain: host,
    hostnameAsFQDN: rarely(flag),
    // Without servers of its own a pod needs a policy that brings some.
    policy: sometimes(mostly(setting, members('kplus.DnsPolicy', { CLUSTER_FIRST: '', DEFAULT: '' }), members('kplus.DnsPolicy', kplus.DnsPolicy))),
    nameservers: sometimes(mostly(setting, lists(nameserver, 0, 3), lists(nameserver, 0, 4))),
    searches: sometimes(lists(formed(setting, fc.constantFrom('example.com', 'svc.cluster.local'), fc.constantFrom('', '-a', 'a b', '.')), 0, 3)),
    options: sometimes(lists(struct<kplus.DnsOption>({ name: formed(setting, fc.constantFrom('ndots', 'edns0'), fc.constantFrom('', ' ')), value: absent(40, values('2', '')) }), 1, 2)),
  });
}

function sharedMemory(setting: Setting): Expressions {
  return oneOf(
    calls('SharedMemory.of', bytes(setting, '1Gi', '16Gi', '512Mi')),
    calls('SharedMemory.fromSize', sizes(setting)),
    calls('SharedMemory.none'));
}

function security(setting: Setting): Expressions {
  return oneOf(
    calls('SecurityProfile.published'),
    calls('SecurityProfile.hardened', sometimes(partly<{ user: number; group: number }>({ user: sometimes(counts(setting, 1, 70000)), group: sometimes(counts(setting, 0, 70000)) }))));
}

function podSecurity(setting: Setting): Expressions {
  return struct<kplus.PodSecurityContextProps>({
    fsGroup: sometimes(counts(setting, 0, 70000)),
    fsGroupChangePolicy: sometimes(members('kplus.FsGroupChangePolicy', kplus.FsGroupChangePolicy)),
    user: sometimes(counts(setting, 1, 70000)),
    group: sometimes(counts(setting, 0, 70000)),
    ensureNonRoot: sometimes(flag),
    sysctls: rarely(lists(struct<kplus.Sysctl>({
      name: formed(setting, fc.constantFrom('net.core.somaxconn', 'kernel.shm_rmid_forced'), fc.constantFrom('', 'A B', 'a/b', 'net..x')), value: values('1', '65535', ''),
    }), 1, 2)),
  });
}

export function toleration(setting: Setting): Expressions {
  const effect = formed(setting, fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute'), fc.constantFrom('', 'noSchedule', 'Never'));
  return fc.oneof(
    struct<PodToleration>({ key: formed(setting, fc.constantFrom('gpu', 'example.com/pool')), value: sometimes(formed(setting, fc.constantFrom('a', 'true'))), effect: absent(40, effect), duration: never }),
    struct<PodToleration>({ key: absent(30, formed(setting, fc.constantFrom('gpu'))), value: never, effect: values('NoExecute'), duration: absent(40, durations(setting, 0, 600)) }));
}

/** Where pods that belong together run. */
export const placement = remembered((setting: Setting): Expressions => {
  const key = formed(setting, fc.constantFrom('kubernetes.io/hostname', 'example.com/rack', 'nvidia.com/gpu.clique', 'topology.kubernetes.io/zone'),
    fc.constantFrom('', 'a b', 'x'.repeat(64), `${'x'.repeat(254)}/a`, 'eu-1a', 'EXAMPLE/x'));
  const zone = formed(setting, fc.constantFrom(...setting.zones?.length ? setting.zones : ['eu-1a', 'eu-1b']), fc.constantFrom('', 'a b', 'no-such-zone'));
  const usual = oneOf(
    calls('Placement.sameZone'), calls('Placement.inZone', zone), calls('Placement.inZones', lists(zone, 0, 3)),
    calls('Placement.sameDomain', key), calls('Placement.exclusiveDomain', key),
    calls('Placement.queueRequires', key), calls('Placement.queuePrefers', key), calls('Placement.anywhere'));
  // Few targets have its alpha API.
  return mostly(setting, usual, calls('Placement.gang', key));
});

export const capacity = remembered((setting: Setting): Expressions => {
  const spot = spotNodes(setting);
  return oneOf(calls('Capacity.onDemand'), spot, spot, calls('Capacity.preferSpot', spot), calls('Capacity.notOn', spot));
});

export const spotNodes = remembered((setting: Setting): Expressions => {
  return oneOf(roomySpotNodes(setting), hastySpotNodes());
});

/** They leave a pod half a minute or less. */
export function hastySpotNodes(): Expressions {
  return oneOf(calls('Capacity.spotGke'), calls('Capacity.spotAks'));
}

export const roomySpotNodes = remembered((setting: Setting): Expressions => {
  return oneOf(
    calls('Capacity.spotKarpenter'), calls('Capacity.spotEks'),
    calls('Capacity.spot', struct<SpotOptions>({
      nodeLabels: spotLabels(setting), tolerations: sometimes(lists(toleration(setting), 0, 2)), notice: durations(setting, 60, 900),
    })));
});

export function disruptionBudget(setting: Setting, ofZones = false): Expressions {
  const perZone = calls('DisruptionBudget.perZone', counts(setting, 1, 3));
  return mostly(setting,
    oneOf(calls('DisruptionBudget.atMost', counts(setting, 1, 3)), calls('DisruptionBudget.none'), ...(ofZones ? [perZone] : [])),
    perZone);
}
