import * as fs from 'fs';
import { Taken } from './branches/taken';
import { RULES_FOLDER } from './fixture';

const FOLDERS = fs.readdirSync(RULES_FOLDER, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name).sort();

const taken = new Taken(module => jest.requireActual(module));
FOLDERS.forEach(folder => taken.run(folder));

test.each([...FOLDERS, 'wording.ts'])('the fixtures of %s take every side of every condition', source => {
  expect(taken.missing(source)).toEqual([]);
});
