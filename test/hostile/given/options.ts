import * as fc from 'fast-check';

/** Options that change how a report is printed. */
export const options: fc.Arbitrary<string[]> = fc.tuple(
  fc.constantFrom([], [], ['--format', 'json'], ['--format', 'sarif']),
  fc.constantFrom([], [], ['--severity', 'info'], ['--severity', 'warning']),
  fc.constantFrom([], [], [], ['--kubernetes', 'all'], ['--kubernetes', '1.33'], ['--kubernetes', '1.34', '--kubernetes', '1.36']),
  fc.constantFrom([], [], [], [], ['--color'], ['--allow-empty'], ['--zones', 'a,b'], ['--spare-gpus', '1']),
).map(groups => groups.flat());
