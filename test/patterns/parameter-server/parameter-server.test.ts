import * as kplus from 'cdk8s-plus-28';
import { build, container, environmentOf } from './build';
import { Accelerator, Capacity, ParameterServerFramework } from '../../../src';

const dmlc = ParameterServerFramework.dmlc();
const address = (role: string, index: number) => `ranker-1-${role}-0-${index}.ranker.ml`;

describe('TF_CONFIG', () => {
  const cluster = {
    chief: [`${address('chief', 0)}:2222`],
    ps: [0, 1].map(index => `${address('ps', index)}:2222`),
    worker: [0, 1, 2].map(index => `${address('worker', index)}:2222`),
  };

  test.each([['chief', 0], ['ps', 0], ['ps', 1], ['worker', 0], ['worker', 1], ['worker', 2]])('of %s %i names every task and the place of the pod', (role, index) => {
    const { pods } = build({ chief: {} });
    expect(JSON.parse(environmentOf(pods[role], index).get('TF_CONFIG')!)).toEqual({ cluster, task: { type: role, index } });
  });

  test('names the hosts that the Job controller and the Service give', () => {
    const { run, set, jobs, pods, objects } = build({ chief: {} });
    const service = objects.find(({ kind }) => kind === 'Service');
    expect(service).toMatchObject({ metadata: { name: 'ranker' }, spec: { clusterIP: 'None', publishNotReadyAddresses: true, ports: [{ port: 2222 }] } });
    expect(set.spec.network).toEqual({ enableDNSHostnames: false });
    for (const role of Object.keys(jobs)) {
      expect(jobs[role].completionMode).toBe('Indexed');
      expect(pods[role].subdomain).toBe('ranker');
      expect(jobs[role].template.metadata.labels).toMatchObject(service.spec.selector);
      expect(run.address(role, 0)).toBe(`${set.metadata.name}-${role}-0-0.${service.metadata.name}.${service.metadata.namespace}`);
    }
  });

  test('has no chief where there is none, and the port that was given', () => {
    const { pods, run } = build({ framework: ParameterServerFramework.tensorFlow({ port: 3333 }) });
    const { cluster: named, task } = JSON.parse(environmentOf(pods.ps, 1).get('TF_CONFIG')!);
    expect(Object.keys(named)).toEqual(['ps', 'worker']);
    expect(named.worker[2]).toBe(`${run.address('worker', 2)}:3333`);
    expect(task).toEqual({ type: 'ps', index: 1 });
  });

  test('needs no shell: command and arguments stay as they are', () => {
    expect(build().pods.worker.containers[0].command).toEqual(container.command);
  });
});

test.each([['scheduler', 'scheduler'], ['ps', 'server'], ['worker', 'worker']])('DMLC: %s has the role %s and the address of the scheduler', (role, said) => {
  const { pods } = build({ framework: dmlc });
  expect(Object.fromEntries(environmentOf(pods[role], 0))).toEqual({
    JOB_COMPLETION_INDEX: '0',
    RUN_ID: '1',
    DMLC_ROLE: said,
    DMLC_PS_ROOT_URI: address('scheduler', 0),
    DMLC_PS_ROOT_PORT: '9091',
    DMLC_NUM_SERVER: '2',
    DMLC_NUM_WORKER: '3',
    DMLC_USE_KUBERNETES: '1',
  });
  expect(pods[role].containers[0].ports).toEqual(role === 'scheduler' ? [{ name: 'dmlc', containerPort: 9091, protocol: 'TCP' }] : undefined);
});

describe('the end', () => {
  test.each([['chief', { chief: {} }], ['worker', {}], ['worker', { framework: dmlc }]])('is that of %s', (role, props) => {
    expect(build(props).set.spec.successPolicy).toEqual({ operator: 'All', targetReplicatedJobs: [role] });
  });

  test('is explained with what dies and what remains', () => {
    const text = build({ chief: {} }).run.explain();
    expect(text).toMatch(/ps lost +its parameters are gone: all pods are deleted and start again, at most 3 times/);
    expect(text).toMatch(/worker lost +it alone is replaced .*, 9 failures of workers together/);
    expect(text).toMatch(/the end +when the chief has succeeded .* deletes the Jobs that still run, servers included/);
    expect(text).toMatch(/what remains +the JobSet/);
    expect(text).toContain('1 + 2 + 3 = 6 (chief + ps + worker)');
  });
});

describe('a failure', () => {
  const disrupted = (action: string) => ({ rules: [{ action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }] });

  test('of a server or the chief starts the run again, uncounted if it was a disruption', () => {
    const { jobs, set } = build({ chief: {}, restarts: 5 });
    [jobs.ps, jobs.chief].forEach(job => expect(job).toMatchObject({ backoffLimit: 0, podFailurePolicy: disrupted('FailJob') }));
    expect(set.spec.failurePolicy).toEqual({
      maxRestarts: 5, rules: [{ name: 'notCounted', action: 'RestartJobSetAndIgnoreMaxRestarts', onJobFailureReasons: ['PodFailurePolicy'] }],
    });
  });

  test('of a worker replaces it alone, 3 for each unless said', () => {
    expect(build().jobs.worker).toMatchObject({ backoffLimit: 9, podFailurePolicy: disrupted('Ignore'), podReplacementPolicy: 'Failed' });
    expect(build({ workerRestarts: 2 }).jobs.worker.backoffLimit).toBe(2);
  });

  test('of a worker under DMLC starts the run again', () => {
    expect(build({ framework: dmlc }).jobs.worker).toMatchObject({ backoffLimit: 0, podFailurePolicy: disrupted('FailJob') });
    expect(build({ framework: dmlc }).run.explain()).toMatch(/worker lost +all pods are deleted/);
  });
});

