import * as fs from 'fs';
import * as path from 'path';
import { Yaml } from 'cdk8s';
import { GROUPS, SERVER, SERVICE_OF_SERVER, SETTINGS, TRAINING } from './manifests';
import { adopted, inProcesses, named, objectsIn, read, readInThisProcess, synthesised } from './written';
import { cdk8sAi, folderOf } from '../program';

readInThisProcess();

const BROKEN = 'apiVersion: v1\nkind: ConfigMap\nmetadata: [\n';

beforeAll(() => { jest.spyOn(process.stderr, 'write').mockImplementation(() => true); });

describe('a model server', () => {
  const files = { 'server.yaml': SERVER, 'service.yaml': SERVICE_OF_SERVER, 'settings.yaml': SETTINGS };

  test('is given back with its Service by one construct, and what is no workload stays as YAML', async () => {
    const { status, stdout, app, main, folder } = await adopted(files);
    expect(stdout).toMatch(/^Deployment ml\/llama: GpuInferenceDeployment, identical with \d+ patches\nService ml\/llama-svc: GpuInferenceDeployment, identical with \d patches\n2 of 3 objects come from 1 construct with /);
    expect(status).toBe(0);
    expect(main).toContain("engine: InferenceEngine.vllm({ version: '0.18.0', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4, args: ['--max-num-seqs', '128'] }),");
    expect(main).toContain("podSelector: { app: 'llama' }");
    expect(main).toContain("secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') }");
    expect(main).toContain("sharedMemory: SharedMemory.of('16Gi')");

    const made = synthesised(app);
    expect(made.map(({ kind }) => kind).sort()).toEqual(['ConfigMap', 'Deployment', 'Service']);
    expect(named(made, 'Deployment').spec.selector).toEqual({ matchLabels: { app: 'llama' } });
    expect(named(made, 'Service').spec).toEqual({ type: 'LoadBalancer', selector: { app: 'llama' }, ports: [{ port: 80, targetPort: 'api' }] });
    const original = named(objectsIn(path.join(folder, 'in')), 'Deployment');
    // Two spellings of one amount are the same where they are stored; everything else is the same text.
    const resources = (object: Record<string, any>) => object.spec.template.spec.containers[0].resources as unknown;
    expect(JSON.stringify(named(made, 'Deployment').spec.template.spec.volumes)).toBe(JSON.stringify(original.spec.template.spec.volumes));
    expect(resources(named(made, 'Deployment'))).toMatchObject({ limits: { memory: '160Gi' } });
    expect(await cdk8sAi(app, 'adopt', 'dist', '--compare', 'originals')).toMatchObject({ status: 0, stdout: '3 objects: all as in originals\n' });
    expect(await cdk8sAi(app, 'lint', 'dist', '--against', 'originals')).toMatchObject({ status: 0 });
  });

  test('a file of which nothing was adopted keeps its comments', async () => {
    const { app } = await adopted(files);
    expect(read(app, 'kept', 'settings.yaml')).toBe(SETTINGS);
    expect(fs.existsSync(path.join(app, 'kept', 'server.yaml'))).toBe(false);
  });

  test('each patch says what stands there without it, and the report whether pods are replaced', async () => {
    const { app, main } = await adopted(files);
    expect(main).toContain('  // spec.template.spec.terminationGracePeriodSeconds: the construct writes 80\n  JsonPatch.remove(');
    expect(read(app, 'ADOPTED.md')).toContain('| spec.template.spec.terminationGracePeriodSeconds | nothing | 80 | replaced |');
    expect(read(app, 'ADOPTED.md')).toContain('| spec.strategy | nothing | {"rollingUpdate":{"maxSurge":0,"maxUnavailable":1},"type":"RollingUpdate"} | stay |');
  });

  test('what the construct proves wrong about it is accepted by name, until its patch goes', async () => {
    const { app, main } = await adopted(files);
    expect(main).toContain("Checks.of(llama).acknowledge({ id: 'AIW3503', reason: 'deployed so before it was adopted' });");
    fs.writeFileSync(path.join(app, 'main.ts'), main.replace(/.*id: 'AIW3503'.*\n/, ''));
    expect(() => synthesised(app)).toThrow('AIW3503');
  });

  test('a change of the program is found by the comparison', async () => {
    const { app, main } = await adopted(files);
    fs.writeFileSync(path.join(app, 'main.ts'), main.replace('replicas: 2', 'replicas: 3'));
    synthesised(app);
    expect(await cdk8sAi(app, 'adopt', 'dist', '--compare', 'originals')).toMatchObject({ status: 1, stdout: 'Deployment ml/llama: spec.replicas: 2 became 3\n1 difference\n' });
  });

  test('without a Service, the construct writes none until somebody wants it', async () => {
    const { app, main, status } = await adopted({ 'server.yaml': SERVER });
    expect(status).toBe(0);
    expect(main).toContain("llama.node.tryRemoveChild('Service'); // Service llama is not deployed: without this line it is");
    expect(synthesised(app).map(({ kind }) => kind)).toEqual(['Deployment']);
  });

  test('an engine of an unknown version is told by its facts, with its command line as it is', async () => {
    const { app, main, status } = await adopted({ 'server.yaml': SERVER.replace(':v0.18.0', ':latest') });
    expect(status).toBe(0);
    expect(main).toMatch(/InferenceEngine\.custom\(\{\n {4}name: 'vllm',\n {4}version: 'latest',/);
    expect(main).not.toContain('/containers/0/args');
    expect(read(app, 'ADOPTED.md')).toContain('the image does not say a version of vLLM, so the engine is described by its facts');
    expect(named(synthesised(app), 'Deployment').spec.template.spec.containers[0].args).toHaveLength(4);
  });

  test('a port that only the Service names is that of the server', async () => {
    const unsaid = SERVER.replace('vllm/vllm-openai:v0.18.0', 'registry.example/server:7').replace(/ {8}args:\n(?: {8}- .*\n){4}/, '').replace('NCCL_DEBUG', 'MODEL_ID')
      .replace(/ {8}ports:\n.*\n.*\n/, '').replace(/ {8}readinessProbe:\n(?: {10}.*\n){5}/, '');
    expect(unsaid).not.toMatch(/port/i);
    expect((await adopted({ 'server.yaml': unsaid })).stdout).toContain('stays as YAML: nothing says at which port it answers: no flag, no probe, no declared port, no Service');
    const { app, main, status, stdout } = await adopted({ 'server.yaml': unsaid, 'service.yaml': SERVICE_OF_SERVER.replace('targetPort: api', 'targetPort: 9000') });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Service ml/llama-svc: GpuInferenceDeployment, identical with ')]);
    expect(main).toContain('port: 9000,');
    expect(named(synthesised(app), 'Service').spec.ports).toEqual([{ port: 80, targetPort: 9000 }]);
  });

  test('a property that the construct refuses is left to a patch, and the reason is told', async () => {
    const { app, main, status } = await adopted({ 'server.yaml': SERVER.replace('name: NCCL_DEBUG', 'name: LD_LIBRARY_PATH').replace('value: WARN', 'value: "${LD_LIBRARY_PATH}:/usr/lib"') });
    expect(status).toBe(0);
    expect(main).not.toContain('LD_LIBRARY_PATH:');
    expect(read(app, 'ADOPTED.md')).toContain('a patch gives container.envVariables[LD_LIBRARY_PATH], which the construct refuses');
    expect(named(synthesised(app), 'Deployment').spec.template.spec.containers[0].env[1]).toEqual({ name: 'LD_LIBRARY_PATH', value: '${LD_LIBRARY_PATH}:/usr/lib' });
  });
});

test('a LeaderWorkerSet is given back as it is written, amounts included', async () => {
  const { app, main, status, stdout } = await adopted({ 'groups.yaml': GROUPS });
  expect(stdout).toMatch(/^LeaderWorkerSet deepseek: LeaderWorkerGroup, identical with \d+ patches\n/);
  expect(status).toBe(0);
  expect(main).toContain('backend: LeaderWorkerBackend.leaderWorkerSet()');
  const [set, ...others] = synthesised(app);
  expect(others).toEqual([]);
  expect(set.spec.leaderWorkerTemplate).toEqual(objectsIn(path.join(app, 'originals'))[0].spec.leaderWorkerTemplate);
  // The controller compares what is written: another notation of one amount replaces the pods.
  expect(set.spec.leaderWorkerTemplate.leaderTemplate.spec.containers[0].resources.limits.memory).toBe('1024Mi');
});

describe('an Indexed Job', () => {
  test('keeps its name, of which the last word is the run', async () => {
    const { app, main, status } = await adopted({ 'job.yaml': TRAINING });
    expect(status).toBe(0);
    expect(main).toContain("name: 'finetune',\n  runId: '3',\n  workers: 2,");
    const [job, ...others] = synthesised(app);
    expect(others).toEqual([]);
    expect([job.metadata.name, job.spec.template.spec.subdomain, job.spec.backoffLimit]).toEqual(['finetune-3', 'finetune', 0]);
    expect(await cdk8sAi(app, 'adopt', 'dist', '--compare', 'originals')).toMatchObject({ status: 0 });
  });

  test('whose name has no run stays as YAML', async () => {
    const { stdout, status, app } = await adopted({ 'job.yaml': TRAINING.replace('finetune-3', 'finetune') });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Job finetune: stays as YAML: a Job of IndexedTrainingJob is called <name>-<run>, and finetune has no dash')]);
    expect(synthesised(app)).toHaveLength(1);
  });

  test('whose indexes take turns does not train together', async () => {
    const { stdout } = await adopted({ 'job.yaml': TRAINING.replace('parallelism: 2', 'parallelism: 1') });
    expect(stdout).toContain('Job finetune-3: stays as YAML: 1 of its 2 indexes run at a time, so they do not train together');
  });
});

describe('identity', () => {
  test('a selector that no construct can have is refused', async () => {
    const selector = 'matchLabels:\n      app: llama\n    matchExpressions:\n    - { key: tier, operator: DoesNotExist }\n';
    const { stdout, app } = await adopted({ 'server.yaml': SERVER.replace('matchLabels:\n      app: llama\n', selector) });
    expect(stdout).toContain('Deployment ml/llama: stays as YAML: its selector has matchExpressions, it is immutable, and a construct selects by labels');
    expect(named(synthesised(app), 'Deployment').spec.selector.matchExpressions).toHaveLength(1);
  });

  test('two workloads of one name in two namespaces are two constructs', async () => {
    const { app, main } = await adopted({ 'a.yaml': SERVER, 'b.yaml': SERVER.replace('namespace: ml', 'namespace: other') });
    expect(main).toContain("new GpuInferenceDeployment(chart, 'llama2', {\n  name: 'llama',");
    expect(synthesised(app).map(({ metadata }) => metadata.namespace).sort()).toEqual(['ml', 'other']);
  });
});

test.each([
  ['app: llama', 'its selector (app=llama) cannot be changed, and StatefulSets of this library are selected by cdk8s-ai-workloads/name'],
  ['cdk8s-ai-workloads/name: llama', 'a program of this library wrote it (cdk8s-ai-workloads/name=llama): keep that program'],
])('a StatefulSet on devices that is selected by %s stays as YAML', async (label, reason) => {
  const set = SERVER.replace('kind: Deployment', 'kind: StatefulSet').replace('  replicas: 2\n', '  replicas: 2\n  serviceName: llama\n').replace(/app: llama\n/g, `${label}\n`);
  const { status, stdout, app } = await adopted({ 'set.yaml': set });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`StatefulSet ml/llama: stays as YAML: ${reason}`)]);
  expect(named(synthesised(app), 'StatefulSet').spec.serviceName).toBe('llama');
});

