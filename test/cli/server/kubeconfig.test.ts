import * as path from 'path';
import type { TLSSocket } from 'tls';
import { FakeApiServer } from './api-server';
import { ask, POD, refusal } from './asking';
import { SelfSigned, selfSigned } from './certificate';
import { readKubeconfig } from '../../../src/cli/server/kubeconfig';
import { LARGEST_FILE } from '../../../src/cli/server/kubeconfig-section';
import { cdk8sAi, folderOf } from '../program';

/* What a kubeconfig says is heeded as kubectl does, or refused: nothing of it is left out in silence. */

jest.setTimeout(60_000);

const OURS = selfSigned('127.0.0.1', ['api.example']);
const CLIENT = selfSigned('somebody');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const server = new FakeApiServer('', { ...OURS, requestCert: true, rejectUnauthorized: false });
let names: (string | undefined)[] = [];
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  names = [];
  server.forget();
  server.reply = ({ socket }) => { names.push((socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined); };
});

const CA = { 'certificate-authority-data': base64(OURS.cert) };

/** Header that the server sees for a user. */
async function authorization(user: object, cluster: object = CA): Promise<string | undefined> {
  expect(await ask(server, [POD], { user, cluster })).toMatchObject({ findings: [], unusable: [] });
  expect(new Set(server.seen.map(({ headers }) => headers.authorization)).size).toBe(1);
  return server.seen[0].headers.authorization;
}

/** A kubeconfig in a folder with other files, read. */
function read(config: object | string, files: Record<string, string | Buffer> = {}) {
  const folder = folderOf({ ...files, 'sub/kubeconfig': typeof config === 'string' ? config : JSON.stringify(config) });
  return readKubeconfig(path.join(folder, 'sub/kubeconfig'), { allowsPlugins: false, say: () => {} });
}

const config = (user: object, cluster: object = {}, context: object = {}) => ({
  'current-context': 'a',
  'contexts': [{ name: 'a', context: { cluster: 'a', user: 'a', ...context } }],
  'clusters': [{ name: 'a', cluster: { server: 'https://127.0.0.1:6443', ...cluster } }],
  'users': [{ name: 'a', user }],
});

/** The reason of a refusal behind the path of the file. */
const why = async (...given: Parameters<typeof read>) => (await refusal(read(...given))).replace(/^UnusableInput: \S*?kubeconfig: /, '');

const PROXY = 'run kubectl proxy, and name its address as the server of a kubeconfig';

