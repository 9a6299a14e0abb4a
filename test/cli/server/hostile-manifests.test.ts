import { FakeApiServer } from './api-server';
import { harmIn, isHarmless, Seen } from './harmless';
import { cdk8sAi, folderOf } from '../program';

/* Whatever manifests say, a server is asked what it serves, looked at for what they refer to, and asked for dry runs: nothing else. */

jest.setTimeout(60_000);

const server = new FakeApiServer('/k8s/clusters/c-1');
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.forget());

async function lint(...objects: object[]) {
  const folder = folderOf({ 'app.json': objects.map(each => JSON.stringify(each)).join('\n'), 'kubeconfig': server.kubeconfig() });
  const run = await cdk8sAi(folder, 'lint', 'app.json', '--format', 'json', '--severity', 'info', '--server', 'kubeconfig');
  return { ...run, findings: JSON.parse(run.stdout).findings as { id: string; field?: string; message: string }[] };
}

const pod = (metadata: object, apiVersion = 'v1', kind = 'Pod') => ({ apiVersion, kind, metadata, spec: { containers: [{ name: 'a', image: 'a:1' }] } });
const writes = () => server.seen.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);
const WRITE = 'dryRun=All&fieldValidation=Strict';

/** Ways out of a path, in every writing. */
const WAYS_OUT = [
  '../api/v1/namespaces/default/pods/http:webpod:18778/proxy/admin/delete#', 'web/proxy/admin/delete', '..', '.', '%2e%2e', '%2E%2E%2Fversion', 'a%2fb', 'a\\..\\b', '//evil.example/',
  'http://127.0.0.1:1/', 'a?dryRun=', 'a?', 'a#', 'a&dryRun=', 'a;b', '\u0000', 'a\r\nHost: evil.example', 'a b', '\ud800', '\uff0e\uff0e/', ' ', '__proto__', 'constructor', 'x'.repeat(20_000),
];

test.each(WAYS_OUT)('%j as apiVersion, kind, namespace, name and reference leads nowhere', async text => {
  const shapes = [
    ...['', '/v1', 'apps/'].flatMap(each => [pod({ name: 'a' }, each + text), pod({ name: 'a' }, text + each)]),
    pod({ name: 'a' }, 'v1', text), pod({ name: text }), pod({ name: 'a', namespace: text }), pod({ name: text, namespace: text }), pod({ generateName: text }),
    { ...pod({ name: 'refers', namespace: 'ml' }), spec: { priorityClassName: text, serviceAccountName: text, containers: [{ name: 'a', image: 'a:1', envFrom: [{ secretRef: { name: text } }] }] } },
    { ...pod({ name: 'refers', namespace: text }), spec: { containers: [{ name: 'a', image: 'a:1', envFrom: [{ secretRef: { name: 'a' } }] }] } },
  ];
  const { status } = await lint(...shapes);
  expect(status).not.toBe(0);
  expect(writes().length).toBeGreaterThan(2);
  expect(server.seen.map(each => harmIn(each, server.prefix)).filter(harm => harm !== undefined)).toEqual([]);
});

test('a version that the server does not list is not asked for', async () => {
  const { findings } = await lint(pod({ name: 'a' }, 'v2'), pod({ name: 'a' }, 'apps'), pod({ name: 'a' }, 'networking.k8s.io/v1', 'Ingress'));
  expect(server.seen.map(({ url }) => url.slice(server.prefix.length))).toEqual(['/version', '/api', '/apis']);
  expect(findings.filter(({ id }) => id === 'AIW1301').map(({ message }) => message)).toEqual([
    'Not found: "v2": the server does not serve Pod of it', 'Not found: "apps": the server does not serve Pod of it', 'Not found: "networking.k8s.io/v1": the server does not serve Ingress of it',
  ]);
});

test('an object is applied by its name, and created where it has none or none that a path can hold', async () => {
  await lint(pod({ name: 'a', namespace: 'ml' }), pod({ generateName: 'a-' }), pod({ name: 'a/proxy' }), { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' } });
  expect(writes().sort()).toEqual([
    `PATCH ${server.prefix}/api/v1/namespaces/ml/pods/a?${WRITE}&fieldManager=cdk8s-ai&force=true`,
    `PATCH ${server.prefix}/api/v1/namespaces/ml?${WRITE}&fieldManager=cdk8s-ai&force=true`,
    `POST ${server.prefix}/api/v1/namespaces/default/pods?${WRITE}`,
    `POST ${server.prefix}/api/v1/namespaces/default/pods?${WRITE}`,
  ]);
});

test('no packed answer is asked for: it may be of any size once it is unpacked', async () => {
  await lint(pod({ name: 'a' }));
  expect(server.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(server.seen.map(() => 'identity'));
});

test('a namespace that no path can hold is said, and nobody is asked', async () => {
  const { findings } = await lint(pod({ name: 'a', namespace: '../kube-system' }));
  expect(writes()).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({
    id: 'AIW1301', field: 'metadata.namespace', message: 'Invalid value: "../kube-system": no namespace can have this name, so the server was not asked',
  }));
});

test('a part of an object is never asked for, whatever kind it has in discovery', async () => {
  const { findings } = await lint(pod({ name: 'a' }, 'v1', 'PodProxyOptions'));
  expect(writes()).toEqual([]);
  expect(findings.map(({ message }) => message)).toContain('Not found: "v1": the server does not serve PodProxyOptions of it');
});

const GET = { method: 'GET', accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' };
const WHOLE = `${WRITE}&fieldManager=cdk8s-ai&force=true`;
test.each<[Seen, boolean]>([
  [{ ...GET, url: '/version' }, true], [{ ...GET, url: '/apis/apps/v1' }, true], [{ ...GET, url: '/api/v1/namespaces/ml/secrets/a' }, true],
  [{ ...GET, url: '/api/v1/namespaces/ml/secrets/a', accept: 'application/json' }, false], [{ ...GET, url: '/api/v1/namespaces/ml/secrets' }, false],
  [{ ...GET, url: '/api/v1/namespaces/ml/pods/a/log' }, false], [{ ...GET, url: '/logs/' }, false], [{ ...GET, url: '/api/../version' }, false],
  [{ ...GET, url: '/api/v1/namespaces/ml/pods/a%2Fproxy' }, false], [{ ...GET, url: '/api/v1/namespaces/ml/pods/a?watch=1' }, false],
  [{ method: 'PATCH', url: `/api/v1/namespaces/ml/pods/a?${WHOLE}` }, true], [{ method: 'PATCH', url: '/api/v1/namespaces/ml/pods/a' }, false],
  [{ method: 'PATCH', url: `/api/v1/namespaces/ml/pods/a?${WHOLE}&dryRun=` }, false], [{ method: 'PATCH', url: `/api/v1/namespaces/ml/pods?${WHOLE}` }, false],
  [{ method: 'PATCH', url: `/api/v1/namespaces/ml/pods/a/status?${WHOLE}` }, false], [{ method: 'POST', url: `/api/v1/namespaces/ml/pods?${WRITE}` }, true],
  [{ method: 'POST', url: `/api/v1/namespaces/ml/pods/a?${WRITE}` }, false], [{ method: 'DELETE', url: `/api/v1/namespaces/ml/pods/a?${WHOLE}` }, false], [{ method: 'PUT', url: '/version' }, false],
])('the judge of requests: %j is harmless: %j', (request, verdict) => expect(isHarmless(request)).toBe(verdict));
