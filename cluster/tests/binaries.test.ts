import { ChildProcess, execFileSync, spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { executable, machineForEachTest } from './fake-go';
import { binaries, SetupError } from '../harness/binaries';
import { planOf, PROGRAMS } from '../harness/build/programs';
import { eventually } from '../harness/eventually';
import { CLUSTER } from '../harness/paths';

const machine = machineForEachTest();
const ROOT = path.resolve(CLUSTER, '..');

/** The files of a folder and below, without their folders. */
function filesIn(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(({ name }) => name).sort();
}

/** Calls of `go` that built something, by the package they built. */
function built(): string[] {
  return machine.calls().filter(call => call.startsWith('build ')).map(call => call.split(' | ')[0].split(' ').at(-1)!);
}

function pidIn(file: string): Promise<number | undefined> {
  return Promise.resolve(fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) || undefined : undefined);
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(() => { throw new Error('did not fail'); }, error => error as Error);
}

describe('building', () => {
  test('makes every program once, says which and how long, and leaves nothing else behind', async () => {
    machine.install({});
    const lines: string[] = [];
    const programs = await binaries(line => lines.push(line));
    expect(PROGRAMS.map(program => fs.existsSync(programs.path(program)))).toEqual(PROGRAMS.map(() => true));
    expect(built()).toHaveLength(PROGRAMS.length);
    const second = `[2/${PROGRAMS.length}] kube-apiserver …`;
    expect(lines.slice(2, 4)).toEqual([second, expect.stringMatching(/ … \d+ s, done$/)]);
    expect(lines[3].startsWith(second)).toBe(true);
    expect(filesIn(machine.cache)).toEqual([...PROGRAMS].sort());
  });

  test('does nothing when all is there: no word, no call of go, and go may be missing', async () => {
    machine.install({});
    await binaries(() => undefined);
    fs.rmSync(path.join(machine.folder, 'bin', 'go'));
    const calls = machine.calls();
    const lines: string[] = [];
    const programs = await binaries(line => lines.push(line));
    expect(programs.path('kwok')).toBe(planOf('kwok').output);
    expect({ lines, calls: machine.calls() }).toEqual({ lines: [], calls });
  });

  test('makes what is missing only, and of that what was asked for only', async () => {
    machine.install({});
    const programs = await binaries(() => undefined, ['oracle']);
    expect(built()).toEqual(['./oracle']);
    expect(() => programs.path('kwok')).toThrow('kwok was not asked for');
    await binaries(() => undefined, ['oracle', 'lws-controller']);
    expect(built()).toEqual(['./oracle', 'sigs.k8s.io/lws/cmd']);
  });

  test('names Kubernetes by its pinned version, without which --emulated-version counts from 0', async () => {
    machine.install({});
    await binaries(() => undefined, ['kube-apiserver']);
    expect(machine.calls().at(-1)).toContain('-X k8s.io/component-base/version.gitVersion=v1.36.');
  });

  test('keeps to the modules whatever the environment of the developer says', async () => {
    machine.install({});
    Object.assign(process.env, { GOFLAGS: '-mod=mod -tags=x -p=1', GOWORK: '/somewhere/go.work', GOOS: 'plan9', GOTOOLCHAIN: 'go1.22.0' });
    await binaries(() => undefined, ['oracle']);
    const goos = process.platform === 'win32' ? 'windows' : process.platform;
    expect(machine.calls().at(-1)).toContain(`GOFLAGS=-mod=readonly -buildvcs=false -p=1 GOWORK=off GOOS=${goos} GOTOOLCHAIN=auto`);
  });

  test("shows the end of the compiler's output, keeps all of it, and leaves no program", async () => {
    machine.install({ build: ': > "$out"; for n in $(seq 100); do echo "line $n" >&2; done; exit 1' });
    const { message } = await failureOf(binaries(() => undefined, ['oracle']));
    expect(message).toMatch(/^go build of oracle failed:\n {2}line 81\n/);
    expect(message).toContain('line 100\n');
    const log = path.join(machine.cache, 'logs', 'oracle.log');
    expect(message).toContain(log);
    expect(fs.readFileSync(log, 'utf8')).toContain('line 1\n');
    expect(filesIn(machine.cache)).toEqual(['oracle.log']);
  });
});

