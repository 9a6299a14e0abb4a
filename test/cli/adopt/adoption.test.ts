import { GROUPS, SERVER, SERVICE_OF_SERVER, TRAINING } from './manifests';
import { adopt, Adoption } from '../../../src/cli/adopt/adoption';
import { Call, Expression, sourceOf } from '../../../src/cli/adopt/expression';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { readFile } from '../../../src/lint/input/documents';

/** What becomes of manifests. */
function adoptionOf(...texts: readonly string[]): Adoption {
  const { objects } = readFile('app.yaml', Buffer.from(texts.join('---\n')));
  return adopt(
    objects.map(({ body, origin }) => new Manifest(body, origin, DEFAULT_CLUSTER)),
    DEFAULT_CLUSTER,
  );
}

type Props = { readonly [key: string]: Expression };

const constructs = ({ adopted }: Adoption) =>
  adopted.map(({ proposal: { construct, id }, objects }) => [
    construct,
    id,
    ...objects.map(({ original }) => `${original.kind} ${original.namespace}/${original.name}`),
  ]);
const reasons = ({ kept }: Adoption) =>
  kept.map(({ original, reason }) => `${original.kind} ${original.name}: ${reason}`);
const propsOf = (adoption: Adoption, index = 0): Props => adoption.adopted[index].proposal.props;
const engineOf = (adoption: Adoption) => (propsOf(adoption).engine as Call).args![0] as Props;
const shown = (expression: Expression) => sourceOf(expression).replace(/\n\s*/g, ' ');

/** The server without what says a port or a model. */
const ARGS = / {8}args:\n(?: {8}- .*\n){4}/;
const PORTS = / {8}ports:\n.*\n.*\n/;
const PROBE = / {8}readinessProbe:\n(?: {10}.*\n){5}/;
const UNKNOWN = SERVER.replace('vllm/vllm-openai:v0.18.0', 'registry.example:5000/team/server:7')
  .replace(ARGS, '')
  .replace('NCCL_DEBUG', 'MODEL_ID')
  .replace('value: WARN', 'value: org/model');

const renamed = (text: string, from: string, to: string) =>
  text.replace(`name: ${from}\n`, `name: ${to}\n`).replaceAll(`app: ${from}`, `app: ${to}`);

describe('two workloads', () => {
  test('have their own Services, also where both stand in two namespaces', () => {
    const other = (text: string) => text.replace('namespace: ml', 'namespace: other');

    const adoption = adoptionOf(
      SERVER,
      SERVICE_OF_SERVER,
      renamed(SERVER, 'llama', 'qwen'),
      renamed(SERVICE_OF_SERVER, 'llama', 'qwen').replace('llama-svc', 'qwen-svc'),
      other(SERVER),
      other(SERVICE_OF_SERVER),
    );

    expect(constructs(adoption)).toEqual([
      ['GpuInferenceDeployment', 'llama', 'Deployment ml/llama', 'Service ml/llama-svc'],
      ['GpuInferenceDeployment', 'qwen', 'Deployment ml/qwen', 'Service ml/qwen-svc'],
      ['GpuInferenceDeployment', 'llama2', 'Deployment other/llama', 'Service other/llama-svc'],
    ]);
    expect([adoption.kept, adoption.differences]).toEqual([[], []]);
    expect([propsOf(adoption).name, propsOf(adoption, 2).name]).toEqual([undefined, 'llama']);
  });

  test('of two kinds have a construct each, and the rest has a reason', () => {
    const plain = SERVER.replaceAll('llama', 'web').replace(/ +nvidia.com\/gpu: 4\n/, '');
    const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c, namespace: ml }\n';

    const adoption = adoptionOf(GROUPS, TRAINING, plain, config);

    expect(constructs(adoption)).toEqual([
      ['LeaderWorkerGroup', 'deepseek', 'LeaderWorkerSet /deepseek'],
      ['IndexedTrainingJob', 'finetune-3', 'Job /finetune-3'],
    ]);
    expect(reasons(adoption)).toEqual([
      'Deployment web: no construct of this library is for it, or nothing in it asks for devices',
      'ConfigMap c: belongs to no workload that became a construct',
    ]);
    expect(adoption.kept.map(({ isWorkload }) => isWorkload)).toEqual([false, false]);
  });
});

