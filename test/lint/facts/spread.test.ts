import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { Facts } from '../../../src/lint/facts/facts';
import { apartTerms, countsOldPods, hardSpreads, leastPods, togetherTerms } from '../../../src/lint/facts/placement';
import { selectorOfMap } from '../../../src/lint/facts/selector';
import { ZoneReach, zoneReach, zonesOf, zonesWithPods } from '../../../src/lint/facts/zone-reach';
import { deploymentUpdate } from '../../../src/lint/kinds/deployment';

const ZONE = 'topology.kubernetes.io/zone';
const ZONES = ['a', 'b', 'c'];
const OWN = { labelSelector: { matchLabels: { app: 'web' } } };
const OTHER = { labelSelector: { matchLabels: { app: 'db' } } };

interface Around {
  readonly kind?: string;
  readonly replicas?: number;
  readonly more?: PlainObject[];
}

const factsWith = (spec: object, { kind = 'Deployment', replicas = 3, more = [] }: Around = {}): Facts => factsOf(
  object('apps/v1', kind, 'web', { replicas, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main' }], ...spec } } }), ...more);
const podsWith = (spec: object) => factsWith(spec).get(podSets)[0];
const bound = (...terms: object[][]) => {
  const nodeSelectorTerms = terms.map(matchExpressions => ({ matchExpressions }));
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
};
const zone = (operator: string, ...values: string[]) => ({ key: ZONE, operator, values });

describe('the zones that pods are bound to', () => {
  test.each<[string, object, string[], string[] | undefined]>([
    // Out of three known ones; out of those that the pods name.
    ['none', {}, ['a', 'b', 'c'], undefined],
    ['a node selector', { nodeSelector: { [ZONE]: 'b' } }, ['b'], ['b']],
    ['a node selector of another zone', { nodeSelector: { [ZONE]: 'x' } }, [], ['x']],
    ['two of them', bound([zone('In', 'a', 'c')]), ['a', 'c'], ['a', 'c']],
    ['all but one', bound([zone('NotIn', 'a')]), ['b', 'c'], undefined],
    ['nodes without a zone', bound([zone('DoesNotExist')]), [], undefined],
    ['nodes with some zone', bound([zone('Exists')]), ['a', 'b', 'c'], undefined],
    ['alternatives', bound([zone('In', 'a')], [zone('In', 'b')]), ['a', 'b'], ['a', 'b']],
    ['alternatives of which one is open', bound([zone('In', 'a')], [{ key: 'pool', operator: 'In', values: ['x'] }]), ['a', 'b', 'c'], undefined],
    ['both conditions of a term', bound([zone('In', 'a', 'b'), zone('NotIn', 'b')]), ['a'], ['a']],
    ['a term and a node selector', { nodeSelector: { [ZONE]: 'a' }, ...bound([zone('In', 'a', 'b')]) }, ['a'], ['a']],
    ['another label', bound([{ key: 'pool', operator: 'In', values: ['x'] }]), ['a', 'b', 'c'], undefined],
  ])('%s', (_, spec, known, named) => {
    expect(zonesOf(podsWith(spec), ZONES)).toEqual(known);
    expect(zonesOf(podsWith(spec))).toEqual(named);
  });
});

describe('how pods are spread over zones', () => {
  const term = { topologyKey: ZONE, ...OWN };
  const required = (kind: string, ...terms: object[]) => ({ affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } } });
  const wished = (podAffinityTerm: object) => (
    { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm }] } } });
  const constraint = (more: object) => ({ topologySpreadConstraints: [{ ...term, ...more }] });

  test.each<[string, object, string, number]>([
    ['nothing', {}, 'none', 1],
    ['together', required('podAffinity', term), 'together', 1],
    ['with pods of others', required('podAffinity', { ...term, ...OTHER }), 'none', 1],
    ['with no pods', required('podAffinity', { topologyKey: ZONE }), 'none', 1],
    ['together on a node', required('podAffinity', { ...term, topologyKey: 'kubernetes.io/hostname' }), 'none', 1],
    ['together by revision', required('podAffinity', { ...term, matchLabelKeys: ['pod-template-hash'] }), 'together', 1],
    ['apart', required('podAntiAffinity', term), 'hard', 1],
    ['apart from others', required('podAntiAffinity', { ...term, ...OTHER }), 'none', 1],
    ['a constraint', constraint({ maxSkew: 2, whenUnsatisfiable: 'DoNotSchedule' }), 'hard', 2],
    ['a constraint by default', constraint({}), 'hard', 1],
    ['a soft constraint', constraint({ maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' }), 'wished', 3],
    ['a constraint over nodes', constraint({ topologyKey: 'kubernetes.io/hostname' }), 'none', 1],
    ['a wish', wished(term), 'wished', 1],
    ['a wish over nodes', wished({ ...term, topologyKey: 'kubernetes.io/hostname' }), 'none', 1],
  ])('%s', (_, spec, spread, maxSkew) => {
    expect(zoneReach(factsWith(spec), 'ml', selectorOfMap({ app: 'web' }), ZONES)).toMatchObject([{ spread, maxSkew, count: 3, isMinimum: false, zones: ZONES }]);
  });

  test('one pod is never together with others, and pods of a DaemonSet are on every node', () => {
    const one = zoneReach(factsWith(required('podAffinity', term), { replicas: 1 }), 'ml', selectorOfMap({ app: 'web' }), ZONES);
    const each = zoneReach(factsWith({}, { kind: 'DaemonSet' }), 'ml', selectorOfMap({ app: 'web' }), ZONES);
    expect([one[0].spread, each[0].spread, each[0].count]).toEqual(['none', 'everyNode', undefined]);
  });

  test.each([['apps.kubernetes.io/pod-index', '1'], ['statefulset.kubernetes.io/pod-name', 'web-1']])('a selector with %s means one pod', (key, value) => {
    expect(zoneReach(factsWith({}, { kind: 'StatefulSet' }), 'ml', selectorOfMap({ app: 'web', [key]: value }), ZONES)).toMatchObject([{ count: 1 }]);
  });

  const hpa = (minReplicas?: number) => object('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, minReplicas, maxReplicas: 9 });
  const keda = (minReplicaCount?: number) => object('keda.sh/v1alpha1', 'ScaledObject', 'web', { scaleTargetRef: { name: 'web' }, minReplicaCount });

  test.each<[string, PlainObject[], number]>([
    ['nothing', [], 3], ['its minimum', [hpa(2)], 2], ['the default minimum', [hpa()], 1], ['the minimum of KEDA', [keda(2)], 2], ['the default minimum of KEDA', [keda()], 0],
  ])('how many there are at least, under an autoscaler with %s', (_, more, count) => {
    const facts = factsWith({}, { more });
    expect(zoneReach(facts, 'ml', selectorOfMap({ app: 'web' }), ZONES)).toMatchObject([{ count, isMinimum: more.length > 0 }]);
    expect(leastPods(facts, facts.get(podSets)[0])).toBe(count);
  });
});

test('an autoscaler of groups decides how many leaders there are, and of workers nobody knows', () => {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [] } };
  const groups = object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'web', { replicas: 5, leaderWorkerTemplate: { size: 3, workerTemplate: template } });
  const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', {
    scaleTargetRef: { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'web' }, minReplicas: 2, maxReplicas: 9,
  });
  const counts = (...more: PlainObject[]) => zoneReach(factsOf(groups, ...more), 'ml', selectorOfMap({ app: 'web' }), ZONES).map(({ pods: { role }, count }) => [role, count]);

  expect(counts()).toEqual([['leader', 5], ['worker', 10]]);
  expect(counts(scaler)).toEqual([['leader', 2], ['worker', undefined]]);
});

