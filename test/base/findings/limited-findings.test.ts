import { Finding } from '../../../src/base/findings/finding';
import { MOST_OF_OBJECTS, MOST_OF_RULE, LimitedFindings } from '../../../src/base/findings/limited-findings';
import { Manifest } from '../../../src/kubernetes/manifest';
import { ObjectProblems } from '../../../src/kubernetes/object-problems';
import { Facts } from '../../../src/lint/facts/facts';
import { readInput } from '../../../src/lint/input/read-input';
import { Rule, findingsOfRules } from '../../../src/lint/rules/rule';

const finding: Finding = { id: 'AIW9999', title: 't', class: 'advice', message: 'm' };

test('as many as there is room for are all there is', () => {
  const told = new LimitedFindings('it', 2);
  [1, 2].forEach(() => told.add('advice', () => finding));
  expect(told.list()).toEqual([finding, finding]);
});

test('what is left out is neither made nor forgotten, and hides nothing of another class', () => {
  const told = new LimitedFindings('it', 2);
  let made = 0;
  const make = () => {
    made++;
    return finding;
  };
  Array.from({ length: 1_002 }).forEach(() => told.add('advice', make));
  expect([told.isFull('advice'), told.isFull('broken'), made]).toEqual([true, false, 2]);
  told.add('broken', () => ({ ...finding, class: 'broken' }));
  expect(told.list()).toMatchObject([{ class: 'advice' }, { class: 'advice' }, { class: 'broken' },
    { id: 'AIW0004', class: 'risky', message: 'Too many: it found 1,000 more than the 2 that are told' }]);
});

test('a rule that finds something without end says so, and errors stand beside its infos', () => {
  const endless: Rule = {
    id: 'AIW9999',
    title: 'endless',
    class: 'broken',
    reason: '',
    source: '',
    remedy: '',
    appliesTo: [],
    check: (facts, report) => {
      for (let index = 0; index < MOST_OF_RULE + 5; index++) {
        report(facts.objects[0], { field: `spec[${index}]`, message: 'm', class: 'advice' });
      }
      report(facts.objects[0], { field: '', message: 'm' });
    },
  };
  const findings = findingsOfRules([endless], new Facts([new Manifest({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } })]));
  expect(findings).toHaveLength(MOST_OF_RULE + 2);
  expect(findings.slice(-2)).toMatchObject([{ class: 'broken' }, { id: 'AIW0004', message: 'Too many: AIW9999 (endless) found 5 more than the 10,000 that are told' }]);
});

test('objects with problems without end fill no memory', () => {
  const env = Array.from({ length: MOST_OF_OBJECTS + 7 }, () => ({ name: '' }));
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'b', env }] } };
  const findings = new ObjectProblems([new Manifest(body)]).findings();
  expect(findings).toHaveLength(MOST_OF_OBJECTS + 1);
  expect(findings.at(-1)).toMatchObject({ id: 'AIW0004', message: expect.stringContaining('Too many: the validation found 7 more than the 100,000') });
});

test('documents that cannot be read are told in a bearable number, over all files', () => {
  const unreadable = Buffer.from('-\n---\n'.repeat(60_000));
  const { findings, objects } = readInput(['a.yaml', 'b.yaml'].map(name => ({ name, read: () => unreadable })));
  expect([findings.length, objects.length]).toEqual([MOST_OF_OBJECTS + 1, 0]);
  expect(findings.at(-1)).toMatchObject({ id: 'AIW0004', message: 'Too many: the reading found 20,000 more than the 100,000 that are told' });
});

test('kinds that nobody knows are told in a bearable number', () => {
  const objects = Array.from({ length: MOST_OF_RULE + 5 }, (_, index) => new Manifest({ apiVersion: 'example.org/v1', kind: `Kind${index}`, metadata: { name: 'a' } }));
  const findings = new ObjectProblems(objects).findings();
  expect(findings.filter(({ id }) => id === 'AIW0006')).toHaveLength(MOST_OF_RULE);
  expect(findings.at(-1)).toMatchObject({ id: 'AIW0004', message: 'Too many: the look for kinds found 5 more than the 10,000 that are told' });
});
