import * as path from 'path';

/** The path with forward slashes, as globs need it, on Windows too. */
export function slashed(file: string): string {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/');
}
