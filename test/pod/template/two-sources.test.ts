import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, Capacity, Fabric, Memory, PodTemplateProps, SecurityProfile } from '../../../src';
import { PodVariation } from '../../../src/pod/template/pod-spec';
import { IMAGE, carry, chartIn, messageOf } from '../carrier';

const container = { image: IMAGE, memory: Memory.of('64Gi') };
const accelerator = Accelerator.resource('example.com/npu', 2, { taintKey: 'example.com/npu', nodeLabels: { pool: 'npu', zone: 'a' } });
const capacity = Capacity.spot({
  nodeLabels: { 'example.com/life': 'spot', 'example.com/tier': 'low' }, tolerations: [{ key: 'example.com/life' }, { key: 'example.com/tier', effect: 'NoSchedule' }], notice: Duration.seconds(60),
});

function podOf(props: Partial<PodTemplateProps>, variation: PodVariation = {}) {
  return carry({ container, ...props }, { variation }).pod();
}

describe('labels of nodes', () => {
  test('are those of the devices, of the user and of the capacity', () => {
    expect(podOf({ accelerator, nodeLabels: { disk: 'fast', rack: '7' } }, { capacity }).nodeSelector).toEqual({
      'pool': 'npu', 'zone': 'a', 'disk': 'fast', 'rack': '7', 'example.com/life': 'spot', 'example.com/tier': 'low',
    });
  });

  test('of the devices contradict other values of the user, and those of the capacity win', () => {
    expect(() => podOf({ accelerator, nodeLabels: { pool: 'mine' } })).toThrow('nodeLabels[pool]: Invalid value: "mine": the accelerator needs "npu"');
    expect(podOf({ nodeLabels: { 'example.com/tier': 'high' } }, { capacity }).nodeSelector).toMatchObject({ 'example.com/tier': 'low' });
  });

  test('of a preferred capacity are none', () => {
    expect(podOf({ nodeLabels: { disk: 'fast' } }, { capacity: Capacity.preferSpot(capacity) }).nodeSelector).toEqual({ disk: 'fast' });
  });
});

test('tolerations are those of devices, user, capacity, dead nodes and scheduling, in this order', () => {
  const { template, pod } = carry({ container, accelerator, tolerations: [{ key: 'a' }, { key: 'b' }], deadNodeTolerance: Duration.seconds(9) }, { variation: { capacity } });
  template.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.exists('late'), kplus.NodeTaintQuery.exists('later')));

  expect(pod().tolerations.map(({ key }: any) => key)).toEqual([
    'example.com/npu', 'a', 'b', 'example.com/life', 'example.com/tier', 'node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable', 'late', 'later',
  ]);
});

describe('affinity', () => {
  const zone = (...values: string[]) => ({ key: 'topology.kubernetes.io/zone', operator: 'In', values });
  const pattern = { nodeAffinity: [{ matchExpressions: [zone('eu-1a')] }] };
  const given = (attract: boolean) => {
    const carried = carry({ container }, { variation: { affinity: pattern } });
    carried.template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('disk', 'fast')), attract ? { weight: 7 } : {});
    return carried;
  };

  test('required by the user and by the pattern holds together, in each term', () => {
    const { template, pod } = given(false);
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('disk', 'large')));

    expect(
      pod().affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.map(
        ({ matchExpressions }: any) => matchExpressions,
      ),
    ).toEqual(['fast', 'large'].map(value => [{ key: 'disk', operator: 'In', values: [value] }, zone('eu-1a')]));
  });

  test('preferred by the user stands beside what the pattern requires', () => {
    expect(given(true).pod().affinity.nodeAffinity).toEqual({
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] } }],
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [zone('eu-1a')] }] },
    });
  });

  test('preferred by the capacity comes after that of the user, whose required nodes stay', () => {
    const { template, pod } = carry({ container }, { variation: { capacity: Capacity.preferSpot(capacity) } });
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('disk', 'fast')), { weight: 7 });
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('rack', '7')));
    const {
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
      requiredDuringSchedulingIgnoredDuringExecution: required,
    } = pod().affinity.nodeAffinity;

    expect(preferred.map(({ weight, preference }: any) => [weight, preference.matchExpressions.map(({ key }: any) => key)])).toEqual([[7, ['disk']], [100, ['example.com/life', 'example.com/tier']]]);
    expect(required.nodeSelectorTerms).toEqual([{ matchExpressions: [{ key: 'rack', operator: 'In', values: ['7'] }] }]);
  });

  test('of a capacity that keeps off nodes allows those that differ in one of their labels', () => {
    expect(
      podOf({}, { capacity: Capacity.notOn(capacity) }).affinity.nodeAffinity
        .requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms,
    ).toEqual(
      [
        ['example.com/life', 'spot'],
        ['example.com/tier', 'low'],
      ].map(([key, value]) => ({ matchExpressions: [{ key, operator: 'NotIn', values: [value] }] })),
    );
  });

  test('between pods is that of the user and that of the pattern', () => {
    const term = { topologyKey: 'example.com/rack', labelSelector: { matchLabels: { app: 'own' } } };
    const { template, pod, chart } = carry({ container }, { variation: { affinity: { podAffinity: [term], podAntiAffinity: [term] } } });
    const other = new kplus.Deployment(chart, 'Other', { containers: [{ image: 'a:1' }] });
    template.scheduling.colocate(other);
    template.scheduling.separate(other);
    const { podAffinity, podAntiAffinity } = pod().affinity;

    [podAffinity, podAntiAffinity].forEach(each => {
      expect(each.requiredDuringSchedulingIgnoredDuringExecution).toHaveLength(2);
      expect(each.requiredDuringSchedulingIgnoredDuringExecution[1]).toEqual(term);
    });
  });
});

