import { parseArgs } from 'util';
import { MEASURED_MINORS } from '../harness/api-server';
import { differences } from '../measured-tables/compare';
import { committedAttribution, readTables, writeTables } from '../measured-tables/files';
import { survey } from '../measured-tables/survey';
import { tablesOf } from '../measured-tables/tables';

const USAGE = `npm run measure [-- --check | --gates | --gates-of ${MEASURED_MINORS.at(-1)}]
  asks the API servers of all minors and writes the measured tables
  --check     compares with the committed tables, writes nothing, ends with 1 when they differ
  --gates     finds out anew which gate decides about which field (about 15 minutes)
  --gates-of  finds that out for one minor, and keeps what is known of the others`;

async function main(args: readonly string[]): Promise<number> {
  const { values: { check = false, gates = false, 'gates-of': one, help } } = parseArgs({
    args: [...args],
    options: { 'check': { type: 'boolean' }, 'gates': { type: 'boolean' }, 'gates-of': { type: 'string' }, 'help': { type: 'boolean' } },
  });
  if (help || (one !== undefined && !MEASURED_MINORS.some(minor => minor === one))) {
    console.error(help ? USAGE : `--gates-of ${one}: there are ${MEASURED_MINORS.join(', ')}`);
    return help ? 0 : 2;
  }
  const start = Date.now();
  const report = (line: string) => console.error(`[${String(Math.round((Date.now() - start) / 1000)).padStart(3)} s] ${line}`);
  const committed = readTables();
  const anew = MEASURED_MINORS.filter(minor => gates || minor === one);
  const measured = tablesOf(await survey(report, gates ? () => undefined : committedAttribution(committed), anew));
  const changes = differences(committed, measured);
  changes.forEach(line => console.log(line));
  if (!check) {
    writeTables(measured);
  }
  report(changes.length === 0 ? 'the tables are as committed' : `${changes.length} differences${check ? '' : ', written'}`);
  return check && changes.length > 0 ? 1 : 0;
}

function isUsage(error: Error & { readonly code?: string }): boolean {
  return error.code?.startsWith('ERR_PARSE_ARGS') === true;
}

main(process.argv.slice(2)).then(code => { process.exitCode = code; }, error => {
  console.error(isUsage(error) ? `${error.message}\n${USAGE}` : error);
  process.exitCode = 1;
});
