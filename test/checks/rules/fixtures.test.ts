import * as fs from 'fs';
import { fixturesOf, found, RULES_FOLDER } from './fixture';
import { RULES } from '../../../src/checks/rules';

const FOLDERS = fs.readdirSync(RULES_FOLDER, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name).sort();

describe.each(FOLDERS)('%s', folder => {
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
  const exported = Object.values(jest.requireActual(`${RULES_FOLDER}/${folder}/rule`)) as typeof RULES[number][];
  const rule = exported.find(each => RULES.includes(each));
  if (!rule) {
    throw new Error(`src/checks/rules/${folder} exports no rule that src/checks/rules/index.ts lists`);
  }
  return rule;
}
