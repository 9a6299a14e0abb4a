/*
 * Builds what the cluster tests run into the cache (cluster/harness/paths.ts says where) and reads the custom resources out of their Go modules.
 * Does nothing when all of it is there. `--where` prints the files afterwards; `--prune` removes the programs of other pins.
 */
import * as fs from 'fs';
import * as path from 'path';
import { binaries, SetupError } from '../harness/binaries';
import { ALL_PROGRAMS, planOf, PROGRAMS } from '../harness/build/programs';
import { customResourceDefinitions } from '../harness/crds';

async function main(): Promise<void> {
  const built = await binaries();
  await customResourceDefinitions();
  if (process.argv.includes('--prune')) {
    prune();
  }
  if (process.argv.includes('--where')) {
    PROGRAMS.forEach(program => console.log(`${program}  ${built.path(program)}`));
  }
}

function prune(): void {
  const current = new Set(ALL_PROGRAMS.map(program => path.dirname(planOf(program).output)));
  const folders = new Set([...current].map(path.dirname));
  const all = [...folders].flatMap(folder => fs.readdirSync(folder).map(name => path.join(folder, name)));
  all.filter(folder => !current.has(folder)).forEach(folder => fs.rmSync(folder, { recursive: true }));
}

main().catch(error => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
});
