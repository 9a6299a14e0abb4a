/*
 * Fuzzes the program with hostile input: bytes, YAML, definitions, configurations, kubeconfigs, servers, arguments, of any size.
 *
 *   npm run fuzz:hostile                                          a minute of all kinds
 *   npm run fuzz:hostile -- --minutes 60 --only yaml,server       the kinds: see --help
 *   npm run fuzz:hostile -- --only yaml --seed 7 --path 12:0:3    one case, as a finding names it; --keep FOLDER writes its files there
 *
 * Ends with status 1 if a property was violated.
 */
import { parseArgs } from 'util';
import { fuzz, told } from './fuzz';
import { KIND_NAMES } from './job';
import type { KindName } from './kinds';
import { WorkerProcess } from './worker-process';

const USAGE = `npm run fuzz:hostile -- [--minutes 1] [--cases N] [--seed N] [--only ${KIND_NAMES.join(',')}] [--path P [--keep FOLDER]]`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    path: { type: 'string' },
    keep: { type: 'string' },
    help: { type: 'boolean' },
  },
});

async function main(): Promise<void> {
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const kinds = (values.only ?? []).flatMap(each => each.split(',')).map(kindNamed);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : number('--seed', values.seed);
  if (values.path !== undefined) {
    await again(kinds[0] ?? kindNamed(''), seed, values.path);
    return;
  }
  const minutes = values.minutes === undefined ? (values.cases === undefined ? 1 : Infinity) : number('--minutes', values.minutes);
  console.log(`seed ${seed}`);
  const { findings, cases } = await fuzz({
    seed, kinds: kinds.length > 0 ? kinds : undefined, until: Date.now() + minutes * 60_000, cases: values.cases === undefined ? undefined : number('--cases', values.cases), progress: line => console.log(line),
  });
  console.log([...cases].map(([kind, count]) => `${kind} ${count}`).join(', '));
  console.log(`${findings.length} findings with seed ${seed}`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

/** Runs a single case. */
async function again(kind: KindName, seed: number, path: string): Promise<void> {
  const worker = new WorkerProcess();
  try {
    const { shown } = await worker.do({ kind, seed, path, known: [], show: { folder: values.keep } });
    console.log(shown);
    const { found } = await worker.do({ kind, seed, path, known: [] });
    console.log(found ? told({ ...found, kind }) : 'no promise is broken');
    process.exitCode = found ? 1 : 0;
  } finally {
    await worker.end();
  }
}

function kindNamed(name: string): KindName {
  const found = KIND_NAMES.find(each => each === name);
  if (found === undefined) {
    throw new Error(`--only ${name}: known are ${KIND_NAMES.join(', ')}`);
  }
  return found;
}

function number(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || text === '') {
    throw new Error(`${option} ${text}: give a number`);
  }
  return value;
}

main().catch((error: Error) => {
  console.error(error.stack);
  process.exitCode = 2;
});
