import { readFileSync } from 'fs';
import { join } from 'path';
import * as YAML from 'yaml';
import * as library from '../../../src';
import { NCCL_VARIABLES } from '../../../src/knowledge/nccl-variables';
import { chartIn } from '../carrier';

const PAGE = readFileSync(join(__dirname, '../../../docs/network.md'), 'utf8');
const [, program, result] = /```ts\n([^]*?)```\n+```yaml\n([^]*?)```/.exec(PAGE)!;

test('the pods of the page are those of its program', () => {
  const chart = chartIn();
  new Function(...Object.keys(library), 'chart', program)(...Object.values(library), chart);
  const job = chart.toJson().find(({ kind }: { kind: string }) => kind === 'Job');
  expect(job.spec.template).toMatchObject(YAML.parse(result));
});

test('every factory of the page is there, and every one is on the page', () => {
  const named = new Set([...PAGE.matchAll(/^\| `Fabric\.(\w+)/gm)].map(([, name]) => name));
  const made = Object.getOwnPropertyNames(library.Fabric).filter(name => !['length', 'name', 'prototype'].includes(name) && !name.startsWith('_'));
  expect([...named].sort()).toEqual(made.sort());
});

test('NCCL reads the variables that the page says it does', () => {
  const named = [...PAGE.matchAll(/`NCCL_([A-Z0-9_]+)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(name => !NCCL_VARIABLES.has(name))).toEqual([]);
});
