import { PlainObject } from '../../../src/base/plain';
import { Expression, sourceOf } from '../../../src/cli/adopt/expression';
import {
  containerProps,
  Fields,
  otherContainer,
  podProps,
  portsOf,
  sharedMemoryOf,
  Volumes,
} from '../../../src/cli/adopt/pod';

const MAIN: PlainObject = { name: 'main', image: 'registry.example/main:1' };

/** The source of each property, on one line. */
const sources = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      sourceOf(value)
        .replace(/\n\s*/g, ' ')
        .replace(/,? ([)\]])/g, '$1')
        .replace(/([([]) /g, '$1')
        .replace(/, }/g, ' }'),
    ]),
  );

function volumesIn(spec: PlainObject) {
  const taken: string[] = [];
  const volumes = new Volumes('llm', spec, name => {
    taken.push(name);
    return name;
  });
  return { volumes, taken };
}

const inContainer = (container: PlainObject, spec: PlainObject = {}) =>
  sources(containerProps('llm', { ...MAIN, ...container }, volumesIn(spec).volumes));

const inPod = (spec: PlainObject, metadata: PlainObject = {}, selector: PlainObject = {}) =>
  sources(
    podProps('llm', { metadata, spec: { containers: [MAIN], ...spec } }, MAIN, volumesIn(spec).volumes, selector),
  );

