import { UsageError } from './usage';
import { UnusableInput } from '../lint/input/paths';
import { HOME } from '../lint/report/release';
import { note, OutputFailed, warn } from '../lint/report/streams';

/** Environment variable that prints the stack of an internal error. */
const STACK = 'CDK8S_AI_WORKLOADS_STACK';

/** Whether the user can fix it, as opposed to a defect of the program. */
function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof UnusableInput || error instanceof OutputFailed;
}

/** Why the program ends early, in one sentence. */
export function reasonOf(error: unknown): string {
  return isExpected(error) ? error.message : `internal error: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}

/** Prints why the program ends early. */
export async function tellFailure(error: unknown): Promise<void> {
  if (isExpected(error)) {
    await note(error.message, error instanceof UsageError ? error.hint : undefined);
    return;
  }
  await note(reasonOf(error), `nothing is known of the input; please report this: ${HOME}/issues (${STACK}=1 shows where it happened)`);
  if (process.env[STACK] === '1' && error instanceof Error) {
    await warn(`${error.stack}\n`);
  }
}
