import { execFileSync, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, DEPLOYMENT, folderOf, Run, SERVICE } from '../../../cli/program';

/** What a folder with one strange file gives: its problem, and that of the good file behind it. */
async function beside(name: string, content: string | Buffer): Promise<{ readonly run: Run; readonly said: string[] }> {
  const folder = folderOf({ [name]: content, 'z-good.yaml': APP });
  const run = await cdk8sAi(folder, 'lint', '.', '--format', 'json');
  const { findings } = JSON.parse(run.stdout) as { findings: { id: string; file: string; line: number; message: string }[] };
  return { run, said: findings.map(({ id, file, line, message }) => `${id} ${file}:${line} ${message}`) };
}

const GOOD = expect.stringMatching(/^AIW2103 z-good\.yaml:23 /);
const aliases = Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${i === 0 ? '"x"' : Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`).join('\n');

describe('a file that cannot be read is told with its line, and the other files are checked', () => {
  test.each<[what: string, name: string, content: string | Buffer, line: number, reason: RegExp]>([
    ['aliases that multiply', 'bomb.yaml', `# apiVersion, kind\n${aliases}\n`, 6, /excessive aliasing/],
    ['10,000 levels of YAML', 'deep.yaml', `${SERVICE}---\n${'['.repeat(10_000)}`, 12, /nested more than 1000 levels deep/],
    ['3,000 levels by indentation', 'deep.yaml', Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i)}${i % 2 === 0 ? 'apiVersion' : 'kind'}:`).join('\n'), 1001, /nested more than 1000 levels deep/],
    ['10,000 levels of JSON', 'deep.json', `{"apiVersion":1,"kind":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`, 1, /nested more than 1000 levels deep/],
    ['NUL bytes', 'nul.yaml', 'apiVersion: v1\nkind: Se\0rvice\n', 2, /control characters are not allowed/],
    ['a number as key twice', 'twice.yaml', `${SERVICE}1: a\n"1": b\n`, 12, /key "1" is already set/],
    ['bytes that are no UTF-8', 'latin1.yaml', Buffer.from('apiVersion: v1\nkind: Service\nmetadata: {name: caf\xe9}\n', 'latin1'), 3, /no UTF-8/],
    ['UTF-16', 'wide.yaml', Buffer.from(`\ufeff${SERVICE}`, 'utf16le'), 1, /UTF-16/],
    ['half a document', 'half.yaml', SERVICE.replace('app: llm-router', 'app: "llm-rou'), 8, /inside a quoted scalar/],
    ['half a JSON document', 'half.json', '{"apiVersion": "v1",\n"kind": "Serv', 2, /./],
    ['a program', 'program.yaml', fs.readFileSync(process.execPath).subarray(0, 100_000), 1, /./],
    ['a picture', 'picture.json', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 1, /no UTF-8/],
    ['a text', 'text.yaml', 'Dear reader,\nthis is no manifest.\n', 1, /a manifest is a map/],
    ['a number', 'number.json', '17', 1, /a manifest is a map with apiVersion and kind, not a number/],
  ])('%s', async (_, name, content, line, reason) => {
    const { run, said } = await beside(name, content);
    const unread = said.filter(each => each.startsWith('AIW0005'));
    expect(unread).toContainEqual(expect.stringMatching(new RegExp(`^AIW0005 ${name.replace('.', '\\.')}:${line} .*(?:${reason.source})`, 's')));
    expect(said).toContainEqual(GOOD);
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 2, stderr: '' });
  });

  test('what is in front of and behind an unreadable document is checked', async () => {
    const service = (name: string) => SERVICE.replace('name: router', `name: ${name}`);
    const { said } = await beside('app.yaml', `${service('first')}---\n${'['.repeat(10_000)}\n---\n${service('second')}`);
    expect(said.map(each => each.split(' ').slice(0, 2).join(' '))).toEqual([
      // The last one is an error, since the one workload of its file is what was meant; of the others it is a guess.
      'AIW0005 app.yaml:12', 'AIW2103 z-good.yaml:23', 'AIW2103 app.yaml:7', 'AIW2103 app.yaml:20',
    ]);
  });
});

describe('bytes that are no UTF-8', () => {
  const broken = (text: string) => Buffer.from(text, 'latin1');

  test('in a comment of one document hide neither what is before nor what is behind it', async () => {
    const service = (name: string) => SERVICE.replace('name: router', `name: ${name}`);
    const { said } = await beside('app.yaml', broken(`${service('first')}---\n# caf\xe9\n${service('second')}---\n${service('third')}`));
    expect(said.filter(each => each.includes(' app.yaml'))).toEqual([
      'AIW0005 app.yaml:12 Invalid value: line 12: the text is no UTF-8', expect.stringMatching(/^AIW2103 app\.yaml:7 /), expect.stringMatching(/^AIW2103 app\.yaml:30 /),
    ]);
  });

  test('in JSON are told, and the rest is read as kubectl reads it', async () => {
    const { said } = await beside('app.json', broken('{"apiVersion": "v1",\n"kind": "Service", "metadata": {"name": "a", "annotations": {"a": "caf\xe9"}},\n"spec": {"selektor": 1, "ports": [{"port": 80}]}}'));
    expect(said.filter(each => each.includes(' app.json'))).toEqual(['AIW0005 app.json:2 Invalid value: line 2: the text is no UTF-8', expect.stringMatching(/^AIW1101 app\.json:3 /)]);
  });
});

