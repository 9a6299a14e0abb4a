import * as fs from 'fs';
import * as path from 'path';
import { pathWith, withPath } from './programs';
import { APP, cdk8sAi, DEPLOYMENT, folderOf, SERVICE } from '../program';

/* --render with small programs in place of kustomize and Helm: which folders are given to them, and what comes of their answers. */

jest.setTimeout(60_000);

interface Told {
  readonly id: string;
  readonly class: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  readonly notes: string[];
}

async function rendered(files: Parameters<typeof folderOf>[0], programs: Parameters<typeof pathWith>[0], ...args: readonly string[]) {
  const folder = folderOf(files);
  const run = await withPath(pathWith(programs), () => cdk8sAi(folder, 'lint', '.', '--render', '--format', 'json', ...args));
  const { findings, summary } = JSON.parse(run.stdout) as { readonly findings: readonly Told[]; readonly summary: { readonly objects: number } };
  return { ...run, folder, findings, objects: summary.objects, places: findings.map(({ id, file, line }) => [id, file, line]) };
}

/** Answers with the files below what the kustomization around it names, and with their origins. */
const KUSTOMIZE = `const fs = require('fs'), path = require('path');
const around = JSON.parse(fs.readFileSync(path.join(argv.at(-1), 'kustomization.yaml'), 'utf8')).resources[0];
fs.appendFileSync(path.join(path.resolve(argv.at(-1), around), 'asked.log'), argv[0] + '\\n');
const base = path.resolve(argv.at(-1), around, '../base');
const origin = path.relative(argv.at(-1), path.join(base, 'app.yaml'));
process.stdout.write(fs.readFileSync(path.join(base, 'app.yaml'), 'utf8').replace(/^  name: (router)$/m, '  name: x-$1\\n  annotations:\\n    config.kubernetes.io/origin: |\\n      path: ' + origin));`;
const OVERLAYS = {
  'base/kustomization.yaml': 'resources: [app.yaml]\n',
  'base/app.yaml': APP,
  'base/off.yaml': DEPLOYMENT,
  'one/kustomization.yaml': 'resources: [../base]\n',
  'two/Kustomization': 'resources: [../base]\n',
  'plain/service.yaml': SERVICE,
};

