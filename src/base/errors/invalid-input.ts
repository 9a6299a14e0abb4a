import { join } from 'path';
import { IConstruct } from 'constructs';
import { ToldAlready, working } from './consequence';
import { cut, LONGEST_TEXT } from '../text/cut';
import { inOneLine } from '../text/printable';
import { show } from '../text/shown';

/**
 * One thing that is wrong with what the user wrote, in the grammar of the API server
 * (`field: Reason: value: detail`), so that it reads like the answer of `kubectl apply`.
 *
 * Source: staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go (v1.36)
 */
export interface InputProblem {
  /** Path of the property from the construct's props: `container.envVariables[HF_TOKEN]`. */
  readonly field: string;
  readonly reason: 'Invalid value' | 'Required value' | 'Unsupported value' | 'Forbidden' | 'Duplicate value' | 'Not found' | 'Too long' | 'Too many' | 'Too few' | 'Too short';
  /** The value as the user wrote it; absent for `Required value` and `Forbidden`. */
  readonly value?: unknown;
  /** Why, with the sum where numbers disagree. */
  readonly detail: string;
  /** What to do. Nobody is told that something is wrong without it. */
  readonly help: string;
  /** Path of the property that was meant and is not there: a plan that goes on knows nothing of it. */
  readonly meant?: string;
  /** A plan that goes on does without the property. Unless this is said, it takes it for given and not known. */
  readonly isAbsent?: boolean;
}

/**
 * Input that cannot become a working manifest. All of it is in the message, because other jsii languages
 * see nothing else; the class is not exported (jsii refuses subclasses of Error).
 */
export class InvalidInput extends Error {
  /** What is wrong, at least one; each has its own lines in the message. */
  public readonly problems!: readonly InputProblem[];
  public readonly constructPath?: string;
  private readonly caller!: string;

  /** @param caller frame of the user's program. @default the frame that the stack has */
  constructor(problems: InputProblem | readonly InputProblem[], constructPath?: string, caller = callerFrame()) {
    const all = [problems].flat();
    super(all.map(problem => render(problem, constructPath)).join('\n'));
    // Not enumerable: Node prints the enumerable fields of an uncaught error below its message, which says it all already.
    for (const [key, value] of Object.entries({ name: 'InvalidInput', problems: all, constructPath, caller })) {
      Object.defineProperty(this, key, { value, enumerable: false });
    }
    this.stack = `${this.name}: ${this.message}${caller}`;
  }

  /** The same problems in other words, or with the path of their construct. Keeps the caller, so that the stack is read once. */
  public retold(problems: readonly InputProblem[], constructPath?: string): InvalidInput {
    return new InvalidInput(problems, constructPath, this.caller);
  }

  /** The first of the problems: most errors have one. */
  public get problem(): InputProblem {
    return this.problems[0];
  }
}

function render(problem: InputProblem, constructPath?: string): string {
  const where = constructPath === undefined ? '' : `${inOneLine(cut(constructPath || 'the app'))}: `;
  return `${where}${inOneLine(renderProblem(problem))}\n  help: ${inOneLine(cut(problem.help, LONGEST_TEXT))}`;
}

/** The single line that the API server would print. */
export function renderProblem(problem: InputProblem): string {
  return `${cut(problem.field)}: ${renderReason(problem)}`;
}

/** The same without the field, which a finding shows in its place. */
export function renderReason({ reason, value, detail }: InputProblem): string {
  return `${reason}: ${value === undefined ? '' : `${show(value)}: `}${cut(detail, LONGEST_TEXT)}`;
}

/** The line of the user's own program, without the frames of this library, of cdk8s and of Node. */
export function callerFrame(): string {
  const own = join(__dirname, '../../');
  const stack = deepStack();
  // Called from another language: no frame is the user's.
  const user = stack.some(frame => frame.includes('KernelHost.processRequest')) ? undefined : stack.find(frame =>
    !frame.includes(own) && !frame.includes('node:') && !frame.includes('(<anonymous>)') &&
    !/node_modules.(constructs|cdk8s|cdk8s-plus-28|@jsii)./.test(frame));
  return user ? `\n${user}` : '';
}