describe('a container', () => {
  test('has its amounts: the request of cpu and storage, the limit of memory', () => {
    const requests = { 'cpu': 8, 'memory': '1Gi', 'ephemeral-storage': '1Ti' };
    const limits = { 'cpu': '9', 'memory': '2Gi', 'ephemeral-storage': '2Ti' };
    const memory = "Memory.of('2Gi')";

    expect(inContainer({ resources: { requests, limits } })).toMatchObject({
      cpu: "'8'",
      memory,
      ephemeralStorage: "'1Ti'",
    });
    expect(inContainer({ resources: { requests } })).toMatchObject({
      cpu: "'8'",
      memory: "Memory.of('1Gi')",
      ephemeralStorage: "'1Ti'",
    });
    expect(inContainer({ resources: { limits } })).toMatchObject({ cpu: "'9'", memory, ephemeralStorage: "'2Ti'" });
    expect(inContainer({})).toEqual({ name: "'main'" });
  });

  test('has its folder and when its image is pulled', () => {
    const policies = ['Always', 'Never', 'IfNotPresent'].map(imagePullPolicy =>
      inContainer({ imagePullPolicy, workingDir: '/app' }),
    );

    expect(policies.map(each => each.imagePullPolicy)).toEqual(
      ['ALWAYS', 'NEVER', 'IF_NOT_PRESENT'].map(each => `kplus.ImagePullPolicy.${each}`),
    );
    expect(policies[0].workingDir).toBe("'/app'");
  });

  test('has ports with names and protocols, but for the one that the server says', () => {
    const ports = [
      { containerPort: 80, name: 'http', protocol: 'TCP' },
      { containerPort: 53, protocol: 'UDP' },
      { containerPort: 99, protocol: 'SCTP' },
      { name: 'none' },
      { containerPort: 8000 },
    ];

    expect(sources(portsOf({ ports }, 8000))).toEqual({
      ports:
        "[{ number: 80, name: 'http' }, { number: 53, protocol: kplus.Protocol.UDP }, { number: 99, protocol: kplus.Protocol.SCTP }]",
    });
    expect(portsOf({ ports: [{ containerPort: 8000 }] }, 8000)).toEqual({});
  });

  test.each<[string, PlainObject, string]>([
    ['a value', { value: 'x' }, "kplus.EnvValue.fromValue('x')"],
    ['an empty value', { value: '' }, "kplus.EnvValue.fromValue('')"],
    [
      'a Secret',
      { valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      "kplus.EnvValue.fromSecretValue({ secret: kplus.Secret.fromSecretName(chart, 'llm-main-B', 's'), key: 'k' })",
    ],
    [
      'a ConfigMap',
      { valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } },
      "kplus.EnvValue.fromConfigMap(kplus.ConfigMap.fromConfigMapName(chart, 'llm-main-B', 'c'), 'k')",
    ],
    ...[
      ['metadata.name', 'POD_NAME'],
      ['metadata.namespace', 'POD_NAMESPACE'],
      ['metadata.uid', 'POD_UID'],
      ['status.podIP', 'POD_IP'],
      ['status.podIPs', 'POD_IPS'],
      ['spec.nodeName', 'NODE_NAME'],
      ['status.hostIP', 'NODE_IP'],
      ['spec.serviceAccountName', 'SERVICE_ACCOUNT_NAME'],
    ].map(([fieldPath, name]): [string, PlainObject, string] => [
      fieldPath,
      { valueFrom: { fieldRef: { fieldPath } } },
      `kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.${name})`,
    ]),
  ])('has a variable of %s after another one', (_, variable, source) => {
    const { envVariables } = inContainer({
      env: [
        { name: 'A', value: '1' },
        { name: 'B', ...variable },
      ],
    });

    expect(envVariables).toBe(`{ A: kplus.EnvValue.fromValue('1'), B: ${source} }`);
  });

  test.each<[string, PlainObject]>([
    ['a Secret that may be missing', { secretKeyRef: { name: 's', key: 'k', optional: true } }],
    ['a ConfigMap that may be missing', { configMapKeyRef: { name: 'c', key: 'k', optional: false } }],
    ['another field', { fieldRef: { fieldPath: "metadata.labels['a']" } }],
    ['an amount', { resourceFieldRef: { resource: 'limits.cpu' } }],
  ])('leaves a variable of %s to a patch', (_, valueFrom) => {
    expect(
      inContainer({
        env: [
          { name: 'A', value: '1' },
          { name: 'B', valueFrom },
        ],
      }).envVariables,
    ).toBe("{ A: kplus.EnvValue.fromValue('1') }");
  });

  test('has keys of Secrets by themselves where they come first, two of them as well', () => {
    const secret = (name: string) => ({ name, valueFrom: { secretKeyRef: { name: `of-${name}`, key: 'k' } } });

    expect(inContainer({ env: [secret('A'), secret('B')] })).toEqual({
      name: "'main'",
      secretEnv: "{ A: SecretKey.fromName('of-A', 'k'), B: SecretKey.fromName('of-B', 'k') }",
    });
    expect(Object.keys(inContainer({ env: [secret('A'), { name: 'V', value: '' }, secret('B')] }))).toEqual([
      'name',
      'secretEnv',
      'envVariables',
    ]);
    expect(Object.keys(inContainer({ env: [{ name: 'V', value: '' }, secret('B')] }))).toEqual([
      'name',
      'envVariables',
    ]);
  });

  test.each<[string, PlainObject, string]>([
    ['a request', { httpGet: { path: '/live', port: 80 } }, "kplus.Probe.fromHttpGet('/live', { port: 80"],
    [
      'a request without a path, at the second named port',
      { httpGet: { port: 'metrics' } },
      "kplus.Probe.fromHttpGet('/', { port: 9090",
    ],
    ['a connection', { tcpSocket: { port: 'http' } }, 'kplus.Probe.fromTcpSocket({ port: 8000'],
    ['a program', { exec: { command: ['a', 'b'] } }, "kplus.Probe.fromCommand(['a', 'b'], {"],
  ])('has probes of %s', (_, asked, begin) => {
    const ports = [
      { containerPort: 8000, name: 'http' },
      { containerPort: 9090, name: 'metrics' },
    ];
    const times = {
      initialDelaySeconds: 1,
      periodSeconds: 2,
      timeoutSeconds: 3,
      failureThreshold: 4,
      successThreshold: 5,
    };
    const all =
      'initialDelaySeconds: Duration.seconds(1), periodSeconds: Duration.seconds(2), timeoutSeconds: Duration.seconds(3), failureThreshold: 4, successThreshold: 5 })';

    const { readiness, liveness, startup } = inContainer({
      ports,
      readinessProbe: { ...asked, ...times },
      startupProbe: asked,
    });

    expect([readiness.startsWith(begin), readiness.endsWith(all)]).toEqual([true, true]);
    expect([startup.startsWith(begin), startup.includes('Seconds'), liveness]).toEqual([true, false, undefined]);
  });

  test('leaves out the numbers of a probe that are the default or no time', () => {
    const probe = { tcpSocket: { port: 1 }, initialDelaySeconds: 0, periodSeconds: -1, successThreshold: 1 };

    expect(inContainer({ livenessProbe: probe })).toEqual({
      name: "'main'",
      liveness: 'kplus.Probe.fromTcpSocket({ port: 1 })',
    });
    expect(
      inContainer({ livenessProbe: { tcpSocket: { port: 'nobody' } }, startupProbe: { grpc: { port: 1 } } }),
    ).toEqual({ name: "'main'" });
  });
});

