import { App, Chart, Duration, Testing } from 'cdk8s';
import { build, container } from './build';
import { KubernetesVersion, ParameterServer, ParameterServerFramework, ParameterServerProps, Target } from '../../../src';
import { planParameterServer } from '../../../src/patterns/parameter-server/plan';

const ROLES = { ps: { replicas: 2 }, worker: { replicas: 3 } };
const dmlc = ParameterServerFramework.dmlc();

function planOf(props: Partial<ParameterServerProps>) {
  const chart = new Chart(new App(), 'prod');
  return planParameterServer('Ranker', { container, ...ROLES, ...props }, Target.define(chart, { kubernetes: KubernetesVersion.V1_36 }), 'ml');
}

describe('two runs of one name', () => {
  const runs = ['first', 'second'].map(runId => build({ runId, chief: {} }));
  const [first, second] = runs;

  test('have a JobSet each, whose labels and variables tell them apart', () => {
    expect(runs.map(({ set }) => [set.metadata.name, set.metadata.labels['cdk8s-ai-workloads/run']])).toEqual([['ranker-first', 'first'], ['ranker-second', 'second']]);
    runs.forEach(({ set, jobs }, index) => Object.values(jobs).forEach(job => {
      expect(job.template.metadata.labels['cdk8s-ai-workloads/run']).toBe(set.metadata.labels['cdk8s-ai-workloads/run']);
      expect(job.template.spec.containers[0].env).toContainEqual({ name: 'RUN_ID', value: ['first', 'second'][index] });
    }));
  });

  test('share the Service, which selects the pods of both', () => {
    const [one, other] = runs.map(({ objects }) => objects.find(({ kind }) => kind === 'Service'));

    expect(one).toEqual(other);
    expect(one.spec.selector).toEqual({ 'cdk8s-ai-workloads/name': 'ranker' });
    expect(one.metadata.labels).not.toHaveProperty(['cdk8s-ai-workloads/run']);
  });

  test('have addresses of their own', () => {
    expect([first.run.address('worker', 1), second.run.address('worker', 1)]).toEqual(['ranker-first-worker-0-1.ranker.ml', 'ranker-second-worker-0-1.ranker.ml']);
  });
});

describe('metadata of the whole', () => {
  const metadata = { namespace: 'train', labels: { team: 'ads', cost: 'a1' }, annotations: { 'example.com/note': 'x' } };

  test('places all objects in its namespace, which is in the addresses', () => {
    const { objects, run } = build({ metadata, isolate: true });

    expect(objects.map(({ kind, metadata: { namespace } }) => [kind, namespace])).toEqual([['Service', 'train'], ['JobSet', 'train'], ['NetworkPolicy', 'train']]);
    expect(run.address('ps', 0)).toBe('ranker-1-ps-0-0.ranker.train');
  });

  test('labels and annotates the JobSet beside the labels of the pattern', () => {
    expect(build({ metadata }).set.metadata).toMatchObject({
      labels: { 'team': 'ads', 'cost': 'a1', 'cdk8s-ai-workloads/name': 'ranker', 'cdk8s-ai-workloads/run': '1' }, annotations: { 'example.com/note': 'x' },
    });
  });

  test('is no metadata of the Service, which belongs to the next run as well', () => {
    const service = build({ metadata }).objects.find(({ kind }) => kind === 'Service');

    expect(Object.keys(service.metadata.labels)).not.toEqual(expect.arrayContaining(['team']));
    expect(service.metadata).not.toHaveProperty('annotations');
  });
});

test.each([[Duration.hours(2), 7200], [Duration.seconds(0), 0], [undefined, undefined]])('the JobSet is deleted %s after its end', (ttlAfterFinished, seconds) => {
  const { set, run } = build({ ttlAfterFinished });

  expect(set.spec.ttlSecondsAfterFinished).toBe(seconds);
  expect(/both for (\d+) s/.exec(run.explain())?.[1]).toBe(seconds === undefined ? undefined : String(seconds));
});

