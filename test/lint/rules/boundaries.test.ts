import { autoscaler, configMap, custom, deployment, findingsIn, job, leaderWorkerSet, onlyFinding, pod, statefulSet, template, workload } from '../run/manifests';

/* What a fixture seldom holds: the last number that passes, names that only begin or end like the meant one, and the second of several. */

const DEVICES = 'resource.k8s.io/v1';
const claim = custom(DEVICES, 'ResourceClaim');
const claimTemplate = custom(DEVICES, 'ResourceClaimTemplate');

describe('AIW2102 derived names', () => {
  test('a number of several digits is a number', () => {
    expect(findingsIn('AIW2102', statefulSet('db', workload('db', {}, { spec: { replicas: 13 } })), pod('db-12', {}))).toHaveLength(1);
    expect(findingsIn('AIW2102', statefulSet('db', workload('db', {}, { spec: { replicas: 12 } })), pod('db-12', {}))).toEqual([]);
  });
});

describe('AIW2501 previews', () => {
  test.each([
    ['ResourceClaim', 1], ['ResourceClaimTemplate', 1], ['DeviceClass', 1], ['ResourceSlice', 0], ['DeviceTaintRule', 0],
  ])('%s of v1beta1: %d', (kind, count) => {
    expect(findingsIn('AIW2501', custom('resource.k8s.io/v1beta1', kind)('a', {}))).toHaveLength(count);
  });
});

describe('AIW2525 memory that a product misses', () => {
  const memory = (quantity: string, operator: string, ...others: string[]) => claim('gpus', {
    devices: {
      requests: [{
        name: 'gpu',
        exactly: {
          deviceClassName: 'gpu.nvidia.com',
          selectors: [`device.capacity["gpu.nvidia.com"].memory.compareTo(quantity("${quantity}")) ${operator} 0`, ...others].map(expression => ({ cel: { expression } })),
        },
      }],
    },
  });
  const named = (text: string) => `device.attributes["gpu.nvidia.com"].productName.matches("${text}")`;
  const architecture = (name: string) => `device.attributes["gpu.nvidia.com"].architecture == "${name}"`;

  test('none of those that are meant is taken', () => {
    expect(onlyFinding('AIW2525', memory('80Gi', '>=', named('H100 80GB')))).toMatchObject({
      message: expect.stringMatching(/: NVIDIA H100 80GB HBM3 reports 81559Mi: less than 80Gi, so it is not taken$/),
      notes: ['of the products that are known here and meet the other conditions none is taken'],
      help: 'write quantity("80G"), as on the box, or quantity("81559Mi")',
    });
  });

  test('some of them are, and the remedy takes the smallest of the others', () => {
    expect(onlyFinding('AIW2525', memory('24Gi', '>=', architecture('Ada Lovelace')))).toMatchObject({
      message: expect.stringMatching(/: NVIDIA L4 \(24 GB\) reports 23034Mi, NVIDIA GeForce RTX 4090 \(24 GB\) reports 24564Mi: less than 24Gi, so they are not taken$/),
      notes: ['taken are: NVIDIA L40 (48 GB)'],
      help: 'write quantity("24G"), as on the box, or quantity("23034Mi")',
    });
  });

  test('the smallest may come last', () => {
    expect(onlyFinding('AIW2525', memory('80Gi', '>', `${architecture('Hopper')} || ${architecture('Ampere')}`))).toMatchObject({
      message: expect.stringMatching(/81920Mi, .* reports 81559Mi: less than 80Gi/),
      help: 'write quantity("80G"), as on the box, or quantity("81559Mi")',
    });
  });
});

