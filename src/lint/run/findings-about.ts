import { expansionLimit } from './expansion-limit';
import { boundedReference } from '../../base/findings/bounded';
import { Finding } from '../../base/findings/finding';
import { withLimitedComparisons } from '../../base/text/nearest-name';
import { DefinitionsOfInput } from '../../kubernetes/definitions';
import { Manifest } from '../../kubernetes/manifest';
import { ObjectProblems } from '../../kubernetes/object-problems';
import { pathAsWritten } from '../../kubernetes/validation/type-names';
import { Facts, FactsContext } from '../facts/facts';
import { RULES } from '../rules';
import { applies, findingsOfRules } from '../rules/rule';

/**
 * All findings about final objects: what the API server would refuse or drop, and what the rules find across objects.
 *
 * @param known earlier findings, by the patterns that made the objects.
 */
export function findingsAbout(objects: readonly Manifest[], context: FactsContext = {}, known: readonly Finding[] = []): Finding[] {
  return findingsAboutParts(objects, [{ objects, context }], known);
}

/** Objects that rules look at together. */
export interface Part {
  readonly objects: readonly Manifest[];
  readonly context: FactsContext;
}

/**
 * The same where not all objects are applied together: rules look at each part by itself, the API server at all objects, with the definitions of all.
 *
 * @param elsewhere definitions of other inputs.
 */
export function findingsAboutParts(
  objects: readonly Manifest[], parts: readonly Part[], known: readonly Finding[] = [], elsewhere?: DefinitionsOfInput,
): Finding[] {
  return withLimitedComparisons(() => findingsOfParts(objects, parts, known, elsewhere));
}

function findingsOfParts(objects: readonly Manifest[], parts: readonly Part[], known: readonly Finding[], elsewhere?: DefinitionsOfInput): Finding[] {
  const rules = parts.flatMap(part => {
    const kinds = new Set(part.objects.map(({ kind }) => kind));
    return findingsOfRules([...RULES.filter(rule => applies(rule, kinds)), expansionLimit], new Facts(part.objects, part.context));
  });
  return [...withoutRepeated(new ObjectProblems(objects, parts[0].context.servers, elsewhere).findings(), [...known, ...rules]), ...rules];
}

/**
 * Omits a problem of the API server where a rule reports the same field, since the rule explains its case better; and what a definition says of a list or an object
 * in which a rule names the very field.
 */
function withoutRepeated(problems: readonly Finding[], rules: readonly Finding[]): Finding[] {
  const refused = rules.filter(each => each.class === 'rejected' || each.class === 'dropped');
  const said = new Set(refused.map(keyOf));
  const around = new Set(problems.every(({ id }) => id !== 'AIW1206') ? [] : refused.flatMap(each => placesAround(each.field ?? '').map(field => keyOf({ ...each, field, line: undefined }))));
  return refused.length === 0 ? [...problems] : problems.filter(problem => !said.has(keyOf(problem)) && !(problem.id === 'AIW1206' && around.has(keyOf({ ...problem, line: undefined }))));
}

/** The lists and objects that a field is in, but for the whole object. */
function placesAround(field: string): string[] {
  return [...field.matchAll(/[.[]/g)].map(({ index }) => field.slice(0, index));
}

/** What a finding is about: object, place and field. */
function keyOf({ object, construct, file, line, field }: Finding): string {
  return JSON.stringify([object && boundedReference(object), construct ?? file, construct === undefined ? line : '', field && pathAsWritten(field)]);
}
