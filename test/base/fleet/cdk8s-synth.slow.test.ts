import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { folderOf } from '../../cli/program';

const ROOT = path.resolve(__dirname, '../../..');

/** An app of two charts, by the given class, as the real program runs it with the package as it is compiled, which `npm run test:slow` does before. */
function synth(app: string): Record<string, string> {
  const folder = folderOf({
    'app.js': `
const { App, ApiObject, Chart } = require(${JSON.stringify(path.join(ROOT, 'node_modules/cdk8s'))});
const { FleetApp } = require(${JSON.stringify(ROOT)});
const app = new ${app}();
const charts = ['web', 'data'].map(name => new Chart(app, name));
charts.forEach(chart => new ApiObject(chart, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', data: { port: '8080', text: 'a\\n b\\n' } }));
charts[0].addDependency(charts[1]);
app.synth();
`,
    'cdk8s.yaml': 'language: typescript\napp: node app.js\noutput: out\n',
  });
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s'), 'synth', '--check-upgrade=false'], {
    cwd: folder, encoding: 'utf8', timeout: 120_000, env: { ...process.env, CI: '1', CDK8S_DISABLE_UPGRADE_CHECK: '1' },
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return Object.fromEntries(fs.readdirSync(path.join(folder, 'out')).map(file => [file, fs.readFileSync(path.join(folder, 'out', file), 'utf8')]));
}

test('cdk8s synth writes the same files of either app', () => {
  const files = synth('FleetApp');
  expect(Object.keys(files)).toEqual(['0000-data.k8s.yaml', '0001-web.k8s.yaml']);
  expect(files).toEqual(synth('App'));
}, 180_000);
