import { COLOURED, ProgressLine, wantsColour } from '../../src/cli/terminal';

/** Runs with standard error as a terminal, and returns what was written there. */
function onTerminal(body: (at: (ms: number) => void) => void, isTTY = true): string[] {
  const { isTTY: was } = process.stderr;
  const written: string[] = [];
  jest.useFakeTimers({ now: 0 });
  const write = jest.spyOn(process.stderr, 'write').mockImplementation(((text: string) => written.push(text) > 0) as typeof process.stderr.write);
  process.stderr.isTTY = isTTY;
  try {
    body(ms => jest.setSystemTime(ms));
  } finally {
    process.stderr.isTTY = was;
    write.mockRestore();
    jest.useRealTimers();
  }
  return written;
}

const line = (text: string) => `\r\u001b[K${text}`;

describe('the line of progress', () => {
  test('comes after a second, at most ten times a second, and is taken away at the end', () => {
    expect(onTerminal(at => {
      const progress = new ProgressLine();
      for (const ms of [0, 1000, 1001, 1101, 1102, 1500]) {
        at(ms);
        progress.show(`at ${ms}`);
      }
      progress.clear();
    })).toEqual([line('at 1001'), line('at 1102'), line('at 1500'), line('')]);
  });

  test('is not taken away where it never came', () => {
    expect(onTerminal(at => {
      const progress = new ProgressLine();
      at(1000);
      progress.show('read 1 of 2 files');
      progress.clear();
    })).toEqual([]);
  });

  test('is nothing where standard error is no terminal', () => {
    expect(onTerminal(at => {
      const progress = new ProgressLine();
      at(2000);
      progress.show('read 1 of 2 files');
      progress.clear();
    }, false)).toEqual([]);
  });
});

describe('colours', () => {
  const { env } = process;
  const { isTTY } = process.stdout;
  afterEach(() => {
    process.env = env;
    process.stdout.isTTY = isTTY;
  });

  test.each<[boolean | undefined, NodeJS.ProcessEnv, boolean, boolean]>([
    [true, { NO_COLOR: '1' }, false, true],
    [false, { FORCE_COLOR: '1' }, true, false],
    [undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [undefined, { NO_COLOR: '' }, true, true],
    [undefined, { FORCE_COLOR: '1' }, false, true],
    [undefined, { FORCE_COLOR: '0' }, false, false],
    [undefined, { FORCE_COLOR: '' }, false, false],
    [undefined, { FORCE_COLOR: '0' }, true, true],
    [undefined, {}, true, true],
    [undefined, {}, false, false],
    [undefined, { TERM: 'dumb' }, true, false],
  ])('asked for: %s, variables %j, a terminal: %s', (asked, variables, isTerminal, expected) => {
    process.env = { ...variables };
    process.stdout.isTTY = isTerminal;
    expect(wantsColour(asked)).toBe(expected);
  });
});

test('colours that were asked for are there without a terminal, too', () => {
  expect([COLOURED.place('a'), COLOURED.label('a'), COLOURED.severity('warning', 'a')]).toEqual(['\u001b[36ma\u001b[39m', '\u001b[2ma\u001b[22m', '\u001b[1m\u001b[33ma\u001b[39m\u001b[22m']);
});