describe('StatefulSets that people write as groups stay as YAML, and are told what they are', () => {
  const set = (name: string, replicas: number, env = '') => `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: ${name}, namespace: ml }
spec:
  serviceName: training
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: "registry.example/train:1", env: [${env}] }] }
`;
  const INDEX = "{ name: INDEX, valueFrom: { fieldRef: { fieldPath: \"metadata.labels['apps.kubernetes.io/pod-index']\" } } }";
  const LEADS = 'it is a leader and its workers, 10 pods: a LeaderWorkerGroup of size 10';

  test.each([
    ['a leader and its workers', [set('training-leader', 1), set('training-worker', 9)], [`With StatefulSet training-worker ${LEADS}`, `With StatefulSet training-leader ${LEADS}`]],
    ['one set whose pods ask for their index', [set('training', 10, INDEX)], ['Its 10 pods are told apart by their index: a LeaderWorkerGroup of size 10']],
    ['a leader and workers of another Service', [set('training-leader', 1), set('training-worker', 9).replace('serviceName: training', 'serviceName: other')], []],
    ['a leader and workers of another namespace', [set('training-leader', 1), set('training-worker', 9).replace('namespace: ml', 'namespace: other')], []],
    ['one pod that asks for its index', [set('training', 1, INDEX)], []],
    ['members that do not', [set('training', 3)], []],
  ])('%s', async (_, sets, reasons) => {
    const { stdout, app } = await adopted({ 'sets.yaml': sets.join('---\n') });
    expect(stdout.split('\n').filter(line => line.includes('stays as YAML: its selector'))).toEqual(reasons.map(each => expect.stringContaining(each)));
    expect(synthesised(app)).toHaveLength(sets.length);
  });
});

