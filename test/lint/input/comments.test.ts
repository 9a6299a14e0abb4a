import { readFile } from '../../../src/lint/input/documents';

const commentsIn = (text: string) => readFile('app.yaml', Buffer.from(text)).objects.map(({ origin }) => origin.comments);
const pod = (name: string) => `apiVersion: v1\nkind: Pod # ${name}\nmetadata:\n  name: ${name}\n`;

test('an object has the comments of its document', () => {
  expect(commentsIn(`${pod('a')}---\n${pod('b')}`)).toEqual([[{ line: 2, text: 'a' }], [{ line: 7, text: 'b' }]]);
});

test('items of a List have none: each would read all of it', () => {
  const item = pod('a').replace(/^/gm, '  ').replace(/^ {2}/, '- ').trimEnd();
  expect(commentsIn(`apiVersion: v1\nkind: List\nitems:\n${item}\n`)).toEqual([[]]);
});
