import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import type { MutantResult, MutantStatus, PartialStrykerOptions } from '@stryker-mutator/api/core' with { 'resolution-mode': 'import' };
import { testFiles } from './files';
import { Candidate, key, ROOT } from './mutants';
import { Suite } from './parts';

/** The result of a mutant. */
export interface Outcome extends Candidate {
  readonly status: MutantStatus;
}

const CACHE = path.join(process.env.CDK8S_AI_WORKLOADS_CACHE ?? path.join(os.homedir(), '.cache/cdk8s-ai-workloads'), 'mutate');

export interface RunOptions {
  readonly concurrency: number;
  /** For whole parts: mutants killed by unchanged tests are not run again. Off for samples. */
  readonly incremental: boolean;
  readonly force: boolean;
}

/** Runs mutants against the tests of their suite. */
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

/** Stryker notices changed tests, but not changed fixtures, so survivors are run again. */
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
      // All tests count as related to all sources: the suite and the mutant's coverage decide which of them run.
      enableFindRelatedTests: false,
      config: { runner: '<rootDir>/build-tools/mutate/jest-runner.js', testMatch: testFiles(suite).map(file => `<rootDir>/${file}`), cacheDirectory: '<rootDir>/.jest-cache' },
    },
    coverageAnalysis: 'perTest',
    // Types are checked elsewhere, and Stryker's extra line at the top of a file would shift the positions of tests.
    disableTypeChecks: false,
    ignorePatterns: ['/lib', '/dist', '/coverage', '/cluster/*/*.sum', '/API.md', '.jsii'],
    incremental,
    incrementalFile: incrementalFile(suite),
    force,
    concurrency,
    // Runs are slow in parallel; an endless loop is found much earlier by Stryker's hit limit.
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

/** 1-based lines and 0-based columns, as Stryker's ranges have them. */
function range({ file, line, column, endLine, endColumn }: Candidate): string {
  return `${file}:${line + 1}:${column}-${endLine + 1}:${endColumn}`;
}

/** Results have 1-based lines and columns. */
function resultKey({ fileName, mutatorName, location: { start, end }, replacement }: MutantResult): string {
  const file = path.relative(ROOT, path.resolve(fileName));
  return key({
    file, mutator: mutatorName, replacement: replacement ?? '', line: start.line - 1, column: start.column - 1, endLine: end.line - 1, endColumn: end.column - 1,
  });
}