/** Plans call plans: Node's ten frames would all be ours. `Array.forEach (<anonymous>)` and its like stand between them. */
function deepStack(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = new Error().stack?.split('\n').slice(1) ?? [];
  Error.stackTraceLimit = limit;
  return frames;
}

export function invalid(field: string, value: unknown, detail: string, help: string): InvalidInput {
  return new InvalidInput({ field, reason: 'Invalid value', value, detail, help });
}

export function required(field: string, detail: string, help: string): InvalidInput {
  return new InvalidInput({ field, reason: 'Required value', detail, help });
}

export function forbidden(field: string, detail: string, help: string): InvalidInput {
  return new InvalidInput({ field, reason: 'Forbidden', detail, help });
}

export function duplicate(field: string, value: unknown, detail: string, help: string): InvalidInput {
  return new InvalidInput({ field, reason: 'Duplicate value', value, detail, help });
}

/** Refuses when anything was found: all of it in one error, in the order found. */
export function refuse(problems: readonly InputProblem[]): void {
  if (problems.length > 0) {
    throw new InvalidInput(problems);
  }
}

/** Runs pure code on behalf of a construct: what it refuses is reported with the construct's path. */
export function inConstruct<T>(scope: IConstruct, id: string, body: () => T): T {
  try {
    return working(body);
  } catch (error) {
    if (error instanceof InvalidInput && error.constructPath === undefined) {
      const path = [scope.node.path, id].filter(part => part !== '').join('/');
      throw error.retold(error.problems, path);
    }
    throw error;
  }
}

/** Runs code of another library, whose refusals are told as ours. What this library threw inside of it stays what it is. */
export function translated<T>(body: () => T, refusal: (message: string) => InvalidInput): T {
  try {
    return body();
  } catch (error) {
    throw error instanceof InvalidInput || error instanceof ToldAlready ? error : refusal((error as Error).message);
  }
}

/** Runs pure code on behalf of a nested property: `name` becomes `claims[0].name`. */
export function atField<T>(prefix: string, body: () => T): T {
  return renamed(({ field }) => childOf(prefix, field), body);
}

/** Runs pure code on behalf of a method: `ordinal` becomes `pod(ordinal)`, as its arguments of a wrong type are called. */
export function inCall<T>(method: string, body: () => T): T {
  return renamed(({ field }) => field.startsWith(`${method}(`) ? field : `${method}(${field})`, body);
}

/** Where the user wrote what a problem is about. */
export type WrittenAt = (problem: InputProblem) => string;

/** Runs pure code over properties that were put together from several places: what it refuses is told at the place where it was written. */
export function renamed<T>(writtenAt: WrittenAt | undefined, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (writtenAt && error instanceof InvalidInput && error.constructPath === undefined) {
      throw error.retold(error.problems.map(problem => ({ ...problem, field: writtenAt(problem) })));
    }
    throw error;
  }
}

function childOf(prefix: string, field: string): string {
  return field.startsWith('[') ? `${prefix}${field}` : `${prefix}.${field}`;
}

/** What an int32 holds: the type of nearly every count in the API. */
export const INT32_MAX = 2 ** 31 - 1;

/** A whole number, whose bounds somebody else knows. */
export function whole(field: string, value: number, help: string): void {
  if (!Number.isInteger(value)) {
    throw invalid(field, value, 'must be a whole number', help);
  }
}

/** A whole number within bounds, or an error that names the bounds. Without an upper one: what a field of the API holds. */
export function wholeNumber(field: string, value: number, bounds: { min: number; max?: number; help?: string }): number {
  const range = bounds.max === undefined ? `of at least ${bounds.min}` : `between ${bounds.min} and ${bounds.max}`;
  if (!Number.isInteger(value) || value < bounds.min || (bounds.max !== undefined && value > bounds.max)) {
    throw invalid(field, value, `must be a whole number ${range}`, bounds.help ?? `give a whole number ${range}`);
  }
  if (value > INT32_MAX) {
    throw invalid(field, value, `is more than the field holds (${INT32_MAX})`, bounds.help ?? `give at most ${INT32_MAX}`);
  }
  return value;
}
