/*
 * Mutation testing: changes the sources in one place at a time and runs the tests that reach it. A change that no test notices could be a mistake that none
 * would notice (see docs/testing.md). The status is 0 whatever the score, since survivors are read, not counted.
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { parseArgs } from 'util';
import { sourcesByPart, testFiles } from './files';
import { Candidate, candidates, key, ROOT } from './mutants';
import { Part, Suite } from './parts';
import { Outcome, runSuite } from './run';
import { sample, shares } from './sample';
import { explanation, page, Row, survivors, table, told } from './table';

const PAGE = path.join(ROOT, 'docs/testing.md');
const PLACE = /(<!-- mutants -->\n)[\s\S]*?(<!-- end of mutants -->)/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    concurrency: { type: 'string', default: String(os.availableParallelism()) },
    force: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

interface Work {
  readonly part: Part;
  readonly all: readonly Candidate[];
  readonly chosen: readonly Candidate[];
}

async function work(): Promise<Work[]> {
  const all = await Promise.all([...sourcesByPart(positionals)].map(async ([part, files]) => ({ part, all: await candidates(files, part) })));
  const counts = shares(all.map(each => each.all.length), Number(values.sample ?? Infinity));
  return all.map((each, index) => ({ ...each, chosen: values.sample === undefined ? each.all : sample(each.all, counts[index], seed, key) }));
}

async function run(suite: Suite, works: readonly Work[]): Promise<Row[]> {
  const [started, chosen] = [Date.now(), works.flatMap(each => each.chosen)];
  console.log(`\n${works.map(({ part, all, chosen: { length } }) => `${part.name}: ${length} of ${all.length} mutants`).join(', ')}`);
  const incremental = values.sample === undefined;
  const outcomes = await runSuite(suite, chosen, { concurrency: Number(values.concurrency), incremental, force: values.force });
  survivors(outcomes).forEach(each => console.log(`  ${told(each)}${explanation(each) ? ` [explained: ${explanation(each)}]` : ''}`));
  console.log(`${suite.name}: ${Math.round((Date.now() - started) / 1000)} s`);
  return works.map(({ part, all }) => ({ name: part.name, mutants: all.length, outcomes: outcomes.filter((each: Outcome) => each.part === part) }));
}

function write(rows: readonly Row[]): void {
  const text = page(rows, new Date().toISOString().slice(0, 10), seed);
  fs.writeFileSync(PAGE, fs.readFileSync(PAGE, 'utf8').replace(PLACE, (_all, before: string, after: string) => `${before}${text}\n${after}`));
}

async function main(): Promise<void> {
  const works = await work();
  if (works.length === 0) {
    throw new Error(`no sources to mutate in ${positionals.join(', ')}`);
  }
  if (values.list) {
    works.forEach(({ part, all }) => console.log(`${part.name}: ${all.length} mutants, ${testFiles(part.suite).length} test files`));
    return;
  }
  console.log(values.sample === undefined ? '' : `seed ${seed}`);
  const rows: Row[] = [];
  for (const suite of new Set(works.map(({ part }) => part.suite))) {
    rows.push(...await run(suite, works.filter(({ part }) => part.suite === suite)));
  }
  console.log(`\n${table(rows)}\n\n${survivors(rows.flatMap(each => each.outcomes)).map(told).join('\n')}`);
  if (values.write) {
    write(rows);
  }
}

void main();
