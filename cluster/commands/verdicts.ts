import { parseArgs } from 'util';
import { SAMPLES } from '../../test/checks/server/kinds/samples/kinds';
import { MINOR, writeVerdicts } from '../../test/checks/server/verdicts/verdict';
import { startApiServer } from '../harness/api-server';
import { recordKind, recordPods } from '../verdicts/record';

/*
 * Asks an API server about mutations of samples, and writes what it says where we say the same: unit tests then hold our validation to it without a server.
 *
 *   npm run verdicts -- --mutations 1500 --pods 12000 --seed 20261122
 */
const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '1500' },
    pods: { type: 'string', default: '12000' },
    seed: { type: 'string', default: '20261122' },
  },
});

async function main(): Promise<void> {
  const server = await startApiServer({ minor: MINOR, crds: false });
  try {
    const seed = Number(values.seed);
    for (const [kind, { verdicts, differing }] of await recordPods(server, Number(values.pods), seed)) {
      writeVerdicts(kind, verdicts);
      console.log(`${kind}: ${verdicts.length} verdicts, ${differing} differing`);
    }
    for (const type of SAMPLES.keys()) {
      const { verdicts, differing } = await recordKind(server, type, Number(values.mutations), seed);
      writeVerdicts(type, verdicts);
      console.log(`${type}: ${verdicts.length} verdicts, ${differing} differing`);
    }
  } finally {
    await server.stop();
  }
}

main().catch(error => {
  console.error(error);
  process.exitCode = 1;
});
