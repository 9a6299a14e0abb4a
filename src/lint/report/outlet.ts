import { Outcome } from './outcome';
import { warn, warnAtLast } from './streams';
import { renderReport } from './text';
import { Finding } from '../../base/findings/finding';

/** Silences warnings and infos. `0` shows them where they are silent by default, which is under jest. */
const QUIET = 'CDK8S_AI_WORKLOADS_QUIET';

/** Prints what does not fail a synth. Manifests may go to stdout, so this goes to stderr. */
export function tell(outcome: Outcome): void {
  if (outcome.findings.length > 0 && !isQuiet()) {
    void warn(`${renderReport(outcome)}\n`);
  }
}

function isQuiet(): boolean {
  const asked = process.env[QUIET];
  return asked === undefined || asked === '' ? process.env.JEST_WORKER_ID !== undefined : asked !== '0';
}

/** Ends the synth with the report as the message of the error, which is all that other languages see. */
export function fail(outcome: Outcome): never {
  const report = renderReport(outcome);
  const error = new Error(`the checks of cdk8s-ai-workloads found errors\n\n${report}\n`);
  error.name = 'ValidationFailed';
  printInsteadOfStack(error, () => `${report}\n`);
  throw error;
}

/** The last word of a program that ends although it has mistakes: nothing was synthesised. Synchronous, since nothing else runs any more. */
export function tellMistakes(findings: readonly Finding[]): void {
  process.exitCode ||= 1;
  warnAtLast(`${renderReport({ findings, acknowledged: 0, objects: 0 })}\n`);
}

/** When nobody catches the error, the program keeps it and ends, which tells its mistakes. */
export function endWithMistakes(error: Error, keep: () => void): void {
  printInsteadOfStack(error, () => {
    keep();
    return '';
  });
}

let forget: (() => void) | undefined;

/**
 * When nobody catches the error, Node would print an excerpt of a file of cdk8s and a stack of calls inside the library, with the report
 * between them. Until the current turn of the event loop ends, this prints the report alone and exits as Node would.
 */
function printInsteadOfStack(error: Error, report: () => string): void {
  forget?.();
  const print = (thrown: unknown) => {
    if (thrown !== error) {
      throw thrown;
    }
    process.exitCode = 1;
    void warn(report()).then(() => process.exit(1));
  };
  process.prependOnceListener('uncaughtException', print);
  const immediate = setImmediate(() => forget?.());
  forget = () => {
    forget = undefined;
    clearImmediate(immediate);
    process.removeListener('uncaughtException', print);
  };
}
