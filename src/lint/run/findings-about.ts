import { boundedReference } from '../../base/findings/bounded';
import { Finding } from '../../base/findings/finding';
import { Manifest } from '../../kubernetes/manifest';
import { ObjectProblems } from '../../kubernetes/object-problems';
import { pathAsWritten } from '../../kubernetes/validation/type-names';
import { Facts, FactsContext } from '../facts/facts';
import { RULES } from '../rules';
import { runRules } from '../rules/rule';

/**
 * What the checks say about final objects: what the API server would refuse or drop of each, and what the rules see across them.
 *
 * @param known what was said of them before, by the patterns that made them.
 */
export function findingsAbout(objects: readonly Manifest[], context: FactsContext = {}, known: readonly Finding[] = []): Finding[] {
  const rules = runRules(RULES, new Facts(objects, context));
  return [...withoutRepeated(new ObjectProblems(objects).findings(), [...known, ...rules]), ...rules];
}

/** A rule knows more about its case than the API server's own text, which is left out where a rule says the same of a field. */
function withoutRepeated(problems: readonly Finding[], rules: readonly Finding[]): Finding[] {
  const said = new Set(rules.filter(each => each.class === 'rejected' || each.class === 'dropped').map(keyOf));
  return said.size === 0 ? [...problems] : problems.filter(problem => !said.has(keyOf(problem)));
}

/** What a finding is about: object, place and field. */
function keyOf({ object, construct, file, line, field }: Finding): string {
  return JSON.stringify([object && boundedReference(object), construct ?? file, construct === undefined ? line : '', field && pathAsWritten(field)]);
}
