import * as fs from 'fs';
import * as path from 'path';
import { readAll, readFrom, reasonOfSystem, TooLarge } from './bytes';
import { fixedFolder, glob, isGlob } from './glob';
import { GlobProblem } from './glob-problem';
import { mebibytes, MORE_MEMORY, ownLimits } from './limits';
import { slashed } from './slashed';
import { beginning } from '../../base/text/cut';

/** What can be wrong with what somebody asked to have read. */
export class UnusableInput extends Error {}

/** One thing to read. */
export interface InputFile {
  /** As it is shown: the path as the user gave it, or what follows from it; `<stdin>`. */
  readonly name: string;
  /** It lies in a folder or matches a glob, so nobody said that it holds manifests. */
  readonly isFound?: boolean;
  /**
   * The content, or an UnusableInput that says why there is none.
   *
   * @param most how many bytes there may be: files may grow while they are read, and pipes and devices may never end.
   */
  read(most?: number): Buffer;
}

/** Files that are not hidden and end like a manifest. */
const MANIFESTS = /^[^.].*\.(ya?ml|json)$/is;
const ANYTHING = /^/;
/** Folders that hold no manifests of the user. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);
const STDIN = 0;
/** Of a folder, at any depth: each takes memory, though it may be empty. */
const MOST_FILES = 500_000;

/**
 * The files behind what was asked for: files as they are, folders with their YAML and JSON files at any depth, globs, and `-` for standard input.
 * What cannot be had of a folder is a file that cannot be read, so that it hides nothing of the others.
 *
 * @param isIgnored says which files of folders and globs to leave out; a file named by itself is always read.
 * @param most how many files and folders one folder may have in all.
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
      // A pipeline that looks into the wrong folder would pass for ever.
      throw new UnusableInput(`${asked}: holds no YAML or JSON file`);
    }
    return files.filter(({ name }) => !isIgnored(name));
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

/** Files below a folder in order of their names, so that a report reads the same everywhere. */
function inFolder(folder: string, wanted: RegExp, most: number): InputFile[] {
  const files: InputFile[] = [];
  // As deep as it is: what is next comes last.
  const pending: (InputFile | { readonly folder: string })[] = [{ folder }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('folder' in next) {
      // One by one: a call takes no more arguments than the stack holds.
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

function directlyIn(folder: string, wanted: RegExp): (InputFile | { readonly folder: string })[] {
  return entriesOf(folder).flatMap((entry): (InputFile | { readonly folder: string })[] => {
    if (entry instanceof UnusableInput) {
      return [notToBeHad(folder, entry)];
    }
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) ? [] : [{ folder: file }];
    }
    return wanted.test(entry.name) ? entryOf(file, entry) : [];
  });
}

function entriesOf(folder: string): (fs.Dirent | UnusableInput)[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    return [because(folder, error)];
  }
}

/** A link is what it leads to, except that links to folders are not followed, as kubectl does not: they may lead around in a circle. */
function entryOf(file: string, entry: fs.Dirent): InputFile[] {
  const stat = entry.isSymbolicLink() ? statOf(file) ?? new UnusableInput(`${file}: is a link to nothing`) : entry;
  if (stat instanceof UnusableInput) {
    return [notToBeHad(file, stat)];
  }
  if (stat.isFile()) {
    return [{ ...onDisk(file), isFound: true }];
  }
  // A pipe that nobody asked for by its name would be waited for in vain.
  return stat.isDirectory() ? [] : [notToBeHad(file, new UnusableInput(`${file}: is no regular file`))];
}

function statOf(file: string): fs.Stats | UnusableInput | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    return because(file, error);
  }
}

/** A glob that no shell expanded: quoted, or in a configuration file. */
function globbed(pattern: string, most: number): InputFile[] {
  const matches = matcherOf(pattern);
  const folder = fixedFolder(pattern) || '.';
  return fs.existsSync(folder) ? inFolder(folder, ANYTHING, most).filter(({ name }) => matches(slashed(name))) : [];
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
  return { name, read: most => readOrSay(name, () => readAll(STDIN, most ?? ownLimits().run)) };
}

/** A file that is no input, in a size of its own. A link may lead to a device that never ends. */
export function contentOf(name: string, most: number): Buffer {
  return readOrSay(name, () => readFrom(name, most), () => `is larger than ${mebibytes(most)}`);
}

function readOrSay(name: string, read: () => Buffer, tooLarge: () => string = inputTooLarge): Buffer {
  try {
    return read();
  } catch (error) {
    throw error instanceof TooLarge ? new UnusableInput(`${name}: ${tooLarge()}`) : because(name, error);
  }
}

function inputTooLarge(): string {
  return `with it the input is larger than ${mebibytes(ownLimits().run)}: check less at once; ${MORE_MEMORY}`;
}

/** The system's reason without its call and path, which stand at the front already. */
function because(name: string, error: unknown): UnusableInput {
  const reason = reasonOfSystem(error);
  const shown = reason.startsWith('ENAMETOOLONG') ? beginning(name) : name;
  return new UnusableInput(`${shown}: ${reason}`);
}
