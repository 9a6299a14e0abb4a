import { CharacterSet } from './character-set';
import { Expression, PatternSyntaxError } from './syntax';

/** A step (NFA state): consumes a character, or goes on without one. Of two ways on, `next` is preferred where it matters which match is found. */
export type Step =
  | { readonly kind: 'character'; readonly set: CharacterSet; next: number }
  | { readonly kind: 'start' | 'end'; next: number }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'match' };

/** Counted repetitions multiply, as in `(a{1000}){1000}`. */
const MOST_STEPS = 5_000;
const MOST_VISITS = 4 * MOST_STEPS;

/** A Thompson NFA: matching takes time linear in the text. Source: Russ Cox, "Regular Expression Matching Can Be Simple And Fast" */
export interface Automaton {
  readonly steps: readonly Step[];
  readonly first: number;
}

export function automatonOf(expression: Expression): Automaton {
  const builder = new Builder();
  const end = builder.add({ kind: 'match' });
  return { first: builder.before(expression, end), steps: builder.steps };
}

/** Builds from the end, so that each part is given the step that follows it. */
class Builder {
  public readonly steps: Step[] = [];
  private visits = 0;

  public add(step: Step): number {
    if (this.steps.length >= MOST_STEPS) {
      throw new PatternSyntaxError('too large');
    }
    return this.steps.push(step) - 1;
  }

  public before(expression: Expression, next: number): number {
    if (++this.visits > MOST_VISITS) {
      throw new PatternSyntaxError('too large'); // What is empty can be repeated without a step: `((){1000}){1000}`.
    }
    switch (expression.kind) {
      case 'character': return this.add({ kind: 'character', set: expression.set, next });
      case 'start': case 'end': return this.add({ kind: expression.kind, next });
      case 'sequence': return expression.parts.reduceRight((following, part) => this.before(part, following), next);
      case 'choice': return expression.parts.map(part => this.before(part, next)).reduce((one, other) => this.add({ kind: 'split', next: one, other }));
      case 'repeat': return this.repeat(expression, next);
    }
  }

  private repeat({ part, least, most, isShort }: Expression & { readonly kind: 'repeat' }, next: number): number {
    let following = most === Infinity ? this.loop(part, next, isShort) : next;
    for (let optional = most === Infinity ? 0 : most - least; optional > 0; optional--) {
      const again = this.before(part, following);
      following = this.add(isShort ? { kind: 'split', next, other: again } : { kind: 'split', next: again, other: next });
    }
    for (let needed = least; needed > 0; needed--) {
      following = this.before(part, following);
    }
    return following;
  }

  private loop(part: Expression, next: number, isShort?: boolean): number {
    const split = this.add({ kind: 'split', next, other: next });
    (this.steps[split] as { next: number; other: number })[isShort ? 'other' : 'next'] = this.before(part, split);
    return split;
  }
}
