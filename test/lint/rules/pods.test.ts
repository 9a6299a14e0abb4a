import { renderReport } from '../../../src/lint/report/text';
import { OURS, autoscaler, claim, custom, deployment, findingsIn, job, leaderWorkerSet, onlyFinding, pod, template, workload } from '../run/manifests';

const withEnv = (env: object[], meta = {}) => deployment('web', workload('web', { env }), meta);

describe('AIW3102 environment value is shell syntax or a credential', () => {
  test('shell syntax is an error on our own pods, a warning on others', () => {
    const env = [{ name: 'A', value: 'b' }, { name: 'RANK', value: '$(hostname)-x $(cat /etc/rank)' }];
    expect(onlyFinding('AIW3102', withEnv(env, OURS))).toMatchObject({
      class: 'broken',
      field: 'spec.template.spec.containers[0].env[1].value',
      message: 'Invalid value: "$(hostname)-x $(cat /etc/rank)": RANK: "$(cat /etc/rank)" is shell syntax, which nobody runs in an env value',
    });
    expect(onlyFinding('AIW3102', withEnv(env)).class).toBe('risky');
  });

  test.each([
    ['a token by its form', 'SETTING', 'hf_abcdefghijklmnopqrstuvwxyz'],
    ['a password by the name of the variable', 'DB_PASSWORD', 'hunter2-correct-horse'],
    ['a password that looks like shell', 'DB_PASSWORD', 'pa$(ss word-horse'],
  ])('a credential is never printed whole: %s', (_, name, value) => {
    const finding = onlyFinding('AIW3102', withEnv([{ name, value }]));
    const report = renderReport({ findings: [finding], acknowledged: 0, objects: 1 });
    expect(report).toContain(name);
    expect(report).not.toContain(value);
    expect(report).not.toContain('horse');
  });

  test('a credential among the arguments', () => {
    const finding = onlyFinding('AIW3102', deployment('web', workload('web', { args: ['serve', '--token=hf_abcdefghijklmnopqrstuvwxyz'] })));
    expect(finding).toMatchObject({ field: 'spec.template.spec.containers[0].args[1]', message: 'Invalid value: "…": holds a credential in plain text' });
  });

  test.each([
    ['a reference to another variable', [{ name: 'A', value: 'b' }, { name: 'B', value: 'tcp://$(A):1' }]],
    ['an escaped reference', [{ name: 'A', value: '$$(date)' }]],
    ['a Secret', [{ name: 'HF_TOKEN', valueFrom: { secretKeyRef: { name: 'hf', key: 'token' } } }]],
    ['a word of a tokenizer', [{ name: 'EOS_TOKEN', value: '</s>' }]],
  ])('passes: %s', (_, env) => {
    expect(findingsIn('AIW3102', withEnv(env))).toEqual([]);
  });
});

describe('AIW3103 environment variable is set twice', () => {
  test('both places are named', () => {
    const env = [{ name: 'A', value: '1' }, { name: 'B', value: '2' }, { name: 'A', value: '3' }];
    expect(onlyFinding('AIW3103', withEnv(env, OURS))).toMatchObject({
      class: 'broken',
      field: 'spec.template.spec.containers[0].env[2].name',
      message: 'Duplicate value: "A": container "main" sets it at env[0] already; the last would win',
    });
    expect(onlyFinding('AIW3103', withEnv(env)).class).toBe('risky');
  });

  test('the same name in another container is another variable', () => {
    const sidecar = { pod: { initContainers: [{ name: 'i', env: [{ name: 'A', value: '2' }] }] } };
    expect(findingsIn('AIW3103', deployment('web', workload('web', { env: [{ name: 'A', value: '1' }] }, sidecar)))).toEqual([]);
  });
});

