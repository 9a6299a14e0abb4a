import * as fs from 'fs';
import * as path from 'path';
import { NoRegularFile, readAll, readFrom, readRegular, reasonOfSystem, TooLarge } from './bytes';
import { fixedFolder, glob, isGlob } from './glob';
import { GlobProblem } from './glob-problem';
import { mebibytes, MORE_MEMORY, ownLimits } from './limits';
import { slashed } from './slashed';
import { beginning } from '../../base/text/cut';

/** Thrown when a requested input cannot be read; the message is for the user. */
export class UnusableInput extends Error {}

/** One file to read. */
export interface InputFile {
  /** Name in reports: the path as the user gave it, or one below it; `<stdin>`. */
  readonly name: string;
  /** It was found in a folder or by a glob, so it need not be a manifest. */
  readonly isFound?: boolean;
  /** The folder that was asked for, or that of a file which was named: links that leave it are read and not changed. */
  readonly root?: string;
  /** It can be read once. */
  readonly isOnce?: boolean;
  /**
   * Returns the content, or throws an UnusableInput with the reason.
   *
   * @param most limit in bytes: files may grow while they are read, and pipes and devices may never end.
   */
  read(most?: number): Buffer;
}

/** Names of the files and folders that are read below a folder. */
interface Wanted {
  readonly files: RegExp;
  readonly folders: RegExp;
}

/**
 * Of a folder: what is not hidden and has the extension of a manifest, and the kustomization that has none. Hidden folders
 * hold workflows, templates of task runners and settings, which are not sent to a cluster as they are.
 */
const MANIFESTS: Wanted = { files: /^[^.].*\.(?:[yY][aA]?[mM][lL]|[jJ][sS][oO][nN])$|^Kustomization$/s, folders: /^(?!\.|node_modules$)/ };
/** Of a glob, which says itself whether it means hidden ones. */
const ANYTHING: Wanted = { files: /^/, folders: /^(?!(?:\.git|node_modules)$)/ };
const STDIN = 0;
/** Limit of entries below a folder: each takes memory. */
const MOST_FILES = 500_000;

/**
 * The files to read: named files, the YAML and JSON files below folders, matches of globs, and `-` for standard input.
 * An entry of a folder that is not accessible becomes a file that cannot be read, so that the others are still checked.
 *
 * @param isIgnored selects files of folders and globs to skip; a file that is named is always read.
 * @param most limit of files and folders below one folder.
 */
export function inputFiles(asked: readonly string[], isIgnored: (file: string) => boolean = () => false, most = MOST_FILES): InputFile[] {
  const found = new Map<string, InputFile>();
  const add = (file: InputFile) => found.set(path.resolve(file.name), found.get(path.resolve(file.name)) ?? file);
  for (const each of asked) {
    if (each === '-') {
      add(standardInput());
    } else {
      filesOf(each, isIgnored, most).forEach(add);
    }
  }
  return [...found.values()];
}

function filesOf(asked: string, isIgnored: (file: string) => boolean, most: number): InputFile[] {
  const stat = statOf(asked);
  if (stat instanceof UnusableInput) {
    throw stat;
  }
  if (stat?.isDirectory()) {
    const files = inFolder(asked, MANIFESTS, most);
    if (files.length === 0) {
      // An empty folder is an error: a pipeline that reads the wrong one would always pass.
      throw new UnusableInput(`${asked}: holds no YAML or JSON file`);
    }
    return files.filter(({ name }) => !isIgnored(name)).map(file => ({ ...file, root: asked }));
  }
  if (stat) {
    return [onDisk(asked)];
  }
  if (!isGlob(asked)) {
    throw new UnusableInput(`${asked}: no such file or folder`);
  }
  const matching = globbed(asked, most).filter(({ name }) => !isIgnored(name));
  if (matching.length === 0) {
    throw new UnusableInput(`${asked}: matches no file`);
  }
  return matching;
}

