import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, Capacity, Placement } from '../../../src';
import { mergeAffinity, placementTerms, spreadOverHosts, spreadOverZones, zoneTerm } from '../../../src/pod/scheduling/affinity';
import { carry, messageOf } from '../carrier';

const ZONE = 'topology.kubernetes.io/zone';
const GROUP = { name: 'llm', group: '1' };
const APART = { workload: { name: 'llm' }, groupKey: 'group', group: '1' };

describe('where the pods of a group run', () => {
  test.each([
    ['in one zone', Placement.sameZone(), ZONE],
    ['in one rack', Placement.sameDomain('example.com/rack'), 'example.com/rack'],
    ['on one host', Placement.sameDomain('kubernetes.io/hostname'), 'kubernetes.io/hostname'],
  ])('%s', (_, placement, topologyKey) => {
    const podAffinity = [{ topologyKey, labelSelector: { matchLabels: GROUP } }];
    expect(placementTerms(placement, GROUP, APART)).toEqual({ podAffinity, podAntiAffinity: undefined });
  });

  test('in a domain of its own: other groups of the workload keep out, other workloads may stay', () => {
    expect(placementTerms(Placement.exclusiveDomain('nvidia.com/gpu.clique'), GROUP, APART)).toEqual({
      podAffinity: [{ topologyKey: 'nvidia.com/gpu.clique', labelSelector: { matchLabels: GROUP } }],
      podAntiAffinity: [{
        topologyKey: 'nvidia.com/gpu.clique',
        labelSelector: { matchLabels: { name: 'llm' }, matchExpressions: [{ key: 'group', operator: 'NotIn', values: ['1'] }] },
      }],
    });
  });

  test('anywhere writes nothing', () => {
    expect(placementTerms(Placement.anywhere(), GROUP, APART)).toEqual({});
    expect(carry({}, { variation: { affinity: placementTerms(Placement.anywhere(), GROUP) } }).pod()).not.toHaveProperty('affinity');
  });

  test.each(['', 'a b', 'rack/', '/rack', 'Example.com/rack', 'a/b/c'])('"%s" is no node label key', key => {
    expect(messageOf(() => Placement.sameDomain(key))).toContain(`(topologyKey): Invalid value: ${JSON.stringify(key)}: is not a node label key`);
    expect(messageOf(() => Placement.exclusiveDomain(key))).toContain('(topologyKey): Invalid value');
  });
});

describe('replicas spread as far as nodes allow', () => {
  test('by the workload\'s own selector, and within one revision', () => {
    expect(spreadOverZones({ name: 'llm' }, 'controller-revision-hash')).toEqual({
      maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { name: 'llm' } }, matchLabelKeys: ['controller-revision-hash'],
    });
    expect(spreadOverHosts({ name: 'llm' })).toEqual({ maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: { matchLabels: { name: 'llm' } } });
  });
});

