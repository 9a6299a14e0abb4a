import * as fs from 'fs';
import * as path from 'path';
import { readFrom, TooLarge } from '../../../src/lint/input/bytes';
import { temporaryFolder } from '../../hygiene/temporary';

afterEach(() => jest.restoreAllMocks());

function fileWith(text: string): string {
  const name = path.join(temporaryFolder('bytes'), 'a.yaml');
  fs.writeFileSync(name, text);
  return name;
}

/** The first reading fails. */
function failsOnce(code: string): void {
  jest.spyOn(jest.requireActual<typeof fs>('fs'), 'readSync').mockImplementationOnce(() => { throw Object.assign(new Error(code), { code }); });
}

test('a pipe that has nothing yet is read again', () => {
  const name = fileWith('kind: Pod');
  failsOnce('EAGAIN');
  expect(readFrom(name, 100).toString()).toBe('kind: Pod');
});

test('the end of a pipe of Windows is an end', () => {
  const name = fileWith('kind: Pod');
  failsOnce('EOF');
  expect(readFrom(name, 100).toString()).toBe('');
});

test('any other failure is told', () => {
  const name = fileWith('kind: Pod');
  failsOnce('EIO');
  expect(() => readFrom(name, 100)).toThrow('EIO');
});

test.each([[9, true], [8, false]])('of nine bytes, %i may be read: %s', (most, isRead) => {
  const name = fileWith('kind: Pod');
  const read = () => readFrom(name, most).toString();
  if (isRead) {
    expect(read()).toBe('kind: Pod');
  } else {
    expect(read).toThrow(TooLarge);
  }
});
