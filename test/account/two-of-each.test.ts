import { accountOfObjects, carrier, groups, job, said, service, workloadOf } from './made';
import { Statement, Timeline } from '../../src/account/account';
import { Places } from '../../src/account/in-place';
import { counted, named, unique } from '../../src/account/said';
import { seconds } from '../../src/account/time/course';

const fields = (statements: readonly Statement[], topic: string) =>
  statements.filter(each => each.topic === topic).map(({ object, field }) => `${object} ${field}`);
const web = (made: object = {}) => carrier('Deployment', { spec: { replicas: 4 }, ...made });
const two = (one: object, other: object) => ({
  containers: [
    { name: 'a', image: 'a:1', ...one },
    { name: 'b', image: 'b:1', ...other },
  ],
});

describe('two budgets of one workload', () => {
  const budget = (name: string, spec: object) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace: 'ml' },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
  });

  test.each([
    ['loose', 'tight'],
    ['tight', 'loose'],
  ])('are both said, and the tight one is asked: %s, %s', (first, second) => {
    const spec: { readonly [name: string]: object } = { loose: { maxUnavailable: 3 }, tight: { minAvailable: 3 } };

    const { control, restarts } = workloadOf(web(), budget(first, spec[first]), budget(second, spec[second]));

    expect(said(control, 'budget').sort()).toEqual([
      'PodDisruptionBudget ml/loose, maxUnavailable 3: a drain takes 3 of 4 pods at a time',
      'PodDisruptionBudget ml/tight, minAvailable 3: a drain takes 1 of 4 pods at a time',
    ]);
    expect(said(restarts, 'a node is drained')[0]).toMatch(/^tight lets 1 go at a time; /);
    expect(
      fields(control, 'budget')
        .map(each => each.split(' ')[1])
        .sort(),
    ).toEqual(['spec.maxUnavailable', 'spec.minAvailable']);
  });

  test('of one pod let it go, or not', () => {
    const one = web({ spec: { replicas: 1 } });

    expect(said(workloadOf(one, budget('b', { maxUnavailable: 1 })).control, 'budget')).toEqual([
      'PodDisruptionBudget ml/b, maxUnavailable 1: a drain may take it',
    ]);
    expect(said(workloadOf(one, budget('b', { minAvailable: 1 })).control, 'budget')).toEqual([
      'PodDisruptionBudget ml/b, minAvailable 1: a drain takes none of them',
    ]);
  });
});

describe('what selects the pods', () => {
  test('is every Service, with its own ports and sources', () => {
    const route = (name: string, to: string) => ({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name, namespace: 'ml' },
      spec: { rules: [{ backendRefs: [{ name: to, port: 80 }] }] },
    });
    const named2 = (name: string, targetPort: string) =>
      service(name, { app: 'web' }, { ports: [{ port: 80, targetPort }] });
    const container = {
      ports: [
        { name: 'http', containerPort: 8000 },
        { name: 'metrics', containerPort: 9090 },
      ],
    };

    const { ways } = workloadOf(
      web({ container }),
      named2('one', 'http'),
      named2('two', 'metrics'),
      route('r1', 'two'),
      route('r2', 'two'),
    );

    expect(ways.map(({ name, ports, from }) => [name, ...ports, ...from.map(source => source.name)])).toEqual([
      ['one', '80 to http (8000)'],
      ['two', '80 to metrics (9090)', 'r1', 'r2'],
    ]);
  });

  test('is a monitor of another namespace, where it names this one as its second', () => {
    const monitor = (namespaceSelector: object) => ({
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PodMonitor',
      metadata: { name: 'm', namespace: 'monitoring' },
      spec: { namespaceSelector, selector: { matchLabels: { app: 'web' } }, podMetricsEndpoints: [{ port: 'http' }] },
    });
    const monitored = (namespaceSelector: object) =>
      said(workloadOf(web(), monitor(namespaceSelector)).control, 'monitor');

    expect(monitored({ matchNames: ['other', 'ml'] })).toEqual(['PodMonitor monitoring/m scrapes http/metrics']);
    expect([monitored({ matchNames: ['other'] }), monitored({})]).toEqual([[], []]);
  });

  test('is no Service without labels, and a policy without labels is of all pods', () => {
    const policy = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'n', namespace: 'ml' },
      spec: { podSelector: {}, policyTypes: ['Egress', 'Ingress'], ingress: [{}, {}], egress: [{}] },
    };

    const { ways, control } = workloadOf(web(), service('s', {}), policy);

    expect([ways, said(control, 'network policy')]).toEqual([
      [],
      ['NetworkPolicy ml/n lets pass out: 1 rule, in: 2 rules'],
    ]);
  });
});

