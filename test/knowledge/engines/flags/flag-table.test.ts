import { FlagTable } from '../../../../src/knowledge/engines/flags/flag-table';
import { flagTable } from '../../../../src/knowledge/engines/flags/tables';
import { VLLM_FLAGS } from '../../../../src/knowledge/engines/vllm-flags';

describe('flags by release', () => {
  const table = new FlagTable('0.9 0.10 0.11 0.12', '\n--all 0-\n--gone 0-1\n--new 2-\n--twice 0-0 2-2\n');
  const place = (version: string) => table.release(version)!;

  test('a version belongs to the release of its minor, or of its patch where those were read', () => {
    expect(place('0.10.2')).toEqual({ text: '0.10.2', place: 1 });
    expect(new FlagTable('0.5.1 0.5.2', '--a 0-').release('0.5.2')).toEqual({ text: '0.5.2', place: 1 });
  });

  test.each(['0.13.0', '0.8.5', '1.0', 'latest', '0'])('nothing is known of %s', version => {
    expect(table.release(version)).toBeUndefined();
  });

  test.each([
    ['--all', '0.12.0', true], ['--gone', '0.10.0', true], ['--gone', '0.11.0', false], ['--new', '0.10.0', false], ['--new', '0.12.1', true],
    ['--twice', '0.9.0', true], ['--twice', '0.10.0', false], ['--twice', '0.11.0', true], ['--twice', '0.12.0', false],
  ])('%s in %s: %s', (name, version, has) => {
    expect(table.has(name, place(version))).toBe(has);
    expect(table.names(place(version)).includes(name)).toBe(has);
  });

  test('without a release any of them counts', () => {
    expect(table.has('--gone')).toBe(true);
    expect(table.has('--never')).toBe(false);
  });

  test('it says why a release lacks one', () => {
    expect(table.absence('--gone', place('0.12.0'))).toBe('it went with 0.11');
    expect(table.absence('--new', place('0.9.0'))).toBe('it came with 0.11');
    expect(table.absence('--twice', place('0.10.0'))).toBe('it went with 0.10');
  });
});

describe('the flags of vLLM', () => {
  const table = flagTable('vllm');
  const minors = Array.from({ length: 12 }, (_, index) => `0.${index + 10}`);

  const bounded = VLLM_FLAGS.filter(({ since, until }) => since !== undefined || until !== undefined);

  test.each(bounded)('$name is in no release that constructs refuse it for, but for late patches of the one before', ({ name, since, until }) => {
    const number = (minor: string) => Number(minor.slice(2));
    const refused = minors.filter(minor => (since !== undefined && number(minor) < number(since) - 1)
      || (until !== undefined && number(minor) >= number(until)));
    expect(refused.filter(minor => table.has(name, table.release(`${minor}.0`)))).toEqual([]);
  });
});

test.each(['llama-cpp', 'sglang', 'text-generation-inference', 'tritonserver', 'vllm'] as const)('the table of %s has flags with their dashes, each with releases', name => {
  const table = flagTable(name);
  expect(table.names().length).toBeGreaterThan(50);
  expect(table.names().filter(each => !/^(?:--?[A-Za-z0-9][\w.-]*|[A-Z][A-Z0-9_]+)$/.test(each))).toEqual([]);
});