describe('volumes', () => {
  const given = { name: 'v' };

  test.each<[string, PlainObject, string]>([
    ['the disk of the node', { emptyDir: {} }, "kplus.Volume.fromEmptyDir(chart, 'llm-volume-v', 'v')"],
    [
      'so many gibibytes',
      { emptyDir: { sizeLimit: '20Gi' } },
      "kplus.Volume.fromEmptyDir(chart, 'llm-volume-v', 'v', { sizeLimit: Size.gibibytes(20) })",
    ],
    [
      'so many mebibytes of memory',
      { emptyDir: { medium: 'Memory', sizeLimit: '512Mi' } },
      "kplus.Volume.fromEmptyDir(chart, 'llm-volume-v', 'v', { medium: kplus.EmptyDirMedium.MEMORY, sizeLimit: Size.mebibytes(512) })",
    ],
    ['another unit', { emptyDir: { sizeLimit: '1Ti' } }, "kplus.Volume.fromEmptyDir(chart, 'llm-volume-v', 'v')"],
    ['no size', { emptyDir: { sizeLimit: '0Gi' } }, "kplus.Volume.fromEmptyDir(chart, 'llm-volume-v', 'v')"],
    [
      'a claim',
      { persistentVolumeClaim: { claimName: 'c' } },
      "kplus.Volume.fromPersistentVolumeClaim(chart, 'llm-volume-v', kplus.PersistentVolumeClaim.fromClaimName(chart, 'llm-volume-v-claim', 'c'), { name: 'v' })",
    ],
    [
      'a claim to read',
      { persistentVolumeClaim: { claimName: 'c', readOnly: true } },
      "kplus.Volume.fromPersistentVolumeClaim(chart, 'llm-volume-v', kplus.PersistentVolumeClaim.fromClaimName(chart, 'llm-volume-v-claim', 'c'), { name: 'v', readOnly: true })",
    ],
    [
      'a ConfigMap with two files',
      {
        configMap: {
          name: 'c',
          defaultMode: 256,
          items: [
            { key: 'a', path: 'x' },
            { key: 'b', path: 'y', mode: 384 },
          ],
        },
      },
      "kplus.Volume.fromConfigMap(chart, 'llm-volume-v', kplus.ConfigMap.fromConfigMapName(chart, 'llm-volume-v-map', 'c'), { name: 'v', defaultMode: 256, items: { a: { path: 'x' }, b: { path: 'y', mode: 384 } } })",
    ],
    [
      'a Secret that may be missing',
      { secret: { secretName: 's', optional: true } },
      "kplus.Volume.fromSecret(chart, 'llm-volume-v', kplus.Secret.fromSecretName(chart, 'llm-volume-v-secret', 's'), { name: 'v', optional: true })",
    ],
    [
      'a folder of the node',
      { hostPath: { path: '/models' } },
      "kplus.Volume.fromHostPath(chart, 'llm-volume-v', 'v', { path: '/models' })",
    ],
  ])('of %s', (_, source, expected) => {
    const { volumes } = volumesIn({
      volumes: [
        { name: 'other', emptyDir: {} },
        { ...given, ...source },
      ],
    });

    expect(sources({ made: volumes.of('v')!.value! }).made).toBe(expected);
  });

  test('that two containers mount are one variable, and two volumes are two', () => {
    const { volumes, taken } = volumesIn({
      volumes: [
        { name: 'a', emptyDir: {} },
        { name: 'b', emptyDir: {} },
        { name: 'c', nfs: { server: 's', path: '/' } },
      ],
    });

    const found = ['a', 'b', 'a', 'c', 'none'].map(name => volumes.of(name));

    expect(found.map(each => each?.name)).toEqual(['llmA', 'llmB', 'llmA', undefined, undefined]);
    expect(found[2]).toBe(found[0]);
    expect(taken).toEqual(['llmA', 'llmB']);
  });

  test('are mounted at their paths, but for the one that is shared memory', () => {
    const spec = {
      volumes: [
        { name: 'a', emptyDir: {} },
        { name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: '8Gi' } },
      ],
    };
    const container = {
      ...MAIN,
      volumeMounts: [
        { name: 'a', mountPath: '/a', subPath: 'x', readOnly: true },
        { name: 'shm', mountPath: '/dev/shm' },
        { name: 'a', mountPath: '/b', readOnly: false },
      ],
    };
    const { volumes } = volumesIn(spec);

    const shared = sharedMemoryOf(container, spec);

    expect(shared).toEqual({ volume: 'shm', size: '8Gi' });
    expect(sources(containerProps('llm', container, volumes, shared)).volumeMounts).toBe(
      "[{ path: '/a', volume: llmA, subPath: 'x', readOnly: true }, { path: '/b', volume: llmA }]",
    );
    expect(sharedMemoryOf(container, { volumes: [{ name: 'shm', emptyDir: {} }] })).toBeUndefined();
    expect(sharedMemoryOf({ volumeMounts: [{ name: 'shm', mountPath: '/shm' }] }, spec)).toBeUndefined();
  });
});