test('configuration that is read twice is named once, at the field of the first', () => {
  const env = ['a', 'b'].map(name => ({ name, valueFrom: { secretKeyRef: { name: 'token', key: name } } }));

  const { control, objects } = workloadOf(
    web({ container: { env: [...env, { name: 'c', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] } }),
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other', namespace: 'ml' } },
  );

  expect([said(control, 'secrets'), fields(control, 'secrets')]).toEqual([
    ['reads Secrets token and other'],
    ['0 spec.template.spec.containers[0].env[0].valueFrom.secretKeyRef.name'],
  ]);
  expect(objects).toHaveLength(2);
});

describe('zones of two rows', () => {
  const set = (name: string, zone?: string) =>
    carrier('StatefulSet', {
      name,
      labels: { 'cdk8s-ai-workloads/name': 'db', name },
      ...(zone && { pod: { nodeSelector: { 'topology.kubernetes.io/zone': zone } } }),
    });

  test.each<[string, (string | undefined)[], string[]]>([
    ['one zone', ['a', 'a'], ['all pods in a, and nowhere else']],
    ['one of them none', ['a', undefined], ['a: db-0']],
    ['two zones', ['a', 'b'], ['a: db-0; b: db-1']],
    ['none', [undefined, undefined], []],
  ])('%s', (_, zones, text) => {
    expect(said(workloadOf(...zones.map((zone, index) => set(`db-${index}`, zone))).places, 'zones')).toEqual(text);
  });
});

describe('two claims', () => {
  const claim = (name: string, storage: string) => ({
    metadata: { name },
    spec: { resources: { requests: { storage } } },
  });

  test('of each pod have a sum each, and point at their templates', () => {
    const spec = {
      replicas: 2,
      volumeClaimTemplates: [claim('a', '10Gi'), claim('b', '500Mi')],
      persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Retain' },
    };

    const { storage, claims } = workloadOf(carrier('StatefulSet', { spec }));

    expect([said(storage, 'claim a'), said(storage, 'claim b')]).toEqual([
      [
        '10Gi of the default class, one for each of 2 pods: 2 x 10Gi = 20Gi; deleted when there are fewer pods, kept with the StatefulSet',
      ],
      [
        '500Mi of the default class, one for each of 2 pods: 2 x 500Mi = 1000Mi; deleted when there are fewer pods, kept with the StatefulSet',
      ],
    ]);
    expect([fields(storage, 'claim a'), fields(storage, 'claim b')]).toEqual([
      ['0 spec.volumeClaimTemplates[0]'],
      ['0 spec.volumeClaimTemplates[1]'],
    ]);
    expect(claims.map(({ name, size }) => [name, size])).toEqual([
      ['a', '10Gi'],
      ['b', '500Mi'],
    ]);
  });

  test('of sets that differ in them are not added up', () => {
    const set = (name: string, storage: string) =>
      carrier('StatefulSet', {
        name,
        labels: { 'cdk8s-ai-workloads/name': 'w', name },
        spec: { replicas: 2, volumeClaimTemplates: [claim('d', storage)] },
      });

    const { storage } = workloadOf(set('x', '10Gi'), set('y', '30Gi'));

    expect(storage.map(({ text, parts }) => [parts, /each of (.*);/.exec(text)![1].split(';')[0]])).toEqual([
      [['x'], '2 pods: 2 x 10Gi = 20Gi'],
      [['y'], '2 pods: 2 x 30Gi = 60Gi'],
    ]);
  });
});

describe('the stop of two containers', () => {
  const draining = (timeout: number, sleep?: number) => ({
    command: ['vllm', 'serve', 'm', '--shutdown-timeout', String(timeout)],
    ...(sleep && { lifecycle: { preStop: { sleep: { seconds: sleep } } } }),
  });
  const stop = (pod: object): Timeline => workloadOf(web({ pod })).stop[0];

  test('takes as long as the slower one', () => {
    const { phases, sum } = stop({ ...two(draining(20, 5), draining(40)), terminationGracePeriodSeconds: 60 });

    expect(sum).toBe('a preStop 5 s + drain 20 s = 25 s; b drain 40 s, of 60 s; 20 s to spare');
    expect(phases.map(({ name, seconds: each }) => [name, each])).toEqual([
      ['containers', 40],
      ['spare', 20],
    ]);
  });

  test.each([
    [60, 'drain 60 s, of 60 s; 0 s to spare', 1],
    [59, 'drain 60 s, of 59 s: 1 s too long', 1],
    [61, 'drain 60 s, of 61 s; 1 s to spare', 2],
  ])('fits a grace period of %i s or not', (grace, sum, phases) => {
    const timeline = workloadOf(web({ pod: { terminationGracePeriodSeconds: grace }, container: draining(60) }))
      .stop[0];

    expect([timeline.sum, timeline.phases.length]).toEqual([sum, phases]);
  });

  test.each([
    [120, false],
    [121, true],
  ])('on spot nodes with %i s may go beyond their notice: %s', (grace, isBeyond) => {
    const notes = stop({
      nodeSelector: { 'karpenter.sh/capacity-type': 'spot' },
      terminationGracePeriodSeconds: grace,
    }).notes.filter(({ topic }) => topic === 'spot');

    expect(notes.map(({ text, field }) => [text.includes('whatever the grace period'), field])).toEqual([
      [isBeyond, 'spec.template.spec.nodeSelector[karpenter.sh/capacity-type]'],
    ]);
  });
});

describe('the start of two containers', () => {
  test('is limited by the slower one, by its startup probe before its liveness probe', () => {
    const startupProbe = { tcpSocket: { port: 1 }, periodSeconds: 2, failureThreshold: 5 };
    const livenessProbe = { tcpSocket: { port: 1 }, periodSeconds: 20, failureThreshold: 4 };

    const pod = two({ startupProbe, livenessProbe }, { startupProbe: { ...startupProbe, failureThreshold: 6 } });

    const { phases } = workloadOf(web({ pod })).start[0];

    const main = phases.find(({ name }) => name === 'the containers')!;
    expect([main.seconds, main.bars.map(bar => [bar.label, bar.seconds, bar.field])]).toEqual([
      12,
      [
        ['a', 10, 'spec.template.spec.containers[0].startupProbe'],
        ['b', 12, 'spec.template.spec.containers[1].startupProbe'],
      ],
    ]);
  });

  test('says once what their engines need, and waits for both claims, gates and images', () => {
    const serving = { command: ['vllm', 'serve', 'm'] };
    const volumes = ['x', 'y'].map(name => ({ name, persistentVolumeClaim: { claimName: name } }));

    const { notes, phases } = workloadOf(
      web({ pod: { ...two(serving, serving), volumes, schedulingGates: [{ name: 'g' }, { name: 'h' }] } }),
    ).start[0];

    expect(said(notes, 'loading')).toHaveLength(1);
    expect(phases[0].bars.map(({ text }) => text)).toEqual([
      'somebody removes the scheduling gates g and h',
      'a node takes the pod',
      'x and y are attached and mounted',
      'a:1 and b:1 are there, or pulled',
    ]);
  });

  test.each([
    [0, undefined],
    [1, 1],
  ])('with minReadySeconds %i goes on as long', (minReadySeconds, expected) => {
    expect(
      workloadOf(web({ spec: { minReadySeconds } })).start[0].phases.find(({ name }) => name === 'available')?.seconds,
    ).toBe(expected);
  });

  test('of a JobSet in its order says so', () => {
    const replicated = (name: string) => ({
      name,
      template: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'a:1' }] } } } },
    });
    const jobSet = (startupPolicyOrder: string) => ({
      apiVersion: 'jobset.x-k8s.io/v1alpha2',
      kind: 'JobSet',
      metadata: { name: 'js', namespace: 'ml' },
      spec: { startupPolicy: { startupPolicyOrder }, replicatedJobs: ['a', 'b'].map(replicated) },
    });
    const order = (policy: string) => workloadOf(jobSet(policy)).start.flatMap(({ notes }) => said(notes, 'order'));

    expect([order('InOrder'), order('AnyOrder')]).toEqual([
      ['job after job, in the order of the list: each waits until the one before it is ready'],
      [],
    ]);
  });
});

