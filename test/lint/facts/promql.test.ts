import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { readQuery } from '../../../src/lint/facts/promql';
import { recordedNames, writtenQueries } from '../../../src/lint/facts/queries';
import { counted } from '../../hygiene/steps';

describe('series of a query', () => {
  test.each<[query: string, series: string[]]>([
    ['up', ['up']],
    ['sum by (pod) (rate(vllm:num_preemptions_total{namespace="ml",pod=~"a-[0-9]{2}"}[10m])) * 60 > 1', ['vllm:num_preemptions_total']],
    ['sum(rate(a_total[5m])) by (le) / on (namespace, pod) group_left (node) b', ['a_total', 'b']],
    ['{__name__="a", b="c"}', ['a']],
    ['{b="c"}', []],
    ['a offset 5m unless b @ start() or vector(1) and bool != 3', ['a', 'b']],
    ['topk(3, a) without (b)', ['a']],
    ['avg_over_time(a[5m:1m])', ['a']],
    ['histogram_quantile(0.9, (sum by (le) (rate(a_bucket[5m]))))', ['a_bucket']],
    ['# of what\na', ['a']],
    ['`a` == "b"', []],
    ['a > Inf', ['a']],
    ['rate(a{pod=~"$pod"}[$__rate_interval]) + ${b} + [[c]] + <<.Series>>{<<.LabelMatchers>>}', ['a']],
    ['sum', ['sum']],
    ['by', []],
  ])('%s', (query, series) => {
    expect(readQuery(query).series).toEqual(series);
  });
});

test('calls have their arguments, and the labels that they group by, in front or at the end', () => {
  const calls = (query: string) => readQuery(query).calls.map(({ name, args, by, without }) => ({ name, args: args.length, by, without }));
  expect(calls('quantile by (a, "b.c") (0.9, x)')).toEqual([{ name: 'quantile', args: 2, by: ['a', 'b.c'], without: undefined }]);
  expect(calls('sum(x) without (le)')).toEqual([{ name: 'sum', args: 1, by: undefined, without: ['le'] }]);
  expect(calls('rate(x[5m]) by (le)')).toEqual([{ name: 'rate', args: 1, by: undefined, without: undefined }]);
});

test.each(['sum', 'avg', 'count', 'min', 'max', 'group', 'stddev', 'stdvar', 'topk', 'bottomk', 'count_values', 'quantile', 'limitk', 'limit_ratio'])('%s groups by labels', name => {
  expect(readQuery(`${name.toUpperCase()} by (a) (x)`)).toMatchObject({ series: ['x'], calls: [{ name, by: ['a'] }] });
  expect(readQuery(`${name} (x) without (a, b)`).calls).toMatchObject([{ name, without: ['a', 'b'] }]);
});

describe('what no Prometheus reads', () => {
  test.each([
    ['sum(a', 'unclosed left parenthesis'], ['a)', 'unexpected right parenthesis ")"'], ['sum(a]', 'unclosed left parenthesis'], ['a{b="c"', 'unclosed left brace'], ['a[5m', 'unclosed left bracket'],
    ['a[]', 'missing duration'], ['a[5min]', 'bad number or duration syntax: "5min"'], ['a{b="c} > 1', 'unterminated quoted string'], ['a; b', 'unexpected character ";"'], ['', 'no expression found in input'],
  ])('%s', (query, problem) => {
    expect(readQuery(query).problem).toContain(problem);
  });

  test.each(['rate(a[{{ interval }}]', 'a{b="c"} + $d)', '<<.Series>>{<<.LabelMatchers>>})'])('another tool completes %s first', query => {
    expect(readQuery(query).problem).toBeUndefined();
  });
});

test('odd queries are read in linear time, and end', () => {
  const [{ readQuery: read }, stepsOf] = counted(() => jest.requireActual<{ readQuery: typeof readQuery }>('../../../src/lint/facts/promql'));
  for (const text of ['(', 'a{', 'sum by (', '"', '[[', '{{', 'a[5m]', 'rate(a[5m]) + ', 'histogram_quantile(', '$']) {
    const steps = (times: number) => stepsOf(() => read(text.repeat(times)));
    expect(steps(800)).toBeLessThan(5 * steps(200) + 1000);
  }
  expect(readQuery('a'.repeat(30_000)).series).toEqual([]);
});

describe('queries of manifests', () => {
  const factsOf = (...bodies: PlainObject[]) => new Facts(bodies.map(body => new Manifest(body)));
  const rules = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', spec: { groups: [{ rules: [{ alert: 'A', expr: 'up' }, { record: 'b:c', expr: 'd' }, { alert: 'E', expr: 1 }] }, 'x'] } };

  test('are found with their place and use', () => {
    const facts = factsOf(rules,
      { apiVersion: 'v1', kind: 'ConfigMap', data: { 'a.json': '{"panels": [{"panels": [{"targets": [{"expr": "p"}]}]}]}', 'b.json': '{"panels"', 'c.txt': '"panels"', 'd.json': 7 } },
      { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', spec: { triggers: [{ type: 'prometheus', metadata: { query: 'k' } }, { type: 'cron' }] } },
      { apiVersion: 'flagger.app/v1beta1', kind: 'Canary', spec: { analysis: { metrics: [{ name: 'a', query: 'f' }] } } });
    expect(facts.get(writtenQueries).map(({ field, text, use }) => `${use} ${field} ${text}`)).toEqual([
      'alert spec.groups[0].rules[0].expr up', 'record spec.groups[0].rules[1].expr d', 'panel data[a.json] p', 'scaler spec.triggers[0].metadata.query k', 'canary spec.analysis.metrics[0].query f',
    ]);
    expect([...facts.get(recordedNames)]).toEqual(['b:c']);
  });
});
