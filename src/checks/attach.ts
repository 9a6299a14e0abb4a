import { provideAtSynth, validateTree } from './seam';

/* eslint-disable @typescript-eslint/no-require-imports */

provideAtSynth({
  validate: root => (require('./validation') as typeof import('./validation')).validateAtSynth(root),
  outlet: () => require('./report/outlet') as typeof import('./report/outlet'),
});

export { validateTree };
