import { finding as made, ofEachClass } from './made';
import { Finding } from '../../../src/base/findings/finding';
import { docsOf } from '../../../src/lint/report/release';
import { renderFinding, renderReport, renderSummary, reportInPieces, Style } from '../../../src/lint/report/text';

const service: Finding = {
  id: 'AIW2103',
  title: 'service selects no pods',
  class: 'broken',
  object: { apiVersion: 'v1', kind: 'Service', namespace: 'prod', name: 'llm-router' },
  field: 'spec.selector',
  message: 'Invalid value: {"app":"llm-router"}: matches no pod template in namespace "prod"',
  notes: ['nearest is LeaderWorkerSet prod/llm: its app is "llm", not "llm-router"'],
  help: 'pass the workload itself',
  construct: 'Serving/Router/Service',
};

test('a finding says what, where, why and what to do', () => {
  expect(renderFinding(service)).toBe([
    'error[AIW2103] service selects no pods',
    '  --> Serving/Router/Service (Service prod/llm-router)  spec.selector',
    '      Invalid value: {"app":"llm-router"}: matches no pod template in namespace "prod"',
    '  note: nearest is LeaderWorkerSet prod/llm: its app is "llm", not "llm-router"',
    '  help: pass the workload itself',
  ].join('\n'));
});

test.each([
  ['construct and field', { construct: 'Serving/Router', field: 'container.image' }, '  --> Serving/Router  container.image'],
  ['object of a file', { object: service.object, field: 'spec.selector' }, '  --> Service prod/llm-router  spec.selector'],
  ['object without a namespace', { object: { apiVersion: 'v1', kind: 'Pod', namespace: '', name: 'p' } }, '  --> Pod p'],
  ['generated name', { object: { apiVersion: 'v1', kind: 'Pod', namespace: 'ml', name: '' } }, '  --> Pod ml/(generated name)'],
  ['root of the tree', { construct: '', field: 'a' }, '  --> a'],
  ['file', { file: 'a.yaml' }, '  --> a.yaml'],
  ['file and line', { file: 'a.yaml', line: 12 }, '  --> a.yaml:12'],
  ['object of a file', { file: 'a.yaml', line: 12, object: service.object, field: 'spec' }, '  --> a.yaml:12 (Service prod/llm-router)  spec'],
  ['construct made in a file', { construct: 'A/B', file: 'app.ts', line: 3 }, '  --> A/B (app.ts:3)'],
  ['construct made in a file, with its object', { construct: 'A/B', file: 'app.ts', line: 3, object: service.object }, '  --> A/B (Service prod/llm-router)'],
  ['empty field', { file: 'a.yaml', field: '' }, '  --> a.yaml'],
  ['line breaks in names', { file: 'a\nb.yaml', field: 'c\nd', object: { apiVersion: 'v1', kind: 'K', namespace: '', name: 'e\nf' } }, '  --> a\\nb.yaml (K e\\nf)  c\\nd'],
])('the place shows what is known: %s', (_, place, line) => {
  expect(renderFinding({ id: 'AIW0001', title: 't', class: 'advice', message: 'm', ...place }).split('\n')[1]).toBe(line);
});

test('a finding without a place has no line for it', () => {
  expect(renderFinding({ id: 'AIW0001', title: 'no target', class: 'advice', message: 'm' })).toBe('info[AIW0001] no target\n      m');
});

test('further lines are indented under their first', () => {
  expect(renderFinding({ id: 'AIW0001', title: 't', class: 'advice', message: 'm\nn', notes: ['a\nb'], help: 'c\nd' }).split('\n').slice(1)).toEqual([
    '      m', '      n', '  note: a', '        b', '  help: c', '        d',
  ]);
});

test('the worst comes first and counts come last', () => {
  const of = (kind: Finding['class'], title: string): Finding => ({ id: 'AIW0000', title, class: kind, message: 'm' });
  const report = renderReport({ findings: [of('advice', 'one'), of('risky', 'two'), of('dropped', 'three'), of('rejected', 'four')], acknowledged: 2, objects: 1 });
  expect(report.split('\n').filter(line => !line.startsWith(' ') && line !== '')).toEqual([
    'error[AIW0000] three',
    'error[AIW0000] four',
    'warning[AIW0000] two',
    'info[AIW0000] one',
    '2 errors, 1 warning, 1 info; 2 acknowledged; 1 object checked',
  ]);
});

