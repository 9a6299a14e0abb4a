import * as fs from 'fs';
import * as path from 'path';
import { changeFixturesOf, CHANGES_FOLDER, findingsOfFixture } from './fixture';
import { CHANGE_RULES } from '../../../src/lint/changes';
import { expectTexts, textOf, UPDATE } from '../rules/texts';

const folders = fs.readdirSync(CHANGES_FOLDER, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(({ name }) => name);

describe.each(folders.filter(folder => changeFixturesOf(folder).length > 0))('%s', folder => {
  const fixtures = changeFixturesOf(folder);
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const rule = CHANGE_RULES.find(each => Object.values(require(`${CHANGES_FOLDER}/${folder}/rule`) as object).includes(each))!;

  test.each(fixtures.map(fixture => [fixture.name, fixture] as const))('%s gives exactly the findings that it wants', (_, fixture) => {
    expect(findingsOfFixture(fixture).map(({ id, line }) => `${line} ${id}`).sort()).toEqual(fixture.wanted);
  });

  test(`says what fixtures/texts.txt has; ${UPDATE}=1 writes it`, () => {
    const texts = fixtures.flatMap(fixture => findingsOfFixture(fixture).map(finding => `${finding.id} ${textOf(fixture.name, finding)}`));
    expectTexts(path.join(CHANGES_FOLDER, folder, 'fixtures/texts.txt'), texts);
  });

  test('has a good and a bad fixture, and the bad ones show this rule', () => {
    const [bad, good] = ['bad', 'good'].map(kind => fixtures.filter(({ name }) => name.startsWith(kind)));
    expect(good.flatMap(({ wanted }) => wanted)).toEqual([]);
    expect(bad.length).toBeGreaterThan(0);
    bad.forEach(({ wanted }) => expect(wanted.join()).toContain(rule.id));
  });
});
