import { Notice } from '../../base/findings/notice';

/*
 * What a live API server says. Every value of this file is in the catalogue.
 */

export const REFUSED_LIVE: Notice = {
  id: 'AIW1301',
  title: 'refused by the live API server',
  class: 'rejected',
  reason: 'The cluster that was asked refuses the object in a dry run: by its validation, by a policy or webhook, or because it does not serve the kind.',
  remedy: 'Change what the message names. Where only that cluster is wrong, change the cluster.',
  appliesTo: ['lint --server'],
};

export const DROPPED_LIVE: Notice = {
  id: 'AIW1302',
  title: 'field dropped by the live API server',
  class: 'dropped',
  reason: 'The cluster that was asked takes the object and does not keep the field: a feature gate is off there, or the field is of another version.',
  remedy: 'Leave the field out, or switch the gate on in the cluster.',
  appliesTo: ['lint --server'],
};

export const WARNED_LIVE: Notice = {
  id: 'AIW1303',
  title: 'the live API server warns',
  class: 'advice',
  reason: 'API servers send warnings about what is deprecated or of no effect; kubectl prints them and most pipelines do not.',
  remedy: 'Read what it says.',
  appliesTo: ['lint --server'],
};
