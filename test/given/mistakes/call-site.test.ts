import * as path from 'path';
import { callSiteOf } from '../../../src/given/mistakes/call-site';

/** An error with a stack as Node writes it. */
function thrown(...lines: string[]): Error {
  return Object.assign(new Error(), { stack: ['InvalidInput: prod/Llama: size: wrong', ...lines].join('\n') });
}

test.each([
  ['a call', '    at main (/home/me/app.ts:12:5)', '/home/me/app.ts'],
  ['the top of a file', '    at /home/me/app.ts:12:5', '/home/me/app.ts'],
  ['a module', '    at file:///home/me/app.mjs:12:5', '/home/me/app.mjs'],
  ['a file below the working directory', `    at main (${path.join(process.cwd(), 'src/app.ts')}:12:5)`, path.join('src', 'app.ts')],
])('%s', (_, frame, file) => {
  expect(callSiteOf(thrown('    at other (/home/me/lib.ts:1:1)', frame))).toEqual({ file, line: 12 });
});

test('what stands behind the frames is no frame, whatever it says', () => {
  expect(callSiteOf(thrown('    at main (/home/me/app.ts:12:5)', 'looked at /home/me/other.ts:7:1'))).toEqual({ file: '/home/me/app.ts', line: 12 });
});

test('without frames there is no place', () => {
  expect(callSiteOf(thrown())).toBeUndefined();
});
