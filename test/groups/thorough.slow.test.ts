import * as fs from 'fs';
import * as path from 'path';
import { describeFile } from './describe-group';
import { THOROUGH } from '../hygiene/runs';
import { withVariables } from '../hygiene/variables';

/* Properties of the fast tests, each tried as often as its `runs(…)` says; `npm test` tries them a quarter as often. */

const TESTS = path.join(__dirname, '..');
const files = fs.readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts') && fs.readFileSync(path.join(TESTS, file), 'utf8').includes("/hygiene/runs'"))
  .sort();

withVariables({ [THOROUGH]: '1' });

files.forEach(describeFile);
