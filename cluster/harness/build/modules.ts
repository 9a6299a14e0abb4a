import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { go, goEnvironment } from './go';
import { SetupError } from './setup-error';
import { cacheFolder, CLUSTER } from '../paths';

/** Output of `go mod download -json`. */
interface Download {
  readonly Zip?: string;
  readonly Sum?: string;
  readonly Error?: string;
}

/** A module that was downloaded and verified before. */
interface Known {
  readonly directory: string;
  readonly sum: string;
}

/**
 * Read-only folder of a Go module in the module cache; downloads it if needed. Its hash must match `sum`,
 * or by default the go.sum files of this folder.
 */
export async function moduleDirectory(module: string, version: string, sum: string = pinnedSum(module, version)): Promise<string> {
  const key = `${module}@${version}`;
  const known = knownModules()[key];
  if (known && fs.existsSync(known.directory)) {
    mustBe(key, sum, known.sum);
    return known.directory;
  }
  const downloaded = await download(key);
  mustBe(key, sum, downloaded.sum);
  remember(key, downloaded);
  return downloaded.directory;
}

function pinnedSum(module: string, version: string): string {
  for (const folder of ['control-plane', 'leader-worker-set', 'job-set', 'telemetry', 'kueue', 'gang-schedulers']) {
    const lines = fs.readFileSync(path.join(CLUSTER, folder, 'go.sum'), 'utf8').split('\n');
    const line = lines.find(each => each.startsWith(`${module} ${version} `));
    if (line) {
      return line.split(' ')[2];
    }
  }
  throw new Error(`${module} ${version} is in no go.sum of ${CLUSTER}: give its sum`);
}

function mustBe(key: string, expected: string, actual: string): void {
  if (expected !== actual) {
    throw new SetupError(`${key} has the sum ${actual}, but ${expected} is pinned: it is not the module that was reviewed`);
  }
}

/**
 * A module that requires a newer Go than the installed one is downloaded, verified and unpacked like any other, but Go then refuses to print its folder.
 * That does not matter for files that are not compiled. Source: cmd/go/internal/modfetch/fetch.go, Download (Go 1.26).
 */
async function download(key: string): Promise<Known> {
  // `local`, so that Go does not fetch a toolchain for a module that is only unpacked.
  const { stdout, stderr } = await go(['mod', 'download', '-json', key], os.tmpdir(), { ...goEnvironment(), GOTOOLCHAIN: 'local' });
  const { Zip: zip, Sum: sum, Error: problem } = parsed(stdout);
  const directory = zip && directoryOf(zip);
  if (!directory || !sum || !fs.existsSync(directory)) {
    throw new SetupError(`go mod download ${key} failed: ${problem ?? stderr.trim()}`);
  }
  return { directory, sum };
}

/** `CACHE/cache/download/PATH/@v/VERSION.zip` is unpacked to `CACHE/PATH@VERSION`. Source: go.dev/ref/mod#module-cache. */
function directoryOf(zip: string): string | undefined {
  const match = /^(.*)[\\/]cache[\\/]download[\\/](.*)[\\/]@v[\\/](.*)\.zip$/.exec(zip);
  return match ? path.join(match[1], `${match[2]}@${match[3]}`) : undefined;
}

function parsed(text: string): Download {
  try {
    return JSON.parse(text) as Download;
  } catch {
    return {};
  }
}

function knownModules(): Record<string, Known> {
  try {
    return JSON.parse(fs.readFileSync(recordFile(), 'utf8')) as Record<string, Known>;
  } catch {
    return {};
  }
}

/** Written to a temporary file and renamed. Two processes may overwrite each other's entry, which costs a look-up. */
function remember(key: string, known: Known): void {
  const file = recordFile();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}.tmp`, `${JSON.stringify({ ...knownModules(), [key]: known }, undefined, 2)}\n`);
  fs.renameSync(`${file}.${process.pid}.tmp`, file);
}

function recordFile(): string {
  return path.join(cacheFolder(), 'modules.json');
}
