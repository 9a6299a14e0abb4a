import { setFlagsFromString } from 'v8';
import { USAGE, UsageError } from './usage';
import { UnusableInput } from '../checks/input/paths';
import { version } from '../checks/report/release';

/** Commands by name; what they need is loaded when they run. */
const COMMANDS: { readonly [name: string]: (args: readonly string[]) => number | Promise<number> } = {
  /* eslint-disable @typescript-eslint/no-require-imports */
  lint: args => (require('./lint') as typeof import('./lint')).runLint(args),
  rules: args => (require('./rules') as typeof import('./rules')).runRules(args),
  explain: args => (require('./rules') as typeof import('./rules')).runExplain(args),
  /* eslint-enable @typescript-eslint/no-require-imports */
};

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
  // Whoever reads the report may have seen enough: `cdk8s-ai lint | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
    process.exit();
  });
  try {
    process.exitCode = await run(args);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnusableInput)) {
      throw error;
    }
    process.stderr.write(`cdk8s-ai: ${error.message}\n${error instanceof UsageError && error.hint ? `  ${error.hint}\n` : ''}`);
    process.exitCode = 2;
  }
}

function run([command, ...args]: readonly string[]): number | Promise<number> {
  if (command === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  if (command === '--version') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  if (['help', '--help', '-h'].includes(command) || args.some(arg => arg === '--help' || arg === '-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    throw new UsageError(`unknown command ${command}`, `there are ${Object.keys(COMMANDS).join(', ')}; cdk8s-ai --help explains them`);
  }
  return COMMANDS[command](args);
}
