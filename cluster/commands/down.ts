/*
 * Stops the clusters that `npm run cluster:up` left. Runs of the tests are not touched: they end with the process that owns them.
 */
import { eventually } from '../harness/eventually';
import { isAlive, recordedRuns } from '../harness/processes';

async function main(): Promise<void> {
  const left = recordedRuns().filter(({ record }) => record.lingers && isAlive(record.keeper));
  for (const { folder, record } of left) {
    process.kill(record.keeper, 'SIGTERM');
    await eventually(`the processes of ${folder} end`, async () => isAlive(record.keeper), alive => !alive);
    process.stdout.write(`stopped ${folder}\n`);
  }
  if (left.length === 0) {
    process.stdout.write('no cluster of cluster:up is running\n');
  }
}

main().catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
