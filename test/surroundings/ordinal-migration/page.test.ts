import { App, Chart } from 'cdk8s';
import { volume } from './store';
import * as library from '../../../src';
import { pageOf } from '../../patterns/page';

const { text, blocks, run } = pageOf('docs/surroundings/ordinal-migration.md');
const [smallest, clusters] = blocks('ts');

function scope(): { app: App; chart: Chart; source: Chart; target: Chart; [name: string]: unknown } {
  const app = new App();
  library.Target.define(app, { kubernetes: library.KubernetesVersion.V1_36 });
  const [source, target] = [['source', 'old'], ['target', 'new']].map(([id, namespace]) => new Chart(app, id, { namespace }));
  return { app, chart: target, source, target };
}

test('its stages are those that its program explains', () => {
  const { printed } = run(`${smallest}\nconsole.log(migration.explain());`, scope());
  expect(printed).toContain(blocks('text')[0]);
});

test('both sides are what its program writes', () => {
  const names = scope();
  run(smallest, names);
  const ordinals = [names.source, names.target].map(chart => chart.toJson().filter(({ kind }: any) => kind === 'StatefulSet').map(({ spec }: any) => [spec.replicas, spec.ordinals?.start]));
  expect(ordinals).toEqual([[[4, undefined]], [[1, 4]]]);
});

test('another cluster: its program works', () => {
  const names = scope();
  const volumes = [3, 4].map(ordinal => volume(ordinal, { capacity: { storage: '100Gi' }, claimRef: { namespace: 'old', name: `data-db-eu-1a-${ordinal}` } }));
  expect(() => run(`${smallest.split('// In a chart')[0]}\n${clusters}`, { ...names, volumes })).not.toThrow();
});

test('what it says of Services and addresses is what explain says', () => {
  const { printed } = run(`${smallest}\nconsole.log(migration.explain());`, scope());
  expect(printed).toContain('db-eu-1a-3.db.old.svc becomes db-eu-1a-3.db.new.svc');
  expect(text).toContain('`db-eu-1a-3.db.old.svc` becomes `db-eu-1a-3.db.new.svc`');
});