/** Files below a folder, sorted by name, so that reports do not depend on the file system. */
function inFolder(folder: string, wanted: Wanted, most: number): InputFile[] {
  const files: InputFile[] = [];
  // A stack instead of recursion, so that depth does not matter. The next entry is last.
  const pending: (InputFile | { readonly folder: string })[] = [{ folder }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('folder' in next) {
      // Pushed one by one: as arguments of one call they could overflow the stack.
      for (const each of directlyIn(next.folder, wanted).reverse()) {
        pending.push(each);
      }
      if (files.length + pending.length > most) {
        throw new UnusableInput(`${folder}: has more than ${most.toLocaleString('en')} files and folders: check less at once`);
      }
    } else {
      files.push(next);
    }
  }
  return files;
}

function directlyIn(folder: string, wanted: Wanted): (InputFile | { readonly folder: string })[] {
  return entriesOf(folder).flatMap((entry): (InputFile | { readonly folder: string })[] => {
    if (entry instanceof UnusableInput) {
      return [notToBeHad(folder, entry)];
    }
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return wanted.folders.test(entry.name) ? [{ folder: file }] : [];
    }
    return wanted.files.test(entry.name) ? entryOf(file, entry) : [];
  });
}

function entriesOf(folder: string): (fs.Dirent | UnusableInput)[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    return [because(folder, error)];
  }
}

/** A link to a file counts as the file; links to folders are not followed, as in kubectl, since they may form a cycle. */
function entryOf(file: string, entry: fs.Dirent): InputFile[] {
  const stat = entry.isSymbolicLink() ? statOf(file) ?? new UnusableInput(`${file}: is a link to nothing`) : entry;
  if (stat instanceof UnusableInput) {
    return [notToBeHad(file, stat)];
  }
  if (stat.isFile()) {
    return [{ ...onDisk(file), isFound: true }];
  }
  // Reading a pipe in a folder would block for ever.
  return stat.isDirectory() ? [] : [notToBeHad(file, new UnusableInput(`${file}: is no regular file`))];
}

function statOf(file: string): fs.Stats | UnusableInput | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    return because(file, error);
  }
}

/** Expands a glob that no shell has expanded: quoted, or from a configuration file. */
function globbed(pattern: string, most: number): InputFile[] {
  const matches = matcherOf(pattern);
  const folder = fixedFolder(pattern) || '.';
  return fs.existsSync(folder)
    ? inFolder(folder, ANYTHING, most)
      .filter(({ name }) => matches(slashed(name)))
      .map(file => ({ ...file, root: folder }))
    : [];
}

function matcherOf(pattern: string): (file: string) => boolean {
  try {
    return glob(pattern, false);
  } catch (error) {
    throw error instanceof GlobProblem ? new UnusableInput(`${beginning(pattern)}: the glob ${error.message}`) : error;
  }
}

function onDisk(name: string): InputFile {
  return { name, read: most => readOrSay(name, () => readFrom(name, most ?? ownLimits().run)) };
}

function notToBeHad(name: string, why: UnusableInput): InputFile {
  return { name, read: () => { throw why; } };
}

function standardInput(): InputFile {
  const name = '<stdin>';
  return { name, isOnce: true, read: most => readOrSay(name, () => readAll(STDIN, most ?? ownLimits().run)) };
}

/** The content of a small file that is not part of the input. It may be a pipe or device, or a link to one, which is refused. */
export function contentOf(name: string, most: number): Buffer {
  return readOrSay(name, () => readRegular(name, most), () => `is larger than ${mebibytes(most)}`);
}

function readOrSay(name: string, read: () => Buffer, tooLarge: () => string = inputTooLarge): Buffer {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoRegularFile) {
      throw new UnusableInput(`${name}: is no regular file`);
    }
    throw error instanceof TooLarge ? new UnusableInput(`${name}: ${tooLarge()}`) : because(name, error);
  }
}

function inputTooLarge(): string {
  return `with it the input is larger than ${mebibytes(ownLimits().run)}: check less at once; ${MORE_MEMORY}`;
}

/** The message of the system, without system call and path: the path is in front already. */
function because(name: string, error: unknown): UnusableInput {
  const reason = reasonOfSystem(error);
  const shown = reason.startsWith('ENAMETOOLONG') ? beginning(name) : name;
  return new UnusableInput(`${shown}: ${reason}`);
}
