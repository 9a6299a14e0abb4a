import { Notice } from '../../base/findings/notice';

/*
 * What is said of input that was kept. Every value of this file is in the catalogue.
 */

export const CANNOT_WORK: Notice = {
  id: 'AIW1001',
  title: 'the input cannot work',
  class: 'broken',
  reason: 'What was added to a pattern after it was created contradicts it, and is refused like a property.',
  remedy: 'Change what the message names. It cannot be acknowledged: without it there is no manifest.',
  appliesTo: ['patterns of this library'],
};
