import * as fs from 'fs';
import * as path from 'path';
import { cdk8sAi, folderOf, SERVICE } from './program';

/** The command line of the recipe, as people copy it. */
const [, documented] = /npx cdk8s-ai (lint .* --against .*)/.exec(fs.readFileSync(path.join(__dirname, '../../docs/recipes.md'), 'utf8'))!;

const set = (spec: string, image = 'db:1') => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: ml}
spec:
  serviceName: db
  ${spec}
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers:
      - name: db
        image: registry.example/${image}
        resources: {limits: {nvidia.com/gpu: 1}}
---
apiVersion: v1
kind: Service
metadata: {name: db, namespace: ml}
spec:
  clusterIP: None
  selector: {app: db}
`;

/** Runs the recipe where `/tmp/main` is a folder of the test. */
async function recipe(main: string, change: string) {
  const folder = folderOf({ 'main/clusters/db.yaml': main, 'clusters/db.yaml': change });
  return cdk8sAi(folder, ...documented.replace('/tmp/main', path.join(folder, 'main')).split(' '));
}

test('the recipe ends with status 1 where a change of ordinals.start deletes twelve pods and makes none', async () => {
  const { status, stdout } = await recipe(set('replicas: 24'), set('replicas: 12\n  ordinals: {start: 12}'));
  expect(stdout).toContain('error[AIW4002] ordinals of a set move\n  --> clusters/db.yaml:7 (StatefulSet ml/db)  spec.ordinals.start\n');
  expect(stdout).toContain('the pods 0 to 11 are deleted, and none is made for them');
  expect(status).toBe(1);
});

test('it tells of restarts and ends with 0: they are warnings', async () => {
  const { status, stdout } = await recipe(set('replicas: 2'), set('replicas: 2', 'db:2'));
  expect(stdout).toContain('warning[AIW4008] pods with accelerators restart');
  expect(status).toBe(0);
});

test('it is silent and ends with 0 where defaults are written out', async () => {
  const { status, stdout } = await recipe(set('replicas: 2'), set('replicas: 2\n  podManagementPolicy: OrderedReady'));
  expect(stdout).toContain('0 errors, 0 warnings');
  expect(status).toBe(0);
});

const acknowledged = (body: string, line: string) => body.replace('{name: db, namespace: ml}', `{name: db, namespace: ml, annotations: {cdk8s-ai-workloads/acknowledge: "${line}"}}`);

test('a change is accepted on the object, and without --against the acknowledgement is not called stale', async () => {
  const change = acknowledged(set('replicas: 12\n  ordinals: {start: 12}'), 'AIW4002: the shards were handed over');
  expect((await recipe(set('replicas: 24'), change)).status).toBe(0);
  const folder = folderOf({ 'db.yaml': change });
  expect((await cdk8sAi(folder, 'lint', 'db.yaml')).stdout).not.toContain('AIW0003');
  // Once it is deployed, it has done its work.
  expect((await recipe(change, change)).stdout).toContain('AIW0003');
});

test('what goes is accepted where it was, or in the configuration', async () => {
  const claim = 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: db, namespace: ml}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n';
  expect((await recipe(`${set('replicas: 1')}---\n${claim}`, set('replicas: 1'))).status).toBe(1);
  expect((await recipe(`${set('replicas: 1')}---\n${acknowledged(claim, 'AIW4003: its data are copied')}`, set('replicas: 1'))).status).toBe(0);
});

test('the example of the page about changes is what the program says', async () => {
  const page = fs.readFileSync(path.join(__dirname, '../../docs/changes.md'), 'utf8');
  const [, example] = /```\n(warning\[AIW4005\][^`]*)```/.exec(page)!;
  const zones = (image: string) => ['a', 'b', 'c'].map(zone => set('replicas: 3', image).split('---')[0]
    .replace('{name: db, namespace: ml}', `{name: db-eu-1${zone}, namespace: ml}`).replace(/\{app: db\}/g, `{cdk8s-ai-workloads/name: db, zone: eu-1${zone}}`)
    .replace('serviceName: db', `serviceName: db-eu-1${zone}`).replace(/ {8}resources.*\n/, '')).join('---\n');
  const { stdout, status } = await recipe(zones('db:1'), zones('db:2'));
  const withoutPlace = (text: string) => text.split('\n').filter(line => !/^ *--> /.test(line)).join('\n');
  expect(withoutPlace(stdout)).toContain(withoutPlace(example).trimEnd());
  expect(status).toBe(0);
});

test('what is deployed and cannot be read is said, and the rest is compared', async () => {
  const folder = folderOf({ 'main/db.yaml': set('replicas: 24'), 'db.yaml': set('replicas: 12\n  ordinals: {start: 12}') });
  fs.symlinkSync('nowhere', path.join(folder, 'main/gone.yaml'));
  const run = await cdk8sAi(folder, 'lint', 'db.yaml', '--against', 'main');
  expect(run).toMatchObject({ status: 2, stderr: 'cdk8s-ai: main/gone.yaml: is a link to nothing\n', stdout: expect.stringContaining('error[AIW4002]') });
});

test('what is deployed and is not there hides nothing that the input holds', async () => {
  const folder = folderOf({ 'db.yaml': `${set('replicas: 12')}---\n${SERVICE}` });
  expect(await cdk8sAi(folder, 'lint', 'db.yaml', '--against', 'none')).toMatchObject({
    status: 2, stderr: 'cdk8s-ai: --against none: no such file or folder\n', stdout: expect.stringContaining('[AIW2103]'),
  });
});

test('nothing deployed is said, since every object would be new and no change told', async () => {
  const folder = folderOf({ 'db.yaml': set('replicas: 12'), 'main.yaml': '# kubectl get said nothing\n' });
  const told = 'cdk8s-ai: --against: nothing to check: main.yaml holds no Kubernetes object (--allow-empty takes that for good)\n';
  expect(await cdk8sAi(folder, 'lint', 'db.yaml', '--against', 'main.yaml')).toMatchObject({ status: 2, stderr: told });
  expect(await cdk8sAi(folder, 'lint', 'db.yaml', '--against', 'main.yaml', '--allow-empty')).toMatchObject({ status: 0, stderr: '' });
});

test('what is deployed and is no YAML is a finding', async () => {
  const folder = folderOf({ 'main.yaml': 'a: [', 'db.yaml': set('replicas: 12') });
  expect(await cdk8sAi(folder, 'lint', 'db.yaml', '--against', 'main.yaml')).toMatchObject({ status: 2, stdout: expect.stringContaining('error[AIW0005]') });
});
