import * as path from 'path';
import { folderOf } from './program';
import { askedColour, askedIn, whatToRead } from '../../src/cli/manifest-input';
import { oneOf, parse, switches, wholeNumberOf } from '../../src/cli/options';
import { UsageError } from '../../src/cli/usage';
import { NO_CONFIGURATION } from '../../src/lint/input/configuration';

function hintOf(work: () => unknown): [string, string | undefined] {
  try {
    work();
  } catch (error) {
    return [(error as UsageError).message, (error as UsageError).hint];
  }
  throw new Error('nothing was refused');
}

describe('options', () => {
  const OPTIONS = {
    kubernetes: { type: 'string', multiple: true },
    render: { type: 'boolean' },
    format: { type: 'string', default: 'text' },
  } as const;

  test('of a list keep all that were given, in their order', () => {
    expect(parse(['a', '--kubernetes', '1.36', '--kubernetes=1.34', 'b', '--render'], OPTIONS)).toMatchObject({
      values: { kubernetes: ['1.36', '1.34'], render: true, format: 'text' },
      positionals: ['a', 'b'],
    });
  });

  test.each<[string[], string, string | undefined]>([
    [['--kubernets', '1.34'], 'unknown option --kubernets', 'did you mean --kubernetes?'],
    [['--rendr=1'], 'unknown option --rendr', 'did you mean --render?'],
    [['--zzz'], 'unknown option --zzz', undefined],
    [['--format'], "Option '--format <value>' argument missing", undefined],
  ])('%j', (args, message, hint) => {
    expect(hintOf(() => parse(args, OPTIONS))).toEqual([message, hint]);
  });

  test('of a few words are one of them', () => {
    expect(['a', 'b', 'c'].map(each => oneOf('x', each, ['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
    expect(hintOf(() => oneOf('x', 'A', ['a', 'b', 'c']))[0]).toBe('--x A: takes a, b or c');
  });

  test.each([
    ['0', 0],
    ['8', 8],
    ['999999999', 999_999_999],
    [undefined, undefined],
  ])('whole number %s', (given, value) => {
    expect(wholeNumberOf('n', given)).toBe(value);
  });

  test.each(['-1', '1.5', '', 'x', '1000000000', ' 1'])('%j is no whole number', given => {
    expect(hintOf(() => wholeNumberOf('n', given))[0]).toBe(`--n ${given}: takes a whole number`);
  });

  test('gates are true or false, and the last of one name counts', () => {
    expect(switches('g', ['A=true', 'B=false', 'C=true', 'C=false'])).toEqual({ A: true, B: false, C: false });
    expect(
      ['A', 'A=yes', '=true', 'A=true=false', '1A=true'].map(each => hintOf(() => switches('g', ['B=true', each]))[0]),
    ).toEqual(
      ['A', 'A=yes', '=true', 'A=true=false', '1A=true'].map(
        each => `--g ${each}: takes a name with true or false: DRADeviceTaints=true`,
      ),
    );
  });
});

test('what manifests are for is read of every option', () => {
  const values = {
    'kubernetes': ['1.34', '1.36'],
    'feature-gate': ['A=true', 'B=false'],
    'api': ['a/v1', 'b/v1'],
    'zones': ' x, y,,',
    'spare-gpus': '0',
    'gpus-per-node': '8',
  };

  expect(askedIn(values as never)).toEqual({
    kubernetes: ['1.34', '1.36'],
    featureGates: { A: true, B: false },
    apis: ['a/v1', 'b/v1'],
    zones: ['x', 'y'],
    spareGpus: 0,
    gpusPerNode: 8,
  });
  expect(askedIn({} as never)).toEqual({ featureGates: {} });
});

test('files are read once, ignored by the configuration or the option, and those that are missing are said each', () => {
  const folder = folderOf({ 'a/1.yaml': '', 'a/2.yaml': '', 'a/3.yaml': '' });
  const at = (name: string) => path.join(folder, name);
  const configuration = { ...NO_CONFIGURATION, ignore: ['**/1.yaml'] };

  const { files, missing } = whatToRead([at('a'), at('none'), at('a/3.yaml'), at('gone')], configuration, [
    '**/2.yaml',
  ]);

  expect(files.map(({ name }) => path.basename(name))).toEqual(['3.yaml']);
  expect(missing).toEqual([`${at('none')}: no such file or folder`, `${at('gone')}: no such file or folder`]);
  // A file that was named is read, whatever is ignored in folders.
  expect(whatToRead([at('a/1.yaml')], configuration).files).toHaveLength(1);
});

test('colours are asked for or refused', () => {
  expect([{ color: true }, { 'no-color': true }, { 'color': true, 'no-color': true }, {}].map(askedColour)).toEqual([
    true,
    false,
    true,
    undefined,
  ]);
});
