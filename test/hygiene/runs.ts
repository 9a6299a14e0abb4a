/** Set by test/groups/thorough.slow.test.ts. */
export const THOROUGH = 'CDK8S_AI_WORKLOADS_THOROUGH';

/** Whether `npm run test:slow` runs, and everything is tried. */
export function isThorough(): boolean {
  return process.env[THOROUGH] !== undefined;
}

/** How often a property is tried: `all` times in `npm run test:slow`, and a quarter of them in `npm test` and by `npx jest FILE`. */
export function runs(all: number): number {
  return isThorough() ? all : Math.ceil(all / 4);
}

/** All of a list in `npm run test:slow`, and every fourth in `npm test`. */
export function some<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => isThorough() || index % 4 === 0);
}
