import { Taken } from './branches/taken';
import { RULE_NAMES } from './fixture';

const taken = new Taken(module => jest.requireActual(module));
RULE_NAMES.forEach(folder => taken.run(folder));

test.each([...RULE_NAMES, 'wording.ts'])('the fixtures of %s take every side of every condition', source => {
  expect(taken.missing(source)).toEqual([]);
});
