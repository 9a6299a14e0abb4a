import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import type { MutantResult, MutantStatus, PartialStrykerOptions } from '@stryker-mutator/api/core' with { 'resolution-mode': 'import' };
import { testFiles } from './files';
import { Candidate, key, ROOT } from './mutants';
import { Suite } from './parts';

/** What became of a mutant. */
export interface Outcome extends Candidate {
  readonly status: MutantStatus;
}

const CACHE = path.join(process.env.CDK8S_AI_WORKLOADS_CACHE ?? path.join(os.homedir(), '.cache/cdk8s-ai-workloads'), 'mutate');

export interface RunOptions {
  readonly concurrency: number;
  /** Of whole parts: what was killed by tests that are still the same is not run again. Samples leave it alone. */
  readonly incremental: boolean;
  readonly force: boolean;
}

/** Runs the chosen mutants against the tests of their suite. */
export async function runSuite(suite: Suite, chosen: readonly Candidate[], options: RunOptions): Promise<Outcome[]> {
  fs.mkdirSync(CACHE, { recursive: true });
  const list = path.join(CACHE, `chosen-${process.pid}.json`);
  fs.writeFileSync(list, JSON.stringify({ keys: chosen.map(key) }));
  Object.assign(process.env, { MUTATE_CHOSEN: list, MUTATE_ROOT: ROOT });
  try {
    if (options.incremental) {
      forgetSurvivors(suite);
    }
    const { Stryker } = await import('@stryker-mutator/core');
    const results = await new Stryker(strykerOptions(suite, chosen, options)).runMutationTest();
    const byKey = new Map(results.map(result => [resultKey(result), result.status]));
    return chosen.flatMap(each => byKey.has(key(each)) ? [{ ...each, status: byKey.get(key(each))! }] : []);
  } finally {
    fs.rmSync(list, { force: true });
  }
}

/** Stryker sees a new test, but not a new fixture that a test reads: what survived is run again. */
function forgetSurvivors(suite: Suite): void {
  const file = incrementalFile(suite);
  if (!fs.existsSync(file)) {
    return;
  }
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  Object.values<any>(report.files).forEach(each => { each.mutants = each.mutants.filter(({ status }: MutantResult) => status === 'Killed'); });
  fs.writeFileSync(file, JSON.stringify(report));
}

function incrementalFile(suite: Suite): string {
  return path.join(CACHE, `${suite.name}.json`);
}

function strykerOptions(suite: Suite, chosen: readonly Candidate[], { concurrency, incremental, force }: RunOptions): PartialStrykerOptions {
  return {
    mutate: incremental ? [...new Set(chosen.map(each => each.file))] : chosen.map(range),
    testRunner: 'jest-chosen',
    plugins: [path.join(__dirname, 'stryker-runner.mjs')],
    jest: {
      projectType: 'custom',
      // All tests are related to all sources here: which of them run, the suite says, and the coverage of the mutant.
      enableFindRelatedTests: false,
      config: { runner: '<rootDir>/build-tools/mutate/jest-runner.js', testMatch: testFiles(suite).map(file => `<rootDir>/${file}`), cacheDirectory: '<rootDir>/.jest-cache' },
    },
    coverageAnalysis: 'perTest',
    // Types are checked elsewhere, and a line more at the top of a file would move the places of tests.
    disableTypeChecks: false,
    ignorePatterns: ['/lib', '/dist', '/coverage', '/cluster/*/*.sum', '/API.md', '.jsii'],
    incremental,
    incrementalFile: incrementalFile(suite),
    force,
    concurrency,
    // A run beside others is slow: an endless loop is found by its count of turns (Stryker's hit limit) long before.
    timeoutMS: 30_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 20,
    maxTestRunnerReuse: 60,
    reporters: ['chosen-progress'],
    logLevel: 'warn' as any,
    warnings: { slow: false } as any,
    tempDirName: path.join(CACHE, 'sandboxes'),
    cleanTempDir: 'always' as any,
  };
}

/** Lines from 1, columns from 0, as Stryker reads them. */
function range({ file, line, column, endLine, endColumn }: Candidate): string {
  return `${file}:${line + 1}:${column}-${endLine + 1}:${endColumn}`;
}

/** Results count lines and columns from 1. */
function resultKey({ fileName, mutatorName, location: { start, end }, replacement }: MutantResult): string {
  const file = path.relative(ROOT, path.resolve(fileName));
  return key({
    file, mutator: mutatorName, replacement: replacement ?? '', line: start.line - 1, column: start.column - 1, endLine: end.line - 1, endColumn: end.column - 1,
  });
}
