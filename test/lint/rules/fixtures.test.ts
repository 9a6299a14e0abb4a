import { exportsOf, fixturesOf, folderOf, found, RULE_NAMES } from './fixture';
import { RULES } from '../../../src/lint/rules';

describe.each(RULE_NAMES)('%s', folder => {
  const fixtures = fixturesOf(folder);

  test.each(fixtures.flatMap(fixture => fixture.clusters.map(cluster => [fixture.name, cluster.minor, fixture, cluster] as const)))(
    '%s at %s gives exactly the findings that it wants', (_name, _minor, fixture, cluster) => {
      expect(found(fixture, cluster)).toEqual(fixture.wanted);
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

function ruleOf(folder: string) {
  const rule = (exportsOf(folder) as typeof RULES[number][]).find(each => RULES.includes(each));
  if (!rule) {
    throw new Error(`src/lint/rules/${folderOf(folder)} exports no rule that src/lint/rules/index.ts lists`);
  }
  return rule;
}
