import { Fixture, readFixture } from '../../test/lint/rules/fixture';
import { seeds } from '../../test/lint/run/seeds/seed';
import { compareFixture, FixtureTally } from '../fuzz-checks/fixtures';
import { MINORS } from '../harness/api-server';
import { ApiServers } from '../harness/api-servers';

/*
 * What people copy from articles goes to real servers: what we call rejected or dropped is what they reject or drop, of the same field.
 */
const SEEDS = seeds();
let servers: ApiServers;
const tally = new FixtureTally();

beforeAll(async () => {
  servers = await ApiServers.start(__filename);
}, 600_000);

afterAll(async () => {
  console.log([...tally.skips].map(([why, count]) => `${count} ${why}`).join('\n'));
  await servers?.stop();
});

describe.each(MINORS)('%s', minor => {
  test.each(SEEDS.map(seed => [seed.name, seed] as const))('%s: the server says what we say', async (name, { file }) => {
    const results = await compareFixture(servers.of(minor).client, sendable(readFixture(file)), { minor, featureGates: {} });
    expect(tally.add({ rule: name, minor }, results)).toEqual([]);
  });
});

/** Some pods are quoted without metadata, which the client wants to look into. */
function sendable(fixture: Fixture): Fixture {
  return { ...fixture, text: fixture.text.replace(/^(kind: Pod.*)\nspec:/m, '$1\nmetadata: {}\nspec:') };
}

test('most objects were compared', () => {
  const counts = SEEDS.flatMap(({ name }) => MINORS.map(minor => tally.count(name, minor)));
  expect(counts.reduce((sum, { agreed, differed }) => sum + agreed + differed, 0)).toBeGreaterThan(100);
});
