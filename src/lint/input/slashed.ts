import * as path from 'path';

/** A path as globs have it, on Windows too. */
export function slashed(file: string): string {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/');
}
