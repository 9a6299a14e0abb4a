import * as fs from 'fs';
import { parseArgs } from 'util';
import { MINOR, readVerdicts, TYPES, writeVerdicts } from '../../test/kubernetes/validation/verdicts/verdict';
import { startApiServer } from '../harness/api-server';
import { Case, recordKind, recordPods } from '../verdicts/record';

/*
 * Asks an API server about mutations of samples, and writes what it says where we say the same: unit tests then hold our validation to it without a server.
 * What is already recorded is asked again and kept.
 *
 *   npm run verdicts -- --mutations 1500 --pods 6000 --seed 20261122 --cases cases.jsonl
 *
 * `--kind 'batch/v1 Job'` asks about this kind alone. A line of a file of cases is `{ "type": "batch/v1 Job", "from": 0, "changes": [[["spec", "completions"], 3]], "isUpdate": true }`: the number (of pods the
 * name) of a sample and what is changed in it.
 */
const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '1500' },
    pods: { type: 'string', default: '6000' },
    seed: { type: 'string', default: '20261122' },
    cases: { type: 'string' },
    kind: { type: 'string', multiple: true },
  },
});

interface TypedCase extends Case {
  readonly type: string;
}

function casesIn(file: string): readonly TypedCase[] {
  return fs.readFileSync(file, 'utf8').split('\n').filter(line => line.trim() !== '').map(line => JSON.parse(line) as TypedCase);
}

async function main(): Promise<void> {
  const server = await startApiServer({ minor: MINOR, crds: false });
  const [seed, cases] = [Number(values.seed), values.cases === undefined ? [] : casesIn(values.cases)];
  try {
    for (const type of TYPES.filter(each => values.kind?.includes(each) ?? true)) {
      const given = [...readVerdicts(type), ...cases.filter(each => each.type === type)]
        .map(({ from, changes, isUpdate }) => ({ from, changes, ...(isUpdate && { isUpdate }) }));
      const { verdicts, differing } = type.includes(' ')
        ? await recordKind(server, type, given, { mutations: Number(values.mutations), seed })
        : await recordPods(server, type, given, { mutations: Number(values.pods), seed });
      writeVerdicts(type, verdicts);
      console.log(`${type}: ${verdicts.length} verdicts of ${given.length} cases and new ones, ${differing.length} differing`);
      differing.forEach(each => console.log(`  ${each}`));
    }
  } finally {
    await server.stop();
  }
}

main().catch(error => {
  console.error(error);
  process.exitCode = 1;
});
