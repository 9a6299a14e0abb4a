import { differing, readVerdicts, TYPES } from './verdict';

test.each(TYPES)('%s is accepted and refused as the server did, all that was recorded', type => {
  expect(differing(type, readVerdicts(type))).toEqual([]);
});
