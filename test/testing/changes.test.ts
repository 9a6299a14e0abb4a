import { DEPLOYMENT, groupApp, messageOf, SERVICE, web } from './objects';
import { SynthesizedObjects } from '../../src';

const SET = `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: ml }
spec:
  replicas: 3
  serviceName: db
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec: { containers: [{ name: main, image: "registry.example/db:1" }] }
  volumeClaimTemplates: [{ metadata: { name: data }, spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } } }]
`;
const yaml = (text: string) => SynthesizedObjects.fromYaml(text);
const changed = (from: string, to: string) => yaml(SET.replace(from, to)).changesFrom(yaml(SET));

test('the same app again changes nothing, nor does a move from a folder to an app', () => {
  const changes = SynthesizedObjects.of(groupApp()).changesFrom(yaml(groupApp().synthYaml() as string));
  changes.restartsNothing();
  changes.isTaken();
  changes.losesNothing();
  expect([changes.restarts, changes.findings, changes.added, changes.removed]).toEqual([[], [], [], []]);
});

test('another image of a group restarts its pods: how many, with which devices, and why', () => {
  const changes = SynthesizedObjects.of(groupApp({ image: 'registry.example/serve:1.5' })).changesFrom(SynthesizedObjects.of(groupApp()));
  expect(changes.restarts).toEqual([
    { subject: expect.objectContaining({ kind: 'StatefulSet', name: 'llm-0-leader' }), paths: ['spec.template.spec.containers[0].image'], isRemoved: false, saysTheSame: false, pods: 1, away: 1, accelerators: '1 x nvidia.com/gpu 8 = 8' },
    { subject: expect.objectContaining({ kind: 'StatefulSet', name: 'llm-0-worker' }), paths: ['spec.template.spec.containers[0].image'], isRemoved: false, saysTheSame: false, pods: 2, away: expect.any(Number), accelerators: '2 x nvidia.com/gpu 8 = 16' },
  ]);
  expect(messageOf(() => changes.restartsNothing())).toMatch(new RegExp(
    '^the change restarts pods\n  StatefulSet ml/llm-0-leader: 1 pod with 1 x nvidia.com/gpu 8 = 8; what changes: spec\\.template\\.spec\\.containers\\[0\\]\\.image\n'
    + '  StatefulSet ml/llm-0-worker: 2 pods with 2 x nvidia.com/gpu 8 = 16, (all|1) at once; what changes: spec\\.template\\.spec\\.containers\\[0\\]\\.image$',
  ));
  changes.losesNothing();
  changes.isTaken();
});

test.each([
  ['labels of the object', 'name: db, namespace: ml }', 'name: db, namespace: ml, labels: { release: "2" } }'],
  ['more replicas', 'replicas: 3', 'replicas: 5'],
  ['a default that is written out', 'serviceName: db', 'serviceName: db\n  podManagementPolicy: OrderedReady'],
])('what costs nothing passes: %s', (_, from, to) => {
  expect(() => changed(from, to).restartsNothing()).not.toThrow();
});

test('the same said in another order restarts, and is marked', () => {
  const [one, other] = ['[{ name: A, value: "1" }, { name: B, value: "2" }]', '[{ name: B, value: "2" }, { name: A, value: "1" }]']
    .map(env => yaml(SET.replace('db:1" }', `db:1", env: ${env} }`)));
  expect(other.changesFrom(one).restarts).toMatchObject([{ saysTheSame: true, pods: 3 }]);
  expect(() => other.changesFrom(one).restartsNothing()).toThrow('the change restarts pods');
});

test('an object that is no longer made stops its pods, whatever is made instead', () => {
  const renamed = yaml([SERVICE, DEPLOYMENT.replace('name: web, namespace', 'name: site, namespace')].join('---\n')).changesFrom(web());
  expect(renamed.restarts).toMatchObject([{ subject: { kind: 'Deployment', name: 'web' }, isRemoved: true, pods: 2, paths: [] }]);
  expect(() => renamed.restartsNothing()).toThrow('Deployment ml/web: is no longer made: 2 pods stop');
  expect(renamed.added).toMatchObject([{ name: 'site' }]);
  expect(renamed.removed).toMatchObject([{ name: 'web' }]);
  // A Service has no pods, and a Job is over one day.
  yaml(DEPLOYMENT).changesFrom(web()).restartsNothing();
  const job = DEPLOYMENT.replace('apps/v1', 'batch/v1').replace('kind: Deployment', 'kind: Job').replace(/ {2}(replicas|selector).*\n/g, '').replace('spec: { containers', 'spec: { restartPolicy: Never, containers');
  yaml(SERVICE).changesFrom(yaml(`${SERVICE}---\n${job}`)).restartsNothing();
});

test('what the API server refuses is no change that restarts nothing', () => {
  const refused = changed('storage: 1Gi', 'storage: 2Gi');
  expect(refused.refused).toMatchObject([{ id: 'AIW4001', subject: { name: 'db' } }]);
  for (const assertion of [() => refused.isTaken(), () => refused.restartsNothing()]) {
    expect(messageOf(assertion)).toMatch(/^the (API server refuses the change|change restarts pods)\n {2}error\[AIW4001\][^\n]*\n {4}StatefulSet ml\/db {2}/);
  }
  expect(refused.restarts).toEqual([]);
});

test('claims that are left behind are told; what is acknowledged is not', () => {
  const smaller = changed('replicas: 3', 'replicas: 2');
  smaller.restartsNothing();
  expect(smaller.lost).toMatchObject([{ id: 'AIW4003', findingClass: 'lossy', field: 'spec.replicas' }]);
  expect(messageOf(() => smaller.losesNothing())).toMatch(/^the change moves, loses or leaves behind data\n {2}error\[AIW4003\] [^\n]*\n(?:.*\n)* {4}note: claims: data-db-2\n/);
  const meant = yaml(SET.replace('replicas: 3', 'replicas: 2').replace('namespace: ml }', 'namespace: ml, annotations: { cdk8s-ai-workloads/acknowledge: "AIW4003: handed over" } }'));
  meant.changesFrom(yaml(SET)).losesNothing();
});

test('something else than objects to compare with is refused', () => {
  expect(() => web().changesFrom({} as never)).toThrow('changesFrom(before): Invalid value: {}: expected SynthesizedObjects');
});
