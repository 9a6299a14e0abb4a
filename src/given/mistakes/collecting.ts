import { hasBrokenValues } from './carried';
import { failsAtFirst } from './fail-fast';
import { withUnknown } from './field-path';
import { ToldAlready, unknownResult, working } from '../../base/errors/consequence';
import { InvalidInput, InputProblem, renderProblem } from '../../base/errors/invalid-input';

/** Runs one part of a plan. If it refuses its input, that is noted and the plan goes on with `otherwise`, or with an unknown value. */
export type Attempt = <T>(part: () => T, otherwise?: T) => T;

/**
 * Runs a plan in parts and throws one error with the problems of all of them: a wrong name, size and flag are reported together. A part that
 * reads the result of a failed part, or a refused property, ends silently.
 *
 * @param given properties; the plan gets a copy, in which refused ones become unknown.
 * @param rest checks that the construct would make later, which it does not reach when something is wrong.
 */
export function collecting<Props extends object, Plan>(
  given: Props, plan: (props: Props, attempt: Attempt) => Plan, rest: (props: Props, attempt: Attempt) => void = () => {}): Plan {
  const props = { ...given };
  const refused: InputProblem[] = [];
  let path: string | undefined;
  let follows: ToldAlready | undefined;
  const attempt: Attempt = (part, otherwise) => {
    try {
      return part();
    } catch (error) {
      if (error instanceof InvalidInput && !failsAtFirst()) {
        error.problems.forEach(problem => refused.push(problem));
        path ??= error.constructPath;
        error.problems.forEach(({ field }) => withUnknown(props, field));
      } else if (error instanceof ToldAlready) {
        follows = error;
      } else {
        throw error;
      }
      return otherwise ?? unknownResult();
    }
  };
  const result = working(() => attempt(() => plan(props, attempt)));
  // After any mistake, also one reported before, the constructor ends with its plan: what it would check later is checked now.
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

/** Two parts may report the same property; it is reported once. */
function once(problems: readonly InputProblem[]): InputProblem[] {
  return problems.filter((problem, index) => problems.findIndex(other => renderProblem(other) === renderProblem(problem)) === index);
}
