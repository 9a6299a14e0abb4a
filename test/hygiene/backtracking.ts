import { JavaScriptPattern, parseJavaScript } from './javascript-pattern';

/** A use of a regular expression on a text, with the number of steps of a backtracking engine. */
export interface Tried {
  readonly pattern: RegExp;
  readonly steps: number;
}

/** All uses of regular expressions in a piece of work. Every use ends in `RegExp.prototype.exec`, which is intercepted. */
export function triedIn(work: () => unknown): Tried[] {
  const exec = jest.spyOn(RegExp.prototype, 'exec');
  work();
  const { calls, contexts } = exec.mock;
  exec.mockRestore();
  return calls.map(([text], index) => ({ pattern: contexts[index], steps: backtrackingSteps(contexts[index], text) }));
}

/**
 * Steps that a backtracking engine such as JavaScript's needs for the first match in a text; with `g`, for all matches.
 *
 * @param most where to stop counting, since some expressions are exponential.
 */
export function backtrackingSteps(pattern: RegExp, text: string, most = Infinity): number {
  const expression = parseJavaScript(pattern);
  const attempt = new Attempt(text, most);
  const isAtStart = pattern.sticky || (!pattern.multiline && startsAtStart(expression));
  for (let from = 0; from <= text.length;) {
    const end = attempt.endFrom(expression, from);
    if (attempt.steps >= most || (isAtStart && end === undefined) || (end !== undefined && !pattern.global)) {
      break;
    }
    from = Math.max(end ?? 0, from + 1);
  }
  return attempt.steps;
}

/** Whether an expression can match at the start only, so that engines try no other positions. */
function startsAtStart(expression: JavaScriptPattern): boolean {
  switch (expression.kind) {
    case 'place': return expression.holds('a', 0) && !expression.holds('a', 1) && !expression.holds('', 1);
    case 'sequence': return expression.parts.length > 0 && startsAtStart(expression.parts[0]);
    case 'choice': return expression.parts.every(startsAtStart);
    default: return false;
  }
}

type Repeat = JavaScriptPattern & { kind: 'repeat' };
type Then = (at: number) => boolean;

/** Matches an expression at one position, and counts the characters that it looks at. */
class Attempt {
  public steps = 0;

  constructor(private readonly text: string, private readonly most: number) {}

  public endFrom(expression: JavaScriptPattern, at: number): number | undefined {
    let end: number | undefined;
    this.from(expression, at, true, place => {
      end = place;
      return true;
    });
    return end;
  }

  /** @param ahead whether the text is read forwards; a look-behind is matched from its end. */
  private from(expression: JavaScriptPattern, at: number, ahead: boolean, then: Then): boolean {
    switch (expression.kind) {
      case 'character': {
        this.steps++;
        const next = ahead ? at + 1 : at - 1;
        return this.steps < this.most && next >= 0 && next <= this.text.length && expression.takes(this.text[ahead ? at : next]) && then(next);
      }
      case 'place': return expression.holds(this.text, at) && then(at);
      case 'look': return this.from(expression.part, at, expression.isAhead, () => true) === expression.isWanted && then(at);
      case 'choice': return expression.parts.some(part => this.from(part, at, ahead, then));
      case 'sequence': {
        const parts = ahead ? [...expression.parts].reverse() : expression.parts;
        return parts.reduce<Then>((next, part) => place => this.from(part, place, ahead, next), then)(at);
      }
      case 'repeat': return expression.part.kind === 'character' ? this.run(expression, at, ahead, then) : this.repeated(expression, 0, at, ahead, then);
    }
  }

  /** Repetition of a single character: as `repeated`, but without recursion, which would be as deep as the text is long. */
  private run({ part, least, most, isLazy }: Repeat, start: number, ahead: boolean, then: Then): boolean {
    const ends: number[] = [];
    const taken = () => {
      const at = ends.at(-1) ?? start;
      return ends.length < most && this.from(part, at, ahead, next => { ends.push(next); return true; });
    };
    const after = (count: number) => then(ends[count - 1] ?? start);
    while (ends.length < (isLazy ? least : most) && taken());
    if (isLazy) {
      for (let count = least; ends.length === count; count++) {
        if (after(count)) {
          return true;
        }
        taken();
      }
      return false;
    }
    for (let count = ends.length; count >= least; count--) {
      if (after(count)) {
        return true;
      }
    }
    return false;
  }

  private repeated(repeat: Repeat, done: number, at: number, ahead: boolean, then: Then): boolean {
    const again = () => done < repeat.most
      && this.from(repeat.part, at, ahead, next => (next !== at || done < repeat.least) && this.repeated(repeat, done + 1, next, ahead, then));
    const enough = () => done >= repeat.least && then(at);
    return repeat.isLazy ? enough() || again() : again() || enough();
  }
}
