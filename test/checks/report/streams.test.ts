import * as fs from 'fs';
import * as path from 'path';

const SOURCES = path.resolve(__dirname, '../../../src');
const PRINTS = /\bprocess\.(stdout|stderr|emitWarning)\b|\bconsole\b\s*[.[]|\bwriteSync\b|\bfs\.(write|createWriteStream)\b|from '(node:)?console'/;

test('nothing in the sources prints but the one place that escapes what it prints', () => {
  const files = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
  const printing = files.filter(file => PRINTS.test(fs.readFileSync(path.join(SOURCES, file), 'utf8')));
  expect(files.length).toBeGreaterThan(400);
  expect(printing).toEqual([path.join('checks', 'report', 'streams.ts')]);
});
