import { execFileSync } from 'child_process';
import * as path from 'path';
import { folderOf } from './program';

const ROOT = path.resolve(__dirname, '../..');
const MANIFEST = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}], clusterIP: None, selector: {app: 0o17}}\n';

/** Modules that a program loads, in a process of its own: paths below the repository. */
function loadedBy(run: string, ...args: readonly string[]): string[] {
  const script = `process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(Object.keys(require.cache))));
    ${run}
    process.exitCode = 1;`;
  const program = ['-r', 'ts-node/register/transpile-only', '-e', script, ...args];
  const environment = { ...process.env, TS_NODE_PROJECT: path.join(ROOT, 'test/tsconfig.json'), NODE_NO_WARNINGS: '1' };
  let said = '';
  try {
    execFileSync(process.execPath, program, { cwd: ROOT, env: environment, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    said = (error as { stderr: string }).stderr;
  }
  return (JSON.parse(said.slice(said.lastIndexOf('\n'))) as string[]).map(each => path.relative(ROOT, each));
}

describe('what a run of the program loads', () => {
  const file = path.join(folderOf({ 'app.yaml': MANIFEST }), 'app.yaml');
  let loaded: string[];
  beforeAll(() => { loaded = loadedBy("void require('./src/cli/main').main(process.argv.slice(1));", 'lint', '--no-config', file); }, 60_000);

  test('is the checks', () => {
    expect(loaded).toContain('src/lint/rules/objects/service-selects-nothing/rule.ts');
  });

  test('is nothing of the framework for constructs', () => {
    expect(loaded.filter(each => /node_modules\/(?:cdk8s|cdk8s-plus-\d+|constructs)\//.test(each))).toEqual([]);
  });

  test('is no form of report, kind of object or change that nobody asked about', () => {
    const unasked = /src\/checks\/(?:report\/(?:sarif|json)|changes\/|catalogue|server\/kinds\/(?:stateful-set|job|ingress))|src\/cli\/server\/|src\/checks\/input\/glob-syntax/;
    expect(loaded.filter(each => unasked.test(each))).toEqual([]);
  });
});

describe('what a synth with all checks loads', () => {
  let loaded: string[];
  beforeAll(() => {
    loaded = loadedBy(`const { App, Chart } = require('cdk8s');
      const { IndexedTrainingJob } = require('./src/patterns/indexed-training-job/indexed-training-job');
      const app = new App();
      new IndexedTrainingJob(new Chart(app, 'c', { namespace: 'ml' }), 'w', { workers: 2, container: { image: 'registry.example/train:1' } });
      app.synthYaml();`);
  }, 60_000);

  test('is the checks', () => {
    expect(loaded).toContain('src/lint/rules/objects/service-selects-nothing/rule.ts');
  });

  test('is nothing that reads YAML: it writes some', () => {
    expect(loaded.filter(each => each.startsWith('src/kubernetes/yaml/'))).toEqual([]);
  });
});
