import { createRequire } from 'module';
import * as path from 'path';
import { ROOT } from './examples';

/** A file of `lib/modules`, as `bundle-modules.js` writes it. */
interface Modules {
  readonly names: readonly string[];
  load(name: string): unknown;
}

/**
 * A module of the build, the same that the library uses: what is measured and shown is what users install.
 *
 * @param name Its path below `src`, without an ending.
 */
export function built(name: string): unknown {
  const load = createRequire(__filename);
  const files = ['attach', 'constructs', 'shared', 'checks', 'account'].map(file => load(path.join(ROOT, 'lib', 'modules', file)) as Modules);
  const file = files.find(({ names }) => names.includes(name));
  if (file === undefined) {
    throw new Error(`the build has no module ${name}`);
  }
  return file.load(name);
}
