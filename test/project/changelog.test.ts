import { isNewer, newest } from '../../build-tools/changelog';

const text = (...entries: string[]) => `# Changes\n\nAbout them.\n\n${entries.join('\n\n')}\n`;

test('the newest entry is the release', () => {
  expect(newest(text('## 0.2.0\n\n- b\n- c', '## 0.1.0\n\n- a'))).toEqual({ version: '0.2.0', notes: '- b\n- c' });
  expect(newest(text('## 0.1.0\n\n- a'))).toEqual({ version: '0.1.0', notes: '- a' });
});

test.each([
  ['without entries', text(), 'has no entry'],
  ['an empty one', text('## 0.2.0', '## 0.1.0\n\n- a'), 'the entry 0.2.0 is empty'],
  ['one that is out of order', text('## 0.1.9\n\n- b', '## 0.1.10\n\n- a'), '0.1.9 is not newer than 0.1.10 below it'],
])('refused: %s', (_, changelog, problem) => {
  expect(() => newest(changelog)).toThrow(problem);
});

test('versions are compared as numbers', () => {
  expect([isNewer('0.10.0', '0.9.9'), isNewer('1.0.0', '0.99.0'), isNewer('0.1.0', '0.1.0'), isNewer('0.1.0', '0.1.1')]).toEqual([true, true, false, false]);
});
