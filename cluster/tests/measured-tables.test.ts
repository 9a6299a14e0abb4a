import { differences } from '../measured-tables/compare';
import { readTables } from '../measured-tables/files';
import { rememberedTables } from '../measured-tables/remembered-survey';
import { Tables } from '../measured-tables/tables';

const committed = readTables();
let measured: Tables;

beforeAll(async () => {
  measured = await rememberedTables();
}, 1_200_000);

/** Of one table, so that a failure names what changed and where to look for it. */
function changesOf(name: keyof Tables): string[] {
  const nothing = Object.fromEntries(Object.keys(committed).map(each => [each, {}])) as unknown as Tables;
  return differences({ ...nothing, [name]: committed[name] }, { ...nothing, [name]: measured[name] });
}

test.each([
  ['the servers keep, drop and refuse the fields that the library asks about, with default gates and with gates switched', 'fields'],
  ['what no minor keeps is as it was', 'always'],
  ['the servers know the gates, with the defaults and locks', 'gates'],
  ['the servers serve the APIs', 'apis'],
  ['the servers publish the types', 'types'],
  ['the servers publish the kinds', 'kinds'],
  ['the servers serve the kinds and versions, by default and on request', 'served'],
  ['the servers insist on the same required fields and closed lists', 'demands'],
] as const)('%s', (_, name) => {
  expect(changesOf(name)).toEqual([]);
});
