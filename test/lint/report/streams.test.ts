import * as fs from 'fs';
import * as path from 'path';
import { note, OutputFailed, print } from '../../../src/lint/report/streams';

const SOURCES = path.resolve(__dirname, '../../../src');
const PRINTS = /\bprocess\.(stdout|stderr|emitWarning)\b|\bconsole\b\s*[.[]|\bwriteSync\b|\bfs\.(write|createWriteStream)\b|from '(node:)?console'/;

test('nothing in the sources prints but the one place that escapes what it prints', () => {
  const files = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
  const printing = files.filter(file => PRINTS.test(fs.readFileSync(path.join(SOURCES, file), 'utf8')));
  expect(files.length).toBeGreaterThan(400);
  expect(printing).toEqual([path.join('lint', 'report', 'streams.ts')]);
});

describe('standard output', () => {
  const failing = (error: Partial<NodeJS.ErrnoException>, how: 'throws' | 'calls back') => jest.spyOn(process.stdout, 'write').mockImplementation((_chunk: unknown, done: unknown) => {
    if (how === 'throws') {
      throw Object.assign(new Error('no'), error);
    }
    (done as (error: Error) => void)(Object.assign(new Error('no'), error));
    return false;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.stdout.removeAllListeners('error');
  });

  test.each(['throws', 'calls back'] as const)('that takes no more is a failure of the program: it %s', async how => {
    failing({ code: 'ENOSPC' }, how);
    await expect(print(['a\n'])).rejects.toThrow(OutputFailed);
    await expect(print(['a\n'])).rejects.toThrow('standard output cannot be written: no');
  });

  test.each(['EPIPE', 'ERR_STREAM_DESTROYED'])('whose reader has gone takes no more, which is no failure: %s', async code => {
    const write = failing({ code }, 'calls back');
    const pieces = function* () {
      for (let index = 0; index < 100; index++) {
        yield 'x'.repeat(65_536);
      }
    };
    await print(pieces());
    expect(write).toHaveBeenCalledTimes(1);
    // The stream complains once more, with an event.
    expect(process.stdout.listenerCount('error')).toBe(1);
  });

  test('gets a long report in parts, each when the one before was taken, and guarded', async () => {
    const taken: string[] = [];
    let [open, most] = [0, 0];
    jest.spyOn(process.stdout, 'write').mockImplementation((chunk: unknown, done: unknown) => {
      taken.push(String(chunk));
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        (done as () => void)();
      });
      return false;
    });
    const lines = Array.from({ length: 50_000 }, (_, index) => `${index}\n`);
    await print(['::error::\u001b[2J\n', ...lines]);
    expect(taken.join('')).toBe(`\\u003a:error::\\u001b[2J\n${lines.join('')}`);
    expect(taken.length).toBeGreaterThan(2);
    expect(taken.length).toBeLessThan(20);
    expect(most).toBe(1);
  });
});

describe('standard error', () => {
  afterEach(() => jest.restoreAllMocks());

  test.each([
    ['is full', () => { throw Object.assign(new Error('no'), { code: 'ENOSPC' }); }],
  ])('that %s fails nobody', async (_, write) => {
    jest.spyOn(process.stderr, 'write').mockImplementation(write);
    await expect(note('a')).resolves.toBeUndefined();
    process.stderr.removeAllListeners('error');
  });

  test('gets a remark in one line, and its hint in another', async () => {
    const write = jest.spyOn(process.stderr, 'write').mockImplementation((_chunk: unknown, done: unknown) => { (done as () => void)(); return true; });
    await note('a\nb', 'c\nd\u001b[2J');
    expect(write.mock.calls.map(([text]) => text)).toEqual(['cdk8s-ai: a\\nb\n  c\\nd\\u001b[2J\n']);
  });
});