describe('a kustomization', () => {
  test('that no other one builds on is built, each as an input of its own, and findings point into its files', async () => {
    const { findings, places, objects, folder } = await rendered(OVERLAYS, { kustomize: KUSTOMIZE });
    expect(places.filter(([id]) => id === 'AIW2103')).toEqual([['AIW2103', 'base/app.yaml', 23], ['AIW2103', 'plain/service.yaml', 7]]);
    expect(findings.find(({ file, id }) => id === 'AIW2103' && file === 'base/app.yaml')!.notes.at(-1)).toBe('rendered by one/kustomization.yaml, two/Kustomization');
    expect(objects).toBe(5);
    expect(['one', 'two', 'base'].map(each => fs.existsSync(path.join(folder, each, 'asked.log')))).toEqual([true, true, false]);
    expect(findings.filter(({ file }) => file === 'base/off.yaml').map(({ id, message }) => [id, message]))
      .toEqual([['AIW0008', 'Invalid value: the kustomization of its folder does not name it, so it was skipped']]);
  });

  test('is built by kubectl where there is no kustomize', async () => {
    const { folder } = await rendered(OVERLAYS, { kubectl: KUSTOMIZE });
    expect(fs.readFileSync(path.join(folder, 'one/asked.log'), 'utf8')).toBe('kustomize\n');
  });

  test.each([
    ['charts', 'error: trouble configuring builtin HelmChartInflationGenerator with config: `\\nname: kueue\\nnamespace: a\\nreleaseName: b\\nrepo: c\\nversion: d\\n`: must specify --enable-helm', '--enable-helm'],
    ['plugins', 'Error: plugin needs --enable-alpha-plugins', '--enable-alpha-plugins --enable-exec'],
    ['files beside its folder', "Error: file sources: [a]: security; file '/a/b.json' is not in or below '/a/c'", '--load-restrictor LoadRestrictionsNone'],
  ])('that needs an option for %s is a warning that names it, and the rest is checked', async (_, said, option) => {
    const files = { 'kustomization.yaml': 'resources: [service.yaml]\n', 'service.yaml': SERVICE };
    const { findings, objects, places } = await rendered(files, { kustomize: `console.error(${JSON.stringify(said).replaceAll('\\\\n', '\\n')}); process.exit(1);` });
    expect(findings.filter(({ id }) => id === 'AIW0011')).toEqual([expect.objectContaining({
      class: 'risky', message: expect.stringContaining(said.slice(-20)), help: expect.stringContaining(`: kustomize build ${option} . | cdk8s-ai lint -`),
    })]);
    expect([objects, places.filter(([id]) => id === 'AIW2103').length]).toEqual([1, 1]);
  });

  test('that is refused is a finding with what its program says, and its files are not checked', async () => {
    const { findings, objects, status } = await rendered(OVERLAYS, { kustomize: 'console.error("Error: no such base"); process.exit(1);' });
    expect(findings.filter(({ id }) => id === 'AIW0011').map(({ file, class: kind, message }) => [file, kind, message])).toEqual([
      ['one/kustomization.yaml', 'rejected', 'Invalid value: kustomize build: no such base'], ['two/Kustomization', 'rejected', 'Invalid value: kustomize build: no such base'],
    ]);
    expect([objects, status]).toEqual([1, 1]);
  });

  test('that fetches something is not built, and what it builds on is', async () => {
    const { findings, folder } = await rendered({ ...OVERLAYS, 'one/kustomization.yaml': 'resources: [../base, "https://git.example/x?ref=1"]\n', 'two/Kustomization': 'kind: Component\nresources: []\n' }, { kustomize: KUSTOMIZE });
    expect(findings.filter(({ id }) => id === 'AIW0011').map(({ file, class: kind, message }) => [file, kind, message])).toEqual([
      ['one/kustomization.yaml', 'risky', 'Invalid value: it builds on https://git.example/x?ref=1, which is on another machine, and nothing is fetched here'],
    ]);
    expect(['one', 'two', 'base'].map(each => fs.existsSync(path.join(folder, each, 'asked.log')))).toEqual([false, false, true]);
  });

  const PLUGIN = 'apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: a}\npath: https://git.example/x\n';
  const FETCHING: readonly (readonly [string, { readonly [name: string]: string }])[] = [
    ['a key in another case', { 'one/kustomization.yaml': 'Resources: [../base, "https://git.example/x"]\n' }],
    ['a key with a letter that Unicode folds', { 'one/kustomization.yaml': 're\u017fources: ["https://git.example/x"]\n' }],
    ['a key in two cases', { 'one/kustomization.yaml': 'RESOURCES: ["https://git.example/x"]\nresources: [../base]\n' }],
    ['a file of a generator', { 'one/kustomization.yaml': 'configMapGenerator: [{name: a, Files: ["a=https://git.example/x"]}]\n' }],
    ['variables of a generator', { 'one/kustomization.yaml': 'SecretGenerator: [{name: a, Envs: ["https://git.example/x"]}]\n' }],
    ['a patch', { 'one/kustomization.yaml': 'Patches: [{Path: "https://git.example/x"}]\n' }],
    ['a schema', { 'one/kustomization.yaml': 'OpenAPI: {Path: "https://git.example/x"}\n' }],
    ['a file of a transformer', { 'one/kustomization.yaml': 'transformers: [t.yaml]\n', 'one/t.yaml': PLUGIN }],
    ['the second document of a file of a validator', { 'one/kustomization.yaml': 'Validators: [t.yaml]\n', 'one/t.yaml': `a: b\n---\n${PLUGIN}` }],
    ['a folder of generators', { 'one/kustomization.yaml': 'generators: [gen]\n', 'one/gen/kustomization.yaml': 'resources: [t.yaml]\n', 'one/gen/t.yaml': PLUGIN }],
    ['a folder of generators that a patch changes', { 'one/kustomization.yaml': 'generators: [gen]\n', 'one/gen/kustomization.yaml': 'patches:\n- patch: |-\n    Files: ["a=https://git.example/x"]\n' }],
    ['a transformer in the kustomization', { 'one/kustomization.yaml': `transformers:\n- |-\n  ${PLUGIN.replace(/\n/g, '\n  ')}\n` }],
    ['a generator in one line', { 'one/kustomization.yaml': 'generators: [\'{apiVersion: builtin, kind: ConfigMapGenerator, metadata: {name: a}, Files: ["a=https://git.example/x"]}\']\n' }],
    ['an escaped address', { 'one/kustomization.yaml': 'generators:\n- |-\n  files: ["a=\\x68ttps://git.example/x"]\n' }],
    ['a folder that is called like an address', { 'one/kustomization.yaml': 'resources: ["https://git.example/x"]\n', 'one/https:/git.example/x': SERVICE }],
    ['this machine', { 'one/kustomization.yaml': 'resources: ["http://127.0.0.1:80/x"]\n' }],
  ];

  test.each(FETCHING)('that fetches through %s is not built', async (_, files) => {
    const { findings, folder } = await rendered({ 'base/kustomization.yaml': 'resources: [app.yaml]\n', 'base/app.yaml': APP, ...files }, { kustomize: KUSTOMIZE });
    expect(findings.filter(({ id, file }) => id === 'AIW0011' && file === 'one/kustomization.yaml').map(({ message }) => message)).toEqual([expect.stringMatching(/it builds on .*https?:\/\/.* on another machine/)]);
    expect(fs.existsSync(path.join(folder, 'one/asked.log'))).toBe(false);
  });

  test('that builds on a kustomization which cannot be read is not built', async () => {
    const { findings, folder } = await rendered({ ...OVERLAYS, 'base/kustomization.yaml': `resources: [app.yaml]\n#${' '.repeat(1024 * 1024)}` }, { kustomize: KUSTOMIZE });
    expect(findings.filter(({ id }) => id === 'AIW0011')[0].message).toBe('Invalid value: it builds on ../base, which cannot be read here');
    expect(fs.existsSync(path.join(folder, 'one/asked.log'))).toBe(false);
  });

  test.each([
    ['transformers:\n- |-\n  apiVersion: builtin\n  kind: AnnotationsTransformer\n  metadata: {name: a}\n  annotations: {docs: "https://git.example/x"}\nresources: [../base]\n'],
    ['configMapGenerator: [{name: a, literals: ["URL=https://git.example/x"]}]\ncommonAnnotations: {docs: "https://git.example/x"}\nresources: [../base]\n'],
    ['transformers: [t.yaml]\nresources: [../base]\n'],
  ])('with addresses that nobody fetches is built', async kustomization => {
    const { folder } = await rendered({ ...OVERLAYS, 'one/kustomization.yaml': kustomization, 'one/t.yaml': 'apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: a}\npath: p.yaml\n' }, { kustomize: KUSTOMIZE });
    expect(fs.existsSync(path.join(folder, 'one/asked.log'))).toBe(true);
  });

  test('without a program is read as without the option, and said once', async () => {
    const { findings, objects } = await rendered(OVERLAYS, {});
    expect(findings.filter(({ id }) => id === 'AIW0011').map(({ message, notes }) => [message, notes])).toEqual([
      ['Invalid value: neither kustomize nor kubectl is on the PATH', ['1 other folder for the same reason: two']],
    ]);
    expect(objects).toBe(4);
  });

  test('is asked for nothing from a cluster or a network', async () => {
    const { folder } = await rendered(OVERLAYS, { kustomize: `${KUSTOMIZE}\nfs.writeFileSync(path.join(base, 'env.log'), [process.env.KUBECONFIG, process.env.HTTPS_PROXY, process.env.GIT_ALLOW_PROTOCOL].join(' '));` });
    expect(fs.readFileSync(path.join(folder, 'base/env.log'), 'utf8')).toBe('/dev/null http://127.0.0.1:9 none');
  });

  test('starts no program where nobody asked', async () => {
    const folder = folderOf(OVERLAYS);
    await withPath(pathWith({ kustomize: KUSTOMIZE }), () => cdk8sAi(folder, 'lint', '.'));
    expect(fs.existsSync(path.join(folder, 'one/asked.log'))).toBe(false);
  });
});

