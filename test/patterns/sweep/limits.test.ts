import { App, Chart, Duration } from 'cdk8s';
import { build, container, grid, mountAt, report, results, variable } from './build';
import { Accelerator, Capacity, KubernetesVersion, ModelCache, ModelPreload, RowEnvironment, SweepProps, SweepTable, Target } from '../../../src';
import { planSweep } from '../../../src/patterns/sweep/plan';

const summarised: Partial<SweepProps> = { results, summary: report };

function planOf(props: Partial<SweepProps>) {
  const target = Target.define(new Chart(new App(), 'prod'), { kubernetes: KubernetesVersion.V1_36 });
  return planSweep('Search', { runs: grid, container, ...props }, target, 'ml');
}

describe('times', () => {
  test.each([[Duration.hours(3), 10_800], [Duration.seconds(1), 1], [undefined, undefined]])('the rows have %s to end', (activeDeadline, seconds) => {
    expect(build({ activeDeadline }).job.spec.activeDeadlineSeconds).toBe(seconds);
  });

  test('a deadline of 0 is refused, since no row would run', () => {
    expect(() => build({ activeDeadline: Duration.seconds(0) })).toThrow('activeDeadline: Invalid value: "0s"');
  });

  test('a preload must be over before the deadline', () => {
    const model = { modelCache: ModelCache.claimName('weights', { accessModes: ['ReadWriteMany' as never] }), preload: ModelPreload.fromHub({ model: 'a/b', time: Duration.seconds(60) }) };

    expect(() => build({ ...model, activeDeadline: Duration.seconds(60) })).toThrow('activeDeadline: Invalid value: "60s": the preload may take 60 s');
    expect(() => build({ ...model, activeDeadline: Duration.seconds(61) })).not.toThrow();
  });

  test.each([[Duration.days(1), 86_400], [Duration.seconds(0), 0], [undefined, undefined]])('the ended Job is deleted after %s', (ttlAfterFinished, seconds) => {
    expect(build({ ttlAfterFinished }).job.spec.ttlSecondsAfterFinished).toBe(seconds);
  });
});

describe('numbers that may reach the number of rows, and not exceed it', () => {
  test.each(['parallelism', 'maxFailedRows'] as const)('%s', property => {
    expect(planOf({ [property]: 6 })[property]).toBe(6);
    expect(() => planOf({ [property]: 7 })).toThrow(`${property}: Invalid value: 7`);
  });
});

describe('two runs of one table', () => {
  const runs = ['first', 'second'].map(runId => build({ ...summarised, runId }));

  test('share the table, and have Jobs of their own', () => {
    const [one, other] = runs;

    expect(one.table).toEqual(other.table);
    expect([one.job, one.summary, other.job, other.summary].map(({ metadata }) => metadata.name.replace(one.table.metadata.name, 'table')))
      .toEqual(['table-first', 'table-first-summary', 'table-second', 'table-second-summary']);
  });

  test('are told apart by a label of their pods', () => {
    const labels = runs.map(({ job, summary }) => [job, summary].map(({ spec }) => spec.template.metadata.labels['cdk8s-ai-workloads/run']));

    expect(labels).toEqual(runs.map(({ job }) => Array(2).fill(job.metadata.name.replace(/^search-/, ''))));
  });

  test('have folders of their own', () => {
    const folders = runs.map(({ main, summary }) => [mountAt(main, '/results').subPathExpr, mountAt(summary.spec.template.spec.containers[0], '/results').subPath]);

    expect(folders).toEqual(runs.map(({ job }) => [`${job.metadata.name}/$(JOB_COMPLETION_INDEX)`, job.metadata.name]));
  });
});

describe('the summary', () => {
  const podOf = (props: Partial<SweepProps>) => build({ ...summarised, ...props }).summary.spec.template.spec;

  test('knows how many rows there were', () => {
    expect(variable(podOf({}).containers[0], 'ROW_COUNT').value).toBe('6');
  });

  test('runs on the kind of nodes of the rows, within their notice', () => {
    const { nodeSelector, terminationGracePeriodSeconds } = podOf({ capacity: Capacity.spotGke() });

    expect([nodeSelector, terminationGracePeriodSeconds]).toEqual([{ 'cloud.google.com/gke-spot': 'true' }, 15]);
  });

  test('has nothing that belongs to a row', () => {
    const spec = podOf({
      accelerator: Accelerator.nvidia(1),
      sharedClaims: [{ claimName: 'corpus', mountPath: '/corpus' }],
      modelCache: ModelCache.claimName('weights', { accessModes: ['ReadWriteMany' as never] }),
      preload: ModelPreload.fromHub({ model: 'a/b' }),
      sidecars: [{ name: 'logs', image: 'fluent:1' }],
      initContainers: [{ name: 'first', image: 'one:1' }],
      containers: [{ name: 'beside', image: 'two:1' }],
    });

    expect(spec.containers.map(({ name }: any) => name)).toEqual(['main']);
    expect(spec.initContainers).toBeUndefined();
    expect(spec.volumes.map(({ name }: any) => name)).toEqual(['sweep-table', 'sweep-results']);
    expect(spec.containers[0].resources.limits).toEqual({ memory: '1Gi' });
  });

  test('may not mount another volume where the results are', () => {
    const mounted = { volumeMounts: [{ path: '/results', volume: { name: 'other' } as never }] };

    expect(() => planOf({ ...summarised, summary: { ...report, ...mounted } })).toThrow(/results|mount/);
  });
});

test('the longest name of a Job ends with its last index', () => {
  const hash = planOf({}).rows.hash;
  const most = 63 - `-${hash}-5`.length;

  expect(planOf({ name: 'n'.repeat(most) }).name).toHaveLength(most);
  expect(() => planOf({ name: 'n'.repeat(most + 1) })).toThrow(`use at most ${most} characters`);
});

test('a table of two columns and two rows has a variable for each column', () => {
  const runs = SweepTable.rows([{ name: 'low', parameters: { LR: '0.1', SEED: '1' } }, { name: 'high', parameters: { LR: '0.2', SEED: '2' } }]);

  const { main, table } = build({ runs, rowEnvironment: RowEnvironment.byKubelet(), container: { ...container, command: ['tune'] } });

  expect(['LR', 'SEED'].map(name => variable(main, name).valueFrom.fileKeyRef.key)).toEqual(['LR', 'SEED']);
  expect(JSON.parse(table.data['1.json'])).toEqual({ index: 1, name: 'high', parameters: { LR: '0.2', SEED: '2' } });
});
