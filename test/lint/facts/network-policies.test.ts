import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { Policies, PodPort, passes, policiesFor } from '../../../src/lint/facts/network-policies';

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
  const NAMES = ['app', 'other', 'elsewhere', 'one', 'all', 'half'];
  /** Each lets a port of its own in, by which it is known. */
  const own = (name: string, spec: object, namespace?: string) =>
    policy(name, { ...spec, ingress: [{ ports: [{ port: 1000 + NAMES.indexOf(name) }] }] }, namespace);
  const on = (matchLabels: object, matchExpressions?: object[]) => ({ podSelector: { matchLabels, matchExpressions } });
  const stateful = (name: string, app: string, spec: object = {}) => object('apps/v1', 'StatefulSet', name, { replicas: 2, template: { metadata: { labels: { app } }, spec: { containers: [], ...spec } } });
  const POLICIES = [
    own('all', {}), own('other', on({ app: 'db' })), own('elsewhere', on({ app: 'web' }), 'prod'), own('one', on({ 'apps.kubernetes.io/pod-index': '1' })),
    own('app', on({ app: 'web' })), own('half', on({ app: 'web' }, [{ key: 'tier', operator: 'Exists' }])),
  ];

  /** Of each set of pods: the policy that surely governs it, and all that may. */
  function governed(...sets: readonly object[]) {
    const facts = factsOf(...sets as ReturnType<typeof stateful>[], ...POLICIES);
    const policies = new Policies(facts, 'ingress');
    return facts.get(podSets).map(pods => {
      const about = policies.about(pods);
      return [about.sure?.policy.name, NAMES.filter((_, index) => about.passes({ protocol: 'TCP', number: 1000 + index, names: [] }))];
    });
  }

  test('surely where labels of the template decide, perhaps where a controller adds some', () => {
    expect(governed(stateful('web', 'web'), stateful('db', 'db'), stateful('cache', 'cache'))).toEqual([
      ['app', ['app', 'one', 'all']], ['other', ['other', 'one', 'all']], [undefined, ['one', 'all']],
    ]);
  });

  test('alike where their labels are, but for those that their controllers add and the network of their node', () => {
    const deployment = object('apps/v1', 'Deployment', 'web', { template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } } });
    expect(governed(stateful('web', 'web'), deployment, stateful('web-2', 'web'), stateful('host', 'web', { hostNetwork: true }), stateful('pod', 'web', { hostNetwork: false }))).toEqual([
      ['app', ['app', 'one', 'all']], ['app', ['app', 'all']], ['app', ['app', 'one', 'all']], [undefined, []], ['app', ['app', 'one', 'all']],
    ]);
  });

  test('the first of several is the one, in the order of the input', () => {
    const facts = factsOf(stateful('web', 'web'), own('half', on({ app: 'web' })), own('app', on({ app: 'web' })));
    expect(new Policies(facts, 'ingress').about(facts.get(podSets)[0]).sure?.policy.name).toBe('half');
    expect([new Policies(facts, 'egress').isEmpty, new Policies(facts, 'ingress').isEmpty]).toEqual([true, false]);
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
