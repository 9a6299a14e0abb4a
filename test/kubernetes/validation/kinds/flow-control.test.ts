import { SAMPLES } from './samples/kinds';
import { changed, messages, rowsOf, said, saidOfChange } from './subject';

const GROUP = 'flowcontrol.apiserver.k8s.io/v1';
const [schema] = SAMPLES.get(`${GROUP} FlowSchema`)!;
const [level] = SAMPLES.get(`${GROUP} PriorityLevelConfiguration`)!;
const [range] = SAMPLES.get('networking.k8s.io/v1 ServiceCIDR')!;
const [address] = SAMPLES.get('networking.k8s.io/v1 IPAddress')!;
const rule = 'spec.rules[0]';

test.each(rowsOf([
  ['spec.matchingPrecedence', 1, 'spec.matchingPrecedence: Invalid value'],
  ['spec.matchingPrecedence', 10_001, 'spec.matchingPrecedence: Invalid value'],
  ['spec.matchingPrecedence', -1, 'spec.matchingPrecedence: Invalid value'],
  ['spec.matchingPrecedence', 0],
  ['spec.distinguisherMethod', {}, 'spec.distinguisherMethod.type: Unsupported value'],
  ['spec.priorityLevelConfiguration', {}, 'spec.priorityLevelConfiguration.name: Required value'],
  ['spec.priorityLevelConfiguration.name', 'A', 'spec.priorityLevelConfiguration.name: Invalid value'],
  [rule, { subjects: [] }, `${rule}: Required value`, `${rule}.subjects: Required value`],
  [`${rule}.subjects[2]`, { kind: 'User' }, `${rule}.subjects[2].user: Required value`],
  [`${rule}.subjects[2].group`, { name: 'x' }, `${rule}.subjects[2].group: Forbidden`],
  [`${rule}.subjects[2].kind`, 'Users', `${rule}.subjects[2].kind: Unsupported value`],
  [`${rule}.subjects[0].serviceAccount`, {}, `${rule}.subjects[0].serviceAccount.name: Required value`, `${rule}.subjects[0].serviceAccount.namespace: Required value`],
  [`${rule}.resourceRules[0].verbs`, ['get', '*'], `${rule}.resourceRules[0].verbs: Invalid value`],
  [`${rule}.resourceRules[0].verbs`, ['read'], `${rule}.resourceRules[0].verbs: Unsupported value`],
  [`${rule}.resourceRules[0].namespaces`, [], `${rule}.resourceRules[0].namespaces: Required value`],
  [`${rule}.resourceRules[0].namespaces`, ['a.b'], `${rule}.resourceRules[0].namespaces[0]: Invalid value`],
  [`${rule}.nonResourceRules[0].nonResourceURLs`, ['', 'a', '/a b', '//', '/*a', '/a/*'], ...[0, 1, 2, 3, 4].map(index => `${rule}.nonResourceRules[0].nonResourceURLs[${index}]: Invalid value`)],
]))('a flow schema with %s', (_, path, value, expected) => {
  expect(said(changed(schema, path, value))).toEqual(expected);
});

test('what every server has as it is stays so', () => {
  const subjects = [{ kind: 'Group', group: { name: 'system:masters' } }];
  const spec = {
    priorityLevelConfiguration: { name: 'exempt' },
    matchingPrecedence: 1,
    rules: [{ subjects, resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }], nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }],
  };
  const exempt = { apiVersion: GROUP, kind: 'FlowSchema', metadata: { name: 'exempt' }, spec };
  expect([said(exempt), said(changed(exempt, 'spec.matchingPrecedence', 2))]).toEqual([[], ['spec: Invalid value']]);
  const catchAll = { ...level, metadata: { name: 'catch-all' }, spec: { type: 'Limited', limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } } } };
  expect([said(catchAll), said(changed(catchAll, 'spec.limited.nominalConcurrencyShares', 6))]).toEqual([[], ['spec: Invalid value']]);
  const exemptLevel = { ...level, metadata: { name: 'exempt' }, spec: { type: 'Exempt', exempt: { lendablePercent: 7 } } };
  expect(said(exemptLevel)).toEqual([]);
  expect(said(changed(exemptLevel, 'spec.exempt.lendablePercent', 101))).toEqual(['spec.exempt.lendablePercent: Invalid value']);
  expect(said(changed(exemptLevel, 'spec.limited', {}))).toEqual(['spec.limited: Forbidden', 'spec: Invalid value']);
});

const queuing = 'spec.limited.limitResponse.queuing';

