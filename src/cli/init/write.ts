import * as fs from 'fs';
import * as path from 'path';
import { reasonOfSystem } from '../../lint/input/bytes';
import { OutputFailed } from '../../lint/report/streams';

/** What stands where files shall be written: the files themselves, or a file where a folder has to be. */
export function inTheWay(folder: string, names: readonly string[]): string[] {
  try {
    return [...new Set(names.map(name => path.join(folder, name)).flatMap(file =>
      above(path.dirname(file)).find(parent => kindOf(parent) === 'file') ?? (kindOf(file) === undefined ? [] : [file])))];
  } catch (error) {
    throw told(error, folder);
  }
}

/** A path and the folders above it, as far as it names them. */
function above(name: string): string[] {
  const parent = path.dirname(name);
  return parent === name || name === '.' ? [name] : [...above(parent), name];
}

/** A link that leads to a folder is one; what leads nowhere is in the way. */
function kindOf(name: string): 'folder' | 'file' | undefined {
  if (fs.lstatSync(name, { throwIfNoEntry: false }) === undefined) {
    return undefined;
  }
  return fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ? 'folder' : 'file';
}

/** What the system says, in words for people; other errors are defects. */
function told(error: unknown, folder: string): unknown {
  return (error as NodeJS.ErrnoException).code === undefined ? error : new OutputFailed(`nothing is written: ${folder}: ${reasonOfSystem(error)}`);
}

/** Writes all files or, when one of them cannot be written, none. */
export function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  const written: string[] = [];
  try {
    for (const [name, text] of files) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      // What has come meanwhile is left alone.
      fs.writeFileSync(file, text, { flag: 'wx' });
      written.push(file);
    }
  } catch (error) {
    // Folders stay: somebody may have put something there.
    written.forEach(file => fs.rmSync(file, { force: true }));
    throw told(error, folder);
  }
}
