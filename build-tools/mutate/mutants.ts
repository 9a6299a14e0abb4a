import * as fs from 'fs';
import * as path from 'path';
import type { Mutant } from '@stryker-mutator/api/core' with { 'resolution-mode': 'import' };
import { Part } from './parts';

export const ROOT = path.join(__dirname, '../..');

/** A change by Stryker (a mutant): lines and columns are 0-based. */
export interface Candidate {
  readonly part: Part;
  readonly file: string;
  readonly mutator: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly original: string;
  readonly replacement: string;
}

/** All mutants of the given files that are worth running. */
export async function candidates(files: readonly string[], part: Part): Promise<Candidate[]> {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const silent: any = new Proxy({}, { get: () => () => false });
  const sources = files.map(file => ({ name: path.join(ROOT, file), mutate: true, content: fs.readFileSync(path.join(ROOT, file), 'utf8') }));
  const { mutants } = await new Instrumenter(silent).instrument(sources, { plugins: null, ignorers: [], excludedMutations: [] });
  const texts = new Map(sources.map(source => [source.name, source.content.split('\n')]));
  return mutants.map(mutant => candidate(mutant, texts.get(mutant.fileName)!, part)).filter(each => !isWording(each));
}

function candidate({ fileName, mutatorName, location: { start, end }, replacement }: Mutant, lines: readonly string[], part: Part): Candidate {
  return {
    part,
    file: path.relative(ROOT, fileName),
    mutator: mutatorName,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    original: excerpt(lines, start, end),
    replacement,
  };
}

function excerpt(lines: readonly string[], start: { line: number; column: number }, end: { line: number; column: number }): string {
  return start.line === end.line ? lines[start.line].slice(start.column, end.column) : lines[start.line].slice(start.column);
}

/** Excludes sentences, which fixtures and pages hold; a test for each would only repeat it. Names and values contain no blank between words. */
function isWording({ mutator, original }: Candidate): boolean {
  return mutator === 'StringLiteral' && /[a-z,.:;})] +[a-z($'"]/i.test(original);
}

/** Identifies a mutant in all runs, as long as its file does not change. */
export function key(mutant: Omit<Candidate, 'part' | 'original'>): string {
  return [mutant.file, mutant.mutator, mutant.line, mutant.column, mutant.endLine, mutant.endColumn, mutant.replacement].join('|');
}
