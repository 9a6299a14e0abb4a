import * as fs from 'fs';
import * as path from 'path';
import type { TLSSocket } from 'tls';
import { FakeApiServer } from './api-server';
import { ask, POD, refusal } from './asking';
import { SelfSigned, selfSigned } from './certificate';
import { LARGEST_FILE } from '../../../src/cli/server/kubeconfig-section';
import { readKubeconfig } from '../../../src/cli/server/kubeconfig';
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
  'current-context': 'a', 'contexts': [{ name: 'a', context: { cluster: 'a', user: 'a', ...context } }],
  'clusters': [{ name: 'a', cluster: { server: 'https://127.0.0.1:6443', ...cluster } }], 'users': [{ name: 'a', user }],
});

/** The reason of a refusal behind the path of the file. */
const why = async (...given: Parameters<typeof read>) => (await refusal(read(...given))).replace(/^UnusableInput: \S*?kubeconfig: /, '');

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
    const files = { 'token': ' abc\n', 'empty': ' \n' };
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
      [user, `${Object.keys(user)[0]} is not supported; name a user who is asked for by himself`]),
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
    [{ 'proxy-url': 'http://proxy' }, 'proxy-url is not supported; ask from where the server can be reached directly'],
    [{ 'insecure-skip-tls-verify': 'true' }, 'insecure-skip-tls-verify is not true or false'],
    [{ ...CA, 'insecure-skip-tls-verify': true }, 'certificate-authority and insecure-skip-tls-verify contradict each other'],
    [{ 'certificate-authority-data': base64('rubbish') }, 'certificate-authority is no certificate in PEM'],
  ])('%j is refused', async (cluster, text) => expect(await why(config({}, cluster))).toBe(`cluster "a": ${text}`));

  test('settings that are off, or without an effect here, are taken', async () => {
    const access = await read(config({ as: null, token: '' }, { 'proxy-url': '', 'disable-compression': true, 'insecure-skip-tls-verify': false }, { user: undefined }));
    expect(access).toMatchObject({ namespace: 'default', rejectUnauthorized: true, authorization: undefined });
  });
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
    expect(await run('.')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: .: EISDIR: illegal operation on a directory\n' });
  });

  test('says the namespace of objects without one', async () => {
    await ask(server, [{ ...POD, metadata: { name: 'a' } }], { cluster: CA, context: { namespace: 'team' } });
    expect(server.seen.at(-1)!.url).toMatch(/^\/api\/v1\/namespaces\/team\/pods\/a\?/);
  });
});

