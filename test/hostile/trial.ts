import * as fc from 'fast-check';
import { Script } from './server/script';

/** A file in the folder in which the program runs. `{PORT}` in its text is replaced by the port of the hostile server. */
export interface TrialFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Input of one run of the program. */
export interface Trial {
  readonly args: readonly string[];
  readonly files: readonly TrialFile[];
  readonly stdin?: string | Buffer;
  /** The script of the hostile server, which is started if this is set. */
  readonly script?: Script;
}

export const PORT = '{PORT}';

/** A violated property. */
export interface Problem {
  /** Which property. */
  readonly broken: string;
  readonly detail: string;
}

/** Key by which the same defect in several cases is reported once: the property, and the detail without numbers and quoted values. */
export function keyOf({ broken, detail }: Problem): string {
  const shape = detail.replace(/"(?:[^"\\]|\\.)*"?/g, '"…"').replace(/[0-9]+/g, 'N');
  return `${broken}: ${shape.slice(0, 120)}`;
}

/** A kind of input: its generator, and what is run with it. */
export interface Kind<T = unknown> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Cases per batch: about a second. */
  readonly batch: number;
  readonly examine: (value: T, bench: Workbench) => Promise<Problem[]>;
  /** The runs of the program that a value leads to, for printing and keeping. */
  readonly trials: (value: T) => Trial[];
  /** Description of a value that is not a run of the program. */
  readonly described?: (value: T) => string;
}

/** Runs trials. */
export interface Workbench {
  /** Runs the program once; returns the violated properties. */
  try(trial: Trial): Promise<Problem[]>;
  /** Runs anything else; an error that it throws is a violated property. */
  attempt(what: () => Problem[]): Promise<Problem[]>;
  /** CPU time of a run in milliseconds, and the violated properties. */
  time(trial: Trial): Promise<{ readonly spent: number; readonly problems: Problem[] }>;
}

/** A kind whose values are single runs of the program. */
export function programKind(arbitrary: fc.Arbitrary<Trial>, batch = 100): Kind<Trial> {
  return { arbitrary, batch, examine: (trial, bench) => bench.try(trial), trials: trial => [trial] };
}
