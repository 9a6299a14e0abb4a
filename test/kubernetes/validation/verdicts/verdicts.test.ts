import { differences, ourErrors, readVerdicts, TYPES } from './verdict';

/* What an API server of 1.36 said, recorded by `npm run verdicts`; the cluster suite asks servers anew, with other mutations. */

describe.each(TYPES)('%s', type => {
  const verdicts = readVerdicts(type);

  test('is accepted and refused as the server did, for the same fields and reasons, in the same words where they were the same', () => {
    const found = verdicts.flatMap(verdict => {
      const differing = differences(ourErrors(type, verdict), verdict.errors);
      return differing.length === 0 ? [] : [{ ...verdict, differing }];
    });
    expect(found).toEqual([]);
  });

  test('was refused and accepted in many ways', () => {
    const refused = verdicts.filter(({ errors }) => errors.length > 0).length;
    expect([refused > 10, verdicts.length - refused > 10]).toEqual([true, true]);
  });
});
