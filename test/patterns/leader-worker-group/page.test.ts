import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing } from 'cdk8s';
import * as YAML from 'yaml';
import { BACKENDS, llm } from './group';
import { build } from '../../../examples/leader-and-workers/main';
import { Accelerator, LeaderWorkerGroup, Memory, Rollout } from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/leader-worker-group.md'), 'utf8');

function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp('```' + language + '\\n([\\s\\S]*?)```', 'g'))].map(match => match[1]);
}

/** The smallest use of the page. */
function smallest() {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const group = new LeaderWorkerGroup(chart, 'Llm', {
    size: 4,
    container: { image: 'registry.example/serve:1.4', command: ['serve'], portNumber: 8000, memory: Memory.derived({ weights: '140Gi' }) },
    accelerator: Accelerator.nvidia(8),
  });
  return { group, manifests: Testing.synth(chart) };
}

test('its YAML is what the smallest use writes, all but the leader\'s StatefulSet', () => {
  const shown = YAML.parseAllDocuments(blocks('yaml')[0]).map(document => document.toJS());
  expect(shown).toEqual(smallest().manifests.filter(each => each.metadata.name !== 'llm-0-leader'));
});

test('the leader\'s StatefulSet differs from the worker\'s as the page says', () => {
  const { manifests } = smallest();
  const [leader, worker] = ['leader', 'worker'].map(role => manifests.find(each => each.metadata.name === `llm-0-${role}`));
  const pod = worker.spec.template.spec;
  const topologySpreadConstraints = [{
    maxSkew: 1,
    topologyKey: 'topology.kubernetes.io/zone',
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' } },
  }];
  const template = { ...worker.spec.template, spec: { ...pod, containers: [{ ...pod.containers[0], command: ['serve'] }], topologySpreadConstraints } };
  const { ordinals, ...spec } = { ...worker.spec, replicas: 1, template };
  expect(leader).toEqual(JSON.parse(JSON.stringify({ ...worker, spec }).replace(/llm-0-worker/g, 'llm-0-leader').replace(/"worker"/g, '"leader"')));
  expect(ordinals).toEqual({ start: 1 });
});

test('its handles and its explanation are those of the smallest use', () => {
  const { group } = smallest();
  for (const [text, value] of [
    ['llm.group(0).leader.dns;', group.group(0).leader.dns], ['llm.group(0).worker(3).dns;', group.group(0).worker(3).dns],
    ['llm.worldSize;', String(group.worldSize)], ['llm.servingService!.dns;', group.servingService!.dns],
  ]) {
    expect(PAGE).toMatch(new RegExp(`${text.replace(/[.()!]/g, '\\$&')} +// ${value.replace(/\./g, '\\.')}\n`));
  }
  expect(blocks('text')[0]).toBe(`${group.explain()}\n`);
});

test('its stages are those that explain prints', () => {
  const { group } = llm({ groups: 3, rollout: Rollout.staged({ stage: 1, previous: { image: 'registry.example/serve:1.4' } }) });
  const stages = blocks('text')[2].trimEnd().split('\n');
  expect(stages).toHaveLength(6);
  stages.forEach(line => expect(group.explain()).toContain(line));
});

test.each([['statefulSets', 43], ['singleStatefulSet', 50], ['leaderWorkerSet', 50]])('the longest name with %s has %s characters', (kind, longest) => {
  const named = (length: number) => () => llm({ backend: BACKENDS[kind], groups: 10, name: 'x'.repeat(length) });
  expect(named(longest)).not.toThrow();
  expect(named(longest + 1)).toThrow('name: Too long');
  expect(PAGE).toMatch(/longest name, with up to 10 groups \| 43 \| 50 \| 50/);
});

test('its worst case is that of the example with fate sharing', () => {
  const app = new App();
  build(app);
  const explained = app.node.findAll().flatMap(each => each instanceof LeaderWorkerGroup ? [each.explain()] : []);
  const words = (text: string) => text.split(/\s+/).join(' ').trim();
  expect(words(explained.join('\n'))).toContain(words(blocks('text')[1]));
});

test('examples that it names are there', () => {
  const named = [...PAGE.matchAll(/\((\.\.\/\.\.\/examples\/[^)]+)\)/g)].map(match => match[1]);
  expect(named).toHaveLength(5);
  named.forEach(link => expect(fs.existsSync(path.join(__dirname, '../../../docs/patterns', link))).toBe(true));
});
