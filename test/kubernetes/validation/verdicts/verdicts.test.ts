import { differing, readVerdicts, TYPES } from './verdict';

/* What an API server of 1.36 said, recorded by `npm run verdicts`; the cluster suite asks servers anew, with other mutations. */

/** Of so many one, from the first: `verdicts.slow.test.ts` looks at all. */
const EVERY = 12;

describe.each(TYPES)('%s', type => {
  const verdicts = readVerdicts(type);

  test('is accepted and refused as the server did, for the same fields and reasons, in the same words where they were the same', () => {
    expect(differing(type, verdicts.filter((_, index) => index % EVERY === 0))).toEqual([]);
  });

  test('was refused and accepted in many ways', () => {
    const refused = verdicts.filter(({ errors }) => errors.length > 0).length;
    expect([refused > 10, verdicts.length - refused > 10]).toEqual([true, true]);
  });
});