test('a program on GPUs that is no model server is none afterwards', async () => {
  const { stdout, app } = await adopted({ 'server.yaml': SERVER.replace('vllm/vllm-openai:v0.18.0', 'registry.example/notebook:7').replace(/ {8}args:\n(?: {8}- .*\n){4}/, '') });
  expect(stdout).toContain('Deployment ml/llama: stays as YAML: nothing says that container vllm serves a model');
  expect(synthesised(app)).toHaveLength(1);
});

describe('input that cannot be adopted', () => {
  test.each<[string, { readonly [name: string]: string }, string]>([
    ['two objects of one name', { 'a.yaml': SETTINGS, 'b.yaml': SETTINGS.replace('"on"', '"off"') }, 'ConfigMap ml/settings is in in/a.yaml and in in/b.yaml, and they differ'],
    ['what a kustomization changes', { 'kustomization.yaml': 'resources: [settings.yaml]\nnamespace: other\n', 'settings.yaml': SETTINGS }, 'a kustomization changes it, so what is deployed is not what stands there'],
    ['generated names alone', { 'job.yaml': TRAINING.replace('name: finetune-3', 'generateName: finetune-') }, 'the name of a Job is made by the server (generateName)'],
    ['a folder without objects', { 'notes.yaml': '# nothing\n' }, 'nothing to check: in/notes.yaml holds no Kubernetes object'],
    ['what is no YAML', { 'broken.yaml': BROKEN }, 'nothing of it can be read: in/broken.yaml'],
  ])('%s', async (_, files, message) => {
    const folder = folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`in/${name}`, text])));
    expect(await cdk8sAi(folder, 'adopt', 'in', '--out', 'app', '--no-config')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(fs.existsSync(path.join(folder, 'app'))).toBe(false);
  });

  test('what is created under a generated name is no part of an app', async () => {
    const { status, stderr, app } = await adopted({ 'a.yaml': SETTINGS, 'job.yaml': TRAINING.replace('name: finetune-3', 'generateName: finetune-') });
    expect([status, stderr]).toEqual([0, 'cdk8s-ai: in/job.yaml: the name of a Job is made by the server (generateName), so it is created and never applied: it is not part of the app\n']);
    expect(synthesised(app).map(({ kind }) => kind)).toEqual(['ConfigMap']);
  });

  test('a copy of an object is written once, and said', async () => {
    const { status, stderr, app } = await adopted({ 'a.yaml': SETTINGS, 'b.yaml': SETTINGS });
    expect([status, stderr]).toEqual([0, 'cdk8s-ai: in/b.yaml: ConfigMap ml/settings is in in/a.yaml as well, and is written once\n']);
    expect(synthesised(app)).toHaveLength(1);
  });

  test('what cannot be read beside what can is told, and ends with 2', async () => {
    const { status, stderr, app } = await adopted({ 'a.yaml': SETTINGS, 'broken.yaml': BROKEN });
    expect([status, stderr]).toEqual([2, expect.stringContaining('in/broken.yaml:')]);
    expect(read(app, 'ADOPTED.md')).toContain('## What was not read');
  });

  test('a folder with files is not overwritten', async () => {
    const folder = folderOf({ 'in/a.yaml': SETTINGS, 'app/main.ts': 'mine' });
    expect(await cdk8sAi(folder, 'adopt', 'in', '--out', 'app')).toMatchObject({ status: 2, stderr: expect.stringContaining('--out app: is not an empty folder, and nothing is overwritten') });
    expect(read(folder, 'app', 'main.ts')).toBe('mine');
  });

  test.each([
    [['adopt'], 'adopt takes the files or folders of what is deployed'],
    [['adopt', 'in'], 'adopt writes an app, and --out DIR says where'],
    [['adopt', 'in', '--out', 'app', '--kubernetes', 'all'], 'adopt writes an app for one minor of Kubernetes'],
    [['adopt', 'nowhere', '--out', 'app'], 'nowhere'],
  ])('%j', async (args, message) => {
    expect(await cdk8sAi(folderOf({ 'in/a.yaml': SETTINGS }), ...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

test('what the linter finds in what stays as YAML is accepted for each object, so that new mistakes stand out', async () => {
  const { app, status } = await adopted({ 'a.yaml': SERVICE_OF_SERVER, 'b.yaml': SETTINGS.replace('name: settings', 'name: Settings') });
  expect(status).toBe(0);
  expect(read(app, '.cdk8s-ai.yaml')).toContain('object: ConfigMap/ml/Settings');
  expect(synthesised(app)).toHaveLength(2);
  expect(await cdk8sAi(app, 'lint', 'dist')).toMatchObject({ status: 0, stdout: expect.stringContaining('0 errors') });
});

describe('--compare', () => {
  test('a file that is called as a patch is, and that was named, is compared like every other', async () => {
    const folder = folderOf({ 'in/patch.yaml': SETTINGS });
    // Found in a folder it is taken for what its name says.
    expect(await cdk8sAi(folder, 'adopt', 'in', '--out', 'app', '--no-config')).toMatchObject({ status: 2 });
    expect(await cdk8sAi(folder, 'adopt', 'in/patch.yaml', '--out', 'app', '--no-config')).toMatchObject({ status: 0 });
    const app = path.join(folder, 'app');
    synthesised(app);
    expect(fs.readdirSync(path.join(app, 'originals'))).toEqual(['patch.yaml']);
    expect(await cdk8sAi(app, 'adopt', 'dist', '--compare', 'originals')).toMatchObject({ status: 0, stdout: '1 object: all as in originals\n' });
    fs.writeFileSync(path.join(app, 'originals', 'patch.yaml'), SETTINGS.replace('"on"', '"off"'));
    expect(await cdk8sAi(app, 'adopt', 'dist', '--compare', 'originals')).toMatchObject({ status: 1, stdout: expect.stringContaining('ConfigMap ml/settings: data: ') });
  });

  test('says what is not given back, and what is new', async () => {
    const folder = folderOf({ 'before/patch.yaml': SETTINGS, 'after/a.yaml': SETTINGS.replace('name: settings', 'name: others') });
    expect(await cdk8sAi(folder, 'adopt', 'after', '--compare', 'before', '--no-config'))
      .toMatchObject({ status: 1, stdout: 'ConfigMap ml/settings: is not given back\nConfigMap ml/others: is new\n2 differences\n' });
  });
});

test('texts of manifests stay data in the program', async () => {
  const hostile = '`${process.exit(7)}` \' " \\ \\u2028 */ // \u2028';
  const { app, status } = await adopted({ 'server.yaml': SERVER.replace('value: WARN', `value: ${JSON.stringify(hostile)}`).replace('team: search', 'team: search\n      annotations:\n        note: "*/ \\n process.exit(7) //"') });
  expect(status).toBe(0);
  const { metadata, spec } = named(synthesised(app), 'Deployment').spec.template;
  const original = objectsIn(path.join(app, 'originals'))[0].spec.template;
  expect(original.spec.containers[0].env[1].value).toContain('`${process.exit(7)}` \' " \\ \\u2028 */ //');
  expect([metadata.annotations.note, spec.containers[0].env]).toEqual(['*/ \n process.exit(7) //', original.spec.containers[0].env]);
});

test('cdk8s reads a file in its own process as these tests let it read', () => {
  const file = path.join(folderOf({ 'a.yaml': 'a: 0755\n---\n# nothing\n---\nb: é\n' }), 'a.yaml');
  const here = Yaml.load(file);
  inProcesses();
  expect(here).toHaveLength(2);
  expect(Yaml.load(file)).toEqual(here);
});
