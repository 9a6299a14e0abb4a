import * as fs from 'fs';
import * as path from 'path';
import { glob } from './glob';
import { slashed } from './slashed';

/**
 * Whether a file is one of those that a pattern of a configuration names. Patterns are relative to the folder of the configuration, wherever the program
 * runs and however the file was named; a file outside of the folder is also looked at with its whole path, for patterns like `**\/charts/**`.
 *
 * @param configuration the file in which the pattern stands; relative to the working folder where there is none.
 */
export function fileMatcher(pattern: string, configuration?: string): (file: string) => boolean {
  const matches = glob(pattern.replace(/^\.\//, ''));
  const folder = path.resolve(configuration === undefined ? '.' : path.dirname(configuration));
  return file => {
    if (file.startsWith('<')) {
      return matches(file); // Standard input lies nowhere.
    }
    const whole = path.resolve(file);
    // One of the two may have been reached by a link.
    const places = [[folder, whole], [real(folder), real(whole)]];
    return places.some(([from, to]) => {
      const relative = slashed(path.relative(from, to));
      return matches(relative) || ((relative.startsWith('../') || path.isAbsolute(relative)) && matches(slashed(to).replace(/^\//, '')));
    });
  };
}

function real(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file; // Standard input, or what is gone.
  }
}
