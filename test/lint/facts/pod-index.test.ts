import { TooMany } from '../../../src/base/findings/limited-findings';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { PodIndex } from '../../../src/lint/facts/pod-index';
import { PodSet } from '../../../src/lint/facts/pod-set';
import { labelSelector, selectorOfMap } from '../../../src/lint/facts/selector';
import { namedPortNotFound } from '../../../src/lint/rules/objects/named-port-not-found/rule';
import { Rule, findingsOfRules } from '../../../src/lint/rules/rule';
import { deployment, service, workload } from '../run/manifests';

const otherThan = (value: string) => labelSelector({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: [value] }] });

test('selectors that each match nearly all pods end before what they match fills the memory', () => {
  const pods = Array.from({ length: 100 }, (_, index) => ({ place: 'ml', labels: { app: `a${index}` }, added: {}, hasOpenLabels: false }) as unknown as PodSet);
  const index = new PodIndex(pods, 1_000);
  const answers = Array.from({ length: 10 }, (_, each) => index.select('ml', otherThan(`a${each}`)));
  expect(answers.map(each => each.length)).toEqual(answers.map(() => 99));
  expect(index.select('ml', otherThan('a0'))).toBe(answers[0]);
  expect(() => index.select('ml', otherThan('b'))).toThrow(new TooMany('there are too many pairs of a selector and pods that it may match'));
});

test.each([
  ['their only label', (pod: number) => ({ app: `a${pod}` })],
  ['the rarer of two', (pod: number) => ({ team: 'ml', app: `a${pod}` })],
  ['the rarer of two, written first', (pod: number) => ({ app: `a${pod}`, team: 'ml' })],
])('a selector is compared with few pods: those of %s', (_, asked) => {
  const pods = Array.from({ length: 100 }, (_each, index) => ({ place: 'ml', labels: { app: `a${index}`, team: 'ml' }, added: {}, hasOpenLabels: false }) as unknown as PodSet);
  const index = new PodIndex(pods, 100);
  expect(pods.map((_each, pod) => index.select('ml', selectorOfMap(asked(pod))))).toEqual(pods.map(each => [each]));
});

test('a rule that stops there says so, as no fault of the program', () => {
  const stops: Rule = { id: 'AIW9999', title: 't', class: 'risky', reason: '', source: '', remedy: 'r', appliesTo: [], check: () => { throw new TooMany('there is more'); } };
  expect(findingsOfRules([stops], new Facts([]))).toMatchObject([
    { id: 'AIW0004', message: 'Too many: AIW9999 (t) stopped: there is more', help: 'repair what is told first, or check the files in several runs' },
  ]);
});

test('what many Services with one selector say of their pods is looked for once', () => {
  let asked = 0;
  const llm = deployment('llm', workload('llm'));
  Object.defineProperty((llm.spec as any).template.spec.containers[0], 'ports', {
    get: () => {
      asked++;
      return [{ name: 'metrics', containerPort: 9090 }];
    },
  });
  const services = Array.from({ length: 50 }, (_, index) => service(`s${index}`, { selector: { app: 'llm' }, ports: [{ port: 80, targetPort: 'http' }] }));
  const facts = new Facts([llm, ...services].map(each => new Manifest(each as unknown as PlainObject)));
  expect(findingsOfRules([namedPortNotFound], facts)).toHaveLength(50);
  expect(asked).toBeLessThan(20);
});
