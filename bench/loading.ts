import { execFileSync } from 'child_process';
import { Figure, median } from './figure';
import { LIBRARY, ROOT } from './library';

const ROUNDS = 5;
const PAIRS = 15;

const OURS = requireOf(LIBRARY);

/**
 * Loading the library against loading cdk8s-plus-28, which it needs itself: in fresh processes, alternating. The index loads modules when
 * they are used, so the price of a pattern is measured with the pattern in hand.
 */
export function measureLoading(): Figure[] {
  const works: [what: string, work: string, limit?: number][] = [
    ["require('cdk8s-ai-workloads')", OURS, 1.15],
    ['require and use of one pattern', `${OURS}.LeaderWorkerGroup`, 1.1],
    ['require and use of every export', `Object.values(${OURS})`],
  ];
  return works.map(([what, work, limit]) => ({ what: `${what} to require('cdk8s-plus-28')`, rounds: compare(work), limit, unit: 'x' }));
}

function compare(ours: string): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const pairs = Array.from({ length: PAIRS }, () => [time(ours), time(requireOf('cdk8s-plus-28'))]);
    return median(pairs.map(([first]) => first)) / median(pairs.map(([, second]) => second));
  });
}

function requireOf(module: string): string {
  return `require(${JSON.stringify(module)})`;
}

function time(work: string): number {
  const script = `const start = process.hrtime.bigint(); ${work}; console.log(String(process.hrtime.bigint() - start))`;
  return Number(execFileSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' }));
}
