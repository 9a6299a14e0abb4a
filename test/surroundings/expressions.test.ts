import { Written, nameOf, shapeOf, writtenExpressions } from './expressions';
import { ALL, OWN_ENGINE } from './ways';
import { ALERT_SHAPES } from '../../cluster/tests/alerts/shapes';
import { EVALUATED } from '../../cluster/tests/expressions/evaluated';

/*
 * Each expression for Prometheus has a scenario: series on both sides of its limit, of two pods and of others, in Prometheus' own engine
 * (cluster/tests/alerts.test.ts, cluster/tests/expressions.test.ts). One that changes needs a look at its scenario.
 */

/** One of each form of expression; the suites in cluster/ go over all workloads. */
const OF_EACH_FORM = [
  'LeaderWorkerGroup of an engine, LeaderWorkerSet', 'LeaderWorkerGroup whose pods all answer', 'GpuInferenceDeployment', 'GpuInferenceDeployment, SGLang', OWN_ENGINE, 'IndexedTrainingJob', 'Sweep',
  'ZonePartitionedStatefulSet', 'ZonalDeployments', 'RayCluster, KubeRay', 'DisaggregatedInference of groups', 'kplus Deployment', 'kplus DaemonSet', 'kplus Job', 'kplus CronJob',
  'ParameterServer with a chief', 'LeaderWorkerGroup, LeaderWorkerSet', 'LeaderWorkerGroup, sets by role',
];

const SCENARIOS = [
  ...Object.entries(ALERT_SHAPES).flatMap(([alert, shapes]) => shapes.map(({ shape, for: time = 'once' }) => `alert ${alert} (${time}): ${shape}`)),
  ...EVALUATED.map(({ what, shape }) => `${what}: ${shape}`),
];

function textOf(written: Written): string {
  const time = written.what.startsWith('alert ') ? ` (${written.for ?? 'once'})` : '';
  return `${nameOf(written)}${time}: ${shapeOf(written)}`;
}

test('each expression that the library writes has a scenario, and each scenario is of one that it writes', () => {
  const written = writtenExpressions(OF_EACH_FORM.map(name => ALL[name])).map(textOf);

  expect([...new Set(written)].sort()).toEqual([...new Set(SCENARIOS)].sort());
});
