import { namesOf } from './alerts/names';
import { Said } from './alerts/scenarios';
import { EVALUATED, Evaluated } from './expressions/evaluated';
import { ROLES } from './expressions/roles';
import { Own, worldOf } from './expressions/world';
import { podNamesOfAll } from '../../src/surroundings/pod-names';
import { temporaryFolder } from '../../test/hygiene/temporary';
import { Written, nameOf, shapeOf, writtenExpressions } from '../../test/surroundings/expressions';
import { Telemetry } from '../harness/telemetry';

/*
 * Every expression of panels, autoscalers and canaries, in Prometheus' own promtool: what it answers while pods of the workload, others beside them and the same in
 * another namespace are there. test/surroundings/expressions.test.ts asks that each expression is among these.
 */

let telemetry: Telemetry;

beforeAll(async () => {
  telemetry = await Telemetry.build();
}, 900_000);

/** In which it is asked. */
const MINUTE = 30;

/** Processors differ in the last digits of a quantile, by more than `fuzzy_compare` of promtool allows. A power of two rounds exactly. */
const PRECISION = 2 ** -30;
const rounded = (value: number) => Math.floor(value / PRECISION + 0.5) * PRECISION;

function ownOf({ what, workload }: Written): Own {
  const [{ kind, name }] = workload.apiObjects;
  const { pod, second, claim = '', secondClaim = '', job = '', secondJob = '' } = namesOf(workload);
  // KEDA asks for leaders, which are those that export.
  const pods = what === 'trigger' && kind === 'LeaderWorkerSet' ? { a: `${name}-0`, b: `${name}-1` } : { a: pod, b: second };
  return { pods, claims: { a: claim, b: secondClaim }, jobs: { a: job, b: secondJob } };
}

/** What Grafana, Flagger and the adapter put in before Prometheus reads it. */
function completed({ expr, workload }: Written, { pods: { a, b } }: Own): string {
  const [{ name }] = workload.apiObjects;
  return [
    ['$__rate_interval', '5m'], ['{{ interval }}', '5m'], ['$namespace', 'ml'], ['$workload', podNamesOfAll('workload', workload.apiObjects)], ['$pod', '.+'],
    ['{{ namespace }}', 'ml'], ['{{ target }}', name], ['<<.LabelMatchers>>', `namespace="ml",pod=~"${a}|${b}"`], ['<<.GroupBy>>', 'set'],
  ].reduce((text, [place, value]) => text.replaceAll(place, value), expr);
}

/** The series by the names of the engine that the expression is about. */
function ofEngine({ expr }: Written, shape: string): string {
  return Object.entries(ROLES).reduce((text, [role, names]) => {
    const name = names.find(each => expr.includes(each));
    return name === undefined ? text : text.replace(new RegExp(`\\b${role}(?=[_{])`, 'g'), name);
  }, shape);
}

function inputOf(all: readonly Said[]): unknown[] {
  return all.map(({ name, labels, values }) => ({ series: `${name}{${labelsText(labels)}}`, values }));
}

function labelsText(labels: Said['labels']): string {
  return Object.entries(labels).map(([label, value]) => `${label}="${value}"`).join(',');
}

function samplesOf({ is, shape }: Evaluated, { pods, claims, jobs }: Own): unknown[] {
  if (typeof is === 'number') {
    return [{ labels: '{}', value: rounded(is) }];
  }
  if ('of' in is) {
    return [{ labels: `{${is.of.includes('=') ? is.of : `${is.of}="w"`}}`, value: rounded(is.number) }];
  }
  const pair = shape.includes('<claims>') ? claims : shape.includes('<jobs>') ? jobs : pods;
  return (['a', 'b'] as const).map((key, index) => ({
    labels: `{${is.by.map(label => `${label}="${['pod', 'persistentvolumeclaim', 'job_name'].includes(label) ? pair[key] : `of-${key}`}"`).join(',')}}`, value: rounded(is.each[index]),
  }));
}

/** Series that are written down, with what the workload and its scaled object are called. */
function named(series: readonly Said[], { workload }: Written): Said[] {
  const { kind = '', name = '' } = workload.scale.target ?? {};
  const places: { readonly [place: string]: string } = { '<own>': workload.name, '<kind>': kind, '<name>': name };
  return series.map(each => ({
    ...each,
    labels: Object.fromEntries(Object.entries(each.labels).map(([label, value]) => [label, places[value] ?? value])),
  }));
}

function testsOf(evaluated: Evaluated, written: Written): unknown[] {
  const own = ownOf(written);
  const { series, idle, shape } = evaluated;
  const ask = (input: readonly Said[], samples: readonly unknown[]) => ({
    interval: '1m', input_series: inputOf(input), promql_expr_test: [{ expr: `round(${completed(written, own)}, ${PRECISION})`, eval_time: `${MINUTE}m`, exp_samples: samples }],
  });
  const words = ofEngine(written, shape);
  return [
    ask(series ? named(series, written) : worldOf(words, own), samplesOf(evaluated, own)),
    ...(idle === undefined ? [] : [ask(worldOf(words, own, true), [{ labels: '{}', value: rounded(idle) }])]),
  ];
}

/** Of claims and Jobs there have to be two. */
function hasTwo({ shape }: Evaluated, written: Written): boolean {
  const { claims, jobs } = ownOf(written);
  return (!shape.includes('<claims>') || claims.b !== '') && (!shape.includes('<jobs>') || jobs.b !== '');
}

// Expressions are written before the tests begin.
process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
const WRITTEN = writtenExpressions().filter(({ what, workload }) => !what.startsWith('alert ') && workload.apiObjects.length > 0);
const NAMES = [...new Set(EVALUATED.map(({ what }) => what))];

test.each(NAMES)('%s: its answer is about two of the workload, and about no other', async name => {
  const tests = EVALUATED.filter(({ what }) => what === name).flatMap(evaluated => {
    const written = WRITTEN.filter(each => nameOf(each) === name && shapeOf(each) === evaluated.shape && hasTwo(evaluated, each));
    expect({ shape: evaluated.shape, isWritten: written.length > 0 }).toEqual({ shape: evaluated.shape, isWritten: true });
    return written.flatMap(each => testsOf(evaluated, each));
  });

  expect(await telemetry.testRules(temporaryFolder('expressions'), [], tests)).toBe('');
});

test('what changes an answer is found: a matcher and a grouping less', async () => {
  const evaluated = EVALUATED.find(({ what }) => what === 'panel Memory: {{pod}}')!;
  const written = WRITTEN.find(({ what }) => what === evaluated.what)!;

  for (const [one, other] of [[',container!=""', ''], ['by (pod) ', ''], ['namespace="$namespace",', ''], ['pod=~"$workload",', '']]) {
    expect(await telemetry.testRules(temporaryFolder('expressions'), [], testsOf(evaluated, { ...written, expr: written.expr.replace(one, other) }))).toContain('FAILED');
  }
});