describe('who asks', () => {
  test('a token, or a name with a password, is sent over TLS', async () => {
    expect(await authorization({ token: 'abc' })).toBe('Bearer abc');
    server.seen.length = 0;
    expect(await authorization({ username: 'ann', password: 'x' })).toBe(`Basic ${base64('ann:x')}`);
    server.seen.length = 0;
    expect(await authorization({ username: 'ann' })).toBe(`Basic ${base64('ann:')}`);
    server.seen.length = 0;
    expect(await authorization({ password: 'x' })).toBe(`Basic ${base64(':x')}`);
    server.seen.length = 0;
    expect(await authorization({})).toBeUndefined();
  });

  test('nothing of it is sent without TLS', async () => {
    const open = new FakeApiServer();
    await open.start();
    await ask(open, [POD], { user: { token: 'abc', exec: { command: '/nowhere' } } });
    expect(open.seen.map(({ headers }) => headers.authorization)).toEqual(open.seen.map(() => undefined));
    await open.stop();
  });

  test('a client certificate is shown, from data or from files beside the kubeconfig', async () => {
    await ask(server, [POD], { user: { 'client-certificate-data': base64(CLIENT.cert), 'client-key-data': base64(CLIENT.key) }, cluster: CA });
    expect(new Set(names)).toEqual(new Set(['somebody']));
    const access = await read(config({ 'client-certificate': '../tls/client.crt', 'client-key': '../tls/client.key' }), { 'tls/client.crt': CLIENT.cert, 'tls/client.key': CLIENT.key });
    expect([String(access.cert), String(access.key)]).toEqual([CLIENT.cert, CLIENT.key]);
  });

  test('a token file goes before a token, which counts where the file cannot be read', async () => {
    const files = { token: ' abc\n', empty: ' \n' };
    expect((await read(config({ tokenFile: '../token', token: 'old' }), files)).authorization).toBe('Bearer abc');
    expect((await read(config({ tokenFile: '../none', token: 'old' }), files)).authorization).toBe('Bearer old');
    expect(await why(config({ tokenFile: '../none' }), files)).toBe('user "a": tokenFile: ../none: ENOENT: no such file or directory');
    expect(await why(config({ tokenFile: '../empty' }), files)).toBe('user "a": tokenFile holds no token');
    expect(await why(config({ tokenFile: '..' }), files)).toBe('user "a": tokenFile: ..: is no regular file');
    expect(await why(config({ tokenFile: '/dev/zero' }), files)).toBe('user "a": tokenFile: /dev/zero: is no regular file');
  });

  const data = (cert: string, key: string) => ({ 'client-certificate-data': base64(cert), 'client-key-data': base64(key) });
  const broken = (own: SelfSigned) => own.cert.replace(/[A-Z]/g, '?');
  test.each<[object, string]>([
    [{ token: 'a\r\nX: y' }, 'its token has signs that no header can hold'], [{ token: 'ä' }, 'its token has signs that no header can hold'], [{ token: 12 }, 'token is not a text'],
    [{ token: 'a', username: 'b' }, 'has both a token and a username; kubectl takes one'], [{ token: 'a', password: 'b' }, 'has both a token and a username; kubectl takes one'],
    [{ 'auth-provider': { name: 'oidc' } }, 'auth-provider is not supported; use a credential plugin (exec)'],
    ...[{ as: 'root' }, { 'as-uid': '1' }, { 'as-groups': ['system:masters'] }, { 'as-user-extra': { a: ['b'] } }].map((user): [object, string] =>
      [user, `${Object.keys(user)[0]} is not supported; name a user who asks as himself, or ${PROXY}`]),
    [{ 'client-certificate-data': base64(CLIENT.cert) }, 'client-certificate and client-key belong together, and there is only the first'],
    [{ 'client-key-data': base64(CLIENT.key) }, 'client-certificate and client-key belong together, and there is only the second'],
    [data(CLIENT.cert, OURS.key), 'client-key is not the key of client-certificate'], [data('rubbish', CLIENT.key), 'client-certificate is no certificate in PEM'],
    [data(broken(CLIENT), CLIENT.key), 'client-certificate is no certificate in PEM'], [data(CLIENT.cert, 'rubbish'), 'client-key is no private key in PEM, or one with a passphrase, which nobody is asked for'],
    [{ 'client-certificate-data': '%%%' }, 'client-certificate-data is not base64'], [{ 'client-certificate': 'none.crt' }, 'client-certificate: none.crt: ENOENT: no such file or directory'],
  ])('%j is refused', async (user, text) => expect(await why(config(user))).toBe(`user "a": ${text}`));
});

