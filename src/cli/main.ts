import { setFlagsFromString } from 'v8';
import { tellFailure } from './failure';
import { USAGE, UsageError } from './usage';
import { version } from '../lint/report/release';
import { print, warn } from '../lint/report/streams';

/** Commands by name; what they need is loaded when they run. */
const COMMANDS: { readonly [name: string]: (args: readonly string[]) => Promise<number> } = {
  /* eslint-disable @typescript-eslint/no-require-imports */
  lint: args => (require('./lint') as typeof import('./lint')).runLint(args),
  rules: args => (require('./rules') as typeof import('./rules')).runRules(args),
  explain: args => (require('./rules') as typeof import('./rules')).runExplain(args),
  /* eslint-enable @typescript-eslint/no-require-imports */
};

/** Exit status of a run that says nothing about its input, or not all: 1 says that there are findings. */
const UNUSABLE = 2;

/** Node.js whose V8 has the setting: 22 and 24 answer with an error, and have a tier between for such runs. */
const TUNABLE = /^v20\./;

/**
 * V8 optimises for programs that run for hours. A run of the checks lasts half a second, in which every other cycle of the processors went into
 * optimising code that was hardly used any more: now three times as much has to happen before a function is optimised. Runs of many seconds are as fast.
 */
function optimiseLate(): void {
  if (TUNABLE.test(process.version)) {
    setFlagsFromString('--interrupt-budget=400000');
  }
}

/** The program `cdk8s-ai`. Sets the exit status; what was written is flushed before the process ends by itself. */
export async function main(args: readonly string[]): Promise<void> {
  optimiseLate();
  endWellWhenNobodyCatches();
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.exitCode = UNUSABLE;
    await tellFailure(error);
  }
}

let isListening = false;

/** What an event or a forgotten promise throws would end the process with 1, which means findings. */
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
