import { differences } from '../measured-tables/compare';
import { committedAttribution, readTables, writeTables } from '../measured-tables/files';
import { survey } from '../measured-tables/survey';
import { tablesOf } from '../measured-tables/tables';

const USAGE = `npm run measure [-- --check | --gates]
  asks the API servers of all minors and writes the measured tables
  --check  compares with the committed tables, writes nothing, ends with 1 when they differ
  --gates  finds out anew which gate decides about which field (about 15 minutes)`;

const OPTIONS = ['--check', '--gates'];

async function main(options: readonly string[]): Promise<number> {
  const unknown = options.find(option => !OPTIONS.includes(option));
  if (unknown !== undefined) {
    console.error(unknown === '--help' ? USAGE : `unknown option ${unknown}\n${USAGE}`);
    return unknown === '--help' ? 0 : 2;
  }
  const start = Date.now();
  const report = (line: string) => console.error(`[${String(Math.round((Date.now() - start) / 1000)).padStart(3)} s] ${line}`);
  const committed = readTables();
  const measured = tablesOf(await survey(report, options.includes('--gates') ? undefined : committedAttribution(committed)));
  const changes = differences(committed, measured);
  changes.forEach(line => console.log(line));
  if (!options.includes('--check')) {
    writeTables(measured);
  }
  report(changes.length === 0 ? 'the tables are as committed' : `${changes.length} differences${options.includes('--check') ? '' : ', written'}`);
  return options.includes('--check') && changes.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(code => { process.exitCode = code; }, error => {
  console.error(error);
  process.exitCode = 1;
});
