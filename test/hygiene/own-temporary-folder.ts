import * as fs from 'fs';
import * as path from 'path';

const PREFIX = 'cdk8s-ai-workloads-tests-';
const SHOWN = 30;

/** A temporary folder for one run of tests, in another. */
export function makeRunFolder(parent: string): string {
  return fs.mkdtempSync(path.join(parent, PREFIX));
}

/** Removes that folder, and says what the tests left in it, if anything. */
export function removeRunFolder(folder: string): void {
  if (!path.basename(folder).startsWith(PREFIX)) {
    throw new Error(`${folder} is not the temporary folder of a run of tests`);
  }
  const left = fs.readdirSync(folder).sort();
  fs.rmSync(folder, { recursive: true, force: true });
  if (left.length > 0) {
    const more = left.length > SHOWN ? [`… and ${left.length - SHOWN} more`] : [];
    const help = 'help: folders come from temporaryFolder() (test/hygiene/temporary.ts), which removes them';
    throw new Error(['The tests left in the temporary folder:', ...left.slice(0, SHOWN), ...more, help].join('\n  '));
  }
}

/** Tells Node and other programs where the temporary folder is: the first is read on Unix, the others on Windows. */
export function pointTo(folder: string): void {
  ['TMPDIR', 'TEMP', 'TMP'].forEach(variable => process.env[variable] = folder);
}
