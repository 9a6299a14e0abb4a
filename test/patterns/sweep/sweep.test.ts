import { build, container, grid, mountAt, report, results, variable } from './build';
import { Accelerator, KubernetesVersion, RowEnvironment, SweepTable } from '../../../src';

describe('the table', () => {
  test('of a grid changes its last parameter fastest', () => {
    const { table, job } = build();
    expect(Object.keys(table.data).filter(key => /json$/.test(key))).toEqual(['0.json', '1.json', '2.json', '3.json', '4.json', '5.json', 'table.json']);
    expect(JSON.parse(table.data['1.json'])).toEqual({ index: 1, name: '1', parameters: { LR: '0.1', SEED: '2' } });
    expect(job.spec.completions).toBe(6);
    expect(JSON.parse(table.data['table.json'])).toHaveLength(6);
  });

  test('is immutable, and its name and the name of the Job follow from its content', () => {
    const [before, after, named] = [grid, SweepTable.grid({ LR: ['0.1', '0.3'], SEED: ['1', '2', '3'] }), grid].map(runs => build({ runs }));
    expect(before.table.immutable).toBe(true);
    expect(before.job.metadata.name).toBe(before.table.metadata.name);
    expect(after.table.metadata.name).not.toBe(before.table.metadata.name);
    expect(after.job.metadata.name).not.toBe(before.job.metadata.name);
    expect(named.job.metadata.name).toBe(before.job.metadata.name);
  });

  test('is the same for another run, and with a summary', () => {
    const [plain, again, summarised] = [build(), build({ runId: 'b' }), build({ results, summary: report })];
    expect(again.table.metadata.name).toBe(plain.table.metadata.name);
    expect(again.job.metadata.name).toBe(`${plain.job.metadata.name}-b`);
    expect(summarised.job.metadata.name).toBe(plain.job.metadata.name);
  });

  test('is the one that the pods mount', () => {
    const { pod, table } = build();
    expect(pod.volumes[0]).toEqual({ name: 'sweep-table', configMap: { name: table.metadata.name } });
  });
});

describe('the row', () => {
  test('is a file that the kubelet chooses by the index', () => {
    expect(mountAt(build({ rowEnvironment: RowEnvironment.byShell() }).main, '/sweep/row.json'))
      .toEqual({ name: 'sweep-table', mountPath: '/sweep/row.json', subPathExpr: '$(JOB_COMPLETION_INDEX).json', readOnly: true });
  });

  test('becomes variables by the kubelet, of a copy in an emptyDir', () => {
    const { main, pod, table } = build();
    expect(variable(main, 'LR')).toEqual({ name: 'LR', valueFrom: { fileKeyRef: { volumeName: 'sweep-row', path: 'row.env', key: 'LR' } } });
    expect(pod.volumes).toContainEqual({ name: 'sweep-row', emptyDir: {} });
    const [copy] = pod.initContainers;
    expect(copy).toMatchObject({ image: container.image, command: ['cp', '/sweep/row.env', '/sweep-row/row.env'] });
    expect(mountAt(copy, '/sweep/row.env').subPathExpr).toBe('$(JOB_COMPLETION_INDEX).env');
    expect(mountAt(copy, '/sweep-row').name).toBe('sweep-row');
    expect(main.command).toEqual(container.command);
    expect(table.data['5.env']).toBe("LR='0.2'\nSEED='3'\n");
  });

  test('has quotes that a shell reads as they are, all of them', () => {
    const { table } = build({ runs: SweepTable.rows([{ parameters: { TITLE: "it's 'quoted'" } }, { parameters: { TITLE: 'plain' } }]), rowEnvironment: RowEnvironment.byShell() });
    expect(table.data['0.env']).toBe("TITLE='it'\\''s '\\''quoted'\\'''\n");
    expect(table.data['1.env']).toBe("TITLE='plain'\n");
  });

  test('is copied with an image of its own where the main one has no cp', () => {
    expect(build({ rowEnvironment: RowEnvironment.byKubelet({ copyImage: 'busybox:1.37' }) }).pod.initContainers[0].image).toBe('busybox:1.37');
  });

  test('becomes variables by the gate in a minor that has it off', () => {
    const { main } = build({}, { kubernetes: KubernetesVersion.V1_34, featureGates: { EnvFiles: true } });
    expect(variable(main, 'LR').valueFrom.fileKeyRef.key).toBe('LR');
  });

  test('is a file alone where nothing else was asked for', () => {
    const { main, pod, table } = build({ rowEnvironment: RowEnvironment.fileOnly(), container: { ...container, command: ['tune'] } });
    expect(variable(main, 'LR')).toBeUndefined();
    expect(variable(main, 'ROW_FILE').value).toBe('/sweep/row.json');
    expect(pod.initContainers).toBeUndefined();
    expect(Object.keys(table.data)).not.toContain('0.env');
  });
});

