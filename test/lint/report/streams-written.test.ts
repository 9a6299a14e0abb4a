import * as fs from 'fs';
import { isTerminal, note, print, rewriteLine, warn, warnAtLast } from '../../../src/lint/report/streams';

jest.mock('fs', () => ({ ...jest.requireActual('fs'), writeSync: jest.fn() }));

/** What a stream is given; each write fails with the error, if there is one. */
function caught(stream: NodeJS.WriteStream, error?: Error) {
  const texts: string[] = [];
  jest.spyOn(stream, 'write').mockImplementation((...[text, done]: any[]) => {
    texts.push(String(text));
    done(error);
    return true;
  });
  return texts;
}

const failing = (code: string) => Object.assign(new Error(`broken: ${code}`), { code });
afterEach(() => {
  jest.restoreAllMocks();
  process.stdout.removeAllListeners('error');
});

describe('print', () => {
  test('short pieces go together, and nothing is written of none', async () => {
    const texts = caught(process.stdout);
    await print(['a\n', 'b\n', '']);
    await print([]);
    await print(['']);
    expect(texts).toEqual(['a\nb\n']);
  });

  test('a chunk ends with the piece that fills it', async () => {
    const texts = caught(process.stdout);
    await print(['x'.repeat(65_535), 'y', 'z']);
    await print(['x'.repeat(65_536), 'z']);
    expect(texts.map(text => text.length)).toEqual([65_536, 1, 65_536, 1]);
  });

  test('the event that follows a failure has a listener, once, and ours is no second one', async () => {
    caught(process.stdout, failing('EPIPE'));
    await print(['x']);
    await print(['x']);
    expect(process.stdout.listenerCount('error')).toBe(1);
    process.stdout.emit('error', failing('EPIPE'));
    expect(process.stdout.listenerCount('error')).toBe(0);
  });

  test('nobody listens where nothing failed', async () => {
    caught(process.stdout);
    await print(['x']);
    expect(process.stdout.listenerCount('error')).toBe(0);
  });
});

describe('remarks', () => {
  test('a remark is one line, and its hint another', async () => {
    const texts = caught(process.stderr);
    await note('a\nb', 'c\nd');
    await note('a');
    expect(texts).toEqual(['cdk8s-ai: a\\nb\n  c\\nd\n', 'cdk8s-ai: a\n']);
  });

  test('a closed standard error fails nothing', async () => {
    caught(process.stderr, failing('EPIPE'));
    await expect(warn('a\u001b[2J\n')).resolves.toBeUndefined();
    process.stderr.removeAllListeners('error');
  });

  test('a line is rewritten on a terminal only', () => {
    const texts = caught(process.stderr);
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    rewriteLine('a\nb');
    process.stderr.isTTY = false;
    rewriteLine('c');
    process.stderr.isTTY = isTTY;
    expect(texts).toEqual(['\r\u001b[Ka\\nb']);
  });
});

describe('the last moment', () => {
  const writeSync = () => jest.mocked(fs.writeSync).mockReset() as unknown as jest.MockInstance<number, [number, Buffer]>;

  test('what was taken in part is written on, and a full pipe tried again', () => {
    const taken: string[] = [];
    let calls = 0;
    writeSync().mockImplementation((_fd, rest) => {
      calls += 1;
      if (calls === 2) {
        throw failing('EAGAIN');
      }
      taken.push(rest.subarray(0, 2).toString());
      return Math.min(2, rest.length);
    });
    warnAtLast('abc\r');
    expect(taken).toEqual(['ab', 'c\\', 'r']);
  });

  test('any other failure ends it', () => {
    const written = writeSync().mockImplementation(() => { throw failing('EPIPE'); });
    warnAtLast('abc');
    expect(written).toHaveBeenCalledTimes(1);
  });

  test('nothing is nothing', () => {
    const written = writeSync().mockReturnValue(0);
    warnAtLast('');
    expect(written).not.toHaveBeenCalled();
  });
});

test.each([
  [true, 'xterm', true],
  [true, 'dumb', false],
  [false, 'xterm', false],
])('standard output shows colours: terminal %s of kind %s', (isTTY, kind, expected) => {
  const [before, term] = [process.stdout.isTTY, process.env.TERM];
  Object.assign(process.stdout, { isTTY });
  process.env.TERM = kind;
  expect(isTerminal()).toBe(expected);
  process.stdout.isTTY = before;
  process.env.TERM = term;
});
