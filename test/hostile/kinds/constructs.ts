import * as fc from 'fast-check';
import { BASES, complaintsAbout, pathFrom, Plain, propsOf, put } from '../../given/hostile-constructs';
import { HOSTILE } from '../../given/hostile-values';
import { Kind, Problem, Workbench } from '../trial';

/** A construct with one property of the wrong type or value. */

export interface Construction {
  readonly owner: string;
  readonly path: readonly string[];
  /** Index of the value. Some can be used by one construct only, so each construct gets its own. */
  readonly value: number;
}

const WAYS = 12;

const construction: fc.Arbitrary<Construction> = fc.tuple(
  fc.constantFrom(...Object.keys(BASES)), fc.array(fc.nat(1000), { minLength: WAYS, maxLength: WAYS }), fc.nat(HOSTILE.length - 1),
).map(([owner, choices, value]) => {
  let next = 0;
  return { owner, path: pathFrom(propsOf(owner), () => choices[next++ % choices.length]), value };
});

async function examine({ owner, path, value }: Construction, bench: Workbench): Promise<Problem[]> {
  return bench.attempt(() => {
    const props: Plain = BASES[owner]();
    put(props, [...path], HOSTILE[value].make());
    return complaintsAbout(owner, props).map(detail => ({ broken: 'constructs say what is wrong with what they are given', detail: `${owner}: ${detail}` }));
  });
}

export const constructs: Kind<Construction> = {
  arbitrary: construction,
  batch: 60,
  examine,
  trials: () => [],
  described: ({ owner, path, value }) => `new ${owner}(…) with ${path.join('.')}: ${HOSTILE[value].title}`,
};
