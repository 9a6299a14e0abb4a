/** Set by test/groups/thorough.slow.test.ts. */
export const THOROUGH = 'CDK8S_AI_WORKLOADS_THOROUGH';

/** How often a property is tried: `all` times in `npm run test:slow`, and a quarter of them in `npm test` and by `npx jest FILE`. */
export function runs(all: number): number {
  return process.env[THOROUGH] === undefined ? Math.ceil(all / 4) : all;
}

/** All of a list in `npm run test:slow`, and every fourth in `npm test`. */
export function some<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => process.env[THOROUGH] !== undefined || index % 4 === 0);
}
