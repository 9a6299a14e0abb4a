import { IConstruct } from 'constructs';
import { provideAtSynth, recheckAtSynth, validateTree } from '../../base/findings/construct-checks';

/* eslint-disable @typescript-eslint/no-require-imports */

provideAtSynth({
  validate: root => (require('./validate-at-synth') as typeof import('./validate-at-synth')).validateAtSynth(root),
  outlet: () => require('../report/outlet') as typeof import('../report/outlet'),
});

export { validateTree };

/** What the constructor of a pattern with pods ends in: its tree is checked at synth, and so is what was added to its pods by then. */
export function checkAtSynth(pattern: IConstruct, recheck: () => void): void {
  recheckAtSynth(pattern, recheck);
  validateTree(pattern);
}