describe('the server', () => {
  test('is known by its authority, in data with line breaks or in a file, or not looked at', async () => {
    expect(await authorization({}, { 'certificate-authority-data': base64(OURS.cert).replace(/.{64}/g, '$&\n') })).toBeUndefined();
    const access = await read(config({}, { 'certificate-authority': '../ca.crt' }), { 'ca.crt': OURS.cert });
    expect([String(access.ca), access.rejectUnauthorized]).toEqual([OURS.cert, true]);
    expect(await authorization({}, { 'insecure-skip-tls-verify': true })).toBeUndefined();
    expect(await refusal(ask(server, [POD], {}))).toContain('the API server cannot be asked: self-signed certificate');
    expect(await refusal(ask(server, [POD], { cluster: { 'certificate-authority-data': base64(CLIENT.cert) } }))).toContain('the API server cannot be asked: ');
  });

  test('may be known by another name', async () => {
    expect(await authorization({}, { ...CA, 'tls-server-name': 'api.example' })).toBeUndefined();
    expect(await refusal(ask(server, [POD], { cluster: { ...CA, 'tls-server-name': 'other.example' } }))).toContain('does not match certificate\'s altnames');
  });

  test('may be known by another address, which is no name in the handshake', async () => {
    const called: unknown[] = [];
    server.reply = ({ socket }) => { called.push((socket as TLSSocket & { readonly servername?: unknown }).servername); };
    const cluster = { ...CA, server: server.url.replace('127.0.0.1', 'localhost') };
    expect(await authorization({}, { ...cluster, 'tls-server-name': '127.0.0.1' })).toBeUndefined();
    expect(await refusal(ask(server, [POD], { cluster: { ...cluster, 'tls-server-name': '127.0.0.2' } }))).toContain('IP: 127.0.0.2 is not in the cert\'s list: 127.0.0.1');
    expect(await refusal(ask(server, [POD], { cluster }))).toContain('does not match certificate\'s altnames');
    expect(new Set(called)).toEqual(new Set([false]));
  });

  test('may stand behind a path', async () => {
    const proxied = new FakeApiServer('/k8s/clusters/c-1');
    await proxied.start();
    expect(await ask(proxied, [POD])).toMatchObject({ findings: [], unusable: [] });
    expect(await ask(proxied, [POD], { cluster: { server: `${proxied.url}/` } })).toMatchObject({ findings: [], unusable: [] });
    expect(proxied.seen.every(({ url }) => url.startsWith('/k8s/clusters/c-1/'))).toBe(true);
    await proxied.stop();
  });

  test.each<[object, string]>([
    [{ server: '' }, 'has no server'], [{ server: 6443 }, 'server is not a text'], [{ server: 'https://' }, 'server https:// is no URL'],
    [{ server: 'ftp://a' }, 'server ftp://a: an API server is asked over https or http, not ftp'], [{ server: 'localhost:6443' }, 'server localhost:6443: an API server is asked over https or http, not localhost'],
    ...['https://ann:secret@a', 'https://:secret@a', 'https://ann@a', 'https://a?b', 'https://a/?b=c', 'https://a#b'].map((url): [object, string] =>
      [{ server: url }, 'the URL of the server, https://a, has a user, a query or a fragment, which are not sent; it may have a path']),
    [{ 'proxy-url': 'http://proxy' }, `proxy-url is not supported; ask from where the server can be reached directly, or ${PROXY}`],
    [{ 'insecure-skip-tls-verify': 'true' }, 'insecure-skip-tls-verify is not true or false'],
    [{ ...CA, 'insecure-skip-tls-verify': true }, 'certificate-authority and insecure-skip-tls-verify contradict each other'],
    [{ 'certificate-authority-data': base64('rubbish') }, 'certificate-authority is no certificate in PEM'],
  ])('%j is refused', async (cluster, text) => expect(await why(config({}, cluster))).toBe(`cluster "a": ${text}`));

  test('settings that are off, or without an effect here, are taken', async () => {
    const access = await read(config({ as: null, token: '' }, { 'proxy-url': '', 'disable-compression': true, 'insecure-skip-tls-verify': false }, { user: undefined }));
    expect(access).toMatchObject({ namespace: 'default', rejectUnauthorized: true, authorization: undefined });
  });
});

