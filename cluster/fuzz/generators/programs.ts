import * as fc from 'fast-check';
import { Expressions, Setting, absent, lists, maps, mostly, never, partly, rarely, sometimes, struct, values } from './combinators';
import { claims, deviceClasses } from './devices';
import { disaggregatedInferences } from './disaggregated-inference';
import { gpuInferenceDeployments } from './gpu-inference-deployment';
import { indexedTrainingJobs } from './indexed-training-job';
import { leaderWorkerGroups } from './leader-worker-group';
import { localityServices } from './locality-service';
import { counts } from './numbers';
import { parameterServers } from './parameter-server';
import { perhaps } from './pod-methods';
import { rayClusters } from './ray-cluster';
import { FRESH, labels, namespaces } from './references';
import { spotInferences } from './spot-inference';
import { surroundings } from './surroundings/surroundings';
import { sweeps } from './sweep';
import { formed } from './texts';
import { zonePartitionedStatefulSets } from './zone-partitioned-stateful-set';
import { ODD_ZONES, targetZones } from './zones';
import { TargetProps } from '../../../src';
import { Expression, Program, Statement, call, construct, list, literal, path } from '../expression';
import { GATE_NAMES, switchedOn } from '../gates';

/** The patterns, by the name of their class. */
export const PATTERNS: { readonly [pattern: string]: (setting: Setting, constant: string) => fc.Arbitrary<Statement[]> } = {
  LeaderWorkerGroup: leaderWorkerGroups,
  IndexedTrainingJob: indexedTrainingJobs,
  ZonePartitionedStatefulSet: zonePartitionedStatefulSets,
  LocalityService: localityServices,
  GpuInferenceDeployment: gpuInferenceDeployments,
  SpotInference: spotInferences,
  ParameterServer: parameterServers,
  RayCluster: rayClusters,
  DisaggregatedInference: disaggregatedInferences,
  Sweep: sweeps,
};

/** A program, and what is known of it without reading it. */
export interface Case {
  readonly program: Program;
  /** Class of the pattern; `two patterns` where the chart has two of them. */
  readonly pattern: string;
  readonly minor: string;
  /** The cluster must have the gates on that are off by default. */
  readonly hasGates: boolean;
}

const TWO = 'two patterns';

/** Programs for a minor; of one pattern when it is named, and with one surrounding. `odd` is the share of odd values, of a thousand; few programs have any without it. */
export function cases(minor: string, pattern?: string, surrounding?: string, odd?: number): fc.Arbitrary<Case> {
  const chosen = pattern === undefined ? fc.constantFrom(...Object.keys(PATTERNS)) : fc.constant(pattern);
  const second = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...Object.keys(PATTERNS)) });
  return fc.tuple(settings(minor, odd), chosen, second).chain(([setting, first, other]) =>
    statements(setting, first, other, surrounding).map(all => ({
      program: numbered(all), minor, hasGates: setting.hasGates, pattern: other === undefined ? first : TWO,
    })));
}

/** Equal settings are one object, by which generators are remembered. */
const KNOWN = new Map<string, Setting>();

function settings(minor: string, odd?: number): fc.Arbitrary<Setting> {
  return fc.record<Setting>({
    minor: fc.constant(minor),
    oddPerMille: odd === undefined ? fc.constantFrom(0, 0, 0, 10, 10, 40) : fc.constant(odd),
    zones: targetZones,
    hasGates: fc.constantFrom(false, false, false, false, false, true),
  }).map(setting => {
    const key = JSON.stringify(setting);
    KNOWN.set(key, KNOWN.get(key) ?? setting);
    return KNOWN.get(key)!;
  });
}

