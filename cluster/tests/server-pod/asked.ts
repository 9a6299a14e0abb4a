import * as path from 'path';
import { recorded } from '../recorded';

/** A pod or template that a unit test validated. */
export interface Asked {
  readonly object: any;
}

/** Input that no decoder would let pass, and a measurement. */
const OTHERS = '^(?!.*(strange input|ordinary templates))';

/** Runs the unit tests of pods and returns what they validate, so that a server can be asked about it. Throws when they fail. */
export function recordAsked(): Promise<Asked[]> {
  return recorded(path.join(__dirname, 'record-asked.ts'), ['--testNamePattern', OTHERS, path.join('test', 'kubernetes', 'validation', 'pod')]);
}
