import { Notice } from './notice';

/*
 * What the machinery of findings says of itself. Every value of this file is in the catalogue.
 */

export const NOT_RUN: Notice = {
  id: 'AIW0004',
  title: 'a rule could not run',
  class: 'risky',
  reason: 'A rule broke on this input, which is a bug of the rule, or found more than anybody reads. The others ran.',
  remedy: 'Report it with the manifest; until it is repaired, what the rule looks for is not checked.',
  appliesTo: ['every run'],
};