describe('variables of the main container', () => {
  const fabric = Fabric.socket({ interfaceName: 'eth0' });

  test('of the user win over those of the fabric', () => {
    const variable = (envVariables?: { [name: string]: kplus.EnvValue }) =>
      carry({ container: { ...container, envVariables }, fabric }).main().env.filter(({ name }: any) => name === 'NCCL_SOCKET_IFNAME');

    expect(variable()).toEqual([{ name: 'NCCL_SOCKET_IFNAME', value: 'eth0' }]);
    expect(variable({ NCCL_SOCKET_IFNAME: kplus.EnvValue.fromValue('ens5') })).toEqual([{ name: 'NCCL_SOCKET_IFNAME', value: 'ens5' }]);
  });

  test('of the pattern come first, and what an engine decides replaces those of the user', () => {
    const env = [{ name: 'FIRST', value: '1' }, { name: 'SECOND', value: '2' }];
    const { main } = carry({ container: { ...container, envVariables: { OWN: kplus.EnvValue.fromValue('a'), DECIDED: kplus.EnvValue.fromValue('b') } } },
      { variation: { env, main: { overrides: [{ name: 'DECIDED', value: 'c' }] } } });

    expect(main().env).toEqual([...env, { name: 'OWN', value: 'a' }, { name: 'DECIDED', value: 'c' }]);
  });
});

test('annotations of the pattern win over those of the user, and labels of the user over those for people', () => {
  const { template, podTemplate } = carry({ container, podMetadata: { annotations: { 'example.com/a': 'user', 'example.com/b': 'user' } } },
    { variation: { annotations: { 'example.com/b': 'pattern', 'example.com/c': 'pattern' } } });
  template.podMetadata.addAnnotation('example.com/d', 'late');

  expect(podTemplate().metadata.annotations).toEqual({ 'example.com/a': 'user', 'example.com/b': 'pattern', 'example.com/c': 'pattern', 'example.com/d': 'late' });
});

test('ports of the pattern stand beside those of the user, unless a number is declared already', () => {
  const { main } = carry({ container: { ...container, ports: [{ name: 'own', number: 80, hostIp: '10.0.0.1', hostPort: 8080 }, { name: 'same', number: 29500 }] } },
    { variation: { main: { extraPorts: [{ name: 'rendezvous', containerPort: 29500 }, { name: 'more', containerPort: 29501 }] } } });

  expect(main().ports).toEqual([
    expect.objectContaining({ name: 'own', containerPort: 80, hostPort: 8080, hostIP: '10.0.0.1' }),
    expect.objectContaining({ name: 'same', containerPort: 29500 }),
    { name: 'more', containerPort: 29501 },
  ]);
});

describe('two containers', () => {
  const sidecars = [{ name: 'logs', image: 'fluent:1' }, { name: 'proxy', image: 'envoy:1' }];

  test('of a hardened pod have a writable folder each, of one volume', () => {
    const pod = podOf({ security: SecurityProfile.hardened(), sidecars });
    const mounts = [...pod.containers, ...pod.initContainers].map(({ volumeMounts }: any) => volumeMounts.filter(({ mountPath }: any) => mountPath === '/tmp').length);

    expect(mounts).toEqual([1, 1, 1]);
    expect(pod.volumes.filter(({ name }: any) => name === 'tmp')).toEqual([{ name: 'tmp', emptyDir: {} }]);
  });

  test('and one that brings its own folder leave the volume to the others', () => {
    const chart = chartIn();
    const own = { path: '/tmp', volume: kplus.Volume.fromEmptyDir(chart, 'Own', 'own') };
    const pod = carry(
      {
        container: { ...container, volumeMounts: [own] },
        security: SecurityProfile.hardened(),
        sidecars: [sidecars[0]],
      },
      { chart },
    ).pod();

    expect(pod.containers[0].volumeMounts).toEqual([{ name: 'own', mountPath: '/tmp' }]);
    expect(pod.initContainers[0].volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
  });

  test('stop one after the other, so their times are added, also those of sidecars that come later', () => {
    const stopTime = Duration.seconds(20);
    const { template, pod } = carry({ container, terminationGracePeriod: Duration.seconds(61), sidecars: [{ ...sidecars[0], stopTime }] });
    template.addSidecar({ ...sidecars[1], stopTime });

    expect(pod().terminationGracePeriodSeconds).toBe(61);
    expect(messageOf(() => template.addSidecar({ name: 'third', image: 'a:1', stopTime: Duration.seconds(21) }))).toContain('sidecars[2].stopTime: Invalid value: "21s": the grace period of 61 s must be more than');
    expect(() => template.addSidecar({ name: 'third', image: 'a:1', stopTime })).not.toThrow();
  });

  test('need a grace period that is longer than their times together', () => {
    const within = (seconds: number) => () =>
      carry({
        container,
        terminationGracePeriod: Duration.seconds(seconds),
        sidecars: sidecars.map(each => ({ ...each, stopTime: Duration.seconds(20) })),
      });

    expect(within(41)).not.toThrow();
    expect(within(40)).toThrow('the grace period of 40 s must be more than');
  });
});

test('pull secrets of an object and of names are each there once', () => {
  const chart = chartIn();
  const dockerRegistryAuth = kplus.Secret.fromSecretName(chart, 'Auth', 'regcred') as kplus.DockerConfigSecret;

  expect(carry({ container, dockerRegistryAuth, imagePullSecretNames: ['ngc', 'regcred', 'ngc'] }, { chart }).pod().imagePullSecrets).toEqual([{ name: 'regcred' }, { name: 'ngc' }]);
});
