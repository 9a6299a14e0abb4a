/*
 * Prints what the library costs, as ratios measured in this run. Writes nothing unless asked with --write, which updates docs/benchmarks.md.
 * The status is not 0 when a median is over its limit.
 */
import * as fs from 'fs';
import * as path from 'path';
import { measureByHand } from './by-hand';
import { Figure, isWithinLimit, renderTable } from './figure';
import { measureFleets } from './fleets';
import { measureGiven } from './given';
import { ROOT } from './library';
import { measureLint } from './lint';
import { measureLoading } from './loading';
import { measurePatterns } from './patterns';
import { measureBudgets, measureValidation } from './validation';

const PAGE = path.join(ROOT, 'docs/benchmarks.md');
const TABLE = /(<!-- figures -->\n)[\s\S]*?(\n<!-- end of figures -->)/;

function write(table: string): void {
  const page = fs.readFileSync(PAGE, 'utf8');
  if (!TABLE.test(page)) {
    throw new Error(`${PAGE}: no place for the table between <!-- figures --> and <!-- end of figures -->`);
  }
  fs.writeFileSync(PAGE, page.replace(TABLE, (_all, before: string, after: string) => before + table + after));
}

async function main(): Promise<void> {
  // Printing findings is not part of the measurement.
  process.env.CDK8S_AI_WORKLOADS_QUIET = '1';
  // Loading is measured first, while this process is small.
  const figures: Figure[] = [
    ...measureLoading(), ...measureLint(), ...await measurePatterns(), ...await measureGiven(), ...await measureByHand(),
    ...measureFleets(), ...measureValidation(), ...measureBudgets(),
  ];
  const table = renderTable(figures);
  console.log(table);
  const over = figures.filter(figure => !isWithinLimit(figure));
  over.forEach(figure => console.error(`over its limit: ${figure.what}`));
  if (process.argv.includes('--write')) {
    write(table);
  }
  process.exitCode = over.length > 0 ? 1 : 0;
}

void main();
