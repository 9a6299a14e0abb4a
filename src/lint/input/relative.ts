import * as fs from 'fs';
import * as path from 'path';
import { glob } from './glob';
import { slashed } from './slashed';

/** Where a file lies, as a pattern may say it. */
export type PlacesOfFile = (file: string) => readonly string[];

/**
 * Relative to the folder of a configuration, wherever the program runs and however the file was named; a file outside of the folder is also looked at with
 * its whole path, for patterns like `**\/charts/**`. The system is asked once for each file: many patterns are compared with thousands of findings.
 *
 * @param configuration the file in which patterns stand; relative to the working folder where there is none.
 */
export function placesFrom(configuration?: string): PlacesOfFile {
  const known = new Map<string, readonly string[]>();
  const folder = path.resolve(configuration === undefined ? '.' : path.dirname(configuration));
  const folders = [folder, real(folder)];
  return file => {
    const places = known.get(file) ?? placesOf(file, folders);
    known.set(file, places);
    return places;
  };
}

function placesOf(file: string, [folder, realFolder]: readonly string[]): string[] {
  if (file.startsWith('<')) {
    return [file]; // Standard input lies nowhere.
  }
  const whole = path.resolve(file);
  // One of the two may have been reached by a link.
  const places = [[folder, whole], [realFolder, real(whole)]].flatMap(([from, to]) => {
    const relative = slashed(path.relative(from, to));
    return relative.startsWith('../') || path.isAbsolute(relative) ? [relative, slashed(to).replace(/^\//, '')] : [relative];
  });
  return [...new Set(places)];
}

/** Whether a file is one of those that a pattern of a configuration names. */
export function fileMatcher(pattern: string, places: PlacesOfFile): (file: string) => boolean {
  const matches = glob(pattern.replace(/^\.\//, ''));
  return file => places(file).some(matches);
}

function real(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file; // Standard input, or what is gone.
  }
}
