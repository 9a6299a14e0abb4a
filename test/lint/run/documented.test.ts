import * as fs from 'fs';
import * as path from 'path';
import * as ts from 'typescript';
import { SECTIONS, foldersOfRules, rulePages } from '../../../build-tools/rule-pages';
import { Notice } from '../../../src/base/findings/notice';
import { CATALOGUE } from '../../../src/cli/catalogue';
import { PROBLEMS } from '../../../src/kubernetes/problem';
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

/** Sources of findings: rules are values of their own, and notices stand beside their makers. */
const SOURCES = fs.readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts') && !file.endsWith('generated.ts'));
const NOTICE_FILES = SOURCES.filter(file => path.basename(file) === 'notices.ts');

/** Literals that give an id and a title: a second description of what a notice or a rule says already. */
function describedIn(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(ROOT, 'src', file), 'utf8'), ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const names = new Map(node.properties.filter(ts.isPropertyAssignment).map(each => [each.name.getText(), each.initializer]));
      const id = names.get('id');
      found.push(...id && ts.isStringLiteral(id) && id.text.startsWith('AIW') && names.has('title') ? [id.text] : []);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('findings that are made outside of rules', () => {
  test.each(NOTICE_FILES)('every value of %s is in the catalogue', file => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const notices = Object.values(require(path.join(ROOT, 'src', file)) as Record<string, Notice>);
    expect(notices.length).toBeGreaterThan(0);
    expect(notices.filter(each => !CATALOGUE.includes(each))).toEqual([]);
  });

  test('take id, title and class from their notice', () => {
    const elsewhere = SOURCES.filter(file => !NOTICE_FILES.includes(file) && path.basename(file) !== 'rule.ts');
    expect(elsewhere.flatMap(file => describedIn(file).map(id => `src/${file}: ${id}`))).toEqual([]);
  });

  test.each(Object.keys(PROBLEMS))('%s is described', id => {
    expect(CATALOGUE.map(each => each.id)).toContain(id);
  });
});

describe('the section of an id', () => {
  const sectionOf = (id: string) => SECTIONS[id.slice(3, 5)];

  test.each(CATALOGUE.map(each => each.id))('%s is of a section that the page has', id => {
    expect(sectionOf(id)).toBeDefined();
  });

  const rules = SOURCES.map(file => file.split(path.sep)).filter(parts => parts.at(-1) === 'rule.ts' && parts[1] === 'rules');
  const sections = new Map(rules.map(([,, section, rule]) => [rule, section]));

  test.each([...foldersOfRules()])('%s is in the folder of its section', (id, rule) => {
    expect(sections.get(rule)).toBe(sectionOf(id).folder);
  });
});
