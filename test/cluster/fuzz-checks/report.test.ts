import { described, explanationOf } from '../../../cluster/fuzz-checks/explained';
import { page } from '../../../cluster/fuzz-checks/report';
import { Outcome } from '../../../cluster/fuzz-checks/run';
import { below, rowOf, rowsOf, share } from '../../../cluster/fuzz-checks/tally';
import { Verdict } from '../../../cluster/fuzz-checks/verdict';

const ACCEPTED: Verdict = { is: 'accepted', fields: [], messages: [] };
const rejected = (message: string): Verdict => ({ is: 'rejected', fields: ['spec.a'], messages: [message] });

function outcome(changes: Partial<Outcome> = {}): Outcome {
  return { subject: 'v1 Pod', mutation: 'drop', minor: '1.36', agrees: true, sameField: undefined, ours: ACCEPTED, server: ACCEPTED, what: 'Pod #0: drop spec.a', ...changes };
}

const alike = outcome({ ours: rejected('AIW1202 spec.a: Required value'), server: rejected('spec.a: Required value'), sameField: true });
const passed = outcome({ agrees: false, server: rejected('Pod is invalid: spec.a: Required value') });
const refused = outcome({ agrees: false, subject: 'v1 Secret', ours: rejected('AIW1203 spec.a: Required value') });

test('rows count cases, agreement and named fields by group', () => {
  expect(rowsOf([outcome(), alike, passed, refused], ({ subject }) => subject)).toEqual([
    { group: 'v1 Pod', cases: 3, bad: 2, agreed: 2, named: 1, sameField: 1 },
    { group: 'v1 Secret', cases: 1, bad: 0, agreed: 0, named: 0, sameField: 0 },
  ]);
});

test('shares are rounded down, so that only all is 100 %', () => {
  expect([share(3, 3), share(99_999, 100_000), share(0, 0)]).toEqual(['100.00 %', '99.99 %', '']);
});

test('groups below the promise are named', () => {
  const many = Array.from({ length: 199 }, () => outcome());
  expect(below([rowOf('good', [...many, passed])], 0.995)).toEqual([]);
  expect(below([rowOf('bad', [...many.slice(2), passed])], 0.995)).toEqual(['bad: 99.49 % of 198']);
});

test('the page tells what is let pass from what is refused, and leaves nothing unexplained unsaid', () => {
  const text = page({ outcomes: [outcome(), alike, passed, refused], aside: new Map([['broken', 3]]) }, 7);
  const section = (title: string) => text.split(`## ${title}\n`)[1].split('\n## ')[0];
  expect(section('What the checks let pass and a server does not')).toContain('not explained: v1 Pod at 1.36: `Pod #0: drop spec.a`');
  expect(section('What the checks refuse and a server takes')).toContain('not explained: v1 Secret');
  expect(section('What is not counted')).toContain('3 times the API server broke down');
  expect(text).toContain('| v1 Pod | 3 | 2 | 66.66 % | 1 | 100.00 % |');
  expect(text).not.toMatch(/20\d\d-\d\d-\d\d/);
});

test('known differences are counted under their reason', () => {
  const named = outcome({ agrees: false, what: 'CustomResourceDefinition #31: metadata.name = "9"', server: rejected('metadata.name: Invalid value: "9": must be spec.names.plural+"."+spec.group') });
  expect(explanationOf(named)?.what).toBe('the name of a CustomResourceDefinition');
  expect(explanationOf(passed)).toBeUndefined();
  expect(page({ outcomes: [named, named], aside: new Map() }, 7)).toContain('- 2 x the name of a CustomResourceDefinition: ');
});

test('a difference is described by what was done and what both said', () => {
  expect(described(passed)).toBe('v1 Pod, drop, 1.36: Pod #0: drop spec.a\n  server rejected: Pod is invalid: spec.a: Required value\n  checks accepted');
});