test.each(rowsOf([
  ['spec.type', 'Exempt', 'spec.limited: Forbidden', 'spec.type: Invalid value'],
  ['spec.limited', undefined, 'spec.limited: Required value'],
  ['spec.exempt', {}, 'spec.exempt: Forbidden'],
  ['spec.limited.nominalConcurrencyShares', -1, 'spec.limited.nominalConcurrencyShares: Invalid value'],
  ['spec.limited.borrowingLimitPercent', -1, 'spec.limited.borrowingLimitPercent: Invalid value'],
  ['spec.limited.limitResponse.type', 'Reject', `${queuing}: Forbidden`],
  [queuing, undefined, `${queuing}: Required value`],
  [queuing, { queues: 4 }, `${queuing}.handSize: Invalid value`],
  [queuing, { queues: -1, handSize: -1, queueLengthLimit: -1 }, `${queuing}.handSize: Invalid value`, `${queuing}.queueLengthLimit: Invalid value`, `${queuing}.queues: Invalid value`],
  [queuing, { queues: 10_000_001, handSize: 1 }, `${queuing}.queues: Invalid value`],
  // 8 of 128 take 56 bits, 9 take 63.
  [queuing, { queues: 128, handSize: 8 }],
  [queuing, { queues: 128, handSize: 9 }, `${queuing}.handSize: Invalid value`],
  ['metadata.annotations', { 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares': '' }, 'metadata.annotations: Forbidden'],
]))('a priority level with %s', (_, path, value, expected) => {
  expect(said(changed(level, path, value))).toEqual(expected);
});

test('a type that is missing is required from 1.36 on', () => {
  const body = changed(level, 'spec.limited.limitResponse.type', undefined);
  expect([said(body, '1.35'), said(body)]).toEqual([['spec.limited.limitResponse.type: Unsupported value'], ['spec.limited.limitResponse.type: Required value']]);
});

test.each([
  [['10.0.0.0/8', '10.1.0.0/16'], ['spec.cidrs: Invalid value: ["10.0.0.0/8","10.1.0.0/16"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64']],
  [['10.0.0.1/8'], ['spec.cidrs[0]: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length']],
  [['2001:DB8:0:0::/64'], ['spec.cidrs[0]: Invalid value: "2001:DB8:0:0::/64": must be in canonical form ("2001:db8::/64")']],
  [[], ['spec.cidrs: Required value: at least one CIDR required']],
])('ranges of Services %j', (cidrs, expected) => {
  expect(messages(changed(range, 'spec.cidrs', cidrs))).toEqual(expected);
});

test('a second range may come, no other one', () => {
  const one = changed(range, 'spec.cidrs', ['10.0.0.0/8']);
  expect(saidOfChange(one, changed(one, 'spec.cidrs[1]', '2001:db8::/64'))).toEqual([]);
  expect(saidOfChange(one, changed(one, 'spec.cidrs[1]', '11.0.0.0/8'))).toEqual(['spec.cidrs: Invalid value']);
  expect(saidOfChange(one, changed(one, 'spec.cidrs[0]', '11.0.0.0/8'))).toEqual(['spec.cidrs[0]: Invalid value']);
  expect(saidOfChange(range, one)).toEqual(['spec.cidrs: Invalid value']);
  expect(saidOfChange(address, changed(address, 'spec.parentRef.name', 'x'))).toEqual(['spec.parentRef: Invalid value']);
});

test.each([
  ['10.0.0.1', []], ['010.0.0.1', ['must not have leading 0s']], ['::ffff:10.0.0.1', ['must not be an IPv4-mapped IPv6 address']], ['a', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
  ['2001:0:0:1:0:0:0:1', ['must be in canonical form ("2001:0:0:1::1")']], ['1:0:2:3:4:5:6:7', []], ['::', []], ['0:0:0:0:0:0:0:1', ['must be in canonical form ("::1")']],
])('an address that is named %s', (name, expected) => {
  expect(messages(changed(address, 'metadata.name', name))).toEqual(expected.map(text => `metadata.name: Invalid value: ${JSON.stringify(name)}: ${text}`));
});

test.each(rowsOf([
  ['spec.parentRef', undefined, 'spec.parentRef: Required value'],
  ['spec.parentRef', {}, 'spec.parentRef.name: Required value', 'spec.parentRef.resource: Required value'],
  ['spec.parentRef.group', 'A', 'spec.parentRef.group: Invalid value'],
  ['spec.parentRef.namespace', 'a/b', 'spec.parentRef.namespace: Invalid value'],
]))('an address with %s', (_, path, value, expected) => {
  expect(said(changed(address, path, value))).toEqual(expected);
});