describe('restarts', () => {
  const restarts = (object: object, topic: string) => workloadOf(object).restarts.filter(each => each.topic === topic);

  test('of two containers with liveness probes are said of each, with the defaults of a probe', () => {
    const [one, other] = [{ grpc: { port: 1 } }, { grpc: { port: 2 }, periodSeconds: 7, failureThreshold: 2 }];

    const { restarts: all } = workloadOf(web({ pod: two({ livenessProbe: one }, { livenessProbe: other }) }));

    expect([said(all, 'a is silent'), said(all, 'b is silent')]).toEqual([
      ['a is started again after 31 s at most without an answer (gRPC health on port 1)'],
      ['b is started again after 15 s at most without an answer (gRPC health on port 2)'],
    ]);
    expect(fields(all, 'b is silent')).toEqual(['0 spec.template.spec.containers[1].livenessProbe']);
  });

  test.each<[string, object, string, string | undefined]>([
    ['the default of a group', groups(), 'a pod of a group fails', 'spec.leaderWorkerTemplate'],
    [
      'the policy of a group',
      groups({}, { restartPolicy: 'None' }),
      'a pod of a group fails',
      'spec.leaderWorkerTemplate.restartPolicy',
    ],
    ['the default limit of a Job', job(), 'a pod fails', 'spec'],
    ['the limit of a Job', job({ backoffLimit: 2 }), 'a pod fails', 'spec.backoffLimit'],
    ['the limit of indexes', job({ backoffLimitPerIndex: 2 }), 'a pod fails', 'spec.backoffLimitPerIndex'],
    [
      'the policy of pods',
      job({}, { pod: { restartPolicy: 'OnFailure' } }),
      'a container fails',
      'spec.template.spec.restartPolicy',
    ],
    [
      'the number of replicas',
      carrier('StatefulSet', { spec: { replicas: 2 } }),
      'the number changes',
      'spec.replicas',
    ],
    ['no number of replicas', carrier('StatefulSet'), 'the number changes', 'spec'],
    [
      'the strategy of a set',
      carrier('StatefulSet', { spec: { replicas: 2, updateStrategy: { type: 'OnDelete' } } }),
      'the template changes',
      'spec.updateStrategy',
    ],
    [
      'the strategy of a Deployment',
      web({ spec: { strategy: { type: 'Recreate' } } }),
      'the template changes',
      'spec.strategy',
    ],
  ])('point at %s', (_, object, topic, field) => {
    expect(restarts(object, topic).map(each => each.field)).toEqual([field]);
  });

  test.each<[string, object[], string]>([
    ['of another key', [{ key: 'gpu', operator: 'Exists' }], '50 + 300 = 350 s'],
    [
      'of everything',
      [{ key: 'gpu', operator: 'Exists' }, { operator: 'Exists' }],
      'they stay, since they tolerate it for ever',
    ],
    ['of everything that is not scheduled', [{ operator: 'Exists', effect: 'NoSchedule' }], '50 + 300 = 350 s'],
    [
      'of the lost node, of any effect',
      [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists', tolerationSeconds: 5 }],
      '50 + 5 = 55 s',
    ],
    [
      'for no time',
      [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }],
      '50 + 0 = 50 s',
    ],
  ])('where a node fails go by a toleration %s', (_, tolerations, text) => {
    expect(restarts(web({ pod: { tolerations } }), 'a node fails')[0].text).toContain(text);
  });

  test('of a Job after so many failures, where one, two and none are allowed', () => {
    const limit = (backoffLimitPerIndex: number, maxFailedIndexes?: number) =>
      restarts(job({ backoffLimitPerIndex, maxFailedIndexes }), 'a pod fails')[0].text.split('; ')[1];

    expect([limit(0), limit(1), limit(2, 0)]).toEqual([
      'an index may fail 0 times more',
      'an index may fail 1 time more',
      'an index may fail 2 times more, and 0 indexes may be given up before the Job fails',
    ]);
  });
});