/** Runs TypeScript in a process of its own; under jest a child would get the environment that jest was started with. */
function inProcess(code: string): { readonly child: ChildProcess; readonly end: Promise<{ code: unknown; output: string }> } {
  const [register, env] = ['ts-node/register/transpile-only', { ...process.env, TS_NODE_PROJECT: 'build-tools/tsconfig.json' }];
  const child = spawn(process.execPath, ['-r', register, '-e', code], { cwd: ROOT, env });
  let output = '';
  [child.stdout, child.stderr].forEach(stream => stream.on('data', chunk => output += chunk));
  return { child, end: new Promise(resolve => child.on('close', (status, signal) => resolve({ code: signal ?? status, output }))) };
}

const BUILD_TWO = 'require("./cluster/harness/binaries").binaries(undefined, ["oracle", "etcd"]).then(programs => console.log(programs.path("etcd")))';

describe('two builds at once', () => {
  test('of two processes one builds and the other waits for it', async () => {
    // Whatever a loaded machine starts first, the compiler goes on when somebody waits for it, or after a minute.
    const waited = path.join(machine.folder, 'waited');
    machine.install({ build: `for _ in $(seq 600); do test -e ${waited} && break; sleep 0.1; done; : > "$out"` });
    const both = [inProcess(BUILD_TWO), inProcess(BUILD_TWO)];
    both.forEach(({ child }) => child.stderr!.on('data', chunk => `${chunk}`.includes('waiting for the build') && fs.writeFileSync(waited, '')));
    const said = (await Promise.all(both.map(({ end }) => end))).map(({ output }) => output);
    expect(built()).toEqual(['./oracle', 'go.etcd.io/etcd/server/v3']);
    expect(said.filter(text => text.includes('waiting for the build of process'))).toHaveLength(1);
    expect(said.filter(text => text.includes(planOf('etcd').output))).toHaveLength(2);
  });

  test('an interrupted one ends its compiler, gives the lock back and fails', async () => {
    machine.install({ build: `echo $$ > ${machine.folder}/compiler; : > "$out"; exec sleep 90` });
    const { child, end } = inProcess(BUILD_TWO);
    const compiler = await eventually('the compiler', () => pidIn(path.join(machine.folder, 'compiler')), pid => pid !== undefined);
    child.kill('SIGTERM');
    expect(await end).toEqual({ code: 1, output: expect.stringContaining('interrupted by SIGTERM: go build') });
    expect(() => process.kill(compiler!, 0)).toThrow('ESRCH');
    expect(filesIn(machine.cache)).toEqual([]);
  });

  test('a lock of a process that is gone holds nobody up', async () => {
    machine.install({});
    const gone = execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' });
    fs.mkdirSync(machine.cache);
    fs.writeFileSync(path.join(machine.cache, 'lock'), JSON.stringify({ pid: Number(gone), host: os.hostname() }));
    const lines: string[] = [];
    await binaries(line => lines.push(line), ['oracle']);
    expect(lines[0]).toBe('[1/1] oracle …');
    expect(fs.existsSync(path.join(machine.cache, 'lock'))).toBe(false);
  });

  test('a lock without a sign of life for a minute is taken over, whoever has its pid now', async () => {
    machine.install({});
    fs.mkdirSync(machine.cache);
    const lock = path.join(machine.cache, 'lock');
    fs.writeFileSync(lock, JSON.stringify({ pid: process.pid, host: 'another host' }));
    const old = new Date(Date.now() - 61_000);
    fs.utimesSync(lock, old, old);
    await binaries(() => undefined, ['oracle']);
    expect(built()).toEqual(['./oracle']);
  });
});