describe('AIW3601 a claim of several pods', () => {
  const timeSlicing = (...requests: string[]) => ({
    requests, opaque: { driver: 'gpu.nvidia.com', parameters: { apiVersion: 'resource.nvidia.com/v1beta1', kind: 'GpuConfig', sharing: { strategy: 'TimeSlicing' } } },
  });
  const asking = (className: string, ...config: object[]) => ({ devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: className } }], config } });
  const pods = (replicas: number) => deployment('web', { ...workload('web', {}, { pod: { resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpus' }] } }), replicas });

  test('256 pods are as many as a claim is reserved for', () => {
    const [meant, unsaid] = [claim('gpus', asking('gpu.nvidia.com', timeSlicing('gpu'))), claim('gpus', asking('gpu.nvidia.com'))];
    expect([256, 257].map(count => findingsIn('AIW3601', meant, pods(count)).map(each => each.class))).toEqual([[], ['broken']]);
    expect([256, 257].map(count => onlyFinding('AIW3601', unsaid, pods(count)))).toMatchObject([
      { class: 'risky', notes: [] }, { class: 'broken', notes: [expect.stringMatching(/^257 pods, and/)] },
    ]);
  });

  test.each([
    ['imex.nvidia.com', 0], ['compute-domain-default-channel.nvidia.com', 0], ['not-imex.nvidia.com', 1], ['imex.nvidia.com.example', 1],
  ])('devices of class %s: %d', (className, count) => {
    expect(findingsIn('AIW3601', claim('gpus', asking(className)), pods(2))).toHaveLength(count);
  });

  test('a setting may be for several requests', () => {
    expect(findingsIn('AIW3601', claim('gpus', asking('gpu.nvidia.com', timeSlicing('other', 'gpu'))), pods(2))).toEqual([]);
    expect(findingsIn('AIW3601', claim('gpus', asking('gpu.nvidia.com', timeSlicing('other'))), pods(2))).toHaveLength(1);
  });

  test('what a template of the same name says is not said of the claim', () => {
    const other = claimTemplate('gpus', { spec: asking('gpu.nvidia.com', timeSlicing('gpu')) });
    expect(findingsIn('AIW3601', claim('gpus', asking('gpu.nvidia.com')), other, pods(2))).toHaveLength(1);
  });
});

describe('AIW2627 number of pods in a Kueue group', () => {
  const GROUP = { 'kueue.x-k8s.io/pod-group-name': 'g' };
  const member = (total: string, replicas?: number) => deployment('web', {
    replicas, selector: { matchLabels: GROUP }, template: { metadata: { labels: GROUP, annotations: { 'kueue.x-k8s.io/pod-group-total-count': total } }, spec: { containers: [] } },
  });
  const scaler = autoscaler('web', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 4 });

  test.each([
    ['3', 3, []], ['12', 12, []], ['12', 11, ['broken']], ['12', 13, ['risky']], ['0', 3, ['broken']], ['00', 3, ['broken']],
  ])('"%s" and %d pods: %j', (total, replicas, classes) => {
    expect(findingsIn('AIW2627', member(total, replicas)).map(each => each.class)).toEqual(classes);
  });

  test('a group of nobody is never complete, however many pods an autoscaler makes', () => {
    expect(onlyFinding('AIW2627', member('0'), scaler)).toMatchObject({
      class: 'broken', message: 'Invalid value: "0": must be greater than 0: a group of nobody is never complete', help: 'count the pods of the group',
    });
    expect(findingsIn('AIW2627', member('3'), scaler)).toEqual([]);
  });
});

describe('AIW2710 rules on codes', () => {
  const rules = (container: object, ...all: object[]) => job('a', { podFailurePolicy: { rules: all }, template: template({}, container) });
  const codes = (operator: string, ...values: unknown[]) => ({ action: 'FailJob', onExitCodes: { operator, values } });
  const TORCH = { command: ['torchrun', 'train.py'] };

  test('an operator that nobody knows takes nothing', () => {
    expect(findingsIn('AIW2710', rules({}, codes('Near', 1), codes('In', 2)))).toEqual([]);
    expect(findingsIn('AIW2710', rules({}, codes('NotIn', 1), codes('In', 2)))).toHaveLength(1);
  });

  test('a code that is text is another check\'s', () => {
    expect([42, '42'].map(code => findingsIn('AIW2710', rules(TORCH, codes('In', code))).length)).toEqual([1, 0]);
  });

  test('the disruption may be one of several conditions', () => {
    const conditions = { action: 'Ignore', onPodConditions: [{ type: 'ConfigIssue' }, { type: 'DisruptionTarget' }] };
    expect(findingsIn('AIW2710', rules({}, codes('In', 143), conditions)).map(each => each.field)).toEqual(['spec.podFailurePolicy.rules[1].onPodConditions']);
  });
});

describe('AIW2715 folders of checkpoints', () => {
  test.each([
    ['checkpoints', 1], ['/data/ckpt', 1], ['/model-ckpts', 1], ['/checkpoint/last', 1], ['/checkpointing', 0], ['/mycheckpoints', 0],
  ])('%s: %d', (mountPath, count) => {
    const train = template({}, { volumeMounts: [{ name: 'out', mountPath }] }, { volumes: [{ name: 'out', emptyDir: {} }] });
    expect(findingsIn('AIW2715', job('train', { template: train }))).toHaveLength(count);
  });
});

describe('seconds to set', () => {
  test('AIW2703: ten more than are needed', () => {
    const stopping = { lifecycle: { preStop: { exec: { command: ['sleep', '40'] } } } };
    expect(onlyFinding('AIW2703', deployment('a', workload('a', stopping))).help).toBe('set terminationGracePeriodSeconds to 50 or more');
  });

  test('AIW2708: ten more than torchrun waits', () => {
    const train = template({}, { command: ['torchrun', 'train.py'] }, { terminationGracePeriodSeconds: 20 });
    expect(onlyFinding('AIW2708', job('a', { template: train })).help).toBe('set terminationGracePeriodSeconds to 40 or more');
  });
});

describe('AIW2903 credentials beside placeholders', () => {
  const TOKEN = `hf_${'Ab1'.repeat(9)}`;

  test.each([
    [`* ${TOKEN}`, 1], [`a change: me ${TOKEN}`, 1], [`${TOKEN} **** `, 0], [`${TOKEN} changeme`, 0], [`${TOKEN} change-me`, 0], [`${TOKEN} <token>`, 0],
  ])('%s: %d', (text, count) => {
    expect(findingsIn('AIW2903', { ...configMap('c'), data: { text } })).toHaveLength(count);
  });
});

test('AIW2102: a range that reaches further is met by what an earlier one does not reach', () => {
  const groups = leaderWorkerSet('db', { replicas: 2, leaderWorkerTemplate: { size: 1, workerTemplate: template({}) } });
  const pairs = findingsIn('AIW2102', groups, statefulSet('db', workload('db', {}, { spec: { replicas: 10 } })), pod('db-5', {})).map(each => each.message);
  expect(pairs).toContainEqual(expect.stringContaining('Pod "db-5"'));
});
