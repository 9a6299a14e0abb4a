import * as fs from 'fs';
import * as http from 'http';
import * as https from 'https';
import { AddressInfo } from 'net';
import { cdk8sAi, folderOf, SERVICE } from '../../test/cli/program';
import { harmIn, Seen } from '../../test/cli/server/harmless';
import { ApiServer, startApiServer } from '../harness/api-server';

/* `lint --server` against a real API server of an older minor: what it refuses, drops and warns about is merged with the findings. */

let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer({ minor: '1.34' });
  await server.client.ensureNamespace('ml');
}, 120_000);

afterAll(() => server?.stop());

const POD = `apiVersion: v1
kind: Pod
metadata: {name: llm, namespace: ml, labels: {app: llm-router}}
spec:
  containers:
  - name: main
    image: registry.example/llm:1
`;

async function lint(manifests: string, ...options: string[]) {
  const run = await cdk8sAi(folderOf({ 'app.yaml': manifests }), 'lint', 'app.yaml', '--format', 'json', '--server', server.kubeconfig, ...options);
  return { ...run, findings: JSON.parse(run.stdout).findings as { id: string; field?: string; line?: number; message: string }[] };
}

test('what is right is right for both, and nothing is stored', async () => {
  expect(await lint(`${SERVICE}---\n${POD}`, '--kubernetes', '1.34')).toMatchObject({ status: 0, findings: [] });
  expect(await server.client.list('v1', 'Service', 'ml')).toEqual([]);
});

test('a refusal of the server stands beside ours, at the same field and line', async () => {
  const { findings, status } = await lint(`${SERVICE.replace('port: 80', 'port: 0')}---\n${POD}`, '--kubernetes', '1.34');
  expect(status).toBe(1);
  const fields = (id: string) => findings.filter(finding => finding.id === id).map(({ field, line }) => [field, line]);
  expect(fields('AIW1301')).toEqual([['spec.ports[0].port', 10], ['spec.ports[0].targetPort', 10]]);
  expect(fields('AIW1203')).toEqual(expect.arrayContaining([['spec.ports[0].port', 10]]));
});

test('what it never gives back is not dropped, and what it repeats of a Secret is not told', async () => {
  const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader, namespace: ml}\nrules: []\n';
  const secret = (name: string, content: string) => `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: ml}\nstringData: {password: ${content}}\n`;
  const { findings } = await lint(`${role}---\n${secret('right', 'hunter2')}---\n${secret('wrong', '[hunter2]')}`);
  expect(findings.filter(({ id }) => id.startsWith('AIW13')).map(({ id, message }) => [id, message.slice(-50)])).toEqual([['AIW1301', 'ind=Secret): .stringData.password: expected string, …'.slice(-50)]]);
});

test('a field that this server drops, though the asked minor keeps it', async () => {
  const image = POD.replace('spec:\n', 'spec:\n  volumes: [{name: weights, image: {reference: registry.example/weights:1}}]\n');
  const { findings } = await lint(`${SERVICE}---\n${image}`, '--kubernetes', '1.36');
  expect(findings.filter(finding => finding.id.startsWith('AIW13')).map(({ id, field }) => [id, field])).toEqual([['AIW1302', 'spec.volumes']]);
});

test('a kind that the server does not serve', async () => {
  const { findings } = await lint('apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: train, namespace: ml}\nspec: {pytorchReplicaSpecs: {Worker: {template: {spec: {containers: [{name: pytorch, image: train}]}}}}}\n');
  expect(findings.filter(finding => finding.id === 'AIW1301')).toMatchObject([{ field: 'apiVersion', message: 'Not found: "kubeflow.org/v1": the server does not serve PyTorchJob of it' }]);
});

test('a namespace that comes with the same input is not missing', async () => {
  const ours = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: fresh}\n';
  const elsewhere = `${SERVICE}---\n${POD}`.replaceAll('namespace: ml', 'namespace: fresh');
  expect((await lint(elsewhere)).findings.filter(finding => finding.id === 'AIW1301')).toHaveLength(2);
  expect((await lint(`${ours}---\n${elsewhere}`)).findings.filter(finding => finding.id === 'AIW1301')).toEqual([]);
});

