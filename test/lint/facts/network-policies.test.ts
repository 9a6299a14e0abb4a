import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { PodPort, governing, passes, policiesFor } from '../../../src/lint/facts/network-policies';

const policy = (name: string, spec: object, namespace = 'ml') => object('networking.k8s.io/v1', 'NetworkPolicy', name, spec, { metadata: { name, namespace } });
const names = (all: ReturnType<typeof policiesFor>) => all.map(({ policy: { name } }) => name);

test('a policy is about the directions of its types, without types about ingress, and about egress where it has rules of it', () => {
  const facts = factsOf(
    policy('none', {}), policy('rules', { egress: [] }), policy('in', { policyTypes: ['Ingress'], egress: [{}] }), policy('out', { policyTypes: ['Egress'] }),
    policy('both', { policyTypes: ['Egress', 'Ingress'] }), policy('empty', { policyTypes: [] }),
  );

  expect(names(policiesFor(facts, 'ingress'))).toEqual(['none', 'rules', 'in', 'both', 'empty']);
  expect(names(policiesFor(facts, 'egress'))).toEqual(['rules', 'out', 'both']);
});

test('the rules are those of the direction, and a selector of nothing is about all pods', () => {
  const facts = factsOf(policy('a', { podSelector: { matchLabels: { app: 'web' } }, ingress: [{ ports: [] }, {}], egress: [{}] }), policy('b', { podSelector: {}, egress: [] }));

  expect(policiesFor(facts, 'ingress').map(({ rules, isSpecific }) => [rules.length, isSpecific])).toEqual([[2, true], [0, false]]);
  expect(policiesFor(facts, 'egress').map(({ rules, isSpecific }) => [rules.length, isSpecific])).toEqual([[1, true], [0, false]]);
});

describe('pods that policies govern', () => {
  const on = (matchLabels: object) => ({ podSelector: { matchLabels } });
  const governed = (spec: object, sure: boolean) => {
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [], ...spec } };
    const facts = factsOf(
      object('apps/v1', 'StatefulSet', 'web', { replicas: 2, template }),
      policy('app', on({ app: 'web' })), policy('other', on({ app: 'db' })), policy('elsewhere', on({ app: 'web' }), 'prod'), policy('one', on({ 'apps.kubernetes.io/pod-index': '1' })), policy('all', {}),
    );
    return names(governing(policiesFor(facts, 'ingress'), facts.get(podSets)[0], sure));
  };

  test('surely where labels of the template decide, perhaps where a controller adds some', () => {
    expect(governed({}, true)).toEqual(['app', 'all']);
    expect(governed({}, false)).toEqual(['app', 'one', 'all']);
  });

  test('none where they are in the network of their node', () => {
    expect(governed({ hostNetwork: true }, true)).toEqual([]);
    expect(governed({ hostNetwork: false }, true)).toEqual(['app', 'all']);
  });
});

test.each<[PlainObject[] | undefined, Partial<PodPort>, boolean]>([
  [undefined, {}, true],
  [[], {}, true],
  [[{ port: 80 }], {}, true],
  [[{ port: 81 }], {}, false],
  [[{ port: 81 }, { port: 80 }], {}, true],
  [[{ port: 80, protocol: 'UDP' }], {}, false],
  [[{ port: 80, protocol: 'UDP' }], { protocol: 'UDP' }, true],
  [[{ port: 80 }], { protocol: 'UDP' }, false],
  [[{ port: 'http' }], {}, true],
  [[{ port: 'grpc' }], {}, false],
  [[{ port: 'grpc' }], { names: ['http', 'grpc'] }, true],
  [[{ protocol: 'TCP' }], {}, true],
  [[{ protocol: 'UDP' }], {}, false],
  [[{ port: 79, endPort: 81 }], {}, true],
  [[{ port: 80, endPort: 81 }], {}, true],
  [[{ port: 79, endPort: 80 }], {}, true],
  [[{ port: 70, endPort: 79 }], {}, false],
  [[{ port: 81, endPort: 90 }], {}, false],
  [[{ port: 81 }], { number: undefined }, true],
])('a rule with ports %j lets packets to %j pass: %s', (ports, port, isPassed) => {
  expect(passes({ ports } as unknown as PlainObject, { protocol: 'TCP', number: 80, names: ['http'], ...port })).toBe(
    isPassed,
  );
});
