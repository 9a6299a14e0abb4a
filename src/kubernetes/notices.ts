import { Notice } from '../base/findings/notice';

/*
 * What is said where an object cannot be held to what a server says. Every value of this file is in the catalogue.
 */

export const UNKNOWN_KIND: Notice = {
  id: 'AIW0006',
  title: 'kind is not known here',
  class: 'advice',
  reason: 'The object is of a kind whose structure these checks do not have. Its fields are not checked; pod templates inside it are.',
  remedy: 'Nothing, unless the apiVersion or kind is misspelt. --server asks a cluster that knows the kind.',
  appliesTo: ['objects of extension APIs'],
};

export const NOT_ALL_CHECKED: Notice = {
  id: 'AIW0009',
  title: 'not everything was checked',
  class: 'risky',
  reason: 'The definitions of custom resources in the input ask for more work than a run takes on: patterns with many ways, choices within choices, for many objects. What comes after that is not checked by them. '
    + 'Or a rule in CEL uses what is not evaluated here: a function that no known minor has, a named time zone.',
  remedy: 'Simplify the definition that the finding names, or check its objects in several runs. --server asks a cluster.',
  appliesTo: ['custom resources whose definition is part of the input, or has rules'],
};
