import * as fc from 'fast-check';
import { SHAPES, Shape } from '../given/shapes';
import { Kind, Problem, Trial, Workbench } from '../trial';

/** The same input in several sizes: four times the size may take four times as long, with a generous margin. */

const FACTOR = 4;
/** Largest ratio for four times the size. Quadratic work gives 16; garbage collection and cache misses turn 4 into 6. */
const MOST = 9;
const SMALLEST = 250;
/** Milliseconds below which a measurement is noise. */
const LEAST_TIME = 60;
const ENOUGH_TIME = 1500;
const LARGEST_INPUT = 4_000_000;

function sizeOf({ files, args, stdin = '' }: Trial): number {
  return [...files.map(each => each.content.length), ...args.map(each => each.length), stdin.length].reduce((sum, each) => sum + each, 0);
}

async function grow({ make, most = Infinity }: Shape, bench: Workbench): Promise<Problem[]> {
  const spent = async (count: number) => bench.time(make(count));
  let before = await spent(SMALLEST);
  const problems = [...before.problems];
  for (let count = SMALLEST; before.spent < ENOUGH_TIME && count * FACTOR <= most; count *= FACTOR) {
    if (sizeOf(make(count * FACTOR)) > LARGEST_INPUT) {
      break;
    }
    const after = await spent(count * FACTOR);
    problems.push(...after.problems);
    const ratio = (one: number, four: number) => four / Math.max(one, LEAST_TIME);
    if (ratio(before.spent, after.spent) > MOST) {
      const [one, four] = [await least(count), await least(count * FACTOR)];
      if (ratio(one, four) > MOST) {
        return [...problems, { broken: 'time grows with the size of the input', detail: `${FACTOR} times as much (${count * FACTOR}) takes ${Math.round(ratio(one, four))} times as long: ${Math.round(one)} and ${Math.round(four)} ms` }];
      }
    }
    before = after;
  }
  return problems;

  async function least(count: number): Promise<number> {
    return Math.min((await spent(count)).spent, (await spent(count)).spent);
  }
}

export const scales: Kind<Shape> = {
  arbitrary: fc.constantFrom(...SHAPES),
  batch: 3,
  examine: async (shape, bench) => (await grow(shape, bench)).map(problem => ({ ...problem, broken: `${shape.name}: ${problem.broken}` })),
  trials: shape => [shape.make(16_000)],
};
