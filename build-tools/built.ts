import { createRequire } from 'module';
import * as path from 'path';
import { ROOT } from './examples';

const load = createRequire(__filename);
const { placesIn } = load('./bundle-modules') as { placesIn(library: string): ReadonlyMap<string, string> };

let places: ReadonlyMap<string, string> | undefined;

/**
 * A module of the build, the same that the library uses: what is measured and shown is what users install.
 *
 * @param name Its path below `src`, without an ending.
 */
export function built(name: string): unknown {
  places ??= placesIn(path.join(ROOT, 'lib'));
  const file = places.get(name);
  if (file === undefined) {
    throw new Error(`the build has no module ${name}`);
  }
  return (load(file) as { load(module: string): unknown }).load(name);
}