/* What tools write, cut to what they have in common; CA, CERT and KEY stand for base64. */
const EXEC = (command: string, more: string) => `{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ${command}, env: null, interactiveMode: IfAvailable, ${more}}}`;
test.each<[product: string, server: string, cluster: string, context: string, user: string, refused: string]>([
  ['kind and k3s', 'https://127.0.0.1:36443', 'certificate-authority-data: CA', '', '{client-certificate-data: CERT, client-key-data: KEY}', ''],
  ['minikube', 'https://192.168.49.2:8443', 'certificate-authority: ../ca.crt, extensions: [{extension: {provider: minikube.sigs.k8s.io, version: v1.37.0}, name: cluster_info}]',
    'extensions: [{extension: {provider: minikube.sigs.k8s.io}, name: context_info}], namespace: default', '{client-certificate: ../client.crt, client-key: ../client.key}', ''],
  ['AKS', 'https://a-dns-1.hcp.westeurope.azmk8s.io:443', 'certificate-authority-data: CA', '', '{client-certificate-data: CERT, client-key-data: KEY, token: abc}', ''],
  ['OpenShift', 'https://api.example:6443', 'insecure-skip-tls-verify: true', 'namespace: team', '{token: sha256~aB-c_d}', ''],
  ['Rancher', '"https://rancher.example/k8s/clusters/c-m-abc"', 'certificate-authority-data: "CA\\\n      "', '', '{token: "kubeconfig-u-abc:xyz"}', ''],
  ['Tailscale', 'https://operator.tail1.ts.net', '', '', '{token: unused}', ''],
  ['a service account', 'https://10.0.0.1', 'certificate-authority: ../ca.crt', 'namespace: team', '{tokenFile: ../token}', ''],
  ['EKS', 'https://ABC.gr7.eu-west-1.eks.amazonaws.com', 'certificate-authority-data: CA', '', EXEC('aws', 'args: [eks, get-token], provideClusterInfo: false'), 'aws'],
  ['GKE', 'https://34.1.2.3', 'certificate-authority-data: CA', '', EXEC('gke-gcloud-auth-plugin', 'installHint: install it, provideClusterInfo: true'), 'gke-gcloud-auth-plugin'],
  ['Teleport', 'https://teleport.example:443', 'certificate-authority-data: CA, tls-server-name: kube-teleport-proxy-alpn.teleport.example', 'extensions: [{extension: a, name: teleport.kube.name}]',
    EXEC('/usr/local/bin/tsh', 'args: [kube, credentials]'), '/usr/local/bin/tsh'],
])('the kubeconfig of %s', async (_, url, cluster, context, user, refused) => {
  const text = `apiVersion: v1\nkind: Config\npreferences: {}\ncurrent-context: a/b@c\ncontexts:\n- context: {cluster: c, user: u, ${context}}\n  name: a/b@c\nclusters:\n- cluster: {server: ${url}, ${cluster}}\n  name: c\nusers:\n- name: u\n  user: ${user}\n`
    .replace(/\bCA\b/, base64(OURS.cert)).replace(/\bCERT\b/, base64(CLIENT.cert)).replace(/\bKEY\b/, base64(CLIENT.key));
  const files = { 'ca.crt': OURS.cert, 'client.crt': CLIENT.cert, 'client.key': CLIENT.key, 'token': 'abc\n' };
  if (refused === '') {
    expect((await read(text, files)).url.href).toBe(new URL(`${url.replaceAll('"', '')}/`).href);
  } else {
    expect(await why(text, files)).toBe(`exec: the kubeconfig wants the program ${refused} run for credentials; --allow-exec-plugin allows it`);
  }
});

describe('the file', () => {
  test.each<[string | object, string]>([
    ['', 'is empty'], ['a: [', 'line 1: '], ['- a', 'current-context is missing'], ['current-context: 7', 'current-context is missing'],
    [{ 'current-context': 'b' }, 'contexts has no entry "b"'], [{ 'current-context': 'x'.repeat(500) }, `contexts has no entry "${'x'.repeat(100)}…"`],
    [config({}, {}, { cluster: 'b' }), 'clusters has no entry "b"'], [config({}, {}, { cluster: null }), 'clusters has no entry ""'], [config({}, {}, { user: 'b' }), 'users has no entry "b"'],
    [config({}, {}, { namespace: '../x' }), 'context "a": namespace ../x: a lowercase RFC 1123 label must consist'],
    [' '.repeat(LARGEST_FILE + 1), 'has more than 4 MiB'],
  ])('%.100j is refused', async (given, text) => expect((await why(given)).startsWith(text)).toBe(true));

  test('is one', async () => {
    const run = (name: string) => cdk8sAi(folderOf({ 'app.json': JSON.stringify(POD) }), 'lint', 'app.json', '--server', name);
    expect(await run('none')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: none: ENOENT: no such file or directory\n' });
    expect(await run(['one', 'two'].join(path.delimiter))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^cdk8s-ai: one.two: names several files, which are not merged here: write them into one \(kubectl config view --flatten > all\.yaml\)\n$/),
    });
    expect(await run('.')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: .: EISDIR: illegal operation on a directory\n' });
  });

  test('says the namespace of objects without one', async () => {
    await ask(server, [{ ...POD, metadata: { name: 'a' } }], { cluster: CA, context: { namespace: 'team' } });
    expect(server.seen.at(-1)!.url).toMatch(/^\/api\/v1\/namespaces\/team\/pods\/a\?/);
  });
});
