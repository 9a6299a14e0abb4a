import { Expression, parsePattern } from '../../src/checks/schema/custom/pattern/syntax';

/** A regular expression that was tried on a text, and how often it had to look at a character of it. */
export interface Tried {
  readonly pattern: RegExp;
  readonly steps: number;
}

/** Every regular expression that some work tries: all uses of one go through its `exec`. */
export function triedIn(work: () => unknown): Tried[] {
  const exec = jest.spyOn(RegExp.prototype, 'exec');
  work();
  const { calls, contexts } = exec.mock;
  exec.mockRestore();
  return calls.map(([text], index) => ({ pattern: contexts[index], steps: backtrackingSteps(contexts[index], text) }));
}

/** What an engine needs that goes back, as JavaScript's does, to know whether a pattern matches from the start of a text. */
function backtrackingSteps(pattern: RegExp, text: string): number {
  let steps = 0;
  type Then = (at: number) => boolean;
  const from = (expression: Expression, at: number, then: Then): boolean => {
    switch (expression.kind) {
      case 'start': return at === 0 && then(at);
      case 'end': return at === text.length && then(at);
      case 'character':
        steps++;
        return at < text.length && expression.set(text.charCodeAt(at)) && then(at + 1);
      case 'choice': return expression.parts.some(part => from(part, at, then));
      case 'sequence': return expression.parts.reduceRight<Then>((next, part) => place => from(part, place, next), then)(at);
      case 'repeat': return repeated(expression, 0, at, then);
    }
  };
  const repeated = (repeat: Expression & { kind: 'repeat' }, done: number, at: number, then: Then): boolean =>
    (done < repeat.most && from(repeat.part, at, next => next > at && repeated(repeat, done + 1, next, then))) || (done >= repeat.least && then(at));
  from(parsePattern(pattern.source.replaceAll('\\/', '/')), 0, () => true);
  return steps;
}
