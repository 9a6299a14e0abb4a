import * as fs from 'fs';
import { RULES_FILE, STRUCTURES_FILE, printRules, printStructures } from '../measured-tables/custom/file';
import { structuresOfList } from '../measured-tables/custom/structures';

/** Writes the structures of custom resources. The cluster suite compares the committed file with what this would write. */
async function main(): Promise<void> {
  const structures = await structuresOfList();
  const text = printStructures(structures);
  fs.writeFileSync(STRUCTURES_FILE, text);
  fs.writeFileSync(RULES_FILE, printRules(structures));
  console.error(`${Object.keys(structures.kinds).length} kinds, ${structures.nodes.length} nodes, ${structures.rules.length} rules, ${Math.round(text.length / 1024)} KiB`);
}

main().catch(error => {
  console.error(error);
  process.exitCode = 1;
});
