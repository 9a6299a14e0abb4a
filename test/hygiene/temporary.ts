import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const folders: string[] = [];

/** A new folder in the temporary folder, which is removed after the tests of the file or group. Its label says whose it is, should it ever stay. */
export function temporaryFolder(label: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${label}-`));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  folders.splice(0).forEach(folder => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
