import { accountOfObjects, carrier, groups, job, workloadOf } from './made';
import { PodRow } from '../../src/account/account';
import { MOST_CELLS } from '../../src/account/pods/rows';

const shown = (rows: readonly PodRow[]) => rows.map(({ label, cells }) => [label, ...cells.map(({ part, name, isDrawn, index, count }) => `${part}${index === undefined ? '' : ` ${index}`} ${name ?? '?'}${isDrawn ? '-…' : ''}${count === undefined ? '' : ` ${count.least}-${count.most}`}`)]);

const scaler = (kind: string, name: string, spec: object, apiVersion = 'apps/v1') => ({
  apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'scaler', namespace: 'ml' }, spec: { scaleTargetRef: { apiVersion, kind, name }, ...spec },
});

describe('which pods there are', () => {
  test('a StatefulSet has its ordinals', () => {
    expect(shown(workloadOf(carrier('StatefulSet', { spec: { replicas: 2, ordinals: { start: 5 } } })).rows)).toEqual([['web', 'pods 5 web-5', 'pods 6 web-6']]);
  });

  test('a Deployment has pods that nothing tells apart', () => {
    expect(shown(workloadOf(carrier('Deployment', { spec: { replicas: 3 } })).rows)).toEqual([['web', 'pods ? 3-3']]);
    expect(shown(workloadOf(carrier('Deployment')).rows)).toEqual([['web', 'pods ?']]);
    expect(workloadOf(carrier('Deployment', { spec: { replicas: 0 } })).rows).toEqual([]);
  });

  test('of a DaemonSet nobody knows how many', () => {
    expect(workloadOf(carrier('DaemonSet'))).toMatchObject({ rows: [{ cells: [{ count: { least: 0 } }] }] });
    expect(workloadOf(carrier('DaemonSet')).pods).toBeUndefined();
  });

  test('an Indexed Job has its indexes, and letters are drawn behind their names', () => {
    expect(shown(workloadOf(job({ completions: 2, parallelism: 1 })).rows)).toEqual([['train', 'pods 0 train-0-…', 'pods 1 train-1-…']]);
    expect(shown(workloadOf(job({ completionMode: 'NonIndexed' })).rows)).toEqual([['train', 'pods ? 4-4']]);
  });

  test('a LeaderWorkerSet has groups, each with its leader at 0', () => {
    expect(shown(workloadOf(groups({}, { size: 3 })).rows)).toEqual([
      ['group 0', 'leader 0 llm-0', 'worker 1 llm-0-1', 'worker 2 llm-0-2'],
      ['group 1', 'leader 0 llm-1', 'worker 1 llm-1-1', 'worker 2 llm-1-2'],
    ]);
  });

  test('sets of one group stand in one row, in the order of their indexes', () => {
    const set = (role: string, start: number, replicas: number) => carrier('StatefulSet', {
      name: `llm-0-${role}`, labels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/group': '0', 'cdk8s-ai-workloads/role': role }, spec: { ordinals: { start }, replicas },
    });
    expect(shown(workloadOf(set('worker', 1, 2), set('leader', 0, 1)).rows)).toEqual([
      ['group 0', 'leader 0 llm-0-leader-0', 'worker 1 llm-0-worker-1', 'worker 2 llm-0-worker-2'],
    ]);
  });

  test('a JobSet has a row for each of several jobs of a role', () => {
    const replicated = (name: string, replicas: number) => ({
      name, replicas, template: { spec: { completions: 2, parallelism: 2, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'a:1' }] } } } },
    });
    const jobSet = { apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', metadata: { name: 'js', namespace: 'ml' }, spec: { replicatedJobs: [replicated('ps', 1), replicated('worker', 2)] } };
    expect(shown(workloadOf(jobSet).rows)).toEqual([
      ['ps', 'ps 0 js-ps-0-0-…', 'ps 1 js-ps-0-1-…'],
      ['worker 0', 'worker 0 js-worker-0-0-…', 'worker 1 js-worker-0-1-…'],
      ['worker 1', 'worker 0 js-worker-1-0-…', 'worker 1 js-worker-1-1-…'],
    ]);
  });

  test('a pod alone has its name and no index', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shell', namespace: 'ml' }, spec: { containers: [{ name: 'c', image: 'a:1' }] } };
    expect(shown(workloadOf(pod).rows)).toEqual([['shell', 'pods shell']]);
  });
});

