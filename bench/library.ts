import { createRequire } from 'module';
import * as path from 'path';
// Types of the sources, code of the build: what is measured is what users install.
import type { validateTree as ValidateTree } from '../src/base/findings/construct-checks';
import type * as Given from '../src/given/given';
import type { validateAtSynth as ValidateAtSynth } from '../src/lint/synth/validate-at-synth';

export const ROOT = path.resolve(__dirname, '..');
export const LIBRARY = path.join(ROOT, 'lib/index.js');

const load = createRequire(__filename);

/** The seam by which patterns switch the checks on. */
export const { validateTree } = load(path.join(ROOT, 'lib/base/findings/construct-checks')) as { validateTree: typeof ValidateTree };

/** The module object itself, in which constructs and factories look the checks of types up. */
export const given = load(path.join(ROOT, 'lib/given/given')) as { -readonly [Name in keyof typeof Given]: typeof Given[Name] };

/** The module object itself, since the seam looks the function up in it at each synth. */
export const checks = load(path.join(ROOT, 'lib/lint/synth/validate-at-synth')) as { validateAtSynth: typeof ValidateAtSynth };
