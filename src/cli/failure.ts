import { UsageError } from './usage';
import { UnusableInput } from '../checks/input/paths';
import { HOME } from '../checks/report/release';
import { note, OutputFailed, warn } from '../checks/report/streams';

/** Shows where the program failed, for those who repair it. */
const STACK = 'CDK8S_AI_WORKLOADS_STACK';

/** Says why the program ends early. */
export async function tellFailure(error: unknown): Promise<void> {
  if (error instanceof UsageError || error instanceof UnusableInput || error instanceof OutputFailed) {
    await note(error.message, error instanceof UsageError ? error.hint : undefined);
    return;
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  await note(`internal error: ${what}`, `nothing is known of the input; please report this: ${HOME}/issues (${STACK}=1 shows where it happened)`);
  if (process.env[STACK] === '1' && error instanceof Error) {
    await warn(`${error.stack}\n`);
  }
}