describe('under an autoscaler', () => {
  test('pods are as many as it keeps, and have no numbers of today', () => {
    const scaled = workloadOf(carrier('StatefulSet'), scaler('StatefulSet', 'web', { minReplicas: 2, maxReplicas: 6 }));
    expect([shown(scaled.rows), scaled.pods]).toEqual([[['web', 'pods ? 2-6']], { least: 2, most: 6 }]);
  });

  test('groups are alike, and each is a whole group', () => {
    const scaled = workloadOf(groups({}, { size: 3 }), scaler('LeaderWorkerSet', 'llm', { maxReplicas: 4 }, 'leaderworkerset.x-k8s.io/v1'));
    expect(shown(scaled.rows)).toEqual([['each of 1 to 4 groups', 'leader 0 ?', 'worker 1 ?', 'worker 2 ?']]);
    expect(scaled.parts).toEqual([{ name: 'leader', pods: { least: 1, most: 4 } }, { name: 'worker', pods: { least: 2, most: 8 } }]);
  });

  test('of KEDA there may be none', () => {
    const keda = { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata: { name: 's', namespace: 'ml' }, spec: { scaleTargetRef: { name: 'web' }, triggers: [] } };
    expect(workloadOf(carrier('Deployment'), keda).pods).toEqual({ least: 0, most: 100 });
  });

  test("of Ray's own there are as many as the group says", () => {
    const template = { spec: { containers: [{ name: 'c', image: 'rayproject/ray:2.53.0' }] } };
    const cluster = {
      apiVersion: 'ray.io/v1',
      kind: 'RayCluster',
      metadata: { name: 'lab', namespace: 'ml' },
      spec: { enableInTreeAutoscaling: true, headGroupSpec: { template }, workerGroupSpecs: [{ groupName: 'gpu', minReplicas: 1, maxReplicas: 3, numOfHosts: 2, template }] },
    };
    expect(workloadOf(cluster).parts).toEqual([{ name: 'head', pods: { least: 1, most: 1 } }, { name: 'gpu', pods: { least: 2, most: 6 } }]);
  });
});

describe('of very many pods', () => {
  test('a thousand are listed, and the others counted', () => {
    const { rows, unlisted, pods } = workloadOf(carrier('StatefulSet', { spec: { replicas: 5000 } }));
    expect([rows[0].cells.length, unlisted, pods!.least]).toEqual([MOST_CELLS, 5000 - MOST_CELLS, 5000]);
  });

  test('groups beyond them are counted too', () => {
    const { rows, unlisted, pods } = workloadOf(groups({ replicas: 2000 }));
    const listed = rows.reduce((count, { cells }) => count + cells.length, 0);
    expect([listed, listed + unlisted, pods!.least]).toEqual([MOST_CELLS, 8000, 8000]);
  });

  test('the largest number of replicas is as quick as any', () => {
    const { pods, unlisted } = workloadOf(carrier('StatefulSet', { spec: { replicas: 2_147_483_647 } }));
    expect([pods!.least, unlisted]).toEqual([2_147_483_647, 2_147_483_647 - MOST_CELLS]);
    expect(workloadOf(groups({ replicas: 2_147_483_647 }, { size: 2_147_483_647 })).unlisted).toBeGreaterThan(2 ** 60);
  });
});

test('the rows that a Service reaches are known', () => {
  const zoned = (zone: string) => carrier('StatefulSet', { name: `db-${zone}`, labels: { 'cdk8s-ai-workloads/name': 'db', zone } });
  const one = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'b', namespace: 'ml' }, spec: { selector: { zone: 'b' }, ports: [{ port: 80 }] } };
  const { ways, rows } = accountOfObjects(zoned('a'), zoned('b'), one).workloads[0];
  expect(ways.map(way => way.rows.map(row => rows[row].label))).toEqual([['db-b']]);
});

test.each([-1, 2.5, 1e308, 2 ** 60])('%s replicas count nothing', replicas => {
  for (const object of [carrier('StatefulSet', { spec: { replicas }, container: { resources: { requests: { memory: '1Gi' } } } }), carrier('Deployment', { spec: { replicas } }), groups({ replicas }), groups({}, { size: replicas })]) {
    const { rows, unlisted, sums } = workloadOf(object);
    expect(rows.flatMap(({ cells }) => cells).length).toBeLessThanOrEqual(MOST_CELLS);
    expect(unlisted).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(sums)).not.toMatch(/NaN|Infinity|e\+|\d\.\d{3}/);
  }
});
