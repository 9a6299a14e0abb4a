import { execFile } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { promisify } from 'util';
import { ROOT } from '../../build-tools/examples';
import { JEST_CACHE } from '../../test/hygiene/global-setup';

/** Names the folder that a recording setup file writes to. */
export const RECORDS = 'CDK8S_AI_WORKLOADS_RECORDS';

/** Runs unit tests with a setup file that records what they ask or compare, a JSON text a line, and returns the records. Throws when a test fails. */
export async function recorded<T>(setup: string, jestArguments: readonly string[]): Promise<T[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recorded-'));
  try {
    await promisify(execFile)(process.execPath, [
      require.resolve('jest/bin/jest'), '--ci', '--silent', '--coverage=false', '--cacheDirectory', process.env[JEST_CACHE]!, '--setupFilesAfterEnv', setup, ...jestArguments,
    ], { cwd: ROOT, env: { ...process.env, [RECORDS]: folder }, maxBuffer: 2 ** 26 });
    return fs.readdirSync(folder).flatMap(name => fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n')).map(line => JSON.parse(line));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
