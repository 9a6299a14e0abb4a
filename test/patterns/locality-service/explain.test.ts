import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { THREE_ZONES, TWO_ZONES, chartFor, echo, locality } from './build';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { LocalityService } from '../../../src/patterns/locality-service/locality-service';
import { Locality } from '../../../src/target-cluster/locality';

/** The lines of one topic, without the column of topics. */
function topic(text: string, name: string): string[] {
  const lines = text.split('\n');
  const first = lines.findIndex(line => line.startsWith(`  ${name} `));
  const column = lines[first].length - lines[first].slice(2 + name.length).trimStart().length;
  const rest = lines.slice(first + 1).findIndex(line => line.slice(0, column).trim() !== '');
  return lines.slice(first, rest < 0 ? undefined : first + 1 + rest).map(line => line.slice(column));
}

test('the scenario: what clients of each zone reach as each zone empties', () => {
  expect(topic(locality().service.explain(), 'walk-through')).toEqual([
    'empty      clients in zone-a  clients in zone-b',
    'no zone    zone-a 1           zone-b 1',
    'zone-a     zone-b 1 (all)     zone-b 1',
    'zone-b     zone-a 1           zone-a 1 (all)',
    'all zones  none: fails        none: fails',
  ]);
});

test('same node first', () => {
  expect(topic(locality({ prefer: Locality.SAME_NODE }).service.explain(), 'walk-through')[1])
    .toBe('no zone    own node 1; from other nodes zone-a 1  own node 1; from other nodes zone-b 1');
});

test('own node or none', () => {
  const text = locality({ strictNodeLocal: true }).service.explain();
  expect(topic(text, 'walk-through').slice(1, 3)).toEqual([
    'no zone    own node 1; from other nodes none: fails  own node 1; from other nodes none: fails',
    'zone-a     none: fails                               own node 1; from other nodes none: fails',
  ]);
  expect(text).not.toContain('headroom');
});

test('a zone without an endpoint is shown as it is', () => {
  expect(topic(locality({}, THREE_ZONES).service.explain(), 'walk-through')[1]).toBe('no zone    eu-1a 1           eu-1b 1           eu-1a 1 + eu-1b 1 (all)');
});

test.each([
  [2, '2 / (2 - 1) = 2 x'],
  [4, '4 / (4 - 2) = 2 x'],
  [3, '3 / (3 - 1) = 1.5 x'],
])('the load that is left to the others, with %s pods', (replicas, sum) => {
  expect(locality({}, THREE_ZONES, { replicas }).service.explain()).toContain(sum);
});

test.each([
  ['PreferClose, as 1.33 calls what newer minors call PreferSameZone', { kubernetes: KubernetesVersion.V1_33 }, undefined],
  ['PreferSameNode, by the feature gate PreferSameTrafficDistribution', { kubernetes: KubernetesVersion.V1_33, featureGates: { PreferSameTrafficDistribution: true } }, Locality.SAME_NODE],
  ['PreferSameZone', { kubernetes: KubernetesVersion.V1_35 }, undefined],
])('the spelling: %s', (spelling, target, prefer) => {
  expect(topic(locality({ prefer }, target).service.explain(), 'trafficDistribution')).toEqual([spelling]);
});

test('the routing order names every step', () => {
  const steps = (props: Parameters<typeof locality>[0]) => topic(locality(props).service.explain(), 'routing order').filter(line => /^\d/.test(line)).length;
  expect([steps({}), steps({ prefer: Locality.SAME_NODE }), steps({ strictNodeLocal: true })]).toEqual([2, 3, 2]);
});

describe('endpoints that nobody can count', () => {
  test('pods made elsewhere', () => {
    expect(locality({ selector: { app: 'x' }, replicas: undefined }).service.explain()).toContain('unknown: the app has no such pods, and replicas does not say how many there are');
  });

  test('pods made elsewhere, with a number', () => {
    expect(locality({ selector: { app: 'x' }, replicas: 3 }).service.explain()).toContain('3 as given, taken to be spread over zones: zone-a 2 + zone-b 1');
  });

  test('zones that nobody lists', () => {
    expect(locality({}, {}).service.explain()).toContain('by zone unknown: nobody lists the zones');
  });

  test('a pod on every node', () => {
    const chart = chartFor(TWO_ZONES);
    const target = new kplus.DaemonSet(chart, 'Agent', { metadata: { name: 'agent' }, containers: [{ image: 'agent', ports: [{ number: 80 }] }] });
    expect(new LocalityService(chart, 'Near', { target, port: 80, strictNodeLocal: true }).explain()).toContain('one on each node that takes DaemonSet ml/agent');
  });

  test('nothing spreads them', () => {
    expect(locality({}, TWO_ZONES, { isSpread: false }).service.explain()).toContain('2 of Deployment ml/echo; taken to be spread over zones, though nothing makes them: zone-a 1 + zone-b 1');
  });

  test('pods that must be together', () => {
    const chart = chartFor(THREE_ZONES);
    const target = echo(chart, { replicas: 3, isSpread: false });
    target.scheduling.colocate(target, { topology: kplus.Topology.ZONE });
    expect(new LocalityService(chart, 'Near', { target, port: 80 }).explain())
      .toContain('3 of Deployment ml/echo; each workload in one zone, of which nobody knows which: eu-1a 3 + eu-1b 0 + eu-1c 0');
  });

  test('an object of the app that cannot be rendered does not matter here', () => {
    const chart = chartFor(TWO_ZONES);
    const service = new LocalityService(chart, 'Near', { target: echo(chart), port: 80 });
    new kplus.Deployment(chart, 'Empty');
    expect(service.explain()).toContain('2 of Deployment ml/echo');
  });
});

test('client affinity is explained by what is left to it', () => {
  expect(locality({ clientAffinity: Duration.hours(1) }).service.explain()).toContain('silent for 3600 s, among the endpoints that the order above leaves');
});

test('a walk-through that nobody reads is left out', () => {
  const zones = (count: number) => Array.from({ length: count }, (_, index) => `z${index}`);
  const explained = (count: number) => topic(new LocalityService(chartFor({ zones: zones(count) }), 'Many', { selector: { app: 'a' }, replicas: 100, ports: [{ port: 80 }] }).explain(), 'walk-through');
  expect(explained(50)[0]).toMatch(/^empty +clients in z0 /);
  expect(explained(51)).toEqual(['left out: it has a row and a column for each of 51 zones']);
});
