import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from './mutants';
import { isMutated, isTestOf, Part, PARTS, partOf, Suite } from './parts';

/** Files of a folder of the project, with forward slashes, in order. */
export function filesOf(folder: string): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(name => path.posix.join(folder, name.split(path.sep).join('/'))).sort();
}

export function testFiles(suite: Suite): string[] {
  return filesOf('test').filter(file => isTestOf(suite, file));
}

/** The sources to mutate, by part: all of them, or those at or below the given paths, or of the parts of these names. */
export function sourcesByPart(wanted: readonly string[]): Map<Part, string[]> {
  const paths = wanted.map(each => path.posix.normalize(each).replace(/\/$/, ''));
  const isWanted = (file: string, part: Part) => paths.length === 0 || paths.some(each => each === part.name || file === each || file.startsWith(`${each}/`));
  const files = filesOf('src').filter(isMutated);
  return new Map(PARTS.map(part => [part, files.filter(file => partOf(file) === part && isWanted(file, part))] as const)
    .filter(([, sources]) => sources.length > 0));
}
