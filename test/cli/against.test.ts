import * as fs from 'fs';
import * as path from 'path';
import { cdk8sAi, folderOf } from './program';

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
