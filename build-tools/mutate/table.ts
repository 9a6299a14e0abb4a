import * as fs from 'fs';
import * as path from 'path';
import { Outcome } from './run';

/** Why a survivor is accepted. Identified by its text, since lines move. */
interface Explained {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly because: string;
}

const EXPLAINED: readonly Explained[] = JSON.parse(fs.readFileSync(path.join(__dirname, 'explained.json'), 'utf8'));

export interface Row {
  readonly name: string;
  /** Number of mutants of the part; the outcomes may be a sample. */
  readonly mutants: number;
  readonly outcomes: readonly Outcome[];
}

export function explanation({ file, original, replacement }: Outcome): string | undefined {
  return EXPLAINED.find(each => each.file === file && each.original === original && each.replacement === replacement)?.because;
}

/** Mutants that no test noticed. */
export function survivors(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
}

const HEAD = ['part', 'mutants', 'run', 'killed', 'timed out', 'survived', 'no coverage', 'score', 'explained'];

export function table(rows: readonly Row[]): string {
  const total: Row = { name: 'all', mutants: rows.reduce((sum, row) => sum + row.mutants, 0), outcomes: rows.flatMap(row => row.outcomes) };
  const lines = [HEAD, HEAD.map((_, index) => index === 0 ? '---' : '---:'), ...[...rows, total].map(cells)];
  return lines.map(line => `| ${line.join(' | ')} |`).join('\n');
}

function cells({ name, mutants, outcomes }: Row): string[] {
  const count = (...statuses: string[]) => outcomes.filter(({ status }) => statuses.includes(status)).length;
  const run = count('Killed', 'Timeout', 'Survived', 'NoCoverage');
  const score = run === 0 ? '' : `${(100 * count('Killed', 'Timeout') / run).toFixed(1)} %`;
  const explained = survivors(outcomes).filter(explanation).length;
  return [name, mutants, run, count('Killed'), count('Timeout'), count('Survived'), count('NoCoverage'), score, explained].map(String);
}

/** `file:line`, the change, and whether any test reached it. */
export function told(outcome: Outcome): string {
  const uncovered = outcome.status === 'NoCoverage' ? ' (no test reaches it)' : '';
  return `${outcome.file}:${outcome.line + 1}:${outcome.column + 1} ${outcome.mutator}${uncovered}: ${short(outcome.original)} → ${short(outcome.replacement)}`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

/** The table and survivors for docs/testing.md. */
export function page(rows: readonly Row[], date: string, seed: number): string {
  const list = survivors(rows.flatMap(row => row.outcomes)).map(outcome =>
    `| \`${outcome.file.replace(/^src\//, '')}:${outcome.line + 1}\` | ${code(outcome.original)} → ${code(outcome.replacement)} | ${explanation(outcome) ?? 'not yet'} |`);
  const head = '| survivor | change | why it stays |\n| --- | --- | --- |';
  return [`Of ${date}, with the seed ${seed}:`, '', table(rows), ...list.length > 0 ? ['', head, ...list] : []].join('\n');
}

function code(text: string): string {
  return `\`${short(text).replace(/\|/g, '\\|').replace(/`/g, '′')}\``;
}
