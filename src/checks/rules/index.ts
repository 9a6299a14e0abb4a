import { duplicateObject } from './duplicate-object/rule';
import { Rule } from './rule';

/** Every rule, by id. */
export const RULES: readonly Rule[] = [
  duplicateObject,
];
