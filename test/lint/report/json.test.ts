import { finding, ofEachClass } from './made';
import { renderJson } from '../../../src/lint/report/json';
import { Outcome } from '../../../src/lint/report/outcome';
import { docsOf } from '../../../src/lint/report/release';

const json = (outcome: Outcome) => JSON.parse([...renderJson(outcome)].join(''));
const bare = { findings: [], acknowledged: 0, objects: 0 };

test('a finding has all that is known of it, and nothing that is not', () => {
  const full = {
    object: { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'router' },
    field: 'spec.selector',
    notes: ['near'],
    help: 'name it',
    file: 'a.yaml',
    line: 4,
    construct: 'App/Router',
    kubernetes: ['1.33'],
  };
  expect(json({ ...bare, findings: [finding(full), finding({ class: 'risky' })] }).findings).toEqual([
    { id: 'AIW2103', title: 'service selects no pods', class: 'broken', severity: 'error', message: 'matches no pod', docs: docsOf('AIW2103'), ...full },
    { id: 'AIW2103', title: 'service selects no pods', class: 'risky', severity: 'warning', message: 'matches no pod', docs: docsOf('AIW2103'), notes: [] },
  ]);
});

test('the worst come first, and the summary counts each severity', () => {
  const { findings, summary } = json({ findings: ofEachClass(), acknowledged: 3, objects: 7 });
  expect(findings.map((each: { class: string }) => each.class)).toEqual(['lossy', 'dropped', 'broken', 'rejected', 'risky', 'advice']);
  expect(summary).toEqual({ objects: 7, errors: 4, warnings: 1, infos: 1, acknowledged: 3 });
});

test('the target is the newest minor, beside all of them; what could not be had is listed', () => {
  expect(json({ ...bare, minors: ['1.33', '1.36'], unusable: ['a.yaml: gone'] }))
    .toMatchObject({ target: { kubernetes: '1.36', minors: ['1.33', '1.36'] }, unusable: ['a.yaml: gone'] });
  expect(json(bare)).toMatchObject({ target: { minors: [] }, unusable: [] });
});
