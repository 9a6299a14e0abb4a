import { boundedReference } from '../../base/findings/bounded';
import { Finding } from '../../base/findings/finding';
import { Manifest } from '../../kubernetes/manifest';
import { ObjectProblems } from '../../kubernetes/object-problems';
import { pathAsWritten } from '../../kubernetes/validation/type-names';
import { Facts, FactsContext } from '../facts/facts';
import { RULES } from '../rules';
import { findingsOfRules } from '../rules/rule';

/**
 * All findings about final objects: what the API server would refuse or drop, and what the rules find across objects.
 *
 * @param known earlier findings, by the patterns that made the objects.
 */
export function findingsAbout(objects: readonly Manifest[], context: FactsContext = {}, known: readonly Finding[] = []): Finding[] {
  const rules = findingsOfRules(RULES, new Facts(objects, context));
  return [...withoutRepeated(new ObjectProblems(objects).findings(), [...known, ...rules]), ...rules];
}

/** Omits a problem of the API server where a rule reports the same field, since the rule explains its case better. */
function withoutRepeated(problems: readonly Finding[], rules: readonly Finding[]): Finding[] {
  const said = new Set(rules.filter(each => each.class === 'rejected' || each.class === 'dropped').map(keyOf));
  return said.size === 0 ? [...problems] : problems.filter(problem => !said.has(keyOf(problem)));
}

/** What a finding is about: object, place and field. */
function keyOf({ object, construct, file, line, field }: Finding): string {
  return JSON.stringify([object && boundedReference(object), construct ?? file, construct === undefined ? line : '', field && pathAsWritten(field)]);
}
