import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BASES, DEFECT } from './hostile-constructs';
import { HOSTILE, HostileValue } from './hostile-values';
import { Finding } from '../../src/base/findings/finding';
import { LeaderWorkerGroup, LeaderWorkerGroupProps } from '../../src/index';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';
import { withVariables } from '../hygiene/variables';

/*
 * What is added with the methods of cdk8s and cdk8s-plus-28, which look at nothing: the synth tells it by where it would stand in the props.
 */

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

/** A way to add a value, and where it is told. */
type Way = readonly [title: string, field: RegExp, add: (group: LeaderWorkerGroup, value: never) => void];

const WAYS: readonly Way[] = [
  ['podMetadata.addLabel', /^podMetadata\.labels\[a\]/, ({ leader }, value) => leader.podMetadata.addLabel('a', value)],
  ['podMetadata.addAnnotation', /^podMetadata\.annotations\[a\]/, ({ leader }, value) => leader.podMetadata.addAnnotation('a', value)],
  ['podMetadata.addFinalizers', /^podMetadata\.finalizers\[0\]/, ({ leader }, value) => leader.podMetadata.addFinalizers(value)],
  ['podMetadata.addOwnerReference', /^podMetadata\.ownerReferences\[0\]/, ({ leader }, value) => leader.podMetadata.addOwnerReference(value)],
  ['podMetadata.add', /^podMetadata\.a/, ({ leader }, value) => leader.podMetadata.add('a', value)],
  ['metadata.addLabel', /^metadata\.labels\[a\]/, ({ apiObjects: [object] }, value) => object.metadata.addLabel('a', value)],
  ['metadata.addAnnotation', /^metadata\.annotations\[a\]/, ({ leader }, value) => leader.metadata.addAnnotation('a', value)],
  ['env.addVariable', /^container\.envVariables\[A\]/, ({ leader }, value) => leader.mainContainer.env.addVariable('A', value)],
  ['env.copyFrom', /^container\.envFrom\[0\]/, ({ leader }, value) => leader.mainContainer.env.copyFrom(value)],
  ['addPort', /^container\.ports\[1\]/, ({ leader }, value) => leader.mainContainer.addPort(value)],
  ['mount', /^container\.volumeMounts\[\d\]/, ({ leader }, value) => leader.mainContainer.mount(value, kplus.Volume.fromEmptyDir(leader, 'Scratch', 'scratch'))],
  ['addHostAlias', /^hostAliases\[0\]/, ({ leader }, value) => leader.addHostAlias(value)],
  ['dns.addNameserver', /^dns(\.nameservers\[0\])?/, ({ leader }, value) => leader.dns.addNameserver(value)],
  ['dns.addSearch', /^dns(\.searches\[0\])?/, ({ leader }, value) => leader.dns.addSearch(value)],
  ['dns.addOption', /^dns(\.options\[0\])?/, ({ leader }, value) => leader.dns.addOption(value)],
];

function added(add: Way[2], value: unknown): { readonly findings: readonly Finding[] } | undefined {
  const app = new App();
  const group = new LeaderWorkerGroup(new Chart(app, 'prod', { namespace: 'ml' }), 'Llm', BASES.LeaderWorkerGroup() as unknown as LeaderWorkerGroupProps);
  try {
    add(group, value as never);
  } catch {
    // The other library says so itself, where it was called.
    return undefined;
  }
  return { findings: findingsOf(app) };
}

/** A value out of so many; each way gets others. */
const EACH = 8;

test.each(WAYS.map((way, index) => [way[0], way, index] as const))('%s: whatever is added, the synth is no failure of code', (_, [title, , add], index) => {
  for (const { title: what, make } of HOSTILE.filter((__, at) => at % EACH === index % EACH)) {
    const findings = added(add, make())?.findings ?? [];
    expect({ title, what, failures: findings.filter(({ message, help }) => DEFECT.test(message) || !help) }).toMatchObject({ failures: [] });
  }
});

const titled = (...titles: string[]): readonly HostileValue[] => HOSTILE.filter(({ title }) => titles.includes(title));
const NOWHERE = titled('a list in itself', 'a function', 'a symbol');
const NOTHING = titled('undefined', 'null');

test.each(WAYS.map(way => [way[0], way] as const))('%s: what can stand nowhere is told where it would stand', (_, [title, field, add]) => {
  // Further metadata that is nothing is as good as none.
  const told = [...NOWHERE, ...title === 'podMetadata.add' ? [] : NOTHING].flatMap(({ make }) => added(add, make()) ?? []);
  expect(told.length).toBeGreaterThan(0);
  for (const { findings } of told) {
    const fields = findings.filter(({ id }) => id === 'AIW1001').map(finding => finding.field);
    expect(fields).toContainEqual(expect.stringMatching(field));
    expect(findings.filter(({ id }) => id === 'AIW1002')).toEqual([]);
  }
});

test('a label without a value is told: cdk8s leaves it out without a word', () => {
  const told = added(({ leader }) => leader.podMetadata.addLabel('team', process.env.NOT_SET as unknown as string), undefined);
  expect(told?.findings).toContainEqual(expect.objectContaining({ id: 'AIW1001', construct: 'prod/Llm/Leader', field: 'podMetadata.labels[team]' }));
});

test.each([
  ['labels', { tier: 'a' }, 'use addLabel'], ['annotations', { tier: 'a' }, 'use addAnnotation'],
  ['name', 'other', 'name the construct with its properties'], ['namespace', 'other', 'say it with the property metadata, or of the chart'],
])('metadata.add of %s is told: cdk8s leaves it out without a word', (name, value, help) => {
  for (const [field, metadata] of [['metadata', 'metadata'], ['podMetadata', 'podMetadata']] as const) {
    const told = added(({ leader }) => leader[metadata].add(name, value), undefined);
    expect(told?.findings).toContainEqual(expect.objectContaining({ id: 'AIW1001', field: `${field}.add(${name})`, help }));
  }
});

test('what its own methods add, and what else metadata has, is no mistake', () => {
  const told = added(({ leader }) => {
    for (const metadata of [leader.metadata, leader.podMetadata]) {
      metadata.addLabel('team', 'a');
      metadata.addAnnotation('team', 'a');
      metadata.addFinalizers('example.com/a');
      metadata.addOwnerReference({ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a' });
    }
  }, undefined);
  expect(told?.findings.filter(({ class: kind }) => kind === 'broken')).toEqual([]);
});
