import * as fs from 'fs';
import * as path from 'path';

/** What can be wrong with what somebody asked to have read. */
export class UnusableInput extends Error {}

/** One thing to read. */
export interface InputFile {
  /** As it is shown: the path as the user gave it, or what follows from it; `<stdin>`. */
  readonly name: string;
  readonly bytes: number;
  read(): Buffer;
}

const MANIFESTS = /\.(ya?ml|json)$/i;
/** Folders that hold no manifests of the user. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);
const STDIN = 0;

/**
 * The files behind what was asked for: files as they are, folders with their YAML and JSON files at any depth, globs, and `-` for standard input.
 *
 * @param isIgnored says which files of folders and globs to leave out; a file named by itself is always read.
 */
export function inputFiles(asked: readonly string[], isIgnored: (file: string) => boolean = () => false): InputFile[] {
  const found = new Map<string, InputFile>();
  const add = (file: InputFile) => found.set(path.resolve(file.name), found.get(path.resolve(file.name)) ?? file);
  for (const each of asked) {
    if (each === '-') {
      add(standardInput());
    } else {
      filesOf(each, isIgnored).forEach(add);
    }
  }
  return [...found.values()];
}

function filesOf(asked: string, isIgnored: (file: string) => boolean): InputFile[] {
  const stat = fs.statSync(asked, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    return inFolder(asked).filter(file => !isIgnored(file)).map(onDisk);
  }
  if (stat) {
    return [onDisk(asked)];
  }
  if (!/[*?[{!]/.test(asked)) {
    throw new UnusableInput(`${asked}: no such file or folder`);
  }
  const matching = globbed(asked).filter(file => !isIgnored(file));
  if (matching.length === 0) {
    throw new UnusableInput(`${asked}: matches no file`);
  }
  return matching.map(onDisk);
}

/** The manifests below a folder in order of their names, so that a report reads the same everywhere. */
function inFolder(folder: string, all = false): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1)).flatMap(entry => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) ? [] : inFolder(file, all);
    }
    return all || (MANIFESTS.test(entry.name) && !entry.name.startsWith('.')) ? [file] : [];
  });
}

/** A glob that no shell expanded: quoted, or in a configuration file. */
function globbed(pattern: string): string[] {
  // Loaded late: most runs name files and folders.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const picomatch = require('picomatch') as typeof import('picomatch');
  const { base } = picomatch.scan(pattern);
  const matches = picomatch(pattern);
  const folder = base === '' ? '.' : base;
  return fs.existsSync(folder) ? inFolder(folder, true).filter(file => matches(file)) : [];
}

function onDisk(name: string): InputFile {
  const { size } = fs.statSync(name);
  return { name, bytes: size, read: () => readOrSay(name) };
}

function standardInput(): InputFile {
  return { name: '<stdin>', bytes: 0, read: () => fs.readFileSync(STDIN) };
}

function readOrSay(name: string): Buffer {
  try {
    return fs.readFileSync(name);
  } catch (error) {
    throw new UnusableInput(`${name}: ${(error as Error).message}`);
  }
}
