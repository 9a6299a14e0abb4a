import * as fs from 'fs';
import * as path from 'path';
import { glob } from './glob';
import { slashed } from './slashed';

/** The forms of a file's path that a pattern may match. */
export type PlacesOfFile = (file: string) => readonly string[];

/**
 * Paths relative to the folder of the configuration, independent of the working folder and of how the file was named. For a file outside that folder also
 * the absolute path, for patterns like `**\/charts/**`. Cached: many patterns are compared with thousands of findings.
 *
 * @param configuration the file that contains the patterns; without one, paths are relative to the working folder.
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
  // Either path may have been reached through a link.
  const places = [[folder, whole], [realFolder, real(whole)]].flatMap(([from, to]) => {
    const relative = slashed(path.relative(from, to));
    return relative.startsWith('../') || path.isAbsolute(relative) ? [relative, slashed(to).replace(/^\//, '')] : [relative];
  });
  return [...new Set(places)];
}

/** A function that matches files against a pattern of a configuration. */
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
