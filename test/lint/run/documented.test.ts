import * as fs from 'fs';
import * as path from 'path';
import { foldersOfRules, rulePages } from '../../../build-tools/rule-pages';
import { PROBLEMS } from '../../../src/kubernetes/problem';
import { CATALOGUE } from '../../../src/lint/notices/catalogue';
import { RULES } from '../../../src/lint/rules';

const ROOT = path.join(__dirname, '../../..');
const PAGES = rulePages();

describe('the pages of docs/rules', () => {
  test.each([...PAGES])('%s is what the generator writes: run it (build-tools/rule-docs.ts)', (file, text) => {
    const page = path.join(ROOT, 'docs/rules', file);
    expect(fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : undefined).toBe(text);
  });

  test('there is none beside them', () => {
    expect(fs.readdirSync(path.join(ROOT, 'docs/rules')).filter(file => !PAGES.has(file))).toEqual([]);
  });

  test.each(RULES.map(rule => [rule.id]))('%s shows a wrong manifest with its finding, and a right one', id => {
    const page = PAGES.get(`${id}.md`)!;
    const [, wrong = '', right = ''] = /^## Bad$([^]*)^## Good$([^]*)/m.exec(page) ?? [];
    expect(wrong).toMatch(new RegExp(`# <-- .*${id}`));
    expect(wrong).toMatch(new RegExp(`^(error|warning|info)\\[${id}\\] `, 'm'));
    expect(right).toContain('```yaml');
  });

  test('the table links to every page', () => {
    const linked = [...PAGES.get('README.md')!.matchAll(/\]\((AIW[0-9]{4}\.md)\)/g)].map(match => match[1]);
    expect(linked.sort()).toEqual([...PAGES.keys()].filter(file => file !== 'README.md').sort());
  });
});

describe('what is said of an id', () => {
  test('ids are given once, and rules are listed by them', () => {
    const ids = CATALOGUE.map(each => each.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(RULES.map(rule => rule.id)).toEqual(RULES.map(rule => rule.id).sort());
  });

  test.each(CATALOGUE.map(each => [each.id, each]))('%s is complete', (_, { title, reason, remedy, appliesTo, source }) => {
    expect([title, reason, remedy, source ?? 'this library', ...appliesTo].filter(text => text.trim() === '' || text.includes('TODO'))).toEqual([]);
    expect(appliesTo).not.toEqual([]);
    // Reads well after the word "error": kinds and short forms keep their capitals.
    expect(title).toMatch(/^([a-z]|[A-Z]\w*[A-Z_]|(Ray|Kueue|Volcano) )/);
    expect(reason).toMatch(/\.$/);
    expect(remedy).toMatch(/\.$/);
  });

  test('every folder of a rule is that of a listed one', () => {
    expect([...foldersOfRules().keys()].sort()).toEqual(RULES.map(rule => rule.id));
  });
});

/** Text of the sources that make findings: rules and notices only describe them. */
function sources(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(folder, entry.name);
    const isData = entry.name === 'rules' || /^(pattern-)?notices\.ts$/.test(entry.name);
    return isData ? [] : entry.isDirectory() ? sources(file) : [fs.readFileSync(file, 'utf8')];
  });
}

describe('findings that are made outside of rules', () => {
  const made = sources(path.join(ROOT, 'src')).flatMap(text => [...text.matchAll(
    /\bid: '(AIW[0-9]{4})'(?:,\s*title: ('(?:[^'\\]|\\.)*')(?:,\s*class: '([a-z]+)')?)?/g)])
    .map(([, id, title, kind]) => ({ id, title: title?.slice(1, -1).replace(/\\'/g, '\''), class: kind }));

  test.each([...new Set([...made.map(each => each.id), ...Object.keys(PROBLEMS)])].sort().map(id => [id]))('%s is described', id => {
    expect(CATALOGUE.map(each => each.id)).toContain(id);
  });

  test.each(made.filter(each => each.title !== undefined).map(each => [each.id, each]))('%s has the title and class of its description', (id, finding) => {
    const { title, class: kind } = CATALOGUE.find(each => each.id === id)!;
    expect(finding).toEqual({ id, title, class: finding.class === undefined ? undefined : kind });
  });
});