describe('a pod', () => {
  test('has sidecars, init containers and containers beside the main one, two of each', () => {
    const named = (name: string, more: PlainObject = {}) => ({
      name,
      image: `${name}:1`,
      command: [name],
      args: ['-v'],
      ports: [{ containerPort: 1 }],
      ...more,
    });
    const spec = {
      containers: [named('before'), MAIN, named('after')],
      initContainers: [
        named('proxy', { restartPolicy: 'Always' }),
        named('load'),
        named('log', { restartPolicy: 'Always' }),
        named('check', { restartPolicy: 'Never' }),
      ],
    };
    const namesOf = (list: Expression) => (list as readonly Fields[]).map(({ name }) => name);

    const { sidecars, initContainers, containers } = podProps('llm', { spec }, MAIN, volumesIn({}).volumes);

    expect([namesOf(sidecars), namesOf(initContainers), namesOf(containers)]).toEqual([
      ['proxy', 'log'],
      ['load', 'check'],
      ['before', 'after'],
    ]);
    expect(otherContainer('llm', named('x'), volumesIn({}).volumes)).toEqual({
      image: 'x:1',
      command: ['x'],
      args: ['-v'],
      ports: [{ number: 1 }],
      name: 'x',
    });
  });

  test('has what the scheduler, the kubelet and the API server read', () => {
    const tolerations = [
      { key: 'gpu', operator: 'Exists', effect: 'NoSchedule' },
      { key: 'team', operator: 'Equal', value: 'ml' },
      { key: 'x', value: 'y', effect: 'NoExecute', tolerationSeconds: 60 },
      { operator: 'Exists' },
    ];

    expect(
      inPod({
        tolerations,
        nodeSelector: { a: '1', b: '2' },
        serviceAccountName: 'runner',
        serviceAccount: 'older',
        imagePullSecrets: [{ name: 'one' }, {}, { name: 'two' }],
        terminationGracePeriodSeconds: 90,
        priorityClassName: 'high',
        runtimeClassName: 'nvidia',
        schedulerName: 'volcano',
        hostNetwork: true,
      }),
    ).toEqual({
      tolerations:
        "[{ key: 'gpu', effect: 'NoSchedule' }, { key: 'team', value: 'ml' }, { key: 'x', value: 'y', effect: 'NoExecute', duration: Duration.seconds(60) }, {}]",
      nodeLabels: "{ a: '1', b: '2' }",
      serviceAccount: "kplus.ServiceAccount.fromServiceAccountName(chart, 'llm-account', 'runner')",
      imagePullSecretNames: "['one', 'two']",
      terminationGracePeriod: 'Duration.seconds(90)',
      priorityClassName: "'high'",
      runtimeClassName: "'nvidia'",
      schedulerName: "'volcano'",
      hostNetwork: 'true',
    });
  });

  test('has none of what it does not say, or says as the default', () => {
    expect(
      inPod({
        hostNetwork: false,
        terminationGracePeriodSeconds: 0,
        nodeSelector: {},
        tolerations: [],
        imagePullSecrets: [],
      }),
    ).toEqual({});
    expect(inPod({ serviceAccount: 'older' }).serviceAccount).toContain("'older'");
  });

  test('has labels but for those of its selector, and annotations', () => {
    const metadata = { labels: { app: 'llm', team: 'ml', tier: 'x' }, annotations: { note: 'n' } };

    expect(inPod({}, metadata, { app: 'llm', tier: 'x' }).podMetadata).toBe(
      "{ labels: { team: 'ml' }, annotations: { note: 'n' } }",
    );
    expect(inPod({}, { labels: { app: 'llm' } }, { app: 'llm' })).toEqual({});
    expect(inPod({}, { annotations: { note: 'n' } }).podMetadata).toBe("{ annotations: { note: 'n' } }");
  });

  test('has shared memory of the size that its volume says, and none without a size', () => {
    const main: PlainObject = { ...MAIN, volumeMounts: [{ name: 'shm', mountPath: '/dev/shm' }] };
    const shared = (emptyDir: PlainObject) =>
      sources(
        podProps(
          'llm',
          { spec: { containers: [main], volumes: [{ name: 'shm', emptyDir }] } },
          main,
          volumesIn({}).volumes,
        ),
      );

    expect(shared({ medium: 'Memory', sizeLimit: '16Gi' })).toEqual({ sharedMemory: "SharedMemory.of('16Gi')" });
    expect(shared({ medium: 'Memory' })).toEqual({});
  });
});
