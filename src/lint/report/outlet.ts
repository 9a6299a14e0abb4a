import { Outcome } from './outcome';
import { warn, warnAtLast } from './streams';
import { renderReport } from './text';
import { callerFrame } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';

/** Environment variable that silences warnings and infos; `0` shows them under jest, where they are silent by default. */
const QUIET = 'CDK8S_AI_WORKLOADS_QUIET';

/** Prints warnings and infos of a synth to standard error, since manifests may go to standard output. */
export function printFindings(outcome: Outcome): void {
  if (outcome.findings.length > 0 && !isQuiet()) {
    void warn(`${renderReport(outcome)}\n`);
  }
}

function isQuiet(): boolean {
  const asked = process.env[QUIET];
  return asked === undefined || asked === '' ? process.env.JEST_WORKER_ID !== undefined : asked !== '0';
}

/** Throws the report as the message of an error, which ends the synth: other languages see nothing else. */
export function failSynth(outcome: Outcome): never {
  throw new ValidationFailed(renderReport(outcome)); // Not shown by Node as the place of the error: node-do-not-add-exception-line
}

/**
 * Where nobody catches it, Node prints the stack: the report, below the user's line that asked for it. Calls inside the library and cdk8s say nothing
 * about manifests. Nothing is enumerable, since Node prints that once more.
 */
class ValidationFailed extends Error {
  constructor(report: string) {
    const title = 'the checks of cdk8s-ai-workloads found errors';
    super(`${title}\n\n${report}\n`);
    Object.defineProperty(this, 'name', { value: 'ValidationFailed', enumerable: false });
    this.stack = `${this.name}: ${title}${callerFrame()}\n\n${report}\n`;
  }
}

/** Prints mistakes at the exit of a program that never synthesised. Synchronous, as an exit handler must be. */
export function tellMistakes(findings: readonly Finding[]): void {
  process.exitCode ||= 1;
  warnAtLast(`${renderReport({ findings, acknowledged: 0, objects: 0 })}\n`);
}