describe('AIW3105 ReadWriteOncePod claim is used by more than one pod', () => {
  const exclusive = claim('model', { accessModes: ['ReadWriteOncePod'] });
  const volumes = { volumes: [{ name: 'm', persistentVolumeClaim: { claimName: 'model' } }] };
  const users = (replicas: number | undefined, name = 'web') => deployment(name, workload(name, {}, { pod: volumes, spec: { replicas } }));

  test('the number of pods is named', () => {
    expect(onlyFinding('AIW3105', exclusive, users(3))).toMatchObject({
      class: 'broken',
      object: { kind: 'Deployment', name: 'web' },
      field: 'spec.template.spec.volumes[0].persistentVolumeClaim.claimName',
      message: 'Invalid value: "model": the claim is ReadWriteOncePod and Deployment ml/web has 3 pods',
    });
  });

  test('an autoscaled workload has any number of pods, and so has a DaemonSet', () => {
    const scaler = autoscaler('scale', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } });
    const daemons = custom('apps/v1', 'DaemonSet')('web', workload('web', {}, { pod: volumes }));
    expect(onlyFinding('AIW3105', exclusive, users(undefined), scaler).message).toContain('any number of pods');
    expect(onlyFinding('AIW3105', exclusive, daemons).message).toContain('any number of pods');
  });

  test('workers of one group', () => {
    const groups = (size: number) => leaderWorkerSet('llm', { leaderWorkerTemplate: { size, leaderTemplate: template({}), workerTemplate: template({}, {}, volumes) } });
    expect(onlyFinding('AIW3105', exclusive, groups(4)).message).toContain('LeaderWorkerSet ml/llm (worker) has 3 pods');
    expect(findingsIn('AIW3105', exclusive, groups(2))).toEqual([]);
  });

  test('without a number there is one pod', () => {
    expect(findingsIn('AIW3105', exclusive, users(undefined))).toEqual([]);
  });

  test('parallel pods of a Job', () => {
    const spec = (parallelism: number) => ({ parallelism, completions: 4, template: template({}, {}, volumes) });
    expect(findingsIn('AIW3105', exclusive, job('train', spec(2)))).toHaveLength(1);
    expect(findingsIn('AIW3105', exclusive, job('train', spec(1)))).toEqual([]);
  });

  test('two workloads of one pod each may run one after the other: a warning', () => {
    expect(onlyFinding('AIW3105', exclusive, users(1), users(1, 'other'))).toMatchObject({
      class: 'risky',
      object: { kind: 'PersistentVolumeClaim' },
      field: 'spec.accessModes',
      message: 'Invalid value: "ReadWriteOncePod": used by Deployment ml/web and Deployment ml/other',
    });
  });

  test('one pod, or another mode, passes', () => {
    expect(findingsIn('AIW3105', exclusive, users(1))).toEqual([]);
    expect(findingsIn('AIW3105', claim('model', { accessModes: ['ReadWriteMany'] }), users(3))).toEqual([]);
  });
});

describe('AIW3106 restart policy on a main container', () => {
  const spec = (restartPolicy: string, pods: object = {}) => ({ template: template({}, { restartPolicy }, pods) });

  test('a sidecar among the main containers of a Job keeps it from completing', () => {
    expect(onlyFinding('AIW3106', job('train', spec('Always', { restartPolicy: 'Never' })))).toMatchObject({
      class: 'broken',
      field: 'spec.template.spec.containers[0].restartPolicy',
      message: 'Forbidden: "Always": on main container "main" it does not make a sidecar',
    });
  });

  test('elsewhere it may be meant as a restart rule: a warning', () => {
    expect(onlyFinding('AIW3106', deployment('web', workload('web', { restartPolicy: 'Always' }))).class).toBe('risky');
    expect(onlyFinding('AIW3106', deployment('web', workload('web', { restartPolicy: 'Always' }), OURS)).class).toBe('broken');
  });

  test('a native sidecar passes', () => {
    const sidecar = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] };
    expect(findingsIn('AIW3106', job('train', { template: template({}, {}, sidecar) }))).toEqual([]);
  });
});

describe('AIW3107 user namespace with host namespaces or raw block volumes', () => {
  test.each(['hostNetwork', 'hostPID', 'hostIPC'])('%s', field => {
    const object = (hostUsers: boolean) => deployment('web', workload('web', {}, { pod: { hostUsers, [field]: true } }));
    expect(onlyFinding('AIW3107', object(false))).toMatchObject({
      class: 'rejected',
      field: `spec.template.spec.${field}`,
      message: 'Forbidden: when hostUsers is false',
    });
    expect(findingsIn('AIW3107', object(true))).toEqual([]);
  });

  test('a raw block volume, in a Pod without a template', () => {
    const finding = onlyFinding('AIW3107', pod('p', { hostUsers: false, containers: [{ name: 'm', volumeDevices: [{ name: 'd' }] }] }));
    expect(finding.field).toBe('spec.containers[0].volumeDevices');
  });
});
