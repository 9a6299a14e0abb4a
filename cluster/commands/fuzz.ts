/*
 * Random programs over the public API, against the API servers of all minors.
 *
 *   npm run fuzz -- --cases 2000 --kubernetes 1.34 --pattern LeaderWorkerGroup --seed 7
 *   npm run fuzz -- --seed 7 --kubernetes 1.34 --only 1234     one case again
 *   npm run fuzz -- --seed 7 --kubernetes 1.34 --show 1234     its program, without running it
 *   npm run fuzz -- --local                                    only what needs no server
 */
import { parseArgs } from 'util';
import { Clusters } from '../fuzz/clusters';
import { PATTERNS } from '../fuzz/generators/programs';
import { print } from '../fuzz/printer';
import { FuzzResult, caseOf, fuzz } from '../fuzz/run';
import { MINORS, Minor } from '../harness/api-server';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    kubernetes: { type: 'string' },
    pattern: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    show: { type: 'string' },
    local: { type: 'boolean', default: false },
    failures: { type: 'string', default: '10' },
  },
});

async function main(): Promise<void> {
  const minors = values.kubernetes === undefined ? MINORS : MINORS.filter(minor => minor === values.kubernetes);
  mustBeKnown('--kubernetes', values.kubernetes, MINORS);
  mustBeKnown('--pattern', values.pattern, Object.keys(PATTERNS));
  const seed = number('--seed', values.seed);
  if (values.show !== undefined) {
    process.stdout.write(print(caseOf(minors[0], values.pattern, seed, number('--show', values.show)).program));
    return;
  }
  // Warnings and infos of thousands of apps.
  process.env.CDK8S_AI_WORKLOADS_QUIET = '1';
  console.error(`seed ${seed}`);
  const clusters = values.local ? undefined : new Clusters();
  try {
    for (const minor of minors) {
      const only = values.only === undefined ? undefined : number('--only', values.only);
      show(minor, seed, await fuzz({
        minor, seed, clusters, pattern: values.pattern, mostFailures: number('--failures', values.failures), first: only, cases: only === undefined ? number('--cases', values.cases) : 1, progress: line => console.error(line),
      }));
    }
    clusters?.unserved.forEach((count, kind) => console.log(`not tried, since no server of the run has it: ${count} x ${kind}`));
  } finally {
    await clusters?.stop();
  }
}

function show(minor: Minor, seed: number, { tally, findings }: FuzzResult): void {
  console.log([`Kubernetes ${minor}, seed ${seed}: ${tally.cases} cases, ${tally.count('accepted')} accepted, ${tally.count('refused')} refused`, ...tally.lines(8)].join('\n'));
  for (const { kind, message, source, number: at } of findings) {
    process.exitCode = 1;
    const again = `npm run fuzz -- --seed ${seed} --kubernetes ${minor}${values.pattern ? ` --pattern ${values.pattern}` : ''} --only ${at}`;
    console.log(`\nFAILED ${kind}\n${message}\n\n${source}\nagain: ${again}\n`);
  }
}

function mustBeKnown(option: string, given: string | undefined, known: readonly string[]): void {
  if (given !== undefined && !known.includes(given)) {
    throw new Error(`${option} ${given}: known are ${known.join(', ')}`);
  }
}

function number(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) {
    throw new Error(`${option} ${text}: give a whole number`);
  }
  return value;
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
