import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, DEPLOYMENT, folderOf, SERVICE } from './program';

/* What is given although it holds no manifest: nothing at all, templates, files of other programs. */

const ROOT = path.resolve(__dirname, '../..');
const RUN = `process.env.TS_NODE_PROJECT=${JSON.stringify(path.join(ROOT, 'build-tools/tsconfig.json'))};require(${JSON.stringify(path.join(ROOT, 'node_modules/ts-node/register/transpile-only'))});`
  + `require(${JSON.stringify(path.join(ROOT, 'src/cli/main.ts'))}).main(process.argv.slice(1))`;

/** The program with something on its standard input. */
function piped(input: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', RUN, 'lint', ...args], { cwd: folderOf({}), input, encoding: 'utf8', timeout: 60_000 });
  return { status, stdout, stderr };
}

const json = async (folder: string, ...args: string[]) => JSON.parse((await cdk8sAi(folder, 'lint', ...args, '--format', 'json')).stdout);

jest.setTimeout(120_000);

describe('nothing', () => {
  test.each([['no byte', ''], ['comments', '# Source: chart/templates/app.yaml\n---\n# nothing is enabled\n']])('on standard input is no success: %s', (_, input) => {
    const { status, stderr } = piped(input, '-');
    expect(status).toBe(2);
    expect(stderr).toContain('standard input is empty: did the command before it fail, or render nothing? "set -o pipefail" ends a pipe with its first failure');
  });

  test('is taken where somebody says that it may be', () => {
    expect(piped('', '-', '--allow-empty')).toMatchObject({ status: 0, stderr: '' });
  });

  test('in files that were named, or in a folder, is no success either', async () => {
    const folder = folderOf({ 'a/empty.yaml': '# to come\n', 'b/values.yaml': 'replicas: 3\n', 'c/app.yaml': DEPLOYMENT });
    expect(await cdk8sAi(folder, 'lint', 'a')).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing to check: a/empty.yaml holds no Kubernetes object') });
    expect(await cdk8sAi(folder, 'lint', 'a/empty.yaml')).toMatchObject({ status: 2 });
    expect(await cdk8sAi(folder, 'lint', 'b')).toMatchObject({ status: 2, stderr: expect.stringContaining('b/values.yaml: it is the values of a Helm chart; render the chart: helm template') });
    expect(await cdk8sAi(folder, 'lint', 'b', '--allow-empty')).toMatchObject({ status: 0, stderr: '' });
    expect(await cdk8sAi(folder, 'lint', 'a/empty.yaml', 'c')).toMatchObject({ status: 0 });
  });

  test('is left of a folder whose files are all ignored', async () => {
    const folder = folderOf({ 'app.yaml': APP, '.cdk8s-ai.yaml': 'ignore: ["*.yaml"]\n' });
    expect(await cdk8sAi(folder, 'lint', '.')).toMatchObject({ status: 2, stderr: expect.stringContaining('ignore') });
  });
});

const TEMPLATE = `{{- if .Values.router.enabled }}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "llm.fullname" . }}
  labels:
    {{- include "llm.labels" . | nindent 4 }}
spec:
  ports:
  - port: {{ .Values.port }}
{{- end }}
`;
const QUOTED = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: "{{ .Release.Name }}-router"\nspec:\n  selector: {app: "{{ .Values.app }}"}\n  ports: [{port: 80}]\n';

describe('a Helm template', () => {
  test.each([['that is no YAML', TEMPLATE], ['that reads as YAML', QUOTED], ['with several documents', `${QUOTED}---\n${TEMPLATE}---\n${TEMPLATE}`]])('%s is one finding that says what to do', async (_, text) => {
    const { findings } = await json(folderOf({ 'router.yaml': text }), 'router.yaml');
    expect(findings).toMatchObject([{
      id: 'AIW0005',
      severity: 'error',
      file: 'router.yaml',
      message: 'Invalid value: looks like a Helm template that was not rendered',
      help: 'render the chart: helm template CHART | cdk8s-ai lint -, or add --render',
    }]);
    expect((await cdk8sAi(folderOf({ 'router.yaml': text }), 'lint', 'router.yaml')).status).toBe(2);
  });

  test('hides no object of the same file', async () => {
    const { findings, summary } = await json(folderOf({ 'mixed.yaml': `${SERVICE}---\n${DEPLOYMENT}---\n${TEMPLATE}` }), 'mixed.yaml');
    expect(findings.map((each: { id: string }) => each.id)).toEqual(['AIW0005', 'AIW2103']);
    expect(summary.objects).toBe(2);
  });

  test('is not seen in actions of other programs: alerts, workflows', async () => {
    const alerts = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: alerts}\ndata:\n  rules: |\n    summary: "{{ $labels.pod }} has {{ $value }}"\n    {{ range .Alerts }}{{ .Labels }}{{ end }}\n';
    const workflow = 'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: train, labels: {run: "{{workflow.uid}}"}}\nspec: {entrypoint: main}\n';
    const { findings, summary } = await json(folderOf({ 'a.yaml': `${alerts}---\n${workflow}` }), 'a.yaml');
    expect(findings.filter((each: { id: string }) => each.id === 'AIW0005')).toEqual([]);
    expect(summary.objects).toBe(2);
  });

  test('a broken document beside an alert stays a broken document', async () => {
    const alert = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: alerts}\ndata: {summary: "{{ $labels.pod }}"}\n';
    const { findings } = await json(folderOf({ 'a.yaml': `${alert}---\na: [1\n` }), 'a.yaml');
    expect(findings[0]).toMatchObject({ id: 'AIW0005', line: expect.any(Number) });
    expect(findings[0].message).not.toContain('Helm');
  });
});