test.each([
  [119, '119 s'],
  [120, '120 s (2 min)'],
  [3540, '3540 s (59 min)'],
  [3600, '3600 s (1 h)'],
  [4210, '4210 s (1 h 10 min)'],
  [172_740, '172740 s (47 h 59 min)'],
  [172_800, '172800 s (2 days)'],
  [302_400, '302400 s (4 days)'],
])('%i seconds are %s', (count, text) => {
  expect(seconds(count)).toBe(text);
});

test('names are joined, and of many the first', () => {
  expect([
    named([]),
    named(['a']),
    named(['a', 'b']),
    named(['a', 'b', 'c']),
    named(['a', 'b', 'c'], 2),
    named(['a', 'b', 'c', 'd'], 2),
  ]).toEqual(['', 'a', 'a and b', 'a, b and c', 'a, b and 1 more', 'a, b and 2 more']);
  expect([counted(0, 'pod'), counted(1, 'pod'), counted(2, 'pod')]).toEqual(['0 pods', '1 pod', '2 pods']);
});

test('what is said twice is kept once, as it was said first', () => {
  const all = unique([
    { topic: 'a', text: '1', field: 'x' },
    { topic: 'b', text: '1' },
    { topic: 'a', text: '1', field: 'y' },
  ]);

  expect(all).toHaveLength(2);
  expect(all).toEqual(
    expect.arrayContaining([
      { topic: 'a', text: '1', field: 'x' },
      { topic: 'b', text: '1' },
    ]),
  );
});

