import * as fs from 'fs';
import * as path from 'path';
import * as YAML from 'yaml';
import { Manifest, THREE_ZONES, database } from './database';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Rollout } from '../../../src/patterns/rollout/rollout';
import { SecretKey } from '../../../src/pod/container/environment';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/zone-partitioned-stateful-set.md'), 'utf8');

function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(match => match[1]);
}

const SMALLEST = {
  zones: THREE_ZONES,
  container: { image: 'postgres:18.1', portNumber: 5432, secretEnv: { POSTGRES_PASSWORD: SecretKey.fromName('db', 'password') } },
  claims: [{ name: 'data', size: '100Gi', mountPath: '/var/lib/postgresql' }],
};
const TARGET = { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'] };

test('the YAML of the page is what the smallest use gives', () => {
  const { object } = database(SMALLEST, TARGET);
  const shown = YAML.parseAllDocuments(blocks('yaml')[0]).map(document => document.toJS() as Manifest);
  expect(shown.map(each => `${each.kind} ${each.metadata.name}`)).toEqual(['Service db', 'StatefulSet db-eu-1b', 'Service db-eu-1b', 'PodDisruptionBudget db']);
  shown.forEach(manifest => expect(manifest).toEqual(object(manifest.kind, manifest.metadata.name)));
});

test('the explanation of the page is what the staged roll-out prints', () => {
  const { db } = database({ ...SMALLEST, rollout: Rollout.staged({ stage: 1, previous: { image: 'postgres:18.0' } }) }, TARGET);
  expect(blocks('text')).toContain(`${db.explain()}\n`);
});

test('the messages of the page are real', () => {
  expect(() => database({ zones: [{ zone: 'eu-1a', replicas: 101 }, { zone: 'eu-1b', replicas: 3 }] })).toThrow(blocks('text')[0].trimEnd());
});

test('the database of the page starts, and keeps its data: nothing is said of its image', () => {
  const { chart } = database(SMALLEST, TARGET);
  expect(findingsOf(chart.node.root).filter(({ id }) => /^AIW292/.test(id))).toEqual([]);
});

test('as the page had it before, it would neither start nor keep anything', () => {
  const { chart } = database({ ...SMALLEST, container: { image: 'postgres:17.6', portNumber: 5432 } }, TARGET);
  const found = findingsOf(chart.node.root).filter(({ id, object }) => /^AIW292/.test(id) && object?.name === 'db-eu-1b');
  expect(found.map(({ id, field }) => `${id} ${field}`).sort()).toEqual([
    'AIW2921 spec.template.spec.containers[0].env', 'AIW2922 spec.template.spec.containers[0].volumeMounts[0].mountPath',
  ]);
});
