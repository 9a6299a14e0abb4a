import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const made: string[] = [];
afterAll(() => made.splice(0).forEach(folder => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })));

/** A new folder in the temporary folder, which goes after the tests of the file. Its label says whose it is, should it ever stay. */
export function temporaryFolder(label: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${label}-`));
  made.push(folder);
  return folder;
}
