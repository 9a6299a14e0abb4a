/** How many times the usual number of random inputs is tried: `CLUSTER_RANDOM=3 npm run test:cluster -- server-kinds`. */
const TIMES = Number(process.env.CLUSTER_RANDOM ?? 1);

/** The number that an environment variable gives, or so many times the usual one. With the same seed, fewer inputs are the first of more. */
export function amountOf(variable: string, usual: number): number {
  return Number(process.env[variable] ?? usual * TIMES);
}
