import * as fc from 'fast-check';

// What is wrong is expected where it is written, one mistake a test; test/given/mistakes holds what programs get.
process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';

// Random inputs, but the same ones at every run: CI must not fail by chance on what nobody changed.
// `FUZZ_SEED=random npx jest` (or any number) explores others; a failure prints its seed.
const seed = process.env.FUZZ_SEED ?? '20261120';
if (seed !== 'random') {
  fc.configureGlobal({ seed: Number(seed) });
}
