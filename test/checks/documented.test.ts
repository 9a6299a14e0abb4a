import * as fs from 'fs';
import * as path from 'path';
import { RULES } from '../../src/checks/rules';

const DOCS = fs.readFileSync(path.join(__dirname, '../../docs/validation.md'), 'utf8');
const ROWS = [...DOCS.matchAll(/^\| (AIW[0-9]{4}) \| (.*) \|$/gm)].map(([, id, rest]) => [id, ...rest.split(' |').map(cell => cell.trim())]);

test.each(RULES.map(rule => [rule.id, rule]))('docs/validation.md says of %s what the rule says', (id, rule) => {
  expect(ROWS.find(row => row[0] === id)?.slice(0, 4)).toEqual([rule.id, rule.title, rule.class, rule.reason]);
});

test('ids are given once, and in order', () => {
  const ids = RULES.map(rule => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
});

/** Ids that stand in the sources, wherever a finding is made. */
function idsIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? idsIn(file) : [...fs.readFileSync(file, 'utf8').matchAll(/\bid: '(AIW[0-9]{4})'/g)].map(([, id]) => id);
  });
}

test('every id that the library can report has a row, and every row an id', () => {
  const made = [...new Set(idsIn(path.join(__dirname, '../../src')))].sort();
  expect(ROWS.map(row => row[0]).sort()).toEqual(made);
});
