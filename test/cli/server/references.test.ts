import { FakeApiServer, json, Served, USUAL } from './api-server';
import { ask } from './asking';
import { ADDRESSES, Missed, MOST_REFERENCES } from '../../../src/cli/server/references';
import { cdk8sAi, folderOf } from '../program';

/* `lint --server` looks up what the input refers to and does not hold; what a real server answers is in cluster/tests/live-server.test.ts. */

jest.setTimeout(60_000);

const server = new FakeApiServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.forget());

const OURS = 'apiVersion: v1\nkind: Secret\nmetadata: {name: ours, namespace: ml}\n';
const pod = (...secrets: readonly string[]) => `apiVersion: v1\nkind: Pod\nmetadata: {name: llm, namespace: ml}\nspec:\n  containers: [{name: main, image: "a:1", envFrom: [${
  secrets.map(name => `{secretRef: {name: ${name}}}`).join(', ')}]}]\n`;

async function lint(manifests: string, context: object = {}) {
  const folder = folderOf({ 'app.yaml': manifests, 'kubeconfig': server.kubeconfig({}, {}, context) });
  const run = await cdk8sAi(folder, 'lint', 'app.yaml', '--format', 'json', '--severity', 'info', '--server', 'kubeconfig');
  const missing = (JSON.parse(run.stdout).findings as { message: string }[]).filter(({ message }) => message.includes('theirs'));
  return { ...run, missing };
}

/** What the server says to whoever looks for a Secret. */
function whereLookedFor(status: number, said: object): void {
  server.reply = (request, response) => request.method === 'GET' && request.url!.includes('/secrets/theirs') && json(response, status, said);
}

test('what the cluster has is not missing; only its metadata is asked for', async () => {
  whereLookedFor(200, { kind: 'PartialObjectMetadata', metadata: { name: 'theirs' } });
  expect(await lint(`${OURS}---\n${pod('theirs')}`)).toMatchObject({ missing: [], stderr: '' });
  expect(server.seen.filter(({ url }) => url.includes('theirs'))).toMatchObject([
    { method: 'GET', url: '/api/v1/namespaces/ml/secrets/theirs', accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
  ]);
});

test('an object without a namespace lives where the kubeconfig says, and so does what it refers to', async () => {
  whereLookedFor(200, { kind: 'PartialObjectMetadata', metadata: { name: 'theirs' } });
  const somewhere = `${OURS}---\n${pod('theirs')}`.replaceAll(', namespace: ml', '');
  const looks = () => server.seen.filter(({ method }) => method === 'GET').map(({ url }) => url).filter(url => url.includes('theirs'));
  expect(await lint(somewhere, { namespace: 'team' })).toMatchObject({ missing: [], stderr: '' });
  expect(looks()).toEqual(['/api/v1/namespaces/team/secrets/theirs']);
  server.forget();
  expect((await lint(somewhere.replace('name: ours', 'name: theirs, namespace: team'), { namespace: 'team' })).missing).toEqual([]);
  server.forget();
  expect((await lint(somewhere)).missing).not.toEqual([]);
  expect(looks()).toEqual(['/api/v1/namespaces/default/secrets/theirs']);
});

test('what it lacks as well, is missing', async () => {
  const { missing, stderr } = await lint(`${OURS}---\n${pod('theirs')}`);
  expect([missing.length > 0, stderr]).toEqual([true, '']);
});

test.each([
  ['may not be looked up', 403, { kind: 'Status' }, 'the account may not look up Secret in ml (status 403): what is said of them is what the files say'],
  ['is not told', 500, { kind: 'Status' }, 'the API server does not say which Secret in ml there are (status 500): what is said of them is what the files say'],
  ['is another object', 200, { metadata: { name: 'another' } }, 'the API server does not say which Secret in ml there are (status 200): what is said of them is what the files say'],
  ['is rubbish', 200, { metadata: 'theirs' }, 'the API server does not say which Secret in ml there are (status 200): what is said of them is what the files say'],
])('what %s is said, and the files keep the last word', async (_, status, said, text) => {
  whereLookedFor(status, said);
  const { missing, stderr } = await lint(`${OURS}---\n${pod('theirs')}`);
  expect([missing.length > 0, stderr]).toEqual([true, `cdk8s-ai: ${text}\n`]);
});

test('a kind without a namespace that may not be looked up is said as well', async () => {
  server.reply = (request, response) => request.url!.endsWith('/priorityclasses/urgent') && json(response, 403, { kind: 'Status' });
  const { stderr } = await lint(pod('theirs').replace('spec:\n', 'spec:\n  priorityClassName: urgent\n'));
  expect(stderr).toBe('cdk8s-ai: the account may not look up PriorityClass (status 403): what is said of them is what the files say\n');
});

test('a kind that the server says lives in no namespace is not looked for in one', async () => {
  server.served = { v1: [{ name: 'pods', kind: 'Pod', namespaced: true }, { name: 'secrets', kind: 'Secret' }] };
  await lint(pod('theirs'));
  expect(server.seen.filter(({ url }) => url.includes('theirs'))).toEqual([]);
});

test('a kind that the server has in another version is looked for in that one', async () => {
  const queue = { kind: 'LocalQueue', place: 'ml', name: 'ours' };
  const resources = [{ name: 'localqueues', kind: 'LocalQueue', namespaced: true }];
  const looked = async (served: Served) => {
    server.forget();
    server.served = { ...USUAL, ...served };
    server.reply = (request, response) => request.url!.endsWith('/localqueues/ours') && json(response, 200, { metadata: { name: 'ours' } });
    const { outside } = await ask(server, [], { references: [queue] });
    return [outside.has(queue.kind, queue.place, queue.name), server.seen.at(-1)!.url];
  };
  expect(await looked({ 'kueue.x-k8s.io/v1': [], 'kueue.x-k8s.io/v1beta2': resources })).toEqual([true, '/apis/kueue.x-k8s.io/v1beta2/namespaces/ml/localqueues/ours']);
  expect(await looked({ 'kueue.x-k8s.io/v1beta2': resources, 'kueue.x-k8s.io/v1beta1': resources })).toEqual([true, '/apis/kueue.x-k8s.io/v1beta1/namespaces/ml/localqueues/ours']);
  expect(await looked({ 'other.example/v1': resources })).toEqual([false, '/apis']);
});

test('more references than a repository has are left to the files, and it says so', async () => {
  const names = Array.from({ length: MOST_REFERENCES + 5 }, (_, index) => `theirs-${index}`);
  const { stderr } = await lint(pod(...names));
  expect(server.seen.filter(({ url }) => url.includes('theirs'))).toHaveLength(MOST_REFERENCES);
  expect(stderr).toMatch(/^cdk8s-ai: the cluster was asked for the first 500 of 50\d objects that are not in the input\n$/);
});

test('what somebody declares to be there is not looked up', () => {
  const missed = new Missed({ has: (_kind, _place, name) => name === 'declared' });
  expect(['declared', 'theirs', 'theirs'].map(name => missed.has('Secret', 'ml', name))).toEqual([true, false, false]);
  expect(missed.references).toEqual([{ kind: 'Secret', place: 'ml', name: 'theirs' }]);
});

test.each(Object.entries(ADDRESSES))('%s lives in %s, a version as servers have them', (kind, version) => {
  expect(kind).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(version).toMatch(/^([a-z][a-z0-9-]*(\.[a-z0-9-]+)*\/)?v[0-9]+((alpha|beta)[0-9]+)?$/);
});
