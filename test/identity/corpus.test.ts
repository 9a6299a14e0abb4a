import * as fs from 'fs';
import * as path from 'path';
import { App } from 'cdk8s';
import { Identities, identitiesOf, moves } from './identity';
import { allApps, ExampleApp } from '../../build-tools/examples';
import { Manifest } from '../../build-tools/tally';

type Corpus = { [app: string]: Identities };

const FILE = path.join(__dirname, 'corpus.json');
const UPDATE = 'UPDATE_IDENTITY';

const MOVES = [
  'Names, selectors, claims and DNS names are where data and traffic hang: users who upgrade would lose volumes, have immutable fields refused,',
  'or send traffic to nothing. Such a change needs a major release and a migration in its notes.',
  `If that is what you are doing: ${UPDATE}=1 npx jest test/identity`,
].join('\n');

function synthesise(example: ExampleApp): Identities {
  const app = new App();
  example.build(app);
  const objects = app.charts.flatMap(chart => chart.toJson() as Manifest[]);
  return identitiesOf(objects);
}

function recorded(): Corpus {
  return fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : {};
}

const apps = allApps();
const current: Corpus = Object.fromEntries(apps.map(example => [example.name, JSON.parse(JSON.stringify(synthesise(example)))]));
if (process.env[UPDATE] === '1') {
  fs.writeFileSync(FILE, `${JSON.stringify(current, undefined, 2)}\n`);
}
const corpus = recorded();

describe('identity does not change between releases', () => {
  for (const { name } of apps) {
    test(`${name}: no object lost its name, selector, claims or DNS`, () => {
      const moved = moves(corpus[name] ?? {}, current[name]);
      // The advice is part of what is compared, so that a failure prints it.
      expect(moved.length > 0 ? [...moved, MOVES] : []).toEqual([]);
    });

    test(`${name}: every object is in the corpus`, () => {
      const added = Object.keys(current[name]).filter(key => !(key in (corpus[name] ?? {})));
      expect(added.length > 0 ? [...added, `Record new objects with ${UPDATE}=1 npx jest test/identity`] : []).toEqual([]);
    });
  }

  test('an example that is gone is gone from the corpus on purpose', () => {
    expect(Object.keys(corpus).filter(name => !(name in current))).toEqual([]);
  });
});

describe('what the corpus sees', () => {
  const set = (spec: object): Manifest => ({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { namespace: 'ml', name: 'a' }, spec });
  const base = {
    selector: { matchLabels: { app: 'a' } },
    serviceName: 'a',
    podManagementPolicy: 'Parallel',
    ordinals: { start: 1 },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'fast' } }],
    template: { metadata: { labels: { 'app': 'a', 'cdk8s-ai-workloads/name': 'a', 'team': 'x' } }, spec: { subdomain: 'a' } },
  };
  const compare = (spec: object) => moves(identitiesOf([set(base)]), identitiesOf([set({ ...base, ...spec })]));

  test.each<[string, object, string]>([
    ['a selector', { selector: { matchLabels: { app: 'b' } } }, 'selector was {"matchLabels":{"app":"a"}}, is {"matchLabels":{"app":"b"}}'],
    ['the governing Service', { serviceName: 'b' }, 'serviceName was "a", is "b"'],
    ['the pod management policy', { podManagementPolicy: undefined }, 'podManagementPolicy was "Parallel", is undefined'],
    ['the first ordinal', { ordinals: { start: 0 } }, 'ordinals was {"start":1}, is {"start":0}'],
    ['a claim', { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }] }, 'volumeClaimTemplates was'],
    ['a label of ours', { template: { ...base.template, metadata: { labels: { app: 'a' } } } }, 'template.labels was'],
    ['the subdomain', { template: { ...base.template, spec: {} } }, 'template.subdomain was "a", is undefined'],
  ])('%s', (_what, change, expected) => {
    expect(compare(change)).toEqual([expect.stringContaining(`apps/v1 StatefulSet ml/a: ${expected}`)]);
  });

  test('a name', () => {
    const renamed = { ...set(base), metadata: { namespace: 'ml', name: 'b' } };
    expect(moves(identitiesOf([set(base)]), identitiesOf([renamed]))).toEqual([
      'apps/v1 StatefulSet ml/a: is gone or has another name',
    ]);
  });

  test('not the order of labels', () => {
    const labels = { 'team': 'x', 'cdk8s-ai-workloads/name': 'a', 'app': 'a' };
    expect(compare({ template: { metadata: { labels }, spec: { subdomain: 'a' } } })).toEqual([]);
  });

  test('not replicas, images or labels that nothing selects', () => {
    const labels = { ...base.template.metadata.labels, team: 'y' };
    expect(compare({ replicas: 9, template: { metadata: { labels }, spec: { subdomain: 'a', containers: [{ image: 'new' }] } } })).toEqual([]);
  });
});
