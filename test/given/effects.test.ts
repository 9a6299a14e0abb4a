import * as fs from 'fs';
import * as path from 'path';
import { BASES } from './hostile-constructs';

const TESTS = path.join(__dirname, '..');

test('every construct has a test of what its properties do', () => {
  const files = fs.readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(file => path.basename(file) === 'effects.test.ts' && path.dirname(file) !== 'given');
  const tested = files.flatMap(file => [...fs.readFileSync(path.join(TESTS, file), 'utf8').matchAll(/testEffects\(__dirname, '(\w+)'/g)].map(match => match[1]));
  expect(tested.sort()).toEqual(Object.keys(BASES).sort());
});
