import * as path from 'path';
// Types come from the sources, code from the build, since users install the build.
import { built } from '../build-tools/built';
import { ROOT } from '../build-tools/examples';
import type { validateTree as ValidateTree } from '../src/base/findings/construct-checks';
import type { printYaml as PrintYaml } from '../src/base/yaml/printer';
import type * as Given from '../src/given/given';
import type { findingsOf as FindingsOf, validateAtSynth as ValidateAtSynth } from '../src/lint/synth/validate-at-synth';

export { ROOT };
export const LIBRARY = path.join(ROOT, 'lib/index.js');

/** Switches the checks on, as patterns do. */
export const { validateTree } = built('base/findings/construct-checks') as { validateTree: typeof ValidateTree };

/** What `FleetApp` prints with. */
export const { printYaml } = built('base/yaml/printer') as { printYaml: typeof PrintYaml };

/** The module object, whose functions the benchmark replaces: constructs and factories look them up there at each call. */
export const given = built('given/given') as { -readonly [Name in keyof typeof Given]: typeof Given[Name] };

/** The module object, whose function the benchmark replaces: it is looked up there at each synth. */
export const checks = built('lint/synth/validate-at-synth') as { validateAtSynth: typeof ValidateAtSynth };

// What constructs are checked by is registered by this module alone.
built('lint/synth/attach');

/** The checks of a tree, without a synth. */
export const { findingsOf } = built('lint/synth/validate-at-synth') as { findingsOf: typeof FindingsOf };
