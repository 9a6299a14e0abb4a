import { FixtureServers } from '../fuzz-checks/fixture-servers';
import { FixtureTally, sendings } from '../fuzz-checks/fixtures';
import { MINORS } from '../harness/api-server';

/*
 * Every fixture of every rule goes to real servers: what we call rejected or dropped is what they reject or drop, of the same field, and all
 * other fixtures are accepted as they are.
 */
const SENDINGS = sendings();
const RULES = [...new Set(SENDINGS.map(({ rule }) => rule))];

const servers = new FixtureServers();
const tally = new FixtureTally();

afterAll(async () => {
  console.log(`${table()}\n\nnot compared:\n${[...tally.skips].map(([why, count]) => `${count} ${why}`).join('\n')}`);
  await servers.stop();
});

describe.each(MINORS)('%s', minor => {
  const own = SENDINGS.filter(each => each.minor === minor);

  afterAll(() => servers.stop(minor));

  test.each(own.map(each => [each.rule, each.fixture.name, each] as const))('%s: the server says of %s what we say', async (_rule, _name, sending) => {
    expect(tally.add(sending, await servers.compare(sending))).toEqual([]);
  });
});

test('most objects were compared', () => {
  const counts = RULES.flatMap(rule => MINORS.map(minor => tally.count(rule, minor)));
  const sum = (of: (count: (typeof counts)[number]) => number) => counts.reduce((all, count) => all + of(count), 0);
  expect(sum(({ agreed, differed }) => agreed + differed)).toBeGreaterThan(500);
  expect(sum(({ skipped }) => skipped)).toBeLessThan(sum(({ agreed }) => agreed) / 8);
});

/** Rules by minors: objects that agree of those compared. */
function table(): string {
  return [
    `${'rule'.padEnd(40)}${MINORS.map(minor => minor.padStart(16)).join('')}`,
    ...RULES.map(rule => `${rule.padEnd(40)}${MINORS.map(minor => tally.cell(rule, minor).padStart(16)).join('')}`),
  ].join('\n');
}
