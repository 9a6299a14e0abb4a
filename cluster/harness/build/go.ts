import { spawn, SpawnOptions } from 'child_process';
import * as os from 'os';
import * as path from 'path';
import { goLineOf } from './programs';
import { SetupError } from './setup-error';
import { COLLECT_LESS } from '../collect-less';
import { CLUSTER } from '../paths';

/** Result of a run of the `go` command. */
export interface GoResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const GOOS: Readonly<Record<string, string>> = { win32: 'windows', sunos: 'solaris' };
const GOARCH: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/**
 * The environment without settings that would change what is built: flags such as `-mod=mod` or `-tags`, a go.work file in a parent folder, another
 * target, a toolchain that may be too old. Proxy, caches and `GOMAXPROCS` are kept.
 */
export function goEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // These two affect how to build, not what. An empty GOFLAGS would make the file of `go env -w` count.
  const kept = (environment.GOFLAGS ?? '').split(/\s+/).filter(flag => /^-(p=\d+|modcacherw)$/.test(flag));
  return {
    ...COLLECT_LESS,
    ...environment,
    GOFLAGS: ['-mod=readonly', '-buildvcs=false', ...kept].join(' '),
    GOWORK: 'off',
    GO111MODULE: 'on',
    GOOS: GOOS[process.platform] ?? process.platform,
    GOARCH: GOARCH[process.arch] ?? process.arch,
    GOTOOLCHAIN: /^go\d/.test(environment.GOTOOLCHAIN ?? '') ? 'auto' : environment.GOTOOLCHAIN,
  };
}

const ENDINGS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `go` in a folder and waits. A signal that would end this process ends `go` first, and fails the run. */
export async function go(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = goEnvironment()): Promise<GoResult> {
  const options: SpawnOptions = { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn('go', args, options);
  let interrupted: NodeJS.Signals | undefined;
  const forward = (signal: NodeJS.Signals) => {
    interrupted = signal;
    // The signal after which `go build` cleans up. Source: cmd/go/internal/base/signal.go (Go 1.26).
    child.kill('SIGINT');
  };
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout!.on('data', chunk => chunks.stdout.push(chunk));
  child.stderr!.on('data', chunk => chunks.stderr.push(chunk));
  ENDINGS.forEach(signal => process.on(signal, forward));
  try {
    const status = await new Promise<number>((resolve, reject) => {
      child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new SetupError(goMissing()) : error));
      child.on('close', code => resolve(code ?? 1));
    });
    if (interrupted) {
      throw new SetupError(`interrupted by ${interrupted}: go ${args[0]} … ${args.at(-1)}`);
    }
    return { status, stdout: Buffer.concat(chunks.stdout).toString('utf8'), stderr: Buffer.concat(chunks.stderr).toString('utf8') };
  } finally {
    ENDINGS.forEach(signal => process.off(signal, forward));
  }
}

/** Throws unless the installed Go can build a module, or fetches a toolchain that can. */
export async function requireGo(moduleFolder: string): Promise<void> {
  const needed = goLineOf(moduleFolder);
  // Run outside of modules, so that an old Go answers instead of refusing the go.mod.
  const { stdout } = await go(['env', 'GOVERSION', 'GOTOOLCHAIN'], os.tmpdir());
  const [version = '', toolchain = ''] = stdout.split('\n');
  const installed = version.replace(/^go/, '');
  // Go 1.21 was the first to fetch toolchains. Source: go.dev/doc/toolchain.
  const fetches = isAtLeast(installed, '1.21') && /^(auto|path)$|\+(auto|path)$/.test(toolchain);
  if (!isAtLeast(installed, needed) && !fetches) {
    throw new SetupError(`Go ${installed} is installed, but the control plane of the cluster tests needs ${needed} or newer.\n${remedies()}`);
  }
}

/** Whether a version such as `1.26.8` or `1.27rc1` is at least another. */
export function isAtLeast(version: string, needed: string): boolean {
  const [have, want] = [version, needed].map(text => (text.match(/\d+/g) ?? []).map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (have[part] ?? 0) - (want[part] ?? 0);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return true;
}

function goMissing(): string {
  return `The cluster tests build their control plane with Go, and there is no "go" on the PATH.\n${remedies()}`;
}

function remedies(): string {
  return [
    `Install Go ${goLineOf(path.join(CLUSTER, 'control-plane'))} or newer from https://go.dev/dl and run "npm run cluster:build" again.`,
    'With KUBEBUILDER_ASSETS set to a folder that has kube-apiserver 1.36 and etcd, these two are taken from there',
    '(https://book.kubebuilder.io/reference/envtest); controllers, scheduler, kwok and the rest are still built with Go.',
  ].join('\n');
}
