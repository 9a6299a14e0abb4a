import { spawnSync } from 'child_process';
import { APP, cdk8sAi, DEPLOYMENT, folderOf } from '../program';

/* The same with the real kubectl, where there is one; elsewhere the finding that says so is what is expected. */

const HAS = ['kustomize', 'kubectl'].some(each => spawnSync(each, ['version', '--client'], { env: { ...process.env, KUBECONFIG: '/dev/null' } }).status === 0);

test('a patched overlay is built, and a finding points at the line of the base', async () => {
  const folder = folderOf({
    'base/kustomization.yaml': 'resources: [app.yaml]\n',
    'base/app.yaml': APP,
    'prod/kustomization.yaml': 'namePrefix: prod-\nresources: [../base]\npatches:\n- path: memory.yaml\n',
    'prod/memory.yaml': DEPLOYMENT.replace(/ {2}selector:[^]*/, '  replicas: 3\n'),
  });
  const { findings } = JSON.parse((await cdk8sAi(folder, 'lint', '.', '--render', '--format', 'json')).stdout);
  interface Told { readonly id: string; readonly file: string; readonly line: number; readonly object?: { readonly name: string } }
  const places = (findings as Told[]).map(({ id, file, line, object }) => [id, file, line, object?.name]);
  expect(places).toContainEqual(HAS ? ['AIW2103', 'base/app.yaml', 23, 'prod-router'] : ['AIW0011', 'prod/kustomization.yaml', undefined, undefined]);
}, 60_000);
