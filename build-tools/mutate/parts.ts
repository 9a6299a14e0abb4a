import * as path from 'path';
import picomatch from 'picomatch';

/** A part of the sources whose mutants are counted together, and the tests that are to notice them. */
export interface Part {
  readonly name: string;
  readonly sources: readonly string[];
  /** Mirrored tests first, then those that reach the part from outside. Each more costs time for each mutant. */
  readonly tests: readonly string[];
}

const PATTERN_TESTS = ['test/patterns/**', 'test/engines/**', 'test/workloads/**', 'test/target/**', 'test/identity/**', 'test/examples.test.ts'];
const LINT_TESTS = ['test/cli/**', 'test/checks/{acknowledge,checks,robustness,shown,uncaught,object-problems}.test.ts', 'test/checks/hostile/**'];

/** A file belongs to the first part that names it. */
export const PARTS: readonly Part[] = [
  { name: 'plans', sources: ['src/**/*plan.ts'], tests: ['test/pod/*', 'test/pod/devices/*', ...PATTERN_TESTS] },
  { name: 'patterns', sources: ['src/patterns/**'], tests: ['test/pod/*', ...PATTERN_TESTS] },
  { name: 'devices', sources: ['src/pod/devices/**'], tests: ['test/pod/devices/*', 'test/checks/server/kinds/devices.test.ts', 'test/checks/rules/devices.test.ts'] },
  { name: 'pod', sources: ['src/pod/*'], tests: ['test/pod/*', ...PATTERN_TESTS] },
  { name: 'engines', sources: ['src/engines/**', 'src/knowledge/**'], tests: ['test/engines/**', 'test/pod/*', 'test/patterns/**'] },
  { name: 'workloads', sources: ['src/workloads/**', 'src/target/**'], tests: ['test/workloads/**', 'test/target/**', 'test/pod/*', 'test/patterns/**'] },
  { name: 'given', sources: ['src/given/**'], tests: ['test/given/**', 'test/checks/mistakes/**', 'test/pod/refusals.test.ts', 'test/patterns/*/refusals.test.ts'] },
  { name: 'mistakes', sources: ['src/checks/mistakes/**'], tests: ['test/checks/mistakes/**', 'test/checks/*.test.ts', 'test/patterns/*/refusals.test.ts'] },
  { name: 'facts', sources: ['src/checks/facts/**'], tests: ['test/checks/facts/**', 'test/checks/rules/**', 'test/checks/changes/**', 'test/checks/seeds/**'] },
  { name: 'rules', sources: ['src/checks/rules/**'], tests: ['test/checks/rules/**', 'test/checks/seeds/**', 'test/checks/documented.test.ts'] },
  { name: 'changes', sources: ['src/checks/changes/**'], tests: ['test/checks/changes/**', 'test/cli/against.test.ts', 'test/checks/documented.test.ts'] },
  { name: 'validation', sources: ['src/checks/server/**'], tests: ['test/checks/server/**', 'test/checks/changes/refused.test.ts'] },
  { name: 'schema', sources: ['src/checks/schema/**'], tests: ['test/checks/schema/**', 'test/checks/server/**'] },
  { name: 'report', sources: ['src/checks/report/**'], tests: ['test/checks/report/**', 'test/cli/lint.test.ts', 'test/checks/uncaught.test.ts'] },
  { name: 'yaml', sources: ['src/checks/yaml/**'], tests: ['test/checks/yaml/**'] },
  { name: 'input', sources: ['src/checks/input/**'], tests: ['test/checks/input/**', ...LINT_TESTS] },
  { name: 'cli', sources: ['src/cli/**'], tests: LINT_TESTS },
  { name: 'checks', sources: ['src/checks/*', 'src/*'], tests: ['test/checks/*.test.ts', 'test/checks/rules/**', 'test/checks/hostile/**', 'test/cli/**'] },
];

/** Not mutated: tables that are generated from servers, and files of which nothing is left after compiling. */
const LEFT_OUT = ['src/**/*.generated.ts', 'src/**/index.ts', 'src/**/*.d.ts'];

const isLeftOut = picomatch(LEFT_OUT);
const matchers = PARTS.map(part => ({ part, isSource: picomatch([...part.sources]), isTest: picomatch([...part.tests]) }));

export function isMutated(file: string): boolean {
  return file.startsWith('src/') && file.endsWith('.ts') && !isLeftOut(file);
}

export function partOf(file: string): Part | undefined {
  return matchers.find(({ isSource }) => isSource(file))?.part;
}

export function isTestOf(part: Part, test: string): boolean {
  return test.endsWith('.test.ts') && matchers.find(each => each.part === part)!.isTest(test);
}

/** The tests that mirror a file run first, since they are the likeliest to notice. */
export function mirrored(file: string): string {
  return path.posix.dirname(file).replace(/^src/, 'test');
}
