import { AssertionFailed, expectNone } from '../../src/testing/assertion';
import { findingLines, restartText } from '../../src/testing/texts';

const subject = { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'web' };
const restart = { subject, paths: ['spec.a', 'spec.b'], isRemoved: false, saysTheSame: false };

test.each<[object, string]>([
  [{ pods: 4, away: 2 }, '4 pods, 2 at once; what changes: spec.a, spec.b'],
  [
    { pods: 4, away: 4, accelerators: '4 x gpu 8 = 32' },
    '4 pods with 4 x gpu 8 = 32, all at once; what changes: spec.a, spec.b',
  ],
  [{ pods: 1, away: 1 }, '1 pod; what changes: spec.a, spec.b'],
  [{ pods: 2, away: 1 }, '2 pods, 1 at once; what changes: spec.a, spec.b'],
  [{ pods: 2 }, '2 pods; what changes: spec.a, spec.b'],
  [{}, 'its pods; what changes: spec.a, spec.b'],
  [{ isRemoved: true, pods: 1 }, 'is no longer made: 1 pod stops'],
  [{ isRemoved: true, pods: 2 }, 'is no longer made: 2 pods stop'],
  [{ isRemoved: true }, 'is no longer made: its pods stop'],
])('a restart of %j', (more, text) => {
  expect(restartText({ ...restart, ...more })).toBe(`Service ml/web: ${text}`);
});

test('findings are told each with place, notes and help, as far as they are known', () => {
  const finding = {
    id: 'AIW2103',
    title: 't',
    findingClass: 'broken',
    severity: 'error' as never,
    message: 'm',
    notes: [],
  };
  const whole = { ...finding, subject, field: 'spec.x', file: 'a.yaml', line: 3, notes: ['one', 'two'], help: 'h' };

  expect(
    findingLines([
      whole,
      { ...finding, construct: 'prod/llm', file: 'a.yaml' },
      finding,
      { ...finding, subject: { ...subject, namespace: '' }, construct: 'c' },
    ]),
  ).toEqual([
    'error[AIW2103] t',
    '  Service ml/web  (a.yaml:3)  spec.x',
    '  m',
    '  note: one',
    '  note: two',
    '  help: h',
    'error[AIW2103] t',
    '  prod/llm  (a.yaml)',
    '  m',
    'error[AIW2103] t',
    '  m',
    'error[AIW2103] t',
    '  Service web',
    '  m',
  ]);
});

test.each([
  [40, undefined],
  [41, '  and 1 more lines'],
  [60, '  and 20 more lines'],
])('of %i lines forty are told', (count, last) => {
  const { message } = new AssertionFailed(
    'title',
    Array.from({ length: count }, (_, index) => `line ${index}`),
  );

  const lines = message.split('\n');
  expect([lines[0], lines[40], lines[41]]).toEqual(['title', '  line 39', last]);
});

test('nothing to tell is no failure', () => {
  expect(() => expectNone('title', [])).not.toThrow();
  expect(() => expectNone('title', ['x'])).toThrow('title\n  x');
});