describe('restarts', () => {
  test.each([[undefined, 3], [0, 0], [7, 7]])('of the run: %s gives %i', (restarts, expected) => {
    expect(build({ restarts }).set.spec.failurePolicy.maxRestarts).toBe(expected);
  });

  test.each<[given: number | undefined, workers: number, limit: number, action: string]>([
    [undefined, 1, 3, 'Ignore'], [undefined, 4, 12, 'Ignore'], [2, 4, 2, 'Ignore'], [1, 4, 1, 'Ignore'], [0, 4, 0, 'FailJob'],
  ])('of workers: %s with %i workers gives %i', (workerRestarts, replicas, backoffLimit, action) => {
    const { jobs } = build({ workerRestarts, worker: { replicas } });

    expect(jobs.worker).toMatchObject({ backoffLimit, podFailurePolicy: { rules: [{ action }] } });
    expect(jobs.ps).toMatchObject({ backoffLimit: 0, podFailurePolicy: { rules: [{ action: 'FailJob' }] } });
  });

  test('of workers under DMLC may be asked for', () => {
    expect(build({ framework: dmlc, workerRestarts: 2 }).jobs.worker).toMatchObject({ backoffLimit: 2, podFailurePolicy: { rules: [{ action: 'Ignore' }] } });
  });
});

describe('the longest name', () => {
  // The pod `<name>-<runId>-<role>-0-<last index>-abcde` has at most 63 characters.
  test.each<[what: string, props: Partial<ParameterServerProps>, most: number]>([
    ['with 3 workers', {}, 63 - '-1-worker-0-2-abcde'.length],
    ['with 10 workers', { worker: { replicas: 10 } }, 63 - '-1-worker-0-9-abcde'.length],
    ['with 11 workers', { worker: { replicas: 11 } }, 63 - '-1-worker-0-10-abcde'.length],
    ['with a scheduler, whose role has the longest name', { framework: dmlc }, 63 - '-1-scheduler-0-0-abcde'.length],
    ['with a run id of 4 characters', { runId: 'four' }, 63 - '-four-worker-0-2-abcde'.length],
  ])('%s', (_, props, most) => {
    expect(planOf({ ...props, name: 'n'.repeat(most) }).name).toHaveLength(most);
    expect(() => planOf({ ...props, name: 'n'.repeat(most + 1) })).toThrow(`use at most ${most} characters`);
  });

  test.each([['name', 'n'.repeat(30), 'r'.repeat(20)], ['name', 'n'.repeat(25), 'r'.repeat(25)], ['runId', 'n'.repeat(24), 'r'.repeat(26)]])(
    'the longer one is to blame, and the name where both are as long: %s', (blamed, name, runId) => {
      expect(() => planOf({ name, runId })).toThrow(`${blamed}: Too long`);
    });
});

test('TF_CONFIG has 31 pages of 4 KiB at most, so that its name and its end fit the 32nd', () => {
  const bytesWith = (workers: number) => {
    const hosts = (role: string, count: number) => Array.from({ length: count }, (_, index) => `ranker-1-${role}-0-${index}.ranker.ml:2222`);
    return JSON.stringify({ cluster: { ps: hosts('ps', 2), worker: hosts('worker', workers) } }).length + ',"task":{"type":"worker","index":$(JOB_COMPLETION_INDEX)}'.length;
  };
  let most = 3000;
  while (bytesWith(most + 1) <= 31 * 4096) {
    most++;
  }

  expect(planOf({ worker: { replicas: most } }).roles[1].variables[0].value).toHaveLength(bytesWith(most));
  expect(() => planOf({ worker: { replicas: most + 1 } })).toThrow(/has \d+ bytes, more than the 126976 that a variable holds/);
});

test('two names in one chart have objects of their own', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  ['One', 'Two'].forEach(id => new ParameterServer(chart, id, { container, ...ROLES, name: id.toLowerCase() }));

  const objects = (Testing.synth(chart) as any[]).map(({ kind, metadata: { name } }) => `${kind} ${name}`);

  expect(objects).toEqual(['Service one', 'JobSet one-1', 'Service two', 'JobSet two-1']);
});
