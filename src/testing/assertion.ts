import { callerFrame } from '../base/errors/invalid-input';

/** Lines of a message that are told; a test's report is read on a screen. */
const MOST_LINES = 40;

/**
 * What a test expects and does not find. All of it is in the message, which is what every language and test framework shows; the stack names the user's own line,
 * which they show beside it.
 */
export class AssertionFailed extends Error {
  constructor(title: string, lines: readonly string[]) {
    const left = lines.length - MOST_LINES;
    super([title, ...lines.slice(0, MOST_LINES).map(line => `  ${line}`), ...(left > 0 ? [`  and ${left} more lines`] : [])].join('\n'));
    Object.defineProperty(this, 'name', { value: 'AssertionError', enumerable: false });
    this.stack = `${this.name}: ${this.message}${callerFrame()}`;
  }
}

/** Throws unless there is nothing to tell. */
export function expectNone(title: string, lines: readonly string[]): void {
  if (lines.length > 0) {
    throw new AssertionFailed(title, lines);
  }
}
