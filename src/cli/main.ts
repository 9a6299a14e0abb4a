import { tellFailure } from './failure';
import { USAGE, UsageError } from './usage';
import { version } from '../lint/report/release';
import { print, warn } from '../lint/report/streams';

/** Commands by name; their modules are loaded on demand. */
const COMMANDS: { readonly [name: string]: (args: readonly string[]) => Promise<number> } = {
  /* eslint-disable @typescript-eslint/no-require-imports */
  lint: args => (require('./lint') as typeof import('./lint')).runLint(args),
  rules: args => (require('./rules') as typeof import('./rules')).runRules(args),
  adopt: args => (require('./adopt') as typeof import('./adopt')).runAdopt(args),
  init: args => (require('./init/init') as typeof import('./init/init')).runInit(args),
  explain: args => (require('./explain') as typeof import('./explain')).runExplain(args),
  /* eslint-enable @typescript-eslint/no-require-imports */
};

/** Exit status when the input was not checked, or not all of it; 1 means that there are findings. */
const UNUSABLE = 2;

/** The program `cdk8s-ai`. Sets the exit status and lets the process end by itself, so that its output is flushed. */
export async function main(args: readonly string[]): Promise<void> {
  endWellWhenNobodyCatches();
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.exitCode = UNUSABLE;
    await tellFailure(error);
  }
}

let isListening = false;

/** An uncaught error would end the process with status 1, which means findings; this handler sets another. */
function endWellWhenNobodyCatches(): void {
  if (!isListening) {
    isListening = true;
    process.on('uncaughtException', error => void tellFailure(error).finally(() => process.exit(UNUSABLE)));
  }
}

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) {
    await warn(USAGE);
    return UNUSABLE;
  }
  if (command === '--version') {
    await print([`${version()}\n`]);
    return 0;
  }
  if (['help', '--help', '-h'].includes(command) || args.some(arg => arg === '--help' || arg === '-h')) {
    await print([USAGE]);
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    throw new UsageError(`unknown command ${command}`, `there are ${Object.keys(COMMANDS).join(', ')}; cdk8s-ai --help explains them`);
  }
  return COMMANDS[command](args);
}
