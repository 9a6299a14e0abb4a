import { execFile } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { promisify } from 'util';
import { ROOT } from '../../../build-tools/examples';
import { JEST_CACHE } from '../../../test/hygiene/global-setup';

/** A pod or template that a unit test validated. */
export interface Asked {
  readonly object: any;
}

/** Input that no decoder would let pass, and a measurement. */
const OTHERS = '^(?!.*(strange input|ordinary templates))';

/** Runs the unit tests of pods and returns what they validate, so that a server can be asked about it. Throws when they fail. */
export async function recordAsked(): Promise<Asked[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'asked-'));
  try {
    await promisify(execFile)(process.execPath, [
      require.resolve('jest/bin/jest'), '--ci', '--silent', '--cacheDirectory', process.env[JEST_CACHE]!, '--coverage=false', '--setupFilesAfterEnv', path.join(__dirname, 'record-asked.ts'),
      '--testNamePattern', OTHERS, path.join('test', 'checks', 'server', 'pod'),
    ], { cwd: ROOT, env: { ...process.env, ASKED_RECORDS: folder }, maxBuffer: 2 ** 26 });
    return fs.readdirSync(folder).flatMap(name => fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n')).map(line => JSON.parse(line));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
