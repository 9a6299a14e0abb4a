import { provideAtSynth, validateTree } from '../../base/findings/construct-checks';

/* eslint-disable @typescript-eslint/no-require-imports */

provideAtSynth({
  validate: root => (require('./validate-at-synth') as typeof import('./validate-at-synth')).validateAtSynth(root),
  outlet: () => require('../report/outlet') as typeof import('../report/outlet'),
});

export { validateTree };