describe('what the input refers to and does not hold', () => {
  const USER = POD.replace('name: llm, namespace', 'name: user, namespace').replace('image: registry.example/llm:1\n', `image: registry.example/llm:1
    envFrom: [{secretRef: {name: in-the-cluster}}, {secretRef: {name: nowhere}}, {configMapRef: {name: settings}}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
  priorityClassName: urgent
`);
  /** The first Secret and ConfigMap of an input make a missing one an error. */
  const OTHERS = 'apiVersion: v1\nkind: Secret\nmetadata: {name: ours, namespace: ml}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ours, namespace: ml}\n---\n';
  const missing = (found: readonly { message: string }[]) => found.map(({ message }) => /(in-the-cluster|nowhere|settings|"data"|urgent)/.exec(message)?.[1]).filter(name => name !== undefined);

  beforeAll(async () => {
    await server.client.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'in-the-cluster', namespace: 'ml' } });
    await server.client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'ml' } });
    await server.client.create({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'urgent' }, value: 1000 } as never);
  });

  test('is asked of the cluster: only what it lacks as well is missing', async () => {
    const file = folderOf({ 'app.yaml': OTHERS + USER });
    const alone = JSON.parse((await cdk8sAi(file, 'lint', 'app.yaml', '--format', 'json')).stdout).findings;
    expect(missing(alone)).toEqual(expect.arrayContaining(['in-the-cluster', 'nowhere', 'settings']));
    const { findings } = await lint(OTHERS + USER);
    expect([...new Set(missing(findings.filter(({ id }) => !id.startsWith('AIW13'))))].sort()).toEqual(['"data"', 'nowhere']);
  });

  test('a name that is no part of a path is asked of nobody', async () => {
    const { findings } = await lint(OTHERS + USER.replace('name: nowhere', 'name: "../../../version"'));
    expect(findings.some(({ message }) => message.includes('../../../version'))).toBe(true);
  });
});

describe('manifests that want more than a dry run', () => {
  const asked: Seen[] = [];
  let proxy: http.Server;
  let kubeconfig: string;

  /** What stands in front of the server notes each request, and passes it on as it is. */
  beforeAll(async () => {
    const { url, token, ca } = server.client.endpoint;
    proxy = http.createServer((request, response) => {
      asked.push({ method: request.method!, url: request.url!, accept: request.headers.accept });
      const { host, ...headers } = request.headers;
      const passed = https.request(new URL(url), {
        path: request.url, method: request.method, ca, checkServerIdentity: () => undefined, headers: { ...headers, authorization: `Bearer ${token}` },
      }, answer => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)));
      request.pipe(passed);
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    const cluster = { server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    kubeconfig = JSON.stringify({ 'current-context': 'a', 'contexts': [{ name: 'a', context: { cluster: 'a' } }], 'clusters': [{ name: 'a', cluster }] });
  });

  afterAll(done => { proxy.close(done); });

  test.each([
    ['apiVersion', POD.replace('apiVersion: v1', 'apiVersion: "../api/v1/namespaces/default/pods/http:webpod:18778/proxy/admin/delete#"')],
    ['apiVersion of a group', POD.replace('apiVersion: v1', 'apiVersion: "apps/../../api/v1/namespaces/default/pods/http:webpod:18778/proxy/admin/delete?"')],
    ['kind', POD.replace('kind: Pod', 'kind: PodProxyOptions')],
    ['name', POD.replace('name: llm,', 'name: "webpod/proxy/admin/delete",')],
    ['escaped name', POD.replace('name: llm,', 'name: "webpod%2Fproxy",')],
    ['namespace', POD.replace('namespace: ml', 'namespace: "ml/pods/webpod/proxy/admin/delete?"')],
  ])('by their %s get none of it', async (_, manifest) => {
    asked.length = 0;
    const folder = folderOf({ 'app.yaml': `${manifest}---\n${SERVICE}`, 'kubeconfig': kubeconfig });
    const run = await cdk8sAi(folder, 'lint', 'app.yaml', '--format', 'json', '--server', 'kubeconfig');
    expect(run).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(run.stdout).findings.some(({ id }: { id: string }) => id === 'AIW1301')).toBe(true);
    expect(asked.map(each => harmIn(each)).filter(harm => harm !== undefined)).toEqual([]);
    expect(asked.some(({ method, url }) => method === 'PATCH' && url.startsWith('/api/v1/namespaces/ml/services/router?dryRun=All&'))).toBe(true);
    expect(await server.client.list('v1', 'Pod', 'ml')).toEqual([]);
  });
});

test('a server that cannot be reached, or a kubeconfig that says nothing, is unusable', async () => {
  const folder = folderOf({ 'app.yaml': POD, 'dead': fs.readFileSync(server.kubeconfig, 'utf8').replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'), 'empty': 'kind: Config\n' });
  expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--server', 'dead')).toMatchObject({ status: 2, stderr: expect.stringContaining('the API server cannot be asked') });
  expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--server', 'empty')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: empty: current-context is missing\n' });
});
