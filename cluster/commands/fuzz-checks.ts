/*
 * Random changes of valid manifests, as the checks and API servers judge them.
 *
 *   npm run fuzz:checks                                            all kinds, classes and minors
 *   npm run fuzz:checks -- --cases 2000 --kubernetes 1.34 --kind Job --seed 7
 *   npm run fuzz:checks -- --released                              asks the released server of each minor instead; builds those of older ones first
 *   npm run fuzz:checks -- --write                                 asks both and sends the fixtures of all rules, and writes docs/agreement.md
 *
 * Ends with 1 when they agree on less than they should, or differ in a way that nobody has explained.
 */
import { parseArgs } from 'util';
import { described, explanationOf } from '../fuzz-checks/explained';
import { compareFixtures } from '../fuzz-checks/fixture-servers';
import { page, write } from '../fuzz-checks/report';
import { fuzzChecks, Outcome } from '../fuzz-checks/run';
import { SUBJECTS } from '../fuzz-checks/subjects';
import { below, LEAST, rowsOf } from '../fuzz-checks/tally';
import { MEASURED_MINORS, Minor } from '../harness/api-server';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '24000' },
    seed: { type: 'string', default: '20261121' },
    kubernetes: { type: 'string', multiple: true },
    kind: { type: 'string', multiple: true },
    released: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    show: { type: 'string', default: '40' },
  },
});

async function main(): Promise<void> {
  const known = SUBJECTS.flatMap(({ name }) => [name, name.split(' ')[1]]);
  values.kubernetes?.forEach(minor => mustBeKnown('--kubernetes', minor, MEASURED_MINORS));
  values.kind?.forEach(kind => mustBeKnown('--kind', kind, known));
  if (values.write && values.released) {
    throw new Error('--released --write: --write asks both kinds of servers');
  }
  const seed = wholeNumber('--seed', values.seed);
  const ask = (released: boolean) =>
    fuzzChecks({ cases: wholeNumber('--cases', values.cases), seed, released, minors: values.kubernetes as Minor[] | undefined, kinds: values.kind, progress: line => console.error(line) });
  const result = await ask(values.released);
  const fixtures = values.write ? await compareFixtures() : undefined;
  const released = values.write ? await ask(true) : undefined;
  const text = page(result, seed, fixtures, released);
  console.log(text);
  if (values.write) {
    write(text);
  }
  conclude([...result.outcomes, ...released?.outcomes ?? []], fixtures?.differed ?? 0, wholeNumber('--show', values.show));
}

function conclude(outcomes: readonly Outcome[], differingFixtures: number, most: number): void {
  const unexplained = outcomes.filter(each => !each.agrees && explanationOf(each) === undefined);
  unexplained.slice(0, most).forEach(each => console.error(`\nnot explained: ${described(each)}\n  ${JSON.stringify(each.body).slice(0, 2000)}`));
  outcomes.filter(({ sameField }) => sameField === false).slice(0, most).forEach(each => console.error(`\nanother field: ${described(each)}`));
  const low = [...below(rowsOf(outcomes, ({ subject }) => subject), LEAST), ...below(rowsOf(outcomes, ({ mutation }) => mutation), LEAST)];
  low.forEach(line => console.error(`agreement below ${100 * LEAST} %: ${line}`));
  if (differingFixtures > 0) {
    console.error(`${differingFixtures} objects of fixtures differ: npm run test:cluster -- rules says which`);
  }
  process.exitCode = low.length > 0 || unexplained.length > 0 || differingFixtures > 0 ? 1 : 0;
}

function mustBeKnown(option: string, given: string, known: readonly string[]): void {
  if (!known.includes(given)) {
    throw new Error(`${option} ${given}: known are ${known.join(', ')}`);
  }
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) {
    throw new Error(`${option} ${text}: give a whole number`);
  }
  return value;
}

main().catch(error => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