describe('what the user schedules holds together with the pattern\'s', () => {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';

  test('node terms are ORed, so the pattern\'s zone goes into each of them', () => {
    const { template, pod } = carry({}, { variation: { affinity: zoneTerm('eu-1a') } });
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('pool', 'a'), kplus.NodeLabelQuery.exists('ssd')));
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('pool', 'b')));
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('fast', 'yes')), { weight: 10 });
    const zone = { key: ZONE, operator: 'In', values: ['eu-1a'] };
    expect(pod().affinity.nodeAffinity).toEqual({
      [required]: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'pool', operator: 'In', values: ['a'] }, { key: 'ssd', operator: 'Exists' }, zone] },
          { matchExpressions: [{ key: 'pool', operator: 'In', values: ['b'] }, zone] },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, preference: { matchExpressions: [{ key: 'fast', operator: 'In', values: ['yes'] }] } }],
    });
  });

  test('without terms of the user the zone stands alone, and a preference of the user does not become a requirement', () => {
    const { template, pod } = carry({}, { variation: { affinity: zoneTerm('eu-1a') } });
    const terms = { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: ['eu-1a'] }] }] };
    expect(pod().affinity).toEqual({ nodeAffinity: { [required]: terms } });
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.exists('x')), { weight: 1 });
    expect(pod().affinity.nodeAffinity[required]).toEqual(terms);
  });

  test('match fields of a term stay', () => {
    expect(mergeAffinity({ nodeAffinity: { [required]: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }] } } }, zoneTerm('a'))!.nodeAffinity)
      .toMatchObject({ [required]: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name' }], matchExpressions: [{ key: ZONE }] }] } });
  });

  test('pod terms are ANDed: all are kept, preferences too', () => {
    const { template, chart, pod } = carry({}, { variation: { affinity: placementTerms(Placement.exclusiveDomain('rack'), GROUP, APART) } });
    const cache = kplus.Pods.select(chart, 'Cache', { labels: { app: 'cache' } });
    template.scheduling.colocate(cache, { topology: kplus.Topology.ZONE });
    template.scheduling.colocate(cache, { weight: 5 });
    template.scheduling.separate(kplus.Pods.select(chart, 'Noise', { labels: { app: 'noise' }, expressions: [kplus.LabelExpression.exists('loud')] }));
    template.scheduling.spread({ topology: kplus.Topology.HOSTNAME });
    const { podAffinity, podAntiAffinity } = pod().affinity;
    expect(podAffinity[required].map((term: any) => term.topologyKey)).toEqual([ZONE, 'rack']);
    expect(podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]).toMatchObject({ weight: 5, podAffinityTerm: { labelSelector: { matchLabels: { app: 'cache' } } } });
    expect(podAntiAffinity[required].map((term: any) => term.labelSelector)).toEqual([
      { matchLabels: { app: 'noise' }, matchExpressions: [{ key: 'loud', operator: 'Exists' }] },
      { matchLabels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' } },
      { matchLabels: { name: 'llm' }, matchExpressions: [{ key: 'group', operator: 'NotIn', values: ['1'] }] },
    ]);
  });

  test('a pod bound to a node by name', () => {
    const { template, pod } = carry();
    template.scheduling.assign(kplus.Node.named('node-7'));
    expect(pod().nodeName).toBe('node-7');
  });
});

describe('tolerations', () => {
  test('of the accelerator, the pod, the pattern, dead nodes and cdk8s-plus-28, in this order', () => {
    const { template, pod } = carry({
      accelerator: Accelerator.nvidia(1),
      tolerations: [{ key: 'dedicated', value: 'ml', effect: 'NoSchedule' }, { key: 'spot', effect: 'NoExecute', duration: Duration.minutes(2) }, {}],
      deadNodeTolerance: Duration.seconds(30),
    }, { variation: { capacity: Capacity.spot({ nodeLabels: { pool: 'spot' }, tolerations: [{ key: 'pattern' }], notice: Duration.seconds(30) }) } });
    template.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.exists('late', { effect: kplus.TaintEffect.NO_EXECUTE, evictAfter: Duration.hours(1) })));
    expect(pod().tolerations).toEqual([
      { key: 'nvidia.com/gpu', operator: 'Exists' },
      { key: 'dedicated', operator: 'Equal', value: 'ml', effect: 'NoSchedule' },
      { key: 'spot', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 120 },
      { operator: 'Exists' },
      { key: 'pattern', operator: 'Exists' },
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 },
      { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 },
      { key: 'late', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 3600 },
    ]);
  });

  test('a dead node may be left at once: 0 seconds are kept', () => {
    expect(carry({ deadNodeTolerance: Duration.seconds(0) }).pod().tolerations.map((each: any) => each.tolerationSeconds)).toEqual([0, 0]);
  });

  test.each([
    ['an unknown effect', { key: 'a', effect: 'NoRun' }, 'tolerations[0].effect: Unsupported value: "NoRun": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"'],
    ['seconds without NoExecute', { key: 'a', effect: 'NoSchedule', duration: Duration.minutes(1) }, 'tolerations[0].duration: Invalid value: "1 minute": effect must be \'NoExecute\' when `tolerationSeconds` is set'],
    ['a value without a key', { value: 'ml' }, 'tolerations[0].value: Invalid value: "ml": needs a key'],
    ['half seconds', { key: 'a', effect: 'NoExecute', duration: Duration.millis(500) }, 'tolerations[0].duration: Invalid value: "0.5s": must be a whole number of seconds'],
  ])('%s is refused at construction', (_, toleration, message) => {
    expect(messageOf(() => carry({ tolerations: [toleration] }))).toContain(`prod: ${message}`);
  });

  test('half seconds on a dead node are refused', () => {
    expect(messageOf(() => carry({ deadNodeTolerance: Duration.millis(500) }))).toContain('prod: deadNodeTolerance: Invalid value: "0.5s"');
  });
});