describe('the Service of a server', () => {
  const service = (name: string, spec: string) =>
    `apiVersion: v1\nkind: Service\nmetadata: { name: ${name}, namespace: ml }\nspec: ${spec}\n`;
  const served = (...services: string[]) => propsOf(adoptionOf(SERVER, ...services)).service;

  test('is the one of its name, or the first of those that send to its port', () => {
    const [first, second] = ['one', 'llama'].map(name =>
      service(name, '{ selector: { app: llama }, ports: [{ port: 80, targetPort: 8000 }] }'),
    );

    expect(served(first, second)).toEqual({ ports: [{ name: 'http', port: 80, targetPort: 8000 }] });
    expect(served(first)).toMatchObject({ name: 'one' });
  });

  test('has all its ports, named by their places where they have no name', () => {
    const ports = '[{ port: 80, targetPort: api }, { port: 8000 }, { port: 9000, name: more, targetPort: 8000 }]';

    expect(served(service('llama', `{ selector: { app: llama }, ports: ${ports} }`))).toEqual({
      ports: [
        { name: 'http', port: 80, targetPort: 8000 },
        { name: 'port-1', port: 8000 },
        { name: 'more', port: 9000, targetPort: 8000 },
      ],
    });
  });

  test.each([
    ['sends elsewhere', '{ selector: { app: llama }, ports: [{ port: 80, targetPort: 9000 }] }'],
    ['selects more than its pods have', '{ selector: { app: llama, x: y }, ports: [{ port: 8000 }] }'],
    ['selects nothing', '{ ports: [{ port: 8000 }] }'],
  ])('is none that %s', (_, spec) => {
    expect(served(service('llama', spec))).toBeUndefined();
  });
});

describe('the budget of a server', () => {
  const budget = (name: string, spec: string) =>
    `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: ${name}, namespace: ml }\nspec: { selector: { matchLabels: { app: llama } }, ${spec} }\n`;

  test.each<[string, string, string | undefined]>([
    ['llama', 'maxUnavailable: 2', 'DisruptionBudget.atMost(2)'],
    ['llama', 'maxUnavailable: 1', 'DisruptionBudget.atMost(1)'],
    ['llama', 'maxUnavailable: 0', undefined],
    ['llama', 'minAvailable: 1', undefined],
    ['other', 'maxUnavailable: 2', 'DisruptionBudget.none()'],
  ])('of the name %s with %s', (name, spec, source) => {
    const { disruptionBudget } = propsOf(adoptionOf(SERVER, budget(name, spec)));

    expect(disruptionBudget && shown(disruptionBudget)).toBe(source);
  });
});

