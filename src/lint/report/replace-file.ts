import { randomBytes } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

/** Thrown when a file is not written because of where it leads; the message says why. */
export class NotWritten extends Error {}

/** Rights that a new content keeps: not setuid, setgid and sticky, which were given to the old content. */
const RIGHTS = 0o777;

/**
 * Writes a file beside its place and renames it, so that it is whole at any time and no link is written through. Rights and owner stay.
 *
 * @throws NotWritten where the path is a link, leads out of the working folder, or is no regular file.
 */
export function replaceFile(file: string, pieces: Iterable<string | Buffer>): void {
  refuseLinks(file);
  const before = fs.lstatSync(file, { throwIfNoEntry: false });
  const beside = path.join(path.dirname(file), `.${path.basename(file).slice(0, 100)}.${randomBytes(8).toString('hex')}.tmp`);
  const descriptor = fs.openSync(beside, 'wx');
  try {
    try {
      for (const piece of pieces) {
        fs.writeFileSync(descriptor, piece);
      }
      keepRights(descriptor, before);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(beside, file);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

function keepRights(descriptor: number, before: fs.Stats | undefined): void {
  if (before === undefined || process.platform === 'win32') {
    return;
  }
  const { uid, gid } = fs.fstatSync(descriptor);
  if (uid !== before.uid || gid !== before.gid) {
    try {
      fs.fchownSync(descriptor, before.uid, before.gid);
    } catch {
      throw new NotWritten('belongs to another user or group');
    }
  }
  // eslint-disable-next-line no-bitwise -- the rights are bits of the mode
  fs.fchmodSync(descriptor, before.mode & RIGHTS);
}

/** A file of a repository may be a link to a start file of the shell; a folder in its path likewise. */
function refuseLinks(file: string): void {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) {
    throw new NotWritten('is a link, and nothing is written through links');
  }
  if (stat !== undefined && !stat.isFile()) {
    throw new NotWritten('is no regular file');
  }
  refuseLinkedFolders(file);
}

/** Refuses a path below the working folder that links in it lead out of. */
export function refuseLinkedFolders(file: string): void {
  const parent = nearestFolder(path.dirname(path.resolve(file)));
  if (isInside(path.resolve(file), process.cwd()) && !isInside(fs.realpathSync(parent), fs.realpathSync(process.cwd()))) {
    throw new NotWritten('leads out of the working folder through a link, and nothing is written there');
  }
}

/** The folder, or the nearest one above that is there. A link to nothing counts as there: it is no folder to make. */
function nearestFolder(folder: string): string {
  return fs.existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));
}

/** Why `--fix` leaves a file alone; undefined where it may be written. */
export function whyLeftAlone(name: string, root: string): string | undefined {
  const file = fs.realpathSync(name);
  if (!isInside(file, fs.realpathSync(root)) || (isInside(path.resolve(root), process.cwd()) && !isInside(file, fs.realpathSync(process.cwd())))) {
    return 'it is a link that leaves the folder';
  }
  return fs.statSync(file).nlink > 1 ? 'the file has several names (hard links), and all of them would change or part' : undefined;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