describe('pins', () => {
  test('a change of pins builds into another folder, and a change of the oracle concerns the oracle alone', () => {
    const copy = path.join(machine.folder, 'cluster');
    const plans = PROGRAMS.map(program => planOf(program));
    new Set(plans.map(({ moduleFolder }) => moduleFolder)).forEach(folder => {
      fs.cpSync(folder, path.join(copy, path.relative(CLUSTER, folder)), { recursive: true });
    });
    const outputs = () => PROGRAMS.map(program => planOf(program, copy).output);
    const changed = (from: string[], to: string[]) => PROGRAMS.filter((_, index) => from[index] !== to[index]);
    const first = outputs();
    fs.appendFileSync(path.join(copy, 'control-plane/oracle/main.go'), '// more\n');
    const second = outputs();
    expect(changed(first, second)).toEqual(['oracle']);
    fs.appendFileSync(path.join(copy, 'leader-worker-set/go.mod'), '// more\n');
    const third = outputs();
    expect(changed(second, third)).toEqual(['lws-controller']);
    fs.appendFileSync(path.join(copy, 'control-plane/go.sum'), '\n');
    expect(changed(third, outputs())).toEqual(plans.filter(({ moduleFolder }) => path.basename(moduleFolder) === 'control-plane').map(({ program }) => program));
  });
});

describe('a machine that lacks something', () => {
  test('without Go, the command says what to install and what else there is, without a stack', async () => {
    const { code, output } = await inProcess("require('./cluster/commands/build')").end;
    expect(code).toBe(1);
    expect(output).toContain('there is no "go" on the PATH.\nInstall Go 1.26.0 or newer from https://go.dev/dl');
    expect(output).toContain('KUBEBUILDER_ASSETS');
    expect(output).not.toMatch(/^ +at /m);
  });

  test.each([['1.22.4', 'local'], ['1.20.3', 'auto']])('Go %s with GOTOOLCHAIN %s is too old, and nothing is built', async (version, toolchain) => {
    machine.install({ version, toolchain });
    const failure = await failureOf(binaries(() => undefined));
    expect(failure).toBeInstanceOf(SetupError);
    expect(failure.message).toContain(`Go ${version} is installed, but the control plane of the cluster tests needs 1.26.0 or newer`);
    expect(built()).toEqual([]);
  });

  test('an older Go that fetches toolchains itself is let do so', async () => {
    machine.install({ version: '1.24.2', toolchain: 'auto' });
    await binaries(() => undefined, ['oracle']);
    expect(built()).toEqual(['./oracle']);
  });
});

describe('KUBEBUILDER_ASSETS', () => {
  /** A folder as setup-envtest makes it, with programs of these versions. */
  function offer(apiServer: string, etcd?: string): string {
    const folder = path.join(machine.folder, 'assets');
    executable(path.join(folder, 'kube-apiserver'), `echo "Kubernetes v${apiServer}"`);
    if (etcd) {
      executable(path.join(folder, 'etcd'), `echo "etcd Version: ${etcd}"; echo "Git SHA: 0"`);
    }
    return process.env.KUBEBUILDER_ASSETS = folder;
  }

  test('etcd and the API server are taken from there, the rest is built', async () => {
    const folder = offer('1.36.0', '3.6.4');
    machine.install({});
    const programs = await binaries(() => undefined);
    expect([programs.path('etcd'), programs.path('kube-apiserver')]).toEqual([path.join(folder, 'etcd'), path.join(folder, 'kube-apiserver')]);
    expect(programs.path('kwok')).toBe(planOf('kwok').output);
    expect(built()).toHaveLength(PROGRAMS.length - 2);
  });

  test.each([
    ['1.35.2', '3.6.4', /kube-apiserver \(from KUBEBUILDER_ASSETS\) is kube-apiserver 1\.35\.2; needed is 1\.36: one binary plays all supported minors/],
    ['1.36.0', '3.4.23', /is etcd 3\.4\.23; needed is 3\.5\.13 or newer: older ones lack RequestWatchProgress/],
    ['1.36.0', undefined, /KUBEBUILDER_ASSETS is .*assets, and there is no etcd in it/],
  ])('an API server %s with etcd %s is refused with the reason', async (apiServer, etcd, message) => {
    offer(apiServer, etcd);
    machine.install({});
    const failure = await failureOf(binaries(() => undefined));
    expect(failure).toBeInstanceOf(SetupError);
    expect(failure.message).toMatch(message);
    expect(failure.message).toContain('unset it and have the program built');
    expect(built()).toEqual([]);
  });
});
