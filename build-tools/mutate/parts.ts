import * as path from 'path';
import picomatch from 'picomatch';

/** Tests that run together. The run without mutants takes most of the time of a sample, so parts share one. */
export interface Suite {
  readonly name: string;
  /** The mirrored tests first, then tests of other folders that reach the part. Each more costs time for each mutant. */
  readonly tests: readonly string[];
}

const CONSTRUCTS: Suite = {
  name: 'constructs',
  tests: [
    'test/pod/**', 'test/patterns/**', 'test/engines/**', 'test/workloads/**', 'test/surroundings/**', 'test/target-cluster/**', 'test/base/**', 'test/knowledge/**', 'test/identity/**', 'test/examples.test.ts',
  ],
};
const GIVEN: Suite = { name: 'given', tests: ['test/given/**', 'test/pod/refusals.test.ts', 'test/patterns/*/refusals.test.ts'] };
const RULES: Suite = { name: 'rules', tests: ['test/lint/facts/**', 'test/lint/kinds/**', 'test/lint/notices/**', 'test/lint/rules/**', 'test/lint/run/seeds/**', 'test/lint/run/documented.test.ts'] };
const CHANGES: Suite = { name: 'changes', tests: ['test/lint/changes/**', 'test/cli/against.test.ts', 'test/lint/run/documented.test.ts'] };
const VALIDATION: Suite = { name: 'validation', tests: ['test/kubernetes/validation/**', 'test/kubernetes/cel/**', 'test/kubernetes/refused/**', 'test/pod/one-port.test.ts', 'test/kubernetes/schema/**', 'test/kubernetes/release/**', 'test/kubernetes/*.test.ts', 'test/lint/changes/refused.test.ts'] };
const REPORT: Suite = { name: 'report', tests: ['test/lint/report/**', 'test/cli/lint.test.ts', 'test/lint/run/uncaught.slow.test.ts'] };
const ACCOUNT: Suite = { name: 'account', tests: ['test/account/**', 'test/cli/explain.test.ts'] };
const TESTING: Suite = { name: 'testing', tests: ['test/testing/**'] };
const YAML: Suite = { name: 'yaml', tests: ['test/kubernetes/yaml/**'] };
const LINT: Suite = { name: 'lint', tests: ['test/cli/**', 'test/lint/run/**', 'test/lint/fix/**', 'test/lint/synth/**', 'test/lint/plugin/**', 'test/lint/acknowledgements/**', 'test/lint/input/**'] };

/** Sources whose mutants are counted together, and the tests that should notice them. */
export interface Part {
  readonly name: string;
  readonly sources: readonly string[];
  readonly suite: Suite;
}

/** A file belongs to the first part that matches it. */
export const PARTS: readonly Part[] = [
  { name: 'plans', sources: ['src/**/*plan.ts'], suite: CONSTRUCTS },
  { name: 'patterns', sources: ['src/patterns/**'], suite: CONSTRUCTS },
  { name: 'compiled rules', sources: ['src/kubernetes/cel/typing/**', 'src/kubernetes/cel/rule-problem.ts'], suite: VALIDATION },
  { name: 'devices', sources: ['src/pod/devices/**', 'src/kubernetes/cel/**'], suite: CONSTRUCTS },
  { name: 'pod', sources: ['src/pod/**', 'src/base/**'], suite: CONSTRUCTS },
  { name: 'engines', sources: ['src/engines/**', 'src/knowledge/**'], suite: CONSTRUCTS },
  { name: 'workloads', sources: ['src/workloads/**', 'src/surroundings/**', 'src/target-cluster/**'], suite: CONSTRUCTS },
  { name: 'mistakes', sources: ['src/given/mistakes/**'], suite: GIVEN },
  { name: 'given', sources: ['src/given/**'], suite: GIVEN },
  { name: 'facts', sources: ['src/lint/facts/**', 'src/lint/kinds/**', 'src/lint/notices/**'], suite: RULES },
  { name: 'rules', sources: ['src/lint/rules/**'], suite: RULES },
  { name: 'changes', sources: ['src/lint/changes/**'], suite: CHANGES },
  { name: 'validation', sources: ['src/kubernetes/validation/**', 'src/kubernetes/refused/**'], suite: VALIDATION },
  { name: 'schema', sources: ['src/kubernetes/schema/**', 'src/kubernetes/*', 'src/kubernetes/release/**'], suite: VALIDATION },
  { name: 'report', sources: ['src/lint/report/**'], suite: REPORT },
  { name: 'account', sources: ['src/account/**'], suite: ACCOUNT },
  { name: 'testing', sources: ['src/testing/**'], suite: TESTING },
  { name: 'yaml', sources: ['src/kubernetes/yaml/**'], suite: YAML },
  { name: 'input', sources: ['src/lint/input/**'], suite: LINT },
  { name: 'cli', sources: ['src/cli/**'], suite: LINT },
  { name: 'checks', sources: ['src/lint/**', 'src/*'], suite: LINT },
];

/** Not mutated: generated tables, and files without code after compilation. */
const LEFT_OUT = ['src/**/*.generated.ts', 'src/**/index.ts', 'src/**/*.d.ts'];

/** Tests that read sources as text: Stryker adds code to them. */
export const READ_SOURCES: ReadonlySet<string> = new Set(['test/lint/rules/branches.slow.test.ts', 'test/lint/run/hostile/expressions.slow.test.ts']);

const isLeftOut = picomatch(LEFT_OUT);
const sources = PARTS.map(part => ({ part, isSource: picomatch([...part.sources]) }));
const tests = new Map([...new Set(PARTS.map(part => part.suite))].map(suite => [suite, picomatch([...suite.tests])]));

export function isMutated(file: string): boolean {
  return file.startsWith('src/') && file.endsWith('.ts') && !isLeftOut(file);
}

export function partOf(file: string): Part | undefined {
  return sources.find(({ isSource }) => isSource(file))?.part;
}

export function isTestOf(suite: Suite, test: string): boolean {
  return test.endsWith('.test.ts') && !READ_SOURCES.has(test) && tests.get(suite)!(test);
}

/** The mirrored tests of a file run first, since they are the likeliest to notice. */
export function mirrored(file: string): string {
  return path.posix.dirname(file).replace(/^src/, 'test');
}