describe('what is nearly a manifest', () => {
  test.each<[what: string, content: string, reason: string]>([
    ['no kind', SERVICE.replace('kind: Service\n', ''), 'kind is missing'],
    ['an empty kind', SERVICE.replace('kind: Service', 'kind: ""'), 'kind is missing'],
    ['no kind and no metadata', 'apiVersion: apps/v1\nspec: {}\n', 'kind is missing'],
    ['no apiVersion', SERVICE.replace('apiVersion: v1\n', ''), 'apiVersion is missing'],
    ['a number for apiVersion', SERVICE.replace('apiVersion: v1', 'apiVersion: 1'), 'apiVersion is a number, not a text'],
    ['a list for kind', SERVICE.replace('kind: Service', 'kind: [Service]'), 'kind is a list, not a text'],
  ])('with %s is an error in a folder too', async (_, content, reason) => {
    const { run, said } = await beside('app.yaml', content);
    expect(said).toContainEqual(`AIW0005 app.yaml:1 Invalid value: ${reason}: it is no Kubernetes object`);
    expect(run.status).toBe(2);
  });

  test('a kubeconfig is skipped in a folder', async () => {
    const { said } = await beside('config.yaml', 'apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\nusers: []\n');
    expect(said).toContainEqual('AIW0008 config.yaml:1 Invalid value: it is a kubeconfig, so it was skipped');
  });
});

describe('files that are strange and not wrong', () => {
  test.each<[what: string, content: string]>([
    ['an empty file', ''],
    ['blanks', '\n\n   \n'],
    ['comments', '# nothing\n---\n# here\n'],
    ['separators', '---\n---\n---\n'],
    ['null', 'null\n'],
  ])('%s gives nothing', async (_, content) => {
    const { run, said } = await beside('empty.yaml', content);
    expect(said).toEqual([GOOD]);
    expect(run.status).toBe(1);
  });

  test('line breaks of Windows and a byte order mark: the same findings on the same lines', async () => {
    const { said } = await beside('windows.yaml', `\ufeff${SERVICE.replace('router\n', 'windows\n').replace(/\n/g, '\r\n')}`);
    expect(said).toContainEqual(expect.stringMatching(/^AIW2103 windows\.yaml:7 Invalid value: \{"app":"llm-router"\}/));
  });
});