describe('zones that can have a pod at the same time', () => {
  const reach = (zones: string[], count?: number, spread: ZoneReach['spread'] = 'hard') => ({ zones, count, spread, maxSkew: 1, isMinimum: false } as unknown as ZoneReach);

  test.each<[string, ZoneReach[], string[]]>([
    ['one pod', [reach(ZONES, 1)], ['a']],
    ['two pods', [reach(ZONES, 2)], ['a', 'b']],
    ['any number', [reach(ZONES)], ZONES],
    ['none', [reach(ZONES, 0)], []],
    ['together', [reach(ZONES, 5, 'together')], ['a']],
    ['together, none', [reach(ZONES, 0, 'together')], []],
    ['one gives way', [reach(['a', 'b'], 1), reach(['a'], 1)], ['a', 'b']],
    ['two give way', [reach(['a', 'b'], 1), reach(['b', 'c'], 1), reach(['a'], 1)], ZONES],
    ['none can give way', [reach(['a'], 1), reach(['a'], 1)], ['a']],
    ['a zone that nobody asks for', [reach(['x'], 1)], []],
  ])('%s', (_, sets, expected) => {
    expect(zonesWithPods(sets, ZONES)).toEqual(expected);
  });
});

describe('terms that must hold', () => {
  const HOST = 'kubernetes.io/hostname';

  test('those of the topology that speak of the pods themselves, with their place', () => {
    const terms = [{ topologyKey: ZONE, ...OWN }, { topologyKey: HOST, ...OTHER }, { topologyKey: HOST }, { topologyKey: HOST, ...OWN }];
    const spec = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } };
    expect([apartTerms(podsWith(spec), HOST).map(({ field }) => field), togetherTerms(podsWith(spec), HOST)])
      .toEqual([['spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[3]'], []]);
    expect([apartTerms(podsWith({}), HOST), hardSpreads(podsWith({}), HOST)]).toEqual([[], []]);
  });

  test('constraints that must hold', () => {
    const hard = { topologyKey: HOST, whenUnsatisfiable: 'DoNotSchedule', ...OWN };
    const topologySpreadConstraints = [{ ...hard, whenUnsatisfiable: 'ScheduleAnyway' }, { ...hard, topologyKey: ZONE }, { ...hard, ...OTHER }, hard];
    expect(hardSpreads(podsWith({ topologySpreadConstraints }), HOST).map(({ field }) => field)).toEqual(['spec.template.spec.topologySpreadConstraints[3]']);
  });

  test.each([[undefined, true], [[], true], [['app'], true], [['pod-template-hash'], false], [['app', 'controller-revision-hash'], false], [['hash'], true]])('%j counts pods of another revision: %s', (keys, expected) => {
    expect(countsOldPods({ term: { matchLabelKeys: keys } as any, field: '' })).toBe(expected);
  });
});