function statements(setting: Setting, first: string, second: string | undefined, surrounding: string | undefined): fc.Arbitrary<Statement[]> {
  return fc.tuple(
    target(setting),
    chart(setting),
    perhaps(5, deviceClasses(setting).map(value => ({ value }))),
    // Which came with 1.34; before, they are asked for often enough to see that they are refused.
    setting.minor !== '1.33' ? perhaps(10, claims(setting).map(value => ({ value }))) : perhaps(setting.oddPerMille > 0 ? 1 : 0, claims(setting).map(value => ({ value }))),
    PATTERNS[first](setting, 'first'),
    second === undefined ? fc.constant([]) : PATTERNS[second](setting, 'second'),
    surrounding === undefined
      ? fc.oneof({ weight: 9, arbitrary: fc.constant<Statement[]>([]) }, { weight: 1, arbitrary: surroundings(setting, 'first') })
      : surroundings(setting, 'first', surrounding),
    perhaps(3, acknowledgement(setting)),
  ).map(([defined, made, ...rest]) => [{ name: 'app', value: construct('App') }, defined, made, ...rest.flat()]);
}

function target(setting: Setting): fc.Arbitrary<Statement> {
  const { zones, minor, hasGates } = setting;
  const known = zones === undefined ? never : fc.constant(list(zones.map(literal)));
  return struct<TargetProps>({
    kubernetes: fc.constant(path(`KubernetesVersion.V${minor.replace('.', '_')}`)),
    zones: mostly<Expression | undefined>(setting, known, lists(formed(setting, fc.constantFrom(...ODD_ZONES)), 0, 3)),
    featureGates: hasGates ? fc.constant(gatesOf(minor)) : mostly<Expression | undefined>(setting, never, maps(fc.constantFrom(...GATE_NAMES, 'NoSuchGate', 'constructor'), values(false), 3, 1)),
    apis: mostly(setting, absent(70, fc.constant(list(APIS.map(literal)))), lists(formed(setting, fc.constantFrom(...APIS)), 0, 2)),
    spareGpus: sometimes(counts(setting, 0, 16)),
    gpusPerNode: rarely(counts(setting, 16, 16)),
    defaults: sometimes(fc.constantFrom(path('DefaultSet.V1'), path('DefaultSet.V2'))),
  }).map(props => ({ value: call('Target.define', path('app'), props) }));
}

const APIS = ['leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2', 'ray.io/v1', 'monitoring.coreos.com/v1'];

function gatesOf(minor: string): Expression {
  return { is: 'object', entries: Object.keys(switchedOn(minor)).map(key => ({ key, value: literal(true) })) };
}

function chart(setting: Setting): fc.Arbitrary<Statement> {
  return partly<{ namespace: string; labels: unknown }>({
    namespace: mostly<Expression | undefined>(setting, values('ml'), fc.oneof(never, namespaces(setting))), labels: rarely(labels(setting)),
  }).map(props => ({ name: 'chart', value: construct('Chart', path('app'), literal('prod'), props) }));
}

function acknowledgement(setting: Setting): fc.Arbitrary<Statement> {
  const finding: Expressions = partly<{ id: string; reason: string }>({
    id: formed(setting, fc.constantFrom('AIW2103', 'AIW0001')), reason: formed(setting, fc.constantFrom('seen')),
  });
  return finding.map(given => ({ value: call({ is: 'get', of: call('Checks.of', path('chart')), property: 'acknowledge' }, given) }));
}

/** Every id that was left open becomes one of its own. */
function numbered(all: readonly Statement[]): Program {
  let last = 0;
  const walk = (expression: Expression): Expression => {
    switch (expression.is) {
      case 'literal': return expression.value === (FRESH as { value?: unknown }).value ? literal(`Part${++last}`) : expression;
      case 'list': return { ...expression, items: expression.items.map(walk) };
      case 'object': return { ...expression, entries: expression.entries.map(({ key, value }) => ({ key, value: walk(value) })) };
      case 'get': return { ...expression, of: walk(expression.of) };
      case 'call': return { ...expression, callee: walk(expression.callee), args: expression.args.map(walk) };
      case 'new': return { ...expression, args: expression.args.map(walk) };
      default: return expression;
    }
  };
  return { statements: all.map(statement => ({ ...statement, value: walk(statement.value) })) };
}