describe('a role', () => {
  const { pods, jobs } = build({
    accelerator: Accelerator.nvidia(2),
    nodeLabels: { pool: 'train' },
    priorityClassName: 'low',
    container: { ...container, envVariables: { A: kplus.EnvValue.fromValue('all'), B: kplus.EnvValue.fromValue('all') } },
    chief: { priorityClassName: 'high' },
    ps: { replicas: 2, nodeLabels: { size: 'memory' }, container: { command: ['serve'], envVariables: { A: kplus.EnvValue.fromValue('ps') } } },
    worker: { replicas: 3, capacity: Capacity.spotGke() },
  });
  const devices = (role: string) => pods[role].containers[0].resources.limits?.['nvidia.com/gpu'];

  test('has its own pods and container', () => {
    expect(Object.entries(jobs).map(([role, { completions, parallelism }]) => [role, completions, parallelism])).toEqual([['chief', 1, 1], ['ps', 2, 2], ['worker', 3, 3]]);
    expect([pods.ps, pods.worker].map(pod => pod.containers[0].command)).toEqual([['serve'], container.command]);
    expect([environmentOf(pods.ps, 0).get('A'), environmentOf(pods.ps, 0).get('B'), environmentOf(pods.worker, 0).get('A')]).toEqual(['ps', 'all', 'all']);
  });

  test('has devices where it says so, workers those of the pattern', () => {
    expect(['chief', 'ps', 'worker'].map(devices).map(each => each && Number(each))).toEqual([undefined, undefined, 2]);
  });

  test('has its own nodes and priority', () => {
    expect(pods.ps.nodeSelector).toEqual({ pool: 'train', size: 'memory' });
    expect(pods.chief.nodeSelector).toEqual({ pool: 'train' });
    expect(pods.worker.nodeSelector).toEqual({ 'pool': 'train', 'cloud.google.com/gke-spot': 'true' });
    expect(['chief', 'ps', 'worker'].map(role => pods[role].priorityClassName)).toEqual(['high', 'low', 'low']);
  });
});

describe('refused', () => {
  test.each<[what: string, props: object, message: RegExp]>([
    ['no server', { ps: { replicas: 0 } }, /ps\.replicas: Invalid value: 0.*\n.*IndexedTrainingJob/],
    ['no worker', { worker: { replicas: 0 } }, /worker\.replicas: Invalid value: 0/],
    ['a second chief', { chief: { replicas: 2 } }, /chief\.replicas/],
    ['a chief of DMLC', { chief: {}, framework: dmlc }, /chief: Forbidden: DMLC has a scheduler/],
    ['a scheduler of TensorFlow', { scheduler: {} }, /scheduler: Forbidden: TensorFlow has a chief/],
    ['a name of the JobSet', { metadata: { name: 'x' } }, /metadata\.name: Forbidden/],
    ['a long name', { name: 'a'.repeat(47) }, /name: Too long: .*of at most 63 /],
    ['a long run', { runId: 'a'.repeat(50) }, /runId: Too long/],
    ['the port of the framework, in common', { container: { ...container, portNumber: 2222 } }, /container\.portNumber: Duplicate value: 2222/],
    ['the port of the framework, in a role', { ps: { replicas: 1, container: { ports: [{ number: 2222 }] } } }, /ps\.container\.ports\[0\]\.number: Duplicate value: 2222/],
    ['TF_CONFIG', { container: { ...container, envVariables: { TF_CONFIG: kplus.EnvValue.fromValue('{}') } } }, /container\.envVariables.*TF_CONFIG/],
    ['the index, in a role', { worker: { replicas: 1, container: { envVariables: { JOB_COMPLETION_INDEX: kplus.EnvValue.fromValue('0') } } } }, /worker\.container\.envVariables.*JOB_COMPLETION_INDEX/],
    ['more tasks than a variable names', { worker: { replicas: 5000 } }, /worker\.replicas: .*names 2 \+ 5000 = 5002 tasks and has \d+ bytes/],
    ['restarts below 0', { restarts: -1 }, /restarts: Invalid value: -1/],
    ['a label of the pattern', { metadata: { labels: { 'cdk8s-ai-workloads/run': '2' } } }, /metadata\.labels/],
    ['a role that there is not', {}, /address\(role\).*the roles are ps, worker/],
  ])('%s', (_, props, message) => {
    expect(() => build(props).run.address('chief', 0)).toThrow(message);
  });
});