describe('a credential plugin', () => {
  const V1 = 'client.authentication.k8s.io/v1';
  const marks = path.join(folderOf({}), 'ran');

  /** A plugin of some lines of JavaScript, with `give` for its answer. */
  function plugin(script: string, more: object = {}) {
    const folder = folderOf({ 'plugin.js': `require('fs').appendFileSync(${JSON.stringify(marks)}, 'x');\nconst give = (status, more) => console.log(JSON.stringify({ apiVersion: '${V1}', kind: 'ExecCredential', status, ...more }));\n${script}` });
    return { exec: { apiVersion: V1, command: process.execPath, args: [path.join(folder, 'plugin.js')], interactiveMode: 'Never', ...more } };
  }
  const runs = () => fs.existsSync(marks) ? fs.readFileSync(marks, 'utf8').length : 0;
  const asked = (user: object, cluster: object = CA) => ask(server, [POD], { user, cluster, allowsPlugins: true });
  const problem = async (user: object) => (await refusal(asked(user))).replace(/^UnusableInput: \S*?kubeconfig: exec: /, '');

  beforeEach(() => fs.rmSync(marks, { force: true }));

  test('does not run unless somebody allows it, and the refusal names it and the way', async () => {
    const folder = folderOf({ 'app.json': JSON.stringify(POD), 'kubeconfig': server.kubeconfig(plugin('give({ token: "abc" })'), CA) });
    const { status, stderr } = await cdk8sAi(folder, 'lint', 'app.json', '--server', 'kubeconfig');
    expect([status, stderr, runs(), server.seen.length]).toEqual([2, `cdk8s-ai: kubeconfig: exec: the kubeconfig wants the program ${process.execPath} run for credentials; --allow-exec-plugin allows it\n`, 0, 0]);
    const allowed = await cdk8sAi(folder, 'lint', 'app.json', '--server', 'kubeconfig', '--allow-exec-plugin');
    expect([allowed.stderr, runs(), server.seen[0].headers.authorization]).toEqual([`cdk8s-ai: runs the credential plugin ${process.execPath}\n`, 1, 'Bearer abc']);
  });

  test('does not run for what the kubeconfig has', async () => {
    await asked({ ...plugin('give({ token: "other" })'), token: 'abc' });
    await asked({ ...plugin('give({ token: "other" })'), 'client-certificate-data': base64(CLIENT.cert), 'client-key-data': base64(CLIENT.key) });
    expect([runs(), server.seen[0].headers.authorization]).toEqual([0, 'Bearer abc']);
  });

  test('gives a certificate', async () => {
    await asked(plugin(`give({ clientCertificateData: ${JSON.stringify(CLIENT.cert)}, clientKeyData: ${JSON.stringify(CLIENT.key)}, expirationTimestamp: '2999-01-01T00:00:00Z' })`));
    expect(new Set(names)).toEqual(new Set(['somebody']));
  });

  test('gets what the kubeconfig says, and nothing on its standard input', async () => {
    const echo = 'require("fs").writeFileSync(process.env.TO, JSON.stringify([process.env.KUBERNETES_EXEC_INFO, require("fs").readFileSync(0, "utf8"), process.argv.slice(2)])); give({ token: "abc" })';
    const to = path.join(folderOf({}), 'seen');
    const given = plugin(echo, { env: [{ name: 'TO', value: to }, { name: 'BLANK' }], provideClusterInfo: true });
    const extensions = [{ name: 'other', extension: {} }, { name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } }];
    const seen = () => { const [info, ...rest] = JSON.parse(fs.readFileSync(to, 'utf8')); return [JSON.parse(info), ...rest]; };
    await asked({ exec: { ...given.exec, args: [...given.exec.args, 'a b'] } }, { ...CA, extensions });
    expect(seen()).toEqual([{ apiVersion: V1, kind: 'ExecCredential', spec: { interactive: false, cluster: { server: server.url, ...CA, config: { audience: 'x' } } } }, '', ['a b']]);
    await asked({ exec: { ...given.exec, provideClusterInfo: false } });
    expect(seen()[0].spec).toEqual({ interactive: false });
    await asked(given, { 'insecure-skip-tls-verify': true, 'tls-server-name': 'api.example' });
    expect(seen()[0].spec.cluster).toEqual({ 'server': server.url, 'insecure-skip-tls-verify': true, 'tls-server-name': 'api.example' });
  });

  test('with a slash in its name stands beside the kubeconfig, and without one in the path', async () => {
    const named = async (command: string) => refusal(read(config({ exec: { command } })));
    expect(await named('./bin/get-token')).toMatch(/wants the program \/.*\/sub\/bin\/get-token run/);
    expect(await named('get-token')).toContain('wants the program get-token run');
  });

  test('is heard while it runs, line by line, as much as somebody reads', async () => {
    const { said } = await asked(plugin('process.stderr.write("open https://login.example\\n\\u001b[31m::error::x\\n" + "y\\n".repeat(500) + "z".repeat(5000)); give({ token: "abc" })'));
    const name = path.basename(process.execPath);
    expect(said.slice(0, 4)).toEqual([`runs the credential plugin ${process.execPath}`, `${name}: open https://login.example`, `${name}: \u001b[31m::error::x`, `${name}: y`]);
    expect(said).toHaveLength(51);
    expect((await asked(plugin('process.stderr.write("z".repeat(5000)); give({ token: "abc" })'))).said[1]).toBe(`${name}: ${'z'.repeat(1000)}…`);
  });

  const GIVE = 'give({ token: "abc" })';
  test.each<[string, string, object, string]>([
    ['fails', 'process.exit(3)', {}, 'the credential plugin failed: it ended with status 3'],
    ['fails, with a hint', 'process.exit(3)', { installHint: 'install it' }, 'the credential plugin failed: it ended with status 3; its kubeconfig says: install it'],
    ['is killed', 'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 60000)', {}, 'the credential plugin failed: it ended with SIGTERM'],
    ['is not there', '', { command: '/nowhere/get-token' }, 'the credential plugin failed: spawn /nowhere/get-token ENOENT'],
    ['has a name that no program has', '', { command: 'a\0b' }, 'the credential plugin failed: The argument \'file\' must be a string without null bytes. Received \'a\\x00b\''],
    ['writes without an end', 'const more = () => { while (process.stdout.write("x".repeat(65536))); }; process.stdout.on("drain", more); more();', {}, 'the credential plugin failed: it wrote more than 1 MiB'],
    ['writes rubbish', 'console.log("rubbish")', {}, `the credential plugin wrote no ExecCredential of ${V1}`], ['writes a list', 'console.log("[]")', {}, `the credential plugin wrote no ExecCredential of ${V1}`],
    ['writes another kind', 'give({ token: "abc" }, { kind: "Secret" })', {}, `the credential plugin wrote no ExecCredential of ${V1}`],
    ['writes another version', GIVE, { apiVersion: `${V1}beta1` }, `the credential plugin wrote no ExecCredential of ${V1}beta1`],
    ['gives nothing', 'give({})', {}, 'the credential plugin gave neither a token nor a certificate'], ['gives no text', 'give({ token: 7 })', {}, 'the credential plugin gave neither a token nor a certificate'],
    ['gives what is over', 'give({ token: "abc", expirationTimestamp: "2020-01-01T00:00:00Z" })', {}, 'the credential plugin gave a credential whose end is past'],
    ['gives no time', 'give({ token: "abc", expirationTimestamp: "soon" })', {}, 'the credential plugin gave a credential whose end is no time'],
    ['gives a number for a time', 'give({ token: "abc", expirationTimestamp: 7 })', {}, 'the credential plugin gave a credential whose end is no time'],
    ['has no command', '', { command: '' }, 'has no command'], ['has no version', '', { apiVersion: null }, `apiVersion  is none of ${V1}, ${V1}beta1`],
    ['has an old version', '', { apiVersion: `${V1}alpha1` }, `apiVersion ${V1}alpha1 is none of ${V1}, ${V1}beta1`], ['wants to ask', '', { interactiveMode: 'Always' }, 'interactiveMode is Always, and nobody can be asked here'],
    ['has numbers for arguments', '', { args: [1] }, 'args is no list of texts'], ['has a text for arguments', '', { args: 'a' }, 'args is no list of texts'], ['has a map for variables', '', { env: {} }, 'env is no list'],
    ...[{}, { name: '' }, { name: 'A=B', value: 'x' }, { name: 'A', value: 1 }, { name: 'A', value: 'a\0b' }].map((each): [string, string, object, string] =>
      [`has the variable ${JSON.stringify(each)}`, '', { env: [each] }, 'env has an entry without a name and a text']),
  ])('that %s is refused', async (_, script, more, text) => expect(await problem(plugin(script, more))).toBe(text));

  test('that gives half a certificate, or a token that no header holds, is refused', async () => {
    expect(await refusal(asked(plugin(`give({ clientKeyData: ${JSON.stringify(CLIENT.key)} })`)))).toContain('belong together');
    expect(await refusal(asked(plugin('give({ token: "a b" })')))).toContain('its token has signs that no header can hold');
  });

  test('that does not end is ended, with what it holds open', async () => {
    const folder = folderOf({ kubeconfig: server.kubeconfig(plugin('require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 2000)"], { stdio: "inherit" }); setTimeout(() => {}, 60000)'), CA) });
    expect(await refusal(readKubeconfig(`${folder}/kubeconfig`, { allowsPlugins: true, say: () => {}, patience: 500 }))).toContain('the credential plugin failed: it had not ended within 1 s');
  });
});
