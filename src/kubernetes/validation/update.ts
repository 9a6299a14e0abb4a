import { Errors } from './errors';
import { contextOf, groupKindOf, reportErrors, rulesOf, ServerOptions } from './validate';
import { PlainObject } from '../../base/plain';
import { ReportProblem } from '../problem';

/**
 * What the API server refuses when one manifest takes the place of another of the same object: fields that may not change. Both are read
 * as manifests, so what they leave out is what the server filled in. What is wrong with the new one alone is not said here.
 */
export function validateUpdate(previous: PlainObject, next: PlainObject, options: ServerOptions, report: ReportProblem): void {
  const rules = rulesOf(next);
  if (rules === undefined || previous.kind !== next.kind) {
    return;
  }
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- needed only where something deployed is compared
  const { CHANGES } = require('./kinds/changes') as typeof import('./kinds/changes');
  const errors = new Errors();
  CHANGES.get(groupKindOf(next))?.({ previous, next, context: contextOf(options), errors });
  reportErrors(errors, rules, report);
}
