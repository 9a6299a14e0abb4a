import { readFileSync } from 'fs';
import { join } from 'path';
import { LeaderWorkerGroup, Locality, Target } from '../../../src';
import { FEATURES, Feature, featureOf, knownGates } from '../../../src/kubernetes/release/features';
import { KubernetesVersion, minorOf } from '../../../src/kubernetes/release/kubernetes-version';
import { chartIn, messageOf } from '../../pod/carrier';

const rows = Object.entries(FEATURES) as [string, Feature][];
const supported = Object.values(KubernetesVersion).map(minorOf);

test.each(rows)('%s has a field, a title and a source', (_, row) => {
  expect(row.title).toMatch(/\w{2}/);
  expect(row.field).toMatch(/\w{2}/);
  expect(row.source).toMatch(/KEP-\d+|kubernetes v1\.\d+ pkg\/|API server/);
});

test.each(rows)('%s can be had somehow: from a supported minor on, or by a gate that a supported minor knows', (_, row) => {
  expect(row.since ?? row.gateSince).toBeDefined();
  for (const minor of [row.since, row.gateSince].filter(each => each !== undefined)) {
    expect(supported).toContain(minor);
  }
});

test.each(rows.filter(([, row]) => row.gateSince !== undefined))('the gate of %s is known before it is on by default', (_, row) => {
  expect(row.gate).toMatch(/^[A-Z]\w+$/);
  expect(row.gateSince!).toBeLessThanOrEqual(row.since ?? Infinity);
});

test.each(rows)('%s is measured: the tables have a row for what it needs', (_, row) => {
  expect(row.gate).toMatch(/^[A-Z]\w+$/);
});

test('known gates are those of the API servers, and the table names no other', () => {
  expect(knownGates()).toEqual([...new Set(knownGates())].sort());
  expect(knownGates()).toEqual(expect.arrayContaining([...rows.map(([, row]) => row.gate), 'KubeletPSI']));
  expect(featureOf('deviceClaims')).toBe(FEATURES.deviceClaims);
});

test('minors compare as numbers', () => {
  expect(supported).toEqual([33, 34, 35, 36, 37]);
});

/** The table of docs/target.md, as the rows say it. */
function table(): string {
  const cell = (text: string) => text.replace(/\|/g, '\\|');
  const from = (row: Feature) => row.since !== undefined ? `1.${row.since}` : 'none by default';
  const gate = (row: Feature) => row.gate === undefined ? '' : `\`${row.gate}\`${row.gateSince !== undefined ? ` (from 1.${row.gateSince})` : ''}`;
  return [
    '| field or API | what it is | kept from | gate (can be declared) | instead | source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(([, row]) => `| \`${cell(row.field)}\` | ${cell(row.title)} | ${from(row)} | ${gate(row)} | ${cell(row.instead ?? '')} | ${cell(row.source)} |`),
  ].join('\n');
}

test('docs/target.md shows the table as it is in the code', () => {
  const page = readFileSync(join(__dirname, '../../../docs/target.md'), 'utf8');
  const [, shown] = /<!-- features -->\n([^]*?)\n<!-- \/features -->/.exec(page)!;
  expect(shown).toBe(table());
});

test('the error of docs/target.md is real', () => {
  const page = readFileSync(join(__dirname, '../../../docs/target.md'), 'utf8');
  const [, message] = /^```text\n([^]*?)\n```/m.exec(page)!;
  const chart = chartIn();
  Target.define(chart, { kubernetes: KubernetesVersion.V1_33 });
  expect(messageOf(() => new LeaderWorkerGroup(chart, 'Llm', { size: 1, container: { image: 'x:1', portNumber: 80 }, prefer: Locality.SAME_NODE }))).toBe(message);
});
