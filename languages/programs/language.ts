import { execFileSync } from 'child_process';
import { ROOT } from '../../build-tools/examples';

/** A program in another language that has the apps and the mistakes. */
export interface Program {
  /** Writes every app into a folder of its own. */
  synth(folder: string): void;
  /** The reports of the mistakes, as a list in JSON. */
  mistakes(): string;
  /** Runs the tests of docs/testing-your-app.md; what they print, and what failing ones are told. */
  testing?(): string;
}

/** A language that programs use the library from. */
export interface Language {
  readonly name: string;
  /** What jsii-pacmak makes of npm packages: where a registry has the others, the library alone. */
  readonly packages: readonly string[];
  /** Builds the program of the language's folder with what jsii-pacmak wrote into a folder. */
  build(folder: string): Program;
}

/** Programs of other languages drive a Node.js of their own. */
export const ENVIRONMENT = { ...process.env, CDK8S_AI_WORKLOADS_QUIET: '1', JSII_RUNTIME_PACKAGE_CACHE: 'enabled' };

/** What a program prints; its errors are shown when it fails. */
export function run(program: string, args: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024, ...options });
}
