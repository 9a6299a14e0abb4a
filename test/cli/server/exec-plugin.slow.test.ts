import * as fs from 'fs';
import * as path from 'path';
import type { TLSSocket } from 'tls';
import { FakeApiServer } from './api-server';
import { ask, POD, refusal } from './asking';
import { selfSigned } from './certificate';
import { readKubeconfig } from '../../../src/cli/server/kubeconfig';
import { cdk8sAi, folderOf } from '../program';

/* A kubeconfig may name a program for credentials: it runs only where somebody allows it, and nothing that it does is taken on trust. */

jest.setTimeout(60_000);

const OURS = selfSigned('127.0.0.1');
const CLIENT = selfSigned('somebody');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const CA = { 'certificate-authority-data': base64(OURS.cert) };

const server = new FakeApiServer('', { ...OURS, requestCert: true, rejectUnauthorized: false });
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.forget());

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
  const names: unknown[] = [];
  server.reply = ({ socket }) => { names.push((socket as TLSSocket).getPeerCertificate().subject?.CN); };
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
  const named = async (command: string) => {
    const folder = folderOf({ 'sub/kubeconfig': server.kubeconfig({ exec: { command } }) });
    return refusal(readKubeconfig(path.join(folder, 'sub/kubeconfig'), { allowsPlugins: false, say: () => {} }));
  };
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

test('needs no arguments', async () => {
  const folder = folderOf({ plugin: `#!${process.execPath}\nconsole.log(JSON.stringify({ apiVersion: '${V1}', kind: 'ExecCredential', status: { token: 'abc' } }))` });
  fs.chmodSync(path.join(folder, 'plugin'), 0o755);
  await asked({ exec: { apiVersion: V1, command: path.join(folder, 'plugin') } });
  expect(server.seen[0].headers.authorization).toBe('Bearer abc');
});

/** Until what was closed is. */
const settled = () => new Promise(resolve => setTimeout(resolve, 50));

test('may leave behind what holds its standard error open', async () => {
  const leaving = 'require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 5000)"], { stdio: ["ignore", "ignore", "inherit"] }).unref(); console.error("open a browser"); give({ token: "abc" })';
  const folder = folderOf({ kubeconfig: server.kubeconfig(plugin(leaving), CA) });
  const said: string[] = [];
  const { authorization } = await readKubeconfig(`${folder}/kubeconfig`, { allowsPlugins: true, say: text => said.push(text), patience: 3000 });
  expect([authorization, said[1]]).toEqual(['Bearer abc', `${path.basename(process.execPath)}: open a browser`]);
});

test('that does not end is ended, with what it holds open', async () => {
  const pipes = () => process.getActiveResourcesInfo().filter(each => each === 'PipeWrap').length;
  await settled();
  const before = pipes();
  const holding = 'require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 3000)"], { stdio: "inherit" }); setTimeout(() => {}, 60000)';
  const folder = folderOf({ kubeconfig: server.kubeconfig(plugin(holding), CA) });
  const read = readKubeconfig(`${folder}/kubeconfig`, { allowsPlugins: true, say: () => {}, patience: 1500 });
  expect(await refusal(read)).toContain('the credential plugin failed: it had not ended within 2 s');
  await settled();
  expect(pipes()).toBe(before);
});