describe('how many pods a roll-out adds and takes away', () => {
  const update = (replicas: number, rollingUpdate?: object) => {
    const found = deploymentUpdate({ strategy: { ...(rollingUpdate && { rollingUpdate }) } } as any, replicas);
    return found && [found.surge, found.unavailable];
  };

  test.each<[number, object | undefined, number[] | undefined]>([
    [4, undefined, [1, 1]], [3, undefined, [1, 0]], [1, undefined, [1, 0]], [0, undefined, [0, 1]],
    [10, { maxSurge: 0 }, [0, 2]], [3, { maxSurge: 0 }, [0, 1]],
    [3, { maxSurge: 0, maxUnavailable: 0 }, [0, 1]], [10, { maxSurge: '50%', maxUnavailable: 3 }, [5, 3]], [3, { maxSurge: '100%', maxUnavailable: '100%' }, [3, 3]],
    [4, { maxSurge: '1000%' }, undefined], [4, { maxSurge: 'x%' }, undefined], [4, { maxUnavailable: '5' }, undefined], [4, { maxUnavailable: 'x5%' }, undefined],
  ])('of %s with %j: %j', (replicas, rolling, expected) => {
    expect(update(replicas, rolling)).toEqual(expected);
  });

  test('in words, and none where all stop first', () => {
    expect([deploymentUpdate({}, 1)?.text, deploymentUpdate({ strategy: { rollingUpdate: { maxSurge: 2 } } }, 8)?.text])
      .toEqual(['of 1 replica maxUnavailable 25% is 0, maxSurge 25% is 1', 'of 8 replicas maxUnavailable 25% is 2, maxSurge 2 is 2']);
    expect(deploymentUpdate({ strategy: { type: 'Recreate' } }, 8)).toBeUndefined();
  });
});
