import { Clusters } from '../fuzz/clusters';
import { fuzz } from '../fuzz/run';
import { MINORS } from '../harness/api-server';
import { rememberedServer } from '../harness/remembered/remembered-server';

/** The same convention as for unit tests (test/setup.ts): the same programs at every run, unless somebody asks for others. */
const SEED = process.env.FUZZ_SEED ?? '20261120';
const seed = SEED === 'random' ? Date.now() % 1_000_000 : Number(SEED);

/** 200 in all; `npm run fuzz` runs thousands. */
const CASES = 50;

describe(`random programs (seed ${seed})`, () => {
  const clusters = new Clusters(options => rememberedServer(__filename, options));
  afterAll(() => clusters.stop());

  test.each(MINORS)('are refused by a typed error, or an API server of %s takes all of what they write', async minor => {
    const { tally, findings } = await fuzz({ minor, seed, cases: CASES, clusters });
    expect(findings.map(({ kind, message, source, number }) => `${kind} (case ${number}):\n${message}\n\n${source}`)).toEqual([]);
    // Otherwise the property would hold of refusals alone.
    expect(tally.count('accepted')).toBeGreaterThan(CASES / 4);
    expect(tally.count('refused')).toBeGreaterThan(CASES / 10);
  });
});