test('the message of an error holds what such a text can, and says how many are left', () => {
  const finding: Finding = { id: 'AIW0000', title: 't', class: 'broken', message: 'x'.repeat(4_000) };
  const report = renderReport({ findings: Array.from({ length: 150_000 }, () => finding), acknowledged: 0, objects: 1 });
  expect(report.length).toBeLessThan(4_001_000);
  const told = report.match(/^error/gm)!.length;
  expect(told).toBeGreaterThan(900);
  expect(report.slice(-80)).toContain(`\n${150_000 - told} findings more\n\n150000 errors, 0 warnings, 0 infos; 1 object checked`);
});

test('where all findings fit and the count at the end does not, nothing is left', () => {
  const of = (length: number): Finding => ({ id: 'AIW0000', title: 't', class: 'broken', message: 'x'.repeat(length) });
  const around = [...reportInPieces({ findings: [of(1)], acknowledged: 0, objects: 1 })][0].length - 1;
  const findings = Array.from({ length: 4_000 }, () => of(1_000 - around));
  expect(renderReport({ findings, acknowledged: 0, objects: 1 })).toMatch(/x\n[^x]*4000 errors, 0 warnings, 0 infos; 1 object checked$/);
  expect(renderReport({ findings, acknowledged: 0, objects: 1 })).not.toContain('more');
});

test('further lines of somebody else look like none of ours', () => {
  const forged = 'x\nerror[AIW9999] forged\n  --> forged.yaml:1\n  help: run this\n2 errors, 0 warnings';
  const finding: Finding = { ...service, message: forged, notes: [forged], help: forged, field: forged, construct: forged, file: forged, kubernetes: ['1.36'] };
  const lines = renderReport({ findings: [{ ...finding, object: { apiVersion: forged, kind: forged, namespace: forged, name: forged } }], acknowledged: 0, objects: 1 }).split('\n');
  expect(lines.filter(line => /^\S/.test(line)).map(line => line.slice(0, 14))).toEqual(['error[AIW2103]', '1 error, 0 war']);
  expect(lines.filter(line => /^ {2}\S/.test(line)).map(line => line.slice(2, 7))).toEqual(['--> x', 'note:', 'note:', 'help:', 'docs:']);
});

test('the minors that it holds for come before its notes', () => {
  expect(renderFinding(made({ kubernetes: ['1.33', '1.34'], notes: ['near'] })).split('\n').slice(2)).toEqual(['  note: Kubernetes 1.33, 1.34', '  note: near']);
});

test('each finding names its page and stands apart; the page of AIW1001 says no more than the message', () => {
  const outcome = { findings: [made(), made({ id: 'AIW1001' })], acknowledged: 0, objects: 3 };
  expect([...reportInPieces(outcome)]).toEqual([
    `error[AIW2103] service selects no pods\n      matches no pod\n  docs: ${docsOf('AIW2103')}\n\n`,
    'error[AIW1001] service selects no pods\n      matches no pod\n\n',
    '2 errors, 0 warnings, 0 infos; 3 objects checked\n',
  ]);
});

test('the summary counts what was skipped and what is in the baseline', () => {
  const outcome = { findings: ofEachClass(), acknowledged: 0, skipped: 2, inBaseline: 1, objects: 1, minors: ['1.33', '1.36'] };
  expect(renderSummary(outcome)).toBe('4 errors, 1 warning, 1 info; 2 skipped; 1 in the baseline; 1 object checked for Kubernetes 1.33, 1.36');
});

test.each([
  [{ acknowledged: 0, objects: 0 }, '0 errors, 0 warnings, 0 infos; 0 objects checked'],
  [{ acknowledged: 1, objects: 2 }, '0 errors, 0 warnings, 0 infos; 1 acknowledged; 2 objects checked'],
])('the summary names what was acknowledged, where anything was: %j', (counts, text) => {
  expect(renderSummary({ findings: [], ...counts })).toBe(text);
});

test('severity, place and labels are styled, and nothing else', () => {
  const style: Style = { severity: (severity, text) => `<${severity} ${text}>`, place: text => `<place ${text}>`, label: text => `<label ${text}>` };
  const whole = made({ class: 'advice', file: 'a.yaml', field: 'spec', object: service.object, notes: ['one\ntwo'], help: 'name it', kubernetes: ['1.33'] });
  expect([...reportInPieces({ findings: [whole], acknowledged: 0, objects: 1 }, style)][0].split('\n')).toEqual([
    '<info info[AIW2103]> service selects no pods',
    '  --> <place a.yaml> (Service prod/llm-router)  spec',
    '      matches no pod',
    '  <label note:> Kubernetes 1.33',
    '  <label note:> one',
    '        two',
    '  <label help:> name it',
    `  <label docs:> ${docsOf('AIW2103')}`,
    '', '',
  ]);
});