const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: llm\nversion: 1.0.0\n',
  'chart/templates/app.yaml': 'metadata: {name: {{ .Release.Name }}}\n',
  'chart/templates/service.yaml': SERVICE,
  'chart/charts/inner/Chart.yaml': 'apiVersion: v2\nname: inner\nversion: 1.0.0\n',
};
const HELM = `require('fs').writeFileSync(require('path').join(argv[1], 'asked.log'), argv.join(' '));
process.stdout.write(${JSON.stringify(`---\n# Source: llm/templates/app.yaml\n${DEPLOYMENT}---\n# Source: llm/templates/service.yaml\n${SERVICE}---\n# Source: llm/../../etc/passwd\n${SERVICE.replace('router', 'other')}`)});`;

describe('a chart', () => {
  test('is rendered without its tests, and findings point at the template, with a line where that is a manifest', async () => {
    const { places, folder } = await rendered(CHART, { helm: HELM });
    expect(places.filter(([id]) => id === 'AIW2103')).toEqual([['AIW2103', 'chart/templates/service.yaml', 7], ['AIW2103', 'chart/Chart.yaml', undefined]]);
    expect(fs.readFileSync(path.join(folder, 'chart/asked.log'), 'utf8')).toBe(`template ${fs.realpathSync(folder)}/chart --include-crds --skip-tests --kube-version 1.36`);
    expect(fs.existsSync(path.join(folder, 'chart/charts/inner/asked.log'))).toBe(false);
  });

  test('that lacks others is told how they are fetched', async () => {
    const lacking = 'console.error("Error: An error occurred while checking for chart dependencies: found in Chart.yaml, but missing in charts/ directory: tgi, redis"); process.exit(1);';
    const { findings } = await rendered({ ...CHART, 'app.yaml': DEPLOYMENT }, { helm: lacking });
    expect(findings).toMatchObject([{
      id: 'AIW0011', class: 'risky', file: 'chart/Chart.yaml', message: 'Invalid value: it builds upon charts that are not in charts/: tgi, redis', help: 'helm dependency build chart fetches them, which is not done here',
    }]);
  });
});

test('explain tells what the renderings come to, and that they are alternatives', async () => {
  const explained = (folder: string, ...asked: readonly string[]) => withPath(pathWith({ kustomize: KUSTOMIZE }), () => cdk8sAi(folder, 'explain', ...asked, '--render'));
  const folder = folderOf(OVERLAYS);
  const { stdout, stderr, status } = await explained(folder, 'one', 'base', 'two');
  expect({ stderr, status }).toEqual({ stderr: 'cdk8s-ai: 2 renderings are told together, and the totals are of all of them: name one folder to see what it comes to by itself\n', status: 0 });
  expect(stdout).toContain('2 workloads, 2 pods');
  expect(await explained(folder, 'one', 'base')).toMatchObject({ stderr: '', stdout: expect.stringContaining('1 workload, 1 pod') });
});
