import { Finding } from '../../../src/base/findings/finding';
import { cut } from '../../../src/base/text/cut';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Accepted, separateAccepted, subjectKey } from '../../../src/lint/acknowledgements/accepted-findings';
import { acknowledgedOn, ANNOTATION } from '../../../src/lint/acknowledgements/on-objects';

const object = { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'router' };
const finding: Finding = { id: 'AIW2103', title: 't', class: 'broken', message: 'm', object, file: 'app.yaml' };
const annotated = (text: string, file = 'app.yaml') => new Manifest({ apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'ml', name: 'router', annotations: { [ANNOTATION]: text } } }, { file });

test('copies of an object that accept the same are one acknowledgement, however many findings they have', () => {
  let asked = 0;
  const on = subjectKey(finding);
  const copies = Array.from({ length: 100 }, (): Accepted => ({ id: 'AIW2103', reason: 'r', on, covers: () => ++asked > 0, stale: () => finding }));
  expect(separateAccepted(Array.from({ length: 100 }, () => finding), copies)).toMatchObject({ open: [], acknowledged: { length: 100 } });
  expect(asked).toBeLessThanOrEqual(100);
});

test('copies that accept nothing are told once', () => {
  const { accepted } = acknowledgedOn([annotated('AIW2103: r'), annotated('AIW2103: other')]);
  expect(separateAccepted([], accepted).open).toMatchObject([{ id: 'AIW0003', message: expect.stringContaining('(reason given: "r")') }]);
});

test('an acknowledgement takes the finding of its own object in its own file, and no other', () => {
  const { accepted } = acknowledgedOn([annotated('AIW2103: r')]);
  const others = [{ ...finding, file: 'b.yaml' }, { ...finding, object: { ...object, name: 'b' } }, { ...finding, id: 'AIW2104' }, { ...finding, object: undefined }, { ...finding, construct: 'c' }];
  expect(separateAccepted([finding, ...others], accepted)).toEqual({ open: others, acknowledged: [finding] });
});

test('names longer than a report shows are found by it', () => {
  const name = 'a'.repeat(1_000);
  const { accepted } = acknowledgedOn([new Manifest({ apiVersion: 'v1', kind: 'Service', metadata: { name, annotations: { [ANNOTATION]: 'AIW2103: r' } } })]);
  expect(separateAccepted([{ ...finding, file: undefined, object: { ...object, namespace: '', name: cut(name) } }], accepted)).toMatchObject({ acknowledged: [{}] });
});

test.each([['that accept', 'AIW2103: x'], ['that are none', 'x']])('lines %s, given to many objects by one alias, end where nobody reads on, and that is told', (_, line) => {
  const text = `${line}\n`.repeat(1_000);
  const { accepted, findings } = acknowledgedOn(Array.from({ length: 300 }, (__, index) => annotated(text, `${index}.yaml`)));
  expect(accepted.length + findings.length).toBe(10_001);
  expect(findings.at(-1)).toMatchObject({ id: 'AIW0004', message: 'Too many: there are more than 10,000 acknowledgements on objects, and the rest is not heeded' });
});

test('a long line is not repeated as a whole', () => {
  const [stale] = separateAccepted([], acknowledgedOn([annotated(`AIW2103: ${'a'.repeat(100_000)}`)]).accepted).open;
  expect(stale.message).toMatch(/^.{1,500}$/);
  expect(acknowledgedOn([annotated('a'.repeat(100_000))]).findings[0].message).toMatch(/^.{1,500}$/);
});
