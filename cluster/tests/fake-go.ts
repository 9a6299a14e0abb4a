import * as fs from 'fs';
import * as path from 'path';
import { temporaryFolder } from '../../test/hygiene/temporary';

/** What the stand-in for `go` says and does. */
export interface FakeGo {
  readonly version?: string;
  readonly toolchain?: string;
  /** Shell commands of `go build`; `$out` is the file to write. */
  readonly build?: string;
  /** Shell commands of `go mod download`. */
  readonly download?: string;
}

/** A machine of its own: an empty cache, and a PATH that has a stand-in for `go` or none. */
export interface Machine {
  readonly folder: string;
  readonly cache: string;
  /** One line a call of `go`, and its environment as far as the harness decides it. */
  calls(): string[];
  install(go: FakeGo): void;
}

const KEPT = ['CDK8S_AI_WORKLOADS_CACHE', 'KUBEBUILDER_ASSETS', 'PATH', 'GOFLAGS', 'GOWORK', 'GOOS', 'GOTOOLCHAIN'] as const;

/** Gives each test of a file a machine of its own, and the environment back afterwards. */
export function machineForEachTest(): Machine {
  let folder = '';
  const before = Object.fromEntries(KEPT.map(name => [name, process.env[name]]));
  beforeEach(() => {
    folder = temporaryFolder('binaries');
    fs.mkdirSync(path.join(folder, 'bin'));
    KEPT.forEach(name => delete process.env[name]);
    Object.assign(process.env, { CDK8S_AI_WORKLOADS_CACHE: path.join(folder, 'cache'), PATH: path.join(folder, 'bin') });
  });
  afterEach(() => {
    KEPT.forEach(name => before[name] === undefined ? delete process.env[name] : process.env[name] = before[name]);
  });
  return {
    get folder() { return folder; },
    get cache() { return path.join(folder, 'cache'); },
    calls: () => fs.existsSync(path.join(folder, 'calls')) ? fs.readFileSync(path.join(folder, 'calls'), 'utf8').trimEnd().split('\n') : [],
    install: fake => executable(path.join(folder, 'bin', 'go'), script(fake, folder)),
  };
}

/** Writes a shell script that can be run. */
export function executable(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

function script({ version = '1.26.8', toolchain = 'local', build = ': > "$out"', download = 'exit 1' }: FakeGo, folder: string): string {
  return `
PATH=/usr/bin:/bin
echo "$* | GOFLAGS=$GOFLAGS GOWORK=$GOWORK GOOS=$GOOS GOTOOLCHAIN=$GOTOOLCHAIN" >> ${folder}/calls
case "$1" in
  env) echo go${version}; echo "\${GOTOOLCHAIN:-${toolchain}}" ;;
  build) for arg; do if [ "$previous" = -o ]; then out=$arg; fi; previous=$arg; done
${build} ;;
  mod) ${download} ;;
esac`;
}