describe('a server that is described by its facts', () => {
  test.each<[string, string, number]>([
    [
      'its flag',
      SERVER.replace(':v0.18.0', ':latest').replace('--max-num-seqs\n        - "128"', '--port\n        - "9000"'),
      9000,
    ],
    [
      'its probe, before the first port',
      UNKNOWN.replace('port: api', 'port: 9001').replace('path: /health', 'path: /ready'),
      9001,
    ],
    ['its first port', UNKNOWN.replace(PROBE, '').replace('containerPort: 8000', 'containerPort: 9002'), 9002],
    ['its engine', SERVER.replace(':v0.18.0', ':latest').replace(PROBE, '').replace(PORTS, ''), 8000],
  ])('has the port of %s', (_, server, port) => {
    expect(engineOf(adoptionOf(server)).port).toBe(port);
  });

  test.each([
    ['vllm/vllm-openai:latest', 'latest'],
    ['registry.example:5000/team/server:7', '7'],
    ['registry.example:5000/team/server', 'latest'],
    [
      'registry.example/server@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      'sha256:0123456789ab',
    ],
    ['registry.example/server:7@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', '7'],
  ])('on %s is of version %s', (image, version) => {
    expect(engineOf(adoptionOf(UNKNOWN.replace('registry.example:5000/team/server:7', image)))).toMatchObject({
      version,
      image,
    });
  });

  test('has its model, name of its port, path of its probe and devices', () => {
    expect(engineOf(adoptionOf(UNKNOWN))).toEqual({
      name: 'vllm',
      version: '7',
      model: 'org/model',
      image: 'registry.example:5000/team/server:7',
      port: 8000,
      portName: 'api',
      healthPath: '/health',
      tensorParallel: 4,
    });
  });

  test.each(['MODEL_ID', 'MODEL_NAME', 'MODEL', 'HF_MODEL_ID'])('is told its model by %s', name => {
    expect(engineOf(adoptionOf(UNKNOWN.replace('MODEL_ID', name))).model).toBe('org/model');
  });

  test.each(['--model=m', '--model', '--model-id=m', '--model_path', '--model-name m', '--model-dir'])(
    'serves a model where its words have %s',
    word => {
      const told = UNKNOWN.replace('MODEL_ID', 'NOTHING').replace(
        '        env:\n',
        `        args: ["x", ${JSON.stringify(word)}]\n        env:\n`,
      );

      expect(engineOf(adoptionOf(told)).model).toBe('unknown');
      expect(reasons(adoptionOf(told.replace(word, `${word.replace('--model', '--modelling')}`)))).toEqual([
        'Deployment llama: nothing says that container vllm serves a model: no server that is known here, no model in its words or variables',
      ]);
    },
  );

  test('has the cut that its command proves, and else one over all devices', () => {
    const cut = (args: string, gpus: number) => {
      const server = SERVER.replace(':v0.18.0', ':latest')
        .replace('--tensor-parallel-size=4', args)
        .replace('gpu: 4', `gpu: ${gpus}`);
      const { tensorParallel, pipelineParallel, dataParallel } = engineOf(adoptionOf(server));
      return [tensorParallel, pipelineParallel, dataParallel];
    };

    expect(cut('--tensor-parallel-size=4\n        - --pipeline-parallel-size=2', 8)).toEqual([4, 2, undefined]);
    expect(cut('--data-parallel-size=2', 2)).toEqual([undefined, undefined, 2]);
    expect(cut('--tensor-parallel-size=2', 4)).toEqual([4, undefined, undefined]);
    expect(cut('--tensor-parallel-size=1', 1)).toEqual([undefined, undefined, undefined]);
  });

  test('is one of the library where the version is known and the command is plain', () => {
    const plain = adoptionOf(
      SERVER.replace('--max-num-seqs', '--max-model-len').replace(
        '"128"',
        '"4096"\n        - --gpu-memory-utilization=0.8\n        - --enable-foo',
      ),
    );

    expect(shown(propsOf(plain).engine)).toMatch(
      /^InferenceEngine\.vllm\(\{ version: '0\.18\.0', model: 'meta-llama\/Llama-3\.1-70B-Instruct', tensorParallel: 4, .*args: \[.*'--enable-foo'/,
    );
  });

  test.each([
    [
      'a script',
      SERVER.replace(ARGS, '        command: [sh, -c, "vllm serve m --tensor-parallel-size 4"]\n'),
      'vLLM is started by a script or told by something that is not in the manifest, so the engine is described by its facts',
    ],
    [
      'another number of devices',
      SERVER.replace('size=4', 'size=2'),
      'vLLM is cut over 2 devices and the container has 4, so the engine is described by its facts',
    ],
    [
      'one device',
      SERVER.replace('size=4', 'size=1'),
      'vLLM is cut over 1 device and the container has 4, so the engine is described by its facts',
    ],
  ])('says why: %s', (_, server, note) => {
    expect(adoptionOf(server).adopted[0].proposal.notes).toEqual([note]);
  });
});

describe('devices of a container', () => {
  test.each([
    ['nvidia.com/gpu', 'Accelerator.nvidia(4)'],
    ['amd.com/gpu', 'Accelerator.amd(4)'],
    ['habana.ai/gaudi', 'Accelerator.gaudi(4)'],
    ['aws.amazon.com/neuron', 'Accelerator.neuron(4)'],
  ])('%s', (resource, source) => {
    expect(shown(propsOf(adoptionOf(UNKNOWN.replace('nvidia.com/gpu: 4', `${resource}: 4`))).accelerator)).toBe(source);
  });

  test('of two kinds are no accelerator', () => {
    expect(
      reasons(adoptionOf(SERVER.replace('nvidia.com/gpu: 4', 'nvidia.com/gpu: 4\n            amd.com/gpu: 1'))),
    ).toEqual([
      'Deployment llama: container vllm asks for two kinds of devices, and an accelerator is one kind with a number',
    ]);
  });
});

describe('metadata', () => {
  test('of the workload and of its pods stay apart', () => {
    const server = SERVER.replace(
      '    app: llama\nspec',
      '    app: llama\n    tier: one\n  annotations: { note: whole }\nspec',
    ).replace('team: search', 'team: search\n      annotations: { note: pods }');

    const { metadata, podMetadata, podSelector } = propsOf(adoptionOf(server));

    expect([metadata, podMetadata, podSelector]).toEqual([
      { namespace: 'ml', labels: { app: 'llama', tier: 'one' }, annotations: { note: 'whole' } },
      { labels: { team: 'search' }, annotations: { note: 'pods' } },
      { app: 'llama' },
    ]);
  });

  test('is left out where there is none', () => {
    expect(propsOf(adoptionOf(TRAINING))).not.toHaveProperty('metadata');
  });
});

describe('groups', () => {
  test('have their number, size and both roles', () => {
    const { groups, size, restart, container, leader } = propsOf(adoptionOf(GROUPS)) as {
      readonly [key: string]: Props;
    };

    expect([groups, size, restart]).toEqual([2, 2, undefined]);
    expect([container.name, leader.name, (leader.ports as Props[])[0].number]).toEqual(['worker', 'leader', 8000]);
  });

  test.each<[string, string, string, Expression | undefined]>([
    ['replicas: 2', 'replicas: 1', 'groups', undefined],
    ['replicas: 2', 'replicas: 3', 'groups', 3],
    ['size: 2', 'size: 3', 'size', 3],
  ])('%s as %s', (from, to, property, value) => {
    expect(propsOf(adoptionOf(GROUPS.replace(from, to)))[property]).toEqual(value);
  });

  test('without a policy of restarts say so, and of one pod stay as they are', () => {
    expect(shown(propsOf(adoptionOf(GROUPS.replace('RecreateGroupOnPodRestart', 'None'))).restart)).toBe(
      'GroupRestart.none()',
    );
    expect(reasons(adoptionOf(GROUPS.replace('size: 2', 'size: 1')))).toEqual([
      'LeaderWorkerSet deepseek: it has no workers: groups of one pod are a Deployment or a StatefulSet',
    ]);
  });
});

describe('an Indexed Job', () => {
  test.each([
    ['a-b-c', 'a-b', 'c'],
    ['a-1', 'a', '1'],
  ])('%s is run of its last word', (name, stem, run) => {
    expect(
      propsOf(adoptionOf(TRAINING.replace('finetune-3', name).replace('subdomain: finetune', `subdomain: ${stem}`))),
    ).toMatchObject({ name: stem, runId: run, workers: 2 });
  });

  test.each([
    ['completions: 2', '', '2 of its unlimited indexes run at a time, so they do not train together'],
    ['parallelism: 2', 'parallelism: 3', '3 of its 2 indexes run at a time, so they do not train together'],
    ['parallelism: 2', '', '1 of its 2 indexes run at a time, so they do not train together'],
  ])('with %j as %j stays as it is', (from, to, reason) => {
    expect(reasons(adoptionOf(TRAINING.replace(from, to)))).toEqual([`Job finetune-3: ${reason}`]);
  });
});

describe('autoscalers', () => {
  const scaler = (name: string, target: string, more = '') =>
    'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\n' +
    `metadata: { name: ${name}, namespace: ml }\nspec:\n  minReplicas: 2\n  maxReplicas: 5\n  scaleTargetRef: { ${target} }\n${more}  metrics:\n  - type: Pods\n` +
    '    pods: { metric: { name: vllm_num_requests_waiting }, target: { type: AverageValue, averageValue: 8 } }\n';
  const scalers = (adoption: Adoption) =>
    adoption.adopted
      .filter(({ proposal }) => proposal.construct === 'WorkloadAutoscaler')
      .map(({ proposal: { id, props } }) => [id, (props.workload as { name: string }).name]);

  test('of two workloads are around their own', () => {
    const adoption = adoptionOf(
      SERVER,
      renamed(SERVER, 'llama', 'qwen'),
      scaler('of-qwen', 'apiVersion: apps/v1, kind: Deployment, name: qwen'),
      scaler('of-llama', 'apiVersion: apps/v1, kind: Deployment, name: llama'),
    );

    expect(scalers(adoption)).toEqual([
      ['of-llama', 'llama'],
      ['of-qwen', 'qwen'],
    ]);
    expect(propsOf(adoption, 1)).toMatchObject({ minReplicas: 2, maxReplicas: 5, queueDepth: 8 });
  });

  test.each([
    ['another group', 'apiVersion: argoproj.io/v1alpha1, kind: Deployment, name: llama'],
    ['another kind', 'apiVersion: apps/v1, kind: StatefulSet, name: llama'],
    ['another name', 'apiVersion: apps/v1, kind: Deployment, name: other'],
  ])('of %s are not around it', (_, target) => {
    expect(scalers(adoptionOf(SERVER, scaler('s', target)))).toEqual([]);
  });

  test('of another namespace are not around it', () => {
    expect(
      scalers(
        adoptionOf(
          SERVER,
          scaler('s', 'apiVersion: apps/v1, kind: Deployment, name: llama').replace(
            'namespace: ml',
            'namespace: other',
          ),
        ),
      ),
    ).toEqual([]);
  });

  const keda = (triggers: string, spec = '') =>
    'apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: { name: k, namespace: ml }\n' +
    `spec:\n  scaleTargetRef: { name: llama }\n${spec}  triggers:\n${triggers}`;
  const trigger = (metadata: string, more = '') =>
    `  - type: prometheus\n${more}    metadata: { serverAddress: "http://p.ns.svc:9090", ${metadata} }\n`;

  test('of KEDA have every query with its name, threshold and comparison', () => {
    const triggers =
      trigger('query: "sum(a)", threshold: "5", metricName: My_Metric') +
      trigger('query: "sum(b)", threshold: "0.5"', '    name: second\n    metricType: Value\n') +
      trigger('query: "c", threshold: "1"');

    const { series, minReplicas, maxReplicas } = propsOf(
      adoptionOf(SERVER, keda(triggers, '  minReplicaCount: 1\n')),
      1,
    );

    expect([minReplicas, maxReplicas]).toEqual([1, 100]);
    expect((series as readonly Call[]).map(({ args }) => args![0])).toEqual([
      { name: 'my-metric', query: 'sum(a)', perReplica: 5 },
      { name: 'second', query: 'sum(b)', atMost: 0.5 },
      { name: 'query-3', query: 'c', perReplica: 1 },
    ]);
  });

  test('of KEDA ask with what the trigger names', () => {
    const asked = trigger(
      'authModes: "bearer, tls", query: a, threshold: "1"',
      '    authenticationRef: { name: auth, kind: ClusterTriggerAuthentication }\n',
    );

    const { backend } = propsOf(
      adoptionOf(SERVER, keda(asked, '  minReplicaCount: 1\n  fallback: { failureThreshold: 3, replicas: 4 }\n')),
      1,
    );

    expect(shown(backend)).toContain(
      "serverAddress: 'http://p.ns.svc:9090', authentication: { name: 'auth', isClusterWide: true, modes: [PrometheusAuthenticationMode.BEARER, PrometheusAuthenticationMode.TLS] }, fallbackReplicas: 4",
    );
  });

  test.each([
    [
      'two servers',
      trigger('query: a, threshold: "1"') + trigger('query: b, threshold: "1"').replace('p.ns', 'q.ns'),
      'its triggers ask several servers or in several names, and a WorkloadAutoscaler asks one',
    ],
    [
      'a second trigger without a threshold',
      trigger('query: a, threshold: "1"') + trigger('query: b'),
      'trigger 2 has no query, no threshold, or is compared as AverageValue',
    ],
    [
      'a second trigger of another type',
      trigger('query: a, threshold: "1"') + '  - type: cron\n    metadata: {}\n',
      'it has a trigger of type cron, and WorkloadAutoscaler asks Prometheus',
    ],
    [
      'another way to show who asks',
      trigger('query: a, threshold: "1", authModes: "bearer,magic"', '    authenticationRef: { name: x }\n'),
      'it shows who asks by magic, which WorkloadAutoscaler has no word for',
    ],
  ])('of KEDA stay with %s', (_, triggers, reason) => {
    expect(reasons(adoptionOf(SERVER, keda(triggers, '  minReplicaCount: 1\n')))).toEqual([
      `ScaledObject k: ${reason}`,
    ]);
  });
});
