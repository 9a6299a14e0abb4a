import * as path from 'path';
import { runBatch, showCase } from './batch';
import { fuzz, told } from './fuzz';
import { KIND_NAMES } from './job';
import { KINDS } from './kinds';
import { scales } from './kinds/scales';
import * as planted from './planted';
import { PORT, Problem, Trial } from './trial';
import { Bench, Subject } from './workbench/bench';

async function problemsOf(trial: Trial, subject: Subject = planted): Promise<Problem[]> {
  const bench = new Bench(subject);
  try {
    return await bench.try(trial);
  } finally {
    await bench.close();
  }
}

const lint = (defect: string): Trial => ({ args: ['lint', defect], files: [] });
const server = (defect: string): Trial => ({ args: ['lint', '--server', 'config', defect], files: [{ name: 'config', content: `{"port": ${PORT}}` }], script: {} });

describe('a program that breaks a promise is found out', () => {
  test.each<[defect: string, broken: string]>([
    ['command', 'no command of a build log is printed'],
    ['azure command', 'no command of a build log is printed'],
    ['escape', 'no control character is printed'],
    ['forged line', 'lines on standard error are ours'],
    ['stack trace', 'no stack trace is printed'],
    ['throw', 'nothing is thrown at the user'],
    ['status 1 without findings', 'status 1 means findings'],
    ['status 0 with findings', 'status 0 means no findings'],
    ['unknown status', 'the exit status is documented'],
    ['silent status 2', 'status 2 is explained'],
    ['half of JSON', 'JSON and SARIF can be parsed'],
    ['write', 'no file is written'],
    ['program', 'no program is started'],
    ['foreign file', 'files are read where they were named'],
  ])('%s', async (defect, broken) => {
    expect((await problemsOf(lint(defect))).map(each => each.broken)).toContain(broken);
  });

  test.each(['request', 'request elsewhere'])('%s', async defect => {
    expect((await problemsOf(server(defect))).map(each => each.broken)).toEqual(['requests are dry runs, discovery and looks at metadata']);
  });

  test('and one that keeps them all is left alone', async () => {
    expect(await problemsOf(lint('nothing'))).toEqual([]);
    expect(await problemsOf(server('nothing'))).toEqual([]);
  });

  test('what takes four times as long for twice as much', async () => {
    const bench = new Bench(planted);
    const make = (count: number): Trial => ({ args: ['lint', 'square'], files: [{ name: 'app.yaml', content: 'x'.repeat(count) }] });
    const problems = await scales.examine({ name: 'x', make }, bench);
    await bench.close();
    expect(problems.map(({ broken }) => broken)).toEqual(['x: time grows with the size of the input']);
  }, 120_000);

  // In a child process, since an uncaught error would end jest.
  test.each<[defect: string, broken: string]>([
    ['hang', 'options: every run ends'],
    ['memory', 'options: the process lives'],
    ['rejection', 'nothing is thrown at the user'],
    ['memory beside the heap', 'memory is bounded'],
  ])('%s, in a process of its own', async (defect, broken) => {
    const { findings } = await fuzz({ kinds: ['options'], seed: 1, cases: 1, subject: path.join(__dirname, 'planted'), env: { PLANTED_DEFECT: defect }, patience: defect === 'hang' ? 2000 : 20_000 });
    expect(findings).toMatchObject([{ kind: 'options', problem: { broken }, path: expect.stringMatching(/^0/) }]);
    expect(told(findings[0])).toMatch(/^ {2}cdk8s-ai .*\n.*app\.yaml: [^]*again: npm run fuzz:hostile -- --only options --seed 1 --path 0[0:]*$/m);
  }, 300_000);
});

test('a finding is told with the smallest case like it, which its path repeats', async () => {
  const bench = new Bench({ main: async args => (args.includes('--zones') ? planted.main(['throw']) : planted.main(['nothing'])) });
  const { found } = await runBatch({ kind: 'yaml', seed: 1, runs: 200, known: [] }, bench, { case: () => {}, failing: () => {} });
  const again = await runBatch({ kind: 'yaml', seed: 1, path: found!.path, known: [] }, bench, { case: () => {}, failing: () => {} });
  await bench.close();
  expect(found).toMatchObject({ problem: { broken: 'nothing is thrown at the user' }, input: expect.stringMatching(/^cdk8s-ai lint in --zones a,b\n/) });
  expect(again.found?.input).toBe(found!.input);
  expect(await showCase({ kind: 'yaml', seed: 1, path: found!.path, known: [] })).toBe(found!.input);
});

test('every kind can be asked for by its name', () => {
  expect(KIND_NAMES).toEqual(Object.keys(KINDS));
});

// A few cases of each kind; `npm run fuzz:hostile` runs thousands.
test('the program keeps its promises', async () => {
  const { findings, cases } = await fuzz({ kinds: KIND_NAMES.filter(each => each !== 'scales'), seed: 1, runs: 3, cases: 3 * (KIND_NAMES.length - 1) });
  expect(findings.map(told)).toEqual([]);
  expect([...cases.values()]).toEqual(KIND_NAMES.slice(1).map(() => 3));
}, 300_000);
