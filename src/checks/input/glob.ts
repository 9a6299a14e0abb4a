/** Loaded late: most names are plain. */
export function glob(pattern: string): (text: string) => boolean {
  if (!/[*?[{!(]/.test(pattern)) {
    return text => text === pattern;
  }
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const picomatch = require('picomatch') as typeof import('picomatch');
  const matches = picomatch(pattern, { dot: true });
  return text => matches(text);
}