describe('the statement that is nearest to a field', () => {
  const at = (object: number, field: string, parts?: string[]) => ({ place: { object, field }, parts });
  const places = [
    at(0, 'spec'),
    at(0, 'spec.template'),
    at(0, 'spec.template.spec.containers[0]'),
    at(0, 'spec.template.spec.containers[0].livenessProbe'),
    at(0, 'spec.replicas'),
    at(2, 'spec.strategy'),
    at(0, 'spec.parted.a', ['two']),
  ];
  const nearest = (objects: number[], field: string) =>
    new Places(
      places,
      new Map([
        ['one', 0],
        ['two', 1],
      ]),
    ).nearest(objects, field)?.field;

  test.each<[number[], string, string | undefined]>([
    [[0], 'spec.replicas', 'spec.replicas'],
    [
      [0],
      'spec.template.spec.containers[0].livenessProbe.periodSeconds',
      'spec.template.spec.containers[0].livenessProbe',
    ],
    [[0], 'spec.template.spec.containers[0]', 'spec.template.spec.containers[0]'],
    [[0], 'spec.template.spec.containers[0].env[0]', 'spec.template'],
    [[0], 'spec.other', undefined],
    [[0], 'spec', undefined],
    [[2], 'spec.replicas', undefined],
    [[2], 'spec.strategy.type', 'spec.strategy'],
    [[2, 0], 'spec.replicas', 'spec.replicas'],
    // What is said of several parts is said of the first object of each.
    [[1], 'spec.replicas', 'spec.replicas'],
    [[1], 'spec.parted.a', 'spec.parted.a'],
  ])('of objects %j at %s is %s', (objects, field, expected) => {
    expect(nearest(objects, field)).toBe(expected);
  });
});

test('what belongs to two workloads belongs to the first, and its findings with it', () => {
  const shared = service('shared', { tier: 'x' }, { trafficDistribution: 'Nowhere' });
  const of = (name: string) =>
    carrier('Deployment', {
      name,
      labels: { app: name },
      pod: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    });
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'c', namespace: 'ml' },
    spec: { accessModes: ['Nope'], resources: { requests: { storage: '1Gi' } } },
  };

  const { workloads, findings, others, objects } = accountOfObjects(of('a'), of('b'), claim, shared);

  const about = findings.findIndex(({ object }) => object?.kind === 'PersistentVolumeClaim');
  expect(about).toBeGreaterThanOrEqual(0);
  expect(workloads.map(each => each.findings.includes(about))).toEqual([true, false]);
  expect(workloads.map(each => each.objects.map(number => objects[number].object.kind))).toEqual([
    ['Deployment', 'PersistentVolumeClaim'],
    ['Deployment', 'PersistentVolumeClaim'],
  ]);
  expect(others.kinds).toEqual([{ kind: 'Service', count: 1 }]);
});
