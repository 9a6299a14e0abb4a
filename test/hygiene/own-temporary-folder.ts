import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const PREFIX = 'cdk8s-ai-workloads-tests-';
/** Where Node and other programs look for the temporary folder: the first on Unix, the others on Windows. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/** Gives a run of tests, and whatever it starts, a temporary folder of its own: the workers of jest start later and inherit it. */
export function enter(): void {
  pointTo(fs.mkdtempSync(path.join(os.tmpdir(), PREFIX)));
  // They keep compiled code there, a file for each folder that a program was started in.
  Object.assign(process.env, { DISABLE_V8_COMPILE_CACHE: '1', NODE_DISABLE_COMPILE_CACHE: '1' });
}

/** Removes that folder, and says what the tests left in it, if anything. */
export function leave(): void {
  const folder = os.tmpdir();
  if (!path.basename(folder).startsWith(PREFIX)) {
    throw new Error(`${folder} is not the temporary folder of a run of tests`);
  }
  const left = fs.readdirSync(folder).sort();
  // A run that watches files begins anew in the same process.
  pointTo(path.dirname(folder));
  fs.rmSync(folder, { recursive: true, force: true });
  if (left.length > 0) {
    const more = left.length > SHOWN ? [`… and ${left.length - SHOWN} more`] : [];
    throw new Error(['The tests left in the temporary folder:', ...left.slice(0, SHOWN), ...more, 'help: folders come from temporaryFolder() (test/hygiene/temporary.ts), which removes them'].join('\n  '));
  }
}

const SHOWN = 30;

function pointTo(folder: string): void {
  VARIABLES.forEach(variable => process.env[variable] = folder);
}
