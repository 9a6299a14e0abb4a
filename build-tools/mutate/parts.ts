import * as path from 'path';
import picomatch from 'picomatch';

/** Tests that run together. A run without mutants comes first and takes most of the time of a sample, so parts share it. */
export interface Suite {
  readonly name: string;
  /** Mirrored tests first, then those that reach a part from outside. Each more costs time for each mutant. */
  readonly tests: readonly string[];
}

const CONSTRUCTS: Suite = {
  name: 'constructs',
  tests: [
    'test/pod/**', 'test/patterns/**', 'test/engines/**', 'test/workloads/**', 'test/target/**', 'test/knowledge/**', 'test/identity/**', 'test/examples.test.ts',
  ],
};
const GIVEN: Suite = { name: 'given', tests: ['test/given/**', 'test/checks/mistakes/**', 'test/pod/refusals.test.ts', 'test/patterns/*/refusals.test.ts'] };
const RULES: Suite = { name: 'rules', tests: ['test/checks/facts/**', 'test/checks/rules/**', 'test/checks/seeds/**', 'test/checks/documented.test.ts'] };
const CHANGES: Suite = { name: 'changes', tests: ['test/checks/changes/**', 'test/cli/against.test.ts', 'test/checks/documented.test.ts'] };
const VALIDATION: Suite = { name: 'validation', tests: ['test/checks/server/**', 'test/checks/schema/**', 'test/checks/changes/refused.test.ts'] };
const REPORT: Suite = { name: 'report', tests: ['test/checks/report/**', 'test/cli/lint.test.ts', 'test/checks/uncaught.test.ts'] };
const YAML: Suite = { name: 'yaml', tests: ['test/checks/yaml/**'] };
const LINT: Suite = { name: 'lint', tests: ['test/cli/**', 'test/checks/*.test.ts', 'test/checks/input/**', 'test/checks/hostile/**'] };

/** A part of the sources whose mutants are counted together, and the tests that are to notice them. */
export interface Part {
  readonly name: string;
  readonly sources: readonly string[];
  readonly suite: Suite;
}

/** A file belongs to the first part that names it. */
export const PARTS: readonly Part[] = [
  { name: 'plans', sources: ['src/**/*plan.ts'], suite: CONSTRUCTS },
  { name: 'patterns', sources: ['src/patterns/**'], suite: CONSTRUCTS },
  { name: 'devices', sources: ['src/pod/devices/**'], suite: CONSTRUCTS },
  { name: 'pod', sources: ['src/pod/*'], suite: CONSTRUCTS },
  { name: 'engines', sources: ['src/engines/**', 'src/knowledge/**'], suite: CONSTRUCTS },
  { name: 'workloads', sources: ['src/workloads/**', 'src/target/**'], suite: CONSTRUCTS },
  { name: 'given', sources: ['src/given/**'], suite: GIVEN },
  { name: 'mistakes', sources: ['src/checks/mistakes/**'], suite: GIVEN },
  { name: 'facts', sources: ['src/checks/facts/**'], suite: RULES },
  { name: 'rules', sources: ['src/checks/rules/**'], suite: RULES },
  { name: 'changes', sources: ['src/checks/changes/**'], suite: CHANGES },
  { name: 'validation', sources: ['src/checks/server/**'], suite: VALIDATION },
  { name: 'schema', sources: ['src/checks/schema/**'], suite: VALIDATION },
  { name: 'report', sources: ['src/checks/report/**'], suite: REPORT },
  { name: 'yaml', sources: ['src/checks/yaml/**'], suite: YAML },
  { name: 'input', sources: ['src/checks/input/**'], suite: LINT },
  { name: 'cli', sources: ['src/cli/**'], suite: LINT },
  { name: 'checks', sources: ['src/checks/*', 'src/*'], suite: LINT },
];

/** Not mutated: tables that are generated from servers, and files of which nothing is left after compiling. */
const LEFT_OUT = ['src/**/*.generated.ts', 'src/**/index.ts', 'src/**/*.d.ts'];

/** Tests that read the sources as they are written: Stryker writes conditions of its own into them. */
export const READ_SOURCES: ReadonlySet<string> = new Set(['test/checks/rules/branches.test.ts', 'test/checks/hostile/expressions.test.ts']);

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

/** The tests that mirror a file run first, since they are the likeliest to notice. */
export function mirrored(file: string): string {
  return path.posix.dirname(file).replace(/^src/, 'test');
}