test.each<[string, string, string]>([
  ['Chart.yaml', 'apiVersion: v2\nname: llm\nversion: 1.0.0\n', 'the description of a Helm chart'],
  ['values-prod.yaml', 'image: {tag: "1"}\n', 'the values of a Helm chart'],
  ['kustomization.yaml', 'resources: [app.yaml]\n', 'a kustomization'],
  ['build.yaml', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [app.yaml]\n', 'a kustomization'],
  ['docker-compose.yml', 'services:\n  llm: {image: vllm/vllm-openai}\n', 'a Compose file'],
  ['stack.yaml', 'version: "3"\nservices:\n  llm: {build: .}\n', 'a Compose file'],
  ['construct-metadata.json', '{"version": "1.0.0", "resources": {}}', 'what cdk8s-cli notes about the constructs of an app'],
  ['ci.yaml', 'on: [push]\njobs: {lint: {runs-on: ubuntu-latest}}\n', 'a workflow of GitHub Actions'],
])('%s is named for what it is, and is no mistake beside manifests', async (name, content, what) => {
  const folder = folderOf({ [`files/${name}`]: content, 'files/app.yml': DEPLOYMENT });
  expect((await json(folder, 'files')).findings).toMatchObject([{ id: 'AIW0008', severity: 'info', message: `Invalid value: it is ${what}, so it was skipped` }]);
  expect((await cdk8sAi(folder, 'lint', `files/${name}`, 'files/app.yml')).status).toBe(0);
});

test('a Kustomization of Flux is an object of its own', async () => {
  const flux = 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {interval: 10m}\n';
  expect((await json(folderOf({ 'apps.yaml': flux }), 'apps.yaml')).summary.objects).toBe(1);
});

describe('paths of a configuration', () => {
  const CONFIGURATION = 'acknowledge:\n- {id: AIW2103, file: prod/**, reason: made elsewhere}\nignore: [prod/charts/**]\n';
  const files = { 'prod/app.yaml': APP, 'prod/charts/broken.yaml': 'a: [1\n', '.cdk8s-ai.yaml': CONFIGURATION };
  const clean = { findings: [], summary: { objects: 2, acknowledged: 1 } };

  test('are relative to it from its own folder, from one below, and from elsewhere', async () => {
    const folder = folderOf(files);
    fs.mkdirSync(path.join(folder, 'other'));
    expect(await json(folder, 'prod')).toMatchObject(clean);
    expect(await json(folder, './prod/')).toMatchObject(clean);
    expect(await json(folder, path.join(folder, 'prod'))).toMatchObject(clean);
    expect(await json(path.join(folder, 'prod'), '.')).toMatchObject(clean);
    expect(await json(path.join(folder, 'other'), '../prod')).toMatchObject(clean);
    expect(await json(folderOf({}), path.join(folder, 'prod'), '--config', path.join(folder, '.cdk8s-ai.yaml'))).toMatchObject(clean);
  });

  test('hold through links', async () => {
    const [folder, elsewhere] = [folderOf(files), folderOf({})];
    fs.symlinkSync(folder, path.join(elsewhere, 'link'));
    expect(await json(elsewhere, 'link/prod', '--config', 'link/.cdk8s-ai.yaml')).toMatchObject(clean);
    expect(await json(elsewhere, path.join(folder, 'prod'), '--config', 'link/.cdk8s-ai.yaml')).toMatchObject(clean);
  });

  test('do not speak of files that happen to lie in folders of that name elsewhere', async () => {
    const [folder, elsewhere] = [folderOf({ 'ci/lint.yaml': CONFIGURATION, ...files }), folderOf({})];
    expect((await json(folder, 'prod/app.yaml', '--config', 'ci/lint.yaml')).findings.map((each: { id: string }) => each.id)).toContain('AIW2103');
    expect(elsewhere).not.toBe(folder);
  });

  test('a finding without which nothing can be checked is not accepted', async () => {
    const folder = folderOf({ 'a.yaml': 'a: [1\n', '.cdk8s-ai.yaml': 'acknowledge:\n- {id: AIW0005, reason: never mind}\n' });
    expect(await cdk8sAi(folder, 'lint', 'a.yaml')).toMatchObject({ status: 2, stderr: expect.stringContaining('.cdk8s-ai.yaml:2: acknowledge[0].id AIW0005 cannot be accepted') });
  });
});

test('explain prints a whole page, also for a number and in small letters', async () => {
  const folder = folderOf({});
  const page = fs.readFileSync(path.join(ROOT, 'docs/rules/AIW2103.md'), 'utf8');
  for (const id of ['AIW2103', 'aiw2103', '2103']) {
    expect(await cdk8sAi(folder, 'explain', id)).toMatchObject({ status: 0, stdout: page });
  }
});
