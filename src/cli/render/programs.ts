import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Ended, runBounded } from '../server/run-bounded';

/** Milliseconds for one rendering, and bytes of what it gives. */
const PATIENCE = 30_000;
const LARGEST = 64 * 1024 * 1024;
/** Lines of standard error that are reported: the first one says what is wrong, or the last one behind what was given to it. */
const TOLD = 5;

/** Warnings, and advice about options that are not given here. */
const SAYS_NOTHING = /^(?:(?:# )?warning|use --debug)/i;
/** What stands before the reason: that it is an error, and what a program's own log adds. */
const HEAD = /^(?:E\d{4} [\d:.]+ +\d+ [\w.]+:\d+\] "command failed" err=|error: )/i;

/**
 * What the programs may not do: ask a cluster, whose kubeconfig may start a program for credentials; reach a network, for remote bases; ask for a password.
 * A proxy that nobody listens at is heeded by all clients of Go, and git knows no protocol of this name.
 *
 * Source: golang.org/x/net http/httpproxy/proxy.go (v0.40); git-scm.com/docs/git, GIT_ALLOW_PROTOCOL (2.49)
 */
const NOWHERE = 'http://127.0.0.1:9';
const APART = {
  KUBECONFIG: os.devNull,
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  NO_PROXY: '',
  no_proxy: '',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
};

/** A program that was found, and what is said to it before the folder. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** As a person calls it: `kubectl kustomize`. */
  readonly name: string;
}

const CANDIDATES: { readonly [program in 'kustomize' | 'helm']: readonly (readonly string[])[] } = {
  kustomize: [['kustomize', 'build'], ['kubectl', 'kustomize']],
  helm: [['helm', 'template']],
};

/** The first one that is on the PATH. */
export function programFor(which: 'kustomize' | 'helm'): Program | undefined {
  for (const [name, ...args] of CANDIDATES[which]) {
    const file = onPath(name);
    if (file !== undefined) {
      return { file, args, name: [name, ...args].join(' ') };
    }
  }
  return undefined;
}

/** Only in absolute folders: one that is relative, like that of the input, may hold a program of strangers, which Windows would prefer. */
function onPath(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(each => path.isAbsolute(each));
  return folders.map(each => path.join(each, file)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Runs a program; what it says on standard error is the problem if it fails. */
export async function run({ file, args }: Program, more: readonly string[], patience: number = PATIENCE): Promise<Ended> {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const ended = await runBounded({ program: file, args: [...args, ...more], environment: APART, patience, most: LARGEST, say });
  const telling = said.filter(line => line.trim() !== '' && !SAYS_NOTHING.test(line)).map(line => line.replace(HEAD, ''));
  const [problem, isWhole] = [ended.problem, ended.problem?.startsWith('it ended with status') && telling.length > 0];
  return problem === undefined ? ended : { ...ended, problem: [...isWhole ? [] : [problem], ...shortened(telling)].join('\n') };
}

function shortened(lines: readonly string[]): readonly string[] {
  return lines.length <= TOLD ? lines : [...lines.slice(0, TOLD - 1), lines.at(-1)!];
}
