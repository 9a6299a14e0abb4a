import { BACKENDS, Manifest, llm, ofKind, templatesOf } from './group';
import { Accelerator, KubernetesVersion, Placement, QueuedWorkload, TargetProps } from '../../../src';
import { adviceOf } from '../../../src/base/findings/construct-checks';

const ZONE = 'topology.kubernetes.io/zone';
const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
const QUEUED = { metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'gpu' } } };
const GPUS = { accelerator: Accelerator.nvidia(8) };

const zonesOf = (template: Manifest) => template.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
const inZone = (zone: string) => [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }];
const noRoom = (props: Parameters<typeof llm>[0], zones?: string[]) => llm({ size: 4, ...props }, { target: { zones } }).group.explain().split('then:')[1].split('cannot:')[0];

describe('a zone that is given', () => {
  test.each(Object.keys(BACKENDS))('%s: every pod is bound to it, and nothing follows a first pod', kind => {
    const { leader, worker } = templatesOf(llm({ backend: BACKENDS[kind], placement: Placement.inZone('eu-1b') }).synth());
    [leader, worker].forEach(template => {
      expect(zonesOf(template)).toEqual(inZone('eu-1b'));
      expect(template.spec.affinity.podAffinity).toBeUndefined();
      expect(template.spec.topologySpreadConstraints).toBeUndefined();
    });
  });

  test.each(['statefulSets', 'singleStatefulSet'])('%s: several are taken in turn, one for each group', kind => {
    const sets = ofKind(llm({ backend: BACKENDS[kind], groups: 3, placement: Placement.inZones(['eu-1a', 'eu-1b']) }).synth(), 'StatefulSet');
    const byGroup = sets.map(each => [each.spec.selector.matchLabels['cdk8s-ai-workloads/group'], zonesOf(each.spec.template)]);
    expect(Object.fromEntries(byGroup)).toEqual({ 0: inZone('eu-1a'), 1: inZone('eu-1b'), 2: inZone('eu-1a') });
  });

  test('several are refused where the groups share one template', () => {
    expect(() => llm({ backend: BACKENDS.leaderWorkerSet, placement: Placement.inZones(ZONES) })).toThrow(
      'placement: Forbidden: 3 zones for the groups of a LeaderWorkerSet, which has one template for all of them');
  });

  test('is one of the target', () => {
    expect(() => llm({ placement: Placement.inZone('eu-1d') }, { target: { zones: ZONES } })).toThrow('placement: Invalid value: "eu-1d": the target has the zones eu-1a, eu-1b, eu-1c');
    expect(() => llm({ placement: Placement.inZone('eu-1d') }, { target: { zones: [] } })).toThrow("placement: Forbidden: the target's nodes have no label");
  });

  test.each<[string, () => Placement, string]>([
    ['no zone', () => Placement.inZones([]), 'Placement.inZones(zones): Required value'],
    ['an empty one', () => Placement.inZone(''), 'Placement.inZone(zone): Invalid value: "": is not a label value'],
    ['one twice', () => Placement.inZones(['a', 'b', 'a']), 'Placement.inZones(zones)[2]: Duplicate value: "a"'],
    ['no label value', () => Placement.inZones(['a', 'b c']), 'Placement.inZones(zones)[1]: Invalid value: "b c"'],
  ])('%s is refused', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('a domain that Kueue chooses', () => {
  test('stands on both templates of a LeaderWorkerSet, which it places as one', () => {
    const { leader, worker } = templatesOf(llm({ backend: BACKENDS.leaderWorkerSet, placement: Placement.queueRequires(ZONE), ...QUEUED }).synth());
    [leader, worker].forEach(({ metadata, spec }) => {
      expect(metadata.annotations).toEqual({ 'kueue.x-k8s.io/podset-required-topology': ZONE, 'kueue.x-k8s.io/podset-group-name': 'llm' });
      expect(spec.affinity).toBeUndefined();
    });
  });

  test('of one StatefulSet a group, as a preference', () => {
    const { leader } = templatesOf(llm({ backend: BACKENDS.singleStatefulSet, placement: Placement.queuePrefers('example.com/rack'), ...QUEUED }).synth());
    expect(leader.metadata.annotations).toEqual({ 'kueue.x-k8s.io/podset-preferred-topology': 'example.com/rack' });
    expect(leader.spec.affinity).toBeUndefined();
  });

  test('is refused where leader and workers are workloads of their own, and without a queue', () => {
    expect(() => llm({ placement: Placement.queueRequires(ZONE), ...QUEUED })).toThrow('placement: Forbidden: to Kueue the leader and the workers of a group are two StatefulSets');
    expect(() => llm({ backend: BACKENDS.leaderWorkerSet, placement: Placement.queueRequires(ZONE) }).synth()).toThrow(/metadata\.labels\[kueue\.x-k8s\.io\/queue-name\]\n\s+Required value: Kueue chooses the place of pods that have a queue only/);
    expect(() => llm({ size: 1, placement: Placement.queueRequires(ZONE), ...QUEUED })).not.toThrow();
  });

  test('may have its queue from around the group', () => {
    const { chart, group, synth } = llm({ backend: BACKENDS.leaderWorkerSet, placement: Placement.queueRequires(ZONE) });
    new QueuedWorkload(chart, 'queued', { workload: group, queueName: 'research' });
    expect(synth().find(({ kind }) => kind === 'LeaderWorkerSet').metadata.labels).toMatchObject({ 'kueue.x-k8s.io/queue-name': 'research' });
  });
});

describe('what explain() says where there is no room', () => {
  test('the first pod chooses, with what is held', () => {
    const text = noRoom(GPUS);
    expect(text).toContain('the first pod of a group chooses the zone, whatever room it has, and the others must follow: where 4 do not fit, up to 3 x 8 = 24 nvidia.com/gpu are held');
    expect(text).toContain('though another zone may have room');
    expect(text).not.toContain('Kueue counts');
    expect(noRoom({ ...GPUS, ...QUEUED })).toContain('Kueue counts the quota of the queue, not the room of one place');
  });

  test.each<[string, Parameters<typeof noRoom>[0], string[] | undefined, string]>([
    ['a rack', { placement: Placement.exclusiveDomain('example.com/rack') }, undefined, 'chooses the example.com/rack, whatever room it has'],
    ['one node', { placement: Placement.sameDomain('kubernetes.io/hostname') }, undefined, 'though another node may have room'],
    ['the only zone of the cluster', GPUS, ['eu-1a'], 'the pods wait for their zone: up to 3 x 8 = 24 nvidia.com/gpu are held meanwhile'],
    ['a given zone', { placement: Placement.inZone('eu-1a') }, ZONES, 'the pods wait for their zone, and no other is tried: up to 3 of 4 run meanwhile'],
    ['anywhere', { placement: Placement.anywhere() }, undefined, 'the scheduler places pod by pod: up to 3 of 4 run while the rest of the group waits for nodes'],
    ['a queue that places', { backend: BACKENDS.leaderWorkerSet, placement: Placement.queueRequires(ZONE), ...QUEUED }, undefined,
      'Kueue admits all 4 pods of a group or none, once one zone has room for them; nothing is held before'],
    ['a queue that prefers', { backend: BACKENDS.leaderWorkerSet, placement: Placement.queuePrefers(ZONE), ...QUEUED }, undefined,
      'Kueue admits all 4 pods of a group or none; where no zone has room for all, they run in several'],
  ])('%s', (_, props, zones, text) => {
    expect(noRoom(props, zones)).toContain(text);
  });
});

describe('advice at synth', () => {
  const isAdvised = (props: Parameters<typeof llm>[0], zones?: string[]) => {
    const advice = adviceOf(llm(props, { target: { zones } }).group).filter(({ id }) => id === 'AIW3210');
    return advice.length === 1;
  };

  test.each<[string, Parameters<typeof llm>[0], string[] | undefined, boolean]>([
    ['zones unknown', GPUS, undefined, true],
    ['several zones', GPUS, ZONES, true],
    ['a rack in one zone', { ...GPUS, placement: Placement.sameDomain('example.com/rack') }, ['eu-1a'], true],
    ['one zone', GPUS, ['eu-1a'], false],
    ['no zones', GPUS, [], false],
    ['a group of one', { ...GPUS, size: 1 }, undefined, false],
    ['no devices to hold', {}, undefined, false],
    ['a zone given', { ...GPUS, placement: Placement.inZone('eu-1a') }, ZONES, false],
    ['anywhere', { ...GPUS, placement: Placement.anywhere() }, ZONES, false],
  ])('%s: %#', (_, props, zones, expected) => {
    expect(isAdvised(props, zones)).toBe(expected);
  });
});

describe('a gang', () => {
  const GATES = { GenericWorkload: true, GangScheduling: true, TopologyAwareWorkloadScheduling: true };
  const ALPHA = { kubernetes: KubernetesVersion.V1_36, featureGates: GATES, apis: ['scheduling.k8s.io/v1alpha2'] };
  const gang = (props: Parameters<typeof llm>[0] = {}, target: TargetProps = ALPHA) => {
    return llm({ ...GPUS, placement: Placement.gang(ZONE), ...props }, { target });
  };

  test.each(['statefulSets', 'singleStatefulSet'])('%s: one PodGroup for each group, which all of its pods name', kind => {
    const manifests = gang({ backend: BACKENDS[kind], groups: 2 }).synth();
    const groups = ofKind(manifests, 'PodGroup');
    expect(groups.map(({ apiVersion, spec }) => ({ apiVersion, spec }))).toEqual(Array(2).fill({
      apiVersion: 'scheduling.k8s.io/v1alpha2', spec: { schedulingPolicy: { gang: { minCount: 3 } }, schedulingConstraints: { topology: [{ key: ZONE }] } },
    }));
    for (const set of ofKind(manifests, 'StatefulSet')) {
      const named = groups[Number(set.spec.selector.matchLabels['cdk8s-ai-workloads/group'])].metadata.name;
      expect(set.spec.template.spec.schedulingGroup).toEqual({ podGroupName: named });
      expect(set.spec.template.spec.affinity).toBeUndefined();
    }
  });

  test('its name follows its content, since its spec may not change', () => {
    const nameOf = (props: Parameters<typeof llm>[0]) => ofKind(gang(props).synth(), 'PodGroup')[0].metadata.name;
    expect(new Set([nameOf({ size: 3 }), nameOf({ size: 4 }), nameOf({ size: 3, placement: Placement.gang('example.com/rack') })]).size).toBe(3);
    expect(nameOf({ size: 3 })).toBe(nameOf({ size: 3, container: { image: 'registry.example/serve:2', command: ['serve'] } }));
  });

  test('explain() says that nothing is held, and nothing is advised', () => {
    const { group } = gang();
    expect(group.explain()).toContain('the scheduler places all 3 pods of a group at once or none, in a zone that has room for them; nothing is held before');
    expect(adviceOf(group).map(({ id }) => id)).not.toContain('AIW3210');
  });

  test.each<[string, Parameters<typeof llm>[0], TargetProps, string]>([
    ['default gates', {}, { kubernetes: KubernetesVersion.V1_36 }, 'placement: Forbidden: gang scheduling by the default scheduler'],
    ['an older minor', {}, { kubernetes: KubernetesVersion.V1_34 }, 'placement: Forbidden: gang scheduling by the default scheduler'],
    ['a gate alone', {}, { ...ALPHA, featureGates: { GenericWorkload: true } }, 'of which the target does not declare GangScheduling, TopologyAwareWorkloadScheduling'],
    ['an API that is not listed', {}, { ...ALPHA, apis: undefined }, 'a gang is a PodGroup of scheduling.k8s.io/v1alpha2'],
    ['one template for all groups', { backend: BACKENDS.leaderWorkerSet }, { ...ALPHA, apis: [...ALPHA.apis, 'leaderworkerset.x-k8s.io/v1'] }, 'placement: Forbidden: a gang for each group of a LeaderWorkerSet'],
  ])('is refused with %s', (_, props, target, message) => {
    expect(() => gang(props, target)).toThrow(message);
  });
});
