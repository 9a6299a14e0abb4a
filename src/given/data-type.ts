import { GivenType, isLate, isPlain, notOfType, problemsOf, readable } from './given-type';
import { PRIMITIVES } from './plain-types';
import { InputProblem } from '../base/errors/invalid-input';

/** Limit of nesting; manifests have a dozen levels. */
const DEEPEST = 100;

/** JSON data of any structure, for a driver or controller that this library knows nothing of. */
export class DataType implements GivenType {
  public readonly title = 'data';

  constructor(private readonly depth: number = 0, private readonly above: readonly unknown[] = []) {}

  public help(): string {
    return 'give text, numbers, true or false, lists and maps of those';
  }

  public accepts(value: unknown): boolean {
    // Negative zero is allowed here: JSON has it, and the reader of the data may distinguish it.
    return value === null || Number.isFinite(value) || ['late', 'boolean'].some(name => PRIMITIVES[name].accepts(value));
  }

  public explain(value: unknown, field: string): InputProblem[] {
    if (this.accepts(value)) {
      return [];
    }
    if (this.above.includes(value) || this.depth > DEEPEST) {
      return [{ field, reason: 'Invalid value', detail: this.depth > DEEPEST ? `is nested in more than ${DEEPEST} levels` : 'holds itself', help: this.help() }];
    }
    const inside = new DataType(this.depth + 1, [...this.above, value]);
    if (Array.isArray(value)) {
      return Array.from(value, (_, index) => problemsOf(inside, () => value[index] as unknown, `${field}[${index}]`)).flat();
    }
    if (isPlain(value) && !isLate(value)) {
      return Object.keys(value).filter(key => readable(() => value[key] === undefined) !== true).flatMap(key => problemsOf(inside, () => value[key], `${field}.${key}`));
    }
    return typeof value === 'string' ? PRIMITIVES.string.explain(value, field) : notOfType(this, value, field);
  }

  public read(value: unknown): unknown {
    return value;
  }
}
