import * as path from 'path';
import { contentsOf, exportsOf, findingsIn, Fixture, fixturesOf, folderOf, found, RULE_NAMES, RULES_FOLDER } from './fixture';
import { expectTexts, textOf, UPDATE } from './texts';
import { Facts } from '../../../src/lint/facts/facts';
import { RULES } from '../../../src/lint/rules';
import { Rule, applies, findingsOfRules } from '../../../src/lint/rules/rule';
import { isThorough } from '../../hygiene/runs';

describe.each(RULE_NAMES)('%s', folder => {
  const fixtures = fixturesOf(folder);

  test.each(fixtures.flatMap(fixture => fixture.clusters.map(cluster => [fixture.name, cluster.minor, fixture, cluster] as const)))(
    '%s at %s gives exactly the findings that it wants', (_name, _minor, fixture, cluster) => {
      expect(found(fixture, cluster)).toEqual(fixture.wanted);
    });

  test(`says what fixtures/texts.txt has; ${UPDATE}=1 writes it`, () => {
    const { id } = ruleOf(folder);
    // At the newest minor of each.
    const ownOf = (fixture: Fixture) => findingsIn(fixture, fixture.clusters.at(-1)!).filter(finding => finding.id === id);
    const texts = fixtures.flatMap(fixture => ownOf(fixture).map(finding => textOf(fixture.name, finding)));
    expectTexts(path.join(RULES_FOLDER, folderOf(folder), 'fixtures/texts.txt'), texts);
  });

  test('has a good and a bad fixture, and the bad one shows this rule', () => {
    const { id } = ruleOf(folder);
    const good = fixtures.filter(fixture => fixture.name.startsWith('good'));
    const bad = fixtures.filter(fixture => fixture.name.startsWith('bad'));
    expect(good.flatMap(fixture => fixture.wanted).filter(want => want.includes(id))).toEqual([]);
    expect(good.length).toBeGreaterThan(0);
    expect(bad.filter(fixture => fixture.wanted.some(want => want.includes(id))).length).toBeGreaterThan(0);
  });
});

test('a rule is asked only where one of its kinds is', () => {
  const [service] = RULES.filter(({ id }) => id === 'AIW2103');
  expect([['Service', 'Job'], ['Job'], []].map(kinds => applies(service, new Set(kinds)))).toEqual([true, false, false]);
  expect(applies({ ...service, appliesTo: ['Service', 'every carrier of pods'] }, new Set(['Job']))).toBe(true);
});

test('a rule reports on its own kinds, and on no others', () => {
  // In `npm run test:slow` each rule reads the fixtures of all rules.
  const strays = RULE_NAMES.flatMap(folder => fixturesOf(folder).flatMap(fixture => fixture.clusters.flatMap(cluster => {
    const { objects, context } = contentsOf(fixture, cluster);
    return straysOf(isThorough() ? RULES : [ruleOf(folder)], new Facts(objects, context));
  })));
  expect([...new Set(strays)]).toEqual([]);
});

function straysOf(rules: readonly Rule[], facts: Facts): string[] {
  return rules.flatMap(rule => findingsOfRules([rule], facts).filter(({ object }) => object && !applies(rule, new Set([object.kind])))
    .map(({ id, object }) => `${id} says it reports on ${rule.appliesTo.join(', ')}, and reports on ${object?.kind}`));
}

function ruleOf(folder: string) {
  const rule = (exportsOf(folder) as typeof RULES[number][]).find(each => RULES.includes(each));
  if (!rule) {
    throw new Error(`src/lint/rules/${folderOf(folder)} exports no rule that src/lint/rules/index.ts lists`);
  }
  return rule;
}
