import { amountOf } from './amounts';
import { described, explanationOf } from '../fuzz-checks/explained';
import { fuzzChecks } from '../fuzz-checks/run';
import { SUBJECTS } from '../fuzz-checks/subjects';
import { rowOf } from '../fuzz-checks/tally';
import { rememberedServer } from '../harness/remembered/remembered-server';

/** The full run is `npm run fuzz:checks`. */
const CASES = amountOf('FUZZ_CHECKS_CASES', 500);
const SEED = Number(process.env.FUZZ_CHECKS_SEED ?? 20261121);

test('changed manifests are accepted and refused here as API servers of all minors accept and refuse them, for the same field', async () => {
  const { outcomes } = await fuzzChecks({ cases: CASES, seed: SEED, start: options => rememberedServer(__filename, options) });
  const all = rowOf('all', outcomes);
  console.log(JSON.stringify(all));
  expect(outcomes.filter(each => !each.agrees && explanationOf(each) === undefined).map(described)).toEqual([]);
  expect(outcomes.filter(({ sameField }) => sameField === false).length).toBeLessThanOrEqual(all.named / 100);
  // Otherwise agreement would be cheap.
  expect(all.cases).toBeGreaterThan(0.9 * CASES);
  expect(all.bad).toBeGreaterThan(all.cases / 3);
  expect(all.cases - all.bad).toBeGreaterThan(all.cases / 5);
  expect(new Set(outcomes.map(({ subject }) => subject)).size).toBe(SUBJECTS.length);
});