describe('the Job', () => {
  test('runs a row after the other, each with a retry, and counts no disruption', () => {
    expect(build().job.spec).toMatchObject({
      completionMode: 'Indexed',
      parallelism: 1,
      backoffLimitPerIndex: 1,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }] },
    });
    expect(build().pod.restartPolicy).toBe('Never');
  });

  test('says what was asked for', () => {
    const { job, main } = build({ parallelism: 3, retriesPerRow: 0, maxFailedRows: 2, queueName: 'team', accelerator: Accelerator.nvidia(2) });
    expect(job.spec).toMatchObject({ parallelism: 3, backoffLimitPerIndex: 0, maxFailedIndexes: 2 });
    expect(job.metadata.labels['kueue.x-k8s.io/queue-name']).toBe('team');
    expect(main.resources.limits['nvidia.com/gpu']).toBe('2');
  });
});

describe('results and summary', () => {
  test('a row has a folder of its own, and the summary has all', () => {
    const { main, summary, job } = build({ results, summary: report });
    expect(mountAt(main, '/results')).toEqual({ name: 'sweep-results', mountPath: '/results', subPathExpr: `${job.metadata.name}/$(JOB_COMPLETION_INDEX)` });
    const [last] = summary.spec.template.spec.containers;
    expect(mountAt(last, '/results')).toEqual({ name: 'sweep-results', mountPath: '/results', subPath: job.metadata.name });
    expect(mountAt(last, '/sweep/table.json').subPath).toBe('table.json');
    expect(variable(last, 'RESULTS_DIR').value).toBe('/results');
  });

  test('the summary waits for somebody', () => {
    const { summary, job } = build({ results, summary: report });
    expect(summary.metadata.name).toBe(`${job.metadata.name}-summary`);
    expect(summary.spec.suspend).toBe(true);
    expect(summary.spec.completionMode).toBeUndefined();
    expect(job.spec.suspend).toBeUndefined();
  });

  test('the summary has the pods\' properties but no device', () => {
    const { summary } = build({ results, summary: report, accelerator: Accelerator.nvidia(1), serviceAccount: undefined, nodeLabels: { pool: 'gpu' }, priorityClassName: 'low' });
    const { spec } = summary.spec.template;
    expect(spec).toMatchObject({ nodeSelector: { pool: 'gpu' }, priorityClassName: 'low', restartPolicy: 'Never' });
    expect(spec.containers[0].resources.limits).toEqual({ memory: '1Gi' });
    expect(spec.tolerations).toBeUndefined();
  });

  test('labels tell rows from the summary', () => {
    const { summary, job } = build({ results, summary: report });
    expect([job, summary].map(({ spec }) => spec.template.metadata.labels['cdk8s-ai-workloads/role'])).toEqual(['row', 'summary']);
  });
});

test('a benchmark brings its own command line and a row for each load', () => {
  const runs = SweepTable.vllmBench({ url: 'http://llama:8000/', model: 'llama', concurrency: [2, 4], inputLength: [16], outputLength: [8, 9], requestsPerClient: 3, args: ['--seed=1'] });
  const { main, table } = build({ runs, results, container: { image: 'vllm/vllm-openai:v0.11.2' } });
  expect(main.command).toEqual(['vllm', 'bench', 'serve']);
  expect(main.args).toEqual(expect.arrayContaining(['--base-url=http://llama:8000', '--max-concurrency=$(CONCURRENCY)', '--result-dir=$(RESULTS_DIR)', '--seed=1']));
  expect(JSON.parse(table.data['table.json']).map((row: any) => [row.name, row.parameters.NUM_PROMPTS]))
    .toEqual([['c2-i16-o8', '6'], ['c2-i16-o9', '6'], ['c4-i16-o8', '12'], ['c4-i16-o9', '12']]);
});
