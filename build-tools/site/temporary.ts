import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** A folder for the time of some work. */
export function temporaryFolderOf(work: (folder: string) => void): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'));
  try {
    work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
