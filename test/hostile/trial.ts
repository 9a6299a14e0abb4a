import * as fc from 'fast-check';
import { Script } from './server/script';

/** A file of the folder in which the program runs. In texts, `PORT` in braces stands for the port of the hostile server. */
export interface TrialFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** What one run of the program is given. */
export interface Trial {
  readonly args: readonly string[];
  readonly files: readonly TrialFile[];
  readonly stdin?: string | Buffer;
  /** How the server answers; there is one where this is given. */
  readonly script?: Script;
}

export const PORT = '{PORT}';

/** Something that must not be. */
export interface Problem {
  /** Which promise was broken. */
  readonly broken: string;
  readonly detail: string;
}

/** What is the same in two cases, so that a defect is told once: the promise, and the detail without numbers and quoted values. */
export function keyOf({ broken, detail }: Problem): string {
  const shape = detail.replace(/"(?:[^"\\]|\\.)*"?/g, '"…"').replace(/[0-9]+/g, 'N');
  return `${broken}: ${shape.slice(0, 120)}`;
}

/** A kind of input: how it is made, and what is done with it. */
export interface Kind<T = unknown> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Cases of one batch: about a second's worth. */
  readonly batch: number;
  readonly examine: (value: T, bench: Workbench) => Promise<Problem[]>;
  /** The runs of the program behind a value, to show and to keep. */
  readonly trials: (value: T) => Trial[];
  /** What it is, where it is no run of the program. */
  readonly described?: (value: T) => string;
}

/** Where trials run. */
export interface Workbench {
  /** Runs the program once and says which promises it broke. */
  try(trial: Trial): Promise<Problem[]>;
  /** Does something else; what it throws is a broken promise. */
  attempt(what: () => Problem[]): Promise<Problem[]>;
  /** Time of the processor that a run takes, in milliseconds, and what it broke. */
  time(trial: Trial): Promise<{ readonly spent: number; readonly problems: Problem[] }>;
}

/** A kind each value of which is one run of the program. */
export function programKind(arbitrary: fc.Arbitrary<Trial>, batch = 100): Kind<Trial> {
  return { arbitrary, batch, examine: (trial, bench) => bench.try(trial), trials: trial => [trial] };
}
