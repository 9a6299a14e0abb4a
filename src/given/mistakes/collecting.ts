import { hasBrokenValues } from './carried';
import { failsAtFirst } from './fail-fast';
import { withUnknown } from './field-path';
import { Consequence, unknownResult, working } from '../../base/errors/consequence';
import { InvalidInput, Problem, renderProblem } from '../../base/errors/invalid-input';

/** Runs a part of a plan; where it refuses, the plan goes on with what does not need its result, or with what stands for it. */
export type Attempt = <T>(part: () => T, otherwise?: T) => T;

/**
 * Plans in parts and refuses what any of them refuses, all in one error: a wrong name, a wrong size and a wrong flag are told together. A part that
 * needs the result of one that failed, or a property that was refused, ends silently.
 *
 * @param given properties; the plan gets a copy, in which what is refused becomes unknown.
 * @param rest looks at what the construct itself refuses later, which it will not come to when something is wrong.
 */
export function collecting<Props extends object, Plan>(
  given: Props, plan: (props: Props, attempt: Attempt) => Plan, rest: (props: Props, attempt: Attempt) => void = () => {}): Plan {
  const props = { ...given };
  const refused: Problem[] = [];
  let path: string | undefined;
  let follows: Consequence | undefined;
  const attempt: Attempt = (part, otherwise) => {
    try {
      return part();
    } catch (error) {
      if (error instanceof InvalidInput && !failsAtFirst()) {
        error.problems.forEach(problem => refused.push(problem));
        path ??= error.constructPath;
        error.problems.forEach(({ field }) => withUnknown(props, field));
      } else if (error instanceof Consequence) {
        follows = error;
      } else {
        throw error;
      }
      return otherwise ?? unknownResult();
    }
  };
  const result = working(() => attempt(() => plan(props, attempt)));
  // A property that is none, or of another type, was told already, and the constructor ends after its plan.
  if (refused.length > 0 || follows || hasBrokenValues()) {
    working(() => attempt(() => rest(props, attempt)));
  }
  if (refused.length > 0) {
    throw new InvalidInput(once(refused), path);
  }
  if (follows) {
    throw follows;
  }
  return result;
}

/** Two parts may look at the same property. */
function once(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem, index) => problems.findIndex(other => renderProblem(other) === renderProblem(problem)) === index);
}