describe('files that the system does not give', () => {
  const STRANGE = [
    ['a link that leads to itself', (folder: string) => fs.symlinkSync('loop.yaml', path.join(folder, 'loop.yaml')), 'loop.yaml: ELOOP: too many symbolic links encountered'],
    ['a link to nothing', (folder: string) => fs.symlinkSync('gone', path.join(folder, 'gone.yaml')), 'gone.yaml: is a link to nothing'],
    ['a pipe that nobody writes to', (folder: string) => execFileSync('mkfifo', [path.join(folder, 'pipe.yaml')]), 'pipe.yaml: is no regular file'],
  ] as const;

  test.each(STRANGE)('%s in a folder is named, and the rest is checked', async (_, make, reason) => {
    const folder = folderOf({ 'app.yaml': APP });
    make(folder);
    expect(await cdk8sAi(folder, 'lint', '.')).toMatchObject({ status: 2, stderr: `cdk8s-ai: ${reason}\n`, stdout: expect.stringContaining('error[AIW2103]') });
  });

  test('a link that leads to itself, asked for by its name', async () => {
    const folder = folderOf({ 'app.yaml': APP });
    STRANGE[0][1](folder);
    expect(await cdk8sAi(folder, 'lint', 'loop.yaml', 'app.yaml')).toMatchObject({ status: 2, stderr: `cdk8s-ai: ${STRANGE[0][2]}\n`, stdout: expect.stringContaining('AIW2103') });
  });

  test('links to folders are not followed, so that they cannot lead around in a circle; links to files are', async () => {
    const folder = folderOf({ 'real/app.yaml': SERVICE, 'dep.yaml': DEPLOYMENT });
    fs.symlinkSync('..', path.join(folder, 'real/up'));
    fs.symlinkSync('../real', path.join(folder, 'real/round.yaml'));
    fs.symlinkSync('real/app.yaml', path.join(folder, 'link.yaml'));
    const { summary, findings } = JSON.parse((await cdk8sAi(folder, 'lint', '.', '--format', 'json')).stdout);
    expect(summary.objects).toBe(3);
    expect(findings.map((each: { id: string }) => each.id)).toContain('AIW0012');
  });

  test('a folder that may not be read is named, and the rest is checked', async () => {
    const folder = folderOf({ 'app.yaml': APP, 'secret/other.yaml': SERVICE });
    const read = fs.readdirSync;
    // Rights do not stop whoever runs tests as root.
    const denied = jest.spyOn(jest.requireActual<typeof fs>('fs'), 'readdirSync').mockImplementation(((asked: string, options: object) => {
      if (path.basename(asked) === 'secret') {
        throw Object.assign(new Error(`EACCES: permission denied, scandir '${asked}'`), { code: 'EACCES' });
      }
      return read(asked, options as never);
    }) as never);
    const run = await cdk8sAi(folder, 'lint', '.');
    denied.mockRestore();
    expect(run).toMatchObject({ status: 2, stderr: 'cdk8s-ai: secret: EACCES: permission denied\n', stdout: expect.stringContaining('AIW2103') });
  });
});

describe('the program as a process of its own', () => {
  const ENVIRONMENT = { ...process.env, TS_NODE_PROJECT: path.join(__dirname, '../../../tsconfig.json'), NODE_NO_WARNINGS: '1' };
  const lintIn = (folder: string, args: readonly string[], input?: string | number) => spawnSync(process.execPath, [
    '-r', require.resolve('ts-node/register/transpile-only'), '-e', `require(${JSON.stringify(path.join(__dirname, '../../../../src/cli/main'))}).main(process.argv.slice(1))`, 'lint', ...args,
  ], { cwd: folder, encoding: 'utf8', timeout: 60_000, env: ENVIRONMENT, ...(typeof input === 'number' ? { stdio: [input, 'pipe', 'pipe'] } : { input }) });

  test('what stands on standard input is told with its line and without a stack trace', () => {
    const { status, stdout, stderr } = lintIn(folderOf({}), ['-'], `${APP}---\n${'{a: '.repeat(10_000)}\n`);
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
    expect(stdout).toMatch(/error\[AIW0005\] input cannot be read\n {2}--> <stdin>:28/);
    expect(stdout).toContain('error[AIW2103]');
    expect(stdout).not.toMatch(/^ +at /m);
  }, 90_000);

  test('a folder as standard input is named', () => {
    const folder = fs.openSync(folderOf({}), 'r');
    const { status, stderr } = lintIn(folderOf({}), ['-'], folder);
    fs.closeSync(folder);
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'cdk8s-ai: <stdin>: EISDIR: illegal operation on a directory\n' });
  }, 90_000);
});
