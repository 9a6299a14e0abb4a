import { InputProblem, refuse } from '../base/errors/invalid-input';
import { checkGivenArguments } from '../given/given';
import { readable } from '../given/given-type';

/** Ways to compare. */
export type MatchKind = 'any' | 'absent' | 'exact' | 'like' | 'arrayWith' | 'not' | 'text';

/**
 * What a part of an object is expected to be, where a value alone does not say it: stands anywhere in the pattern that `SynthesizedObjects` takes.
 *
 * Without one, maps are compared in part (what the pattern does not name may be anything) and lists as a whole, as `aws-cdk-lib/assertions` does.
 */
export class ObjectMatch {
  /** Any value, as long as there is one. */
  public static anyValue(): ObjectMatch {
    return new ObjectMatch('any', undefined);
  }

  /** No such field. */
  public static absent(): ObjectMatch {
    return new ObjectMatch('absent', undefined);
  }

  /**
   * This value and nothing beside it: no other field of a map, at any depth.
   *
   * @param expected The value; it may hold other matchers.
   */
  public static exact(expected: any): ObjectMatch {
    refuse(patternProblems('ObjectMatch.exact', [expected]));
    return new ObjectMatch('exact', expected);
  }

  /**
   * A map with these fields, whatever else it has: for maps inside of `exact`.
   *
   * @param expected The fields.
   */
  public static objectLike(expected: { [field: string]: any }): ObjectMatch {
    refuse(patternProblems('ObjectMatch.objectLike', [expected]));
    return new ObjectMatch('like', expected);
  }

  /**
   * A list that has these entries in this order, whatever stands before, between and after them.
   *
   * @param expected The entries; each is compared in part.
   */
  public static arrayWith(expected: any[]): ObjectMatch {
    refuse(patternProblems('ObjectMatch.arrayWith', [expected]));
    return new ObjectMatch('arrayWith', expected);
  }

  /**
   * Anything else.
   *
   * @param unexpected What it must not be.
   */
  public static not(unexpected: any): ObjectMatch {
    refuse(patternProblems('ObjectMatch.not', [unexpected]));
    return new ObjectMatch('not', unexpected);
  }

  /**
   * A text in which a regular expression is found.
   *
   * @param pattern A regular expression of JavaScript: `^registry\.example/`.
   */
  public static stringLikeRegexp(pattern: string): ObjectMatch {
    const problems = [...checkGivenArguments('ObjectMatch.stringLikeRegexp', [pattern])];
    const reason = problems.length > 0 ? undefined : failureOf(pattern);
    refuse(reason === undefined ? problems : [{
      field: 'ObjectMatch.stringLikeRegexp(pattern)', reason: 'Invalid value', value: pattern, detail: reason, help: 'write a regular expression of JavaScript; \\. is a dot',
    }]);
    return new ObjectMatch('text', pattern);
  }

  /** @internal */
  public readonly _kind: MatchKind;

  /** @internal */
  public readonly _expected: any;

  private constructor(kind: MatchKind, expected: any) {
    this._kind = kind;
    this._expected = expected;
  }
}

function failureOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    return `is no regular expression: ${(error as Error).message.replace(/^Invalid regular expression: /, '')}`;
  }
}

/** Problems of the arguments of a method that takes patterns: data, and matchers anywhere in them. */
export function patternProblems(title: string, given: readonly unknown[]): readonly InputProblem[] {
  // What cannot be read is refused as any other argument is.
  const plain = given.map(each => readable(() => withoutMatchers(each, DEEPEST)) ?? each);
  const problems = checkGivenArguments(title, plain);
  return problems.length > 0 ? problems : plain.flatMap(each => (readable(() => emptyPlaces(each, '', DEEPEST)) ?? []).map((field): InputProblem => ({
    field: `${title.replace(/^.*#/, '')}(${field})`, reason: 'Required value', detail: 'is undefined, and would match anything', help: 'leave it out; ObjectMatch.absent() expects that there is none',
  })));
}

/** Paths of what is there and undefined. */
function emptyPlaces(value: unknown, path: string, depth: number): string[] {
  if (!isPlain(value) || depth === 0) {
    return value === undefined && path !== '' ? [path] : [];
  }
  return Object.entries(value).flatMap(([key, each]) => emptyPlaces(each, Array.isArray(value) ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${key}`, depth - 1));
}

/** Of deeper data, or data that holds itself, the check of data says so. */
const DEEPEST = 100;

/** The same with what matchers hold in their place. */
function withoutMatchers(value: unknown, depth: number): unknown {
  if (value instanceof ObjectMatch) {
    return withoutMatchers(value._expected ?? '', depth);
  }
  if (depth === 0 || !isPlain(value)) {
    return value;
  }
  const inside = (each: unknown) => withoutMatchers(each, depth - 1);
  return Array.isArray(value) ? value.map(inside) : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]));
}

function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null));
}
