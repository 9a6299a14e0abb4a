import { App, Chart, Duration, Lazy, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { renderProblem } from '../../src/base/errors/invalid-input';
import { checkGivenArguments, checkGiven, checkProps } from '../../src/given/given';
import { Accelerator, Capacity, Locality, Memory, Target, Workload } from '../../src/index';
import { chartIn } from '../pod/carrier';

const RTTI: unique symbol = Symbol.for('jsii.rtti');

const told = (problems: readonly Parameters<typeof renderProblem>[0][]) => problems.map(problem => `${renderProblem(problem)} | ${problem.help}`);

/** Props of a group that is well but for what is given. */
const group = (props: object) => told(checkProps('LeaderWorkerGroup', { size: 2, ...props }));

describe('what README\'s loop let through in silence', () => {
  test.each<[string, object, string]>([
    ['a quantity for Memory', { container: { memory: '900Gi' } },
      'container.memory: Invalid value: "900Gi": expected Memory | use Memory.of("900Gi"), Memory.fromSize(…) or Memory.derived(…)'],
    ['a word for a class', { capacity: 'spot' },
      'capacity: Invalid value: "spot": expected Capacity | use Capacity.spot(…), Capacity.onDemand(), Capacity.spotKarpenter(), Capacity.spotEks(), Capacity.spotGke() or Capacity.spotAks()'],
    ['text in envVariables', { container: { envVariables: { LOG_LEVEL: 'debug' } } },
      'container.envVariables[LOG_LEVEL]: Invalid value: "debug": expected EnvValue of cdk8s-plus-28 | use EnvValue.fromValue(…), '],
    ['resources as in a manifest', { container: { resources: { limits: { memory: '1Gi' } } } },
      'container.resources.limits: Forbidden: unknown property | say it by resource: memory.limit, cpu.limit; '],
    ['replicas of a group', { replicas: 3 }, 'replicas: Forbidden: unknown property | use groups, which a LeaderWorkerSet calls replicas; '],
    ['a rendezvous by its name', { rendezvous: 'torchrun' }, 'rendezvous: Invalid value: "torchrun": expected Rendezvous | use Rendezvous.torchrun(…), '],
  ])('%s', (_, props, expected) => {
    const [problem, ...others] = group(props);
    expect(problem.startsWith(expected)).toBe(true);
    expect(others).toEqual([]);
  });
});

test.each([
  ['a\0b', 'has a null character, which ends a text'],
  ['a\ud800b', 'has half of a character (a lone surrogate)'],
  ['http://[object Object]:8000', '[object Object] is what JavaScript makes of an object inside a text'],
])('%j is no text', (name, detail) => {
  const [problem, ...others] = checkProps('LeaderWorkerGroup', { size: 2, name });
  expect([problem.field, problem.detail, others]).toEqual(['name', detail, []]);
});

describe('what users of other tools call things', () => {
  test.each<[string, string, string]>([
    ['LeaderWorkerGroupProps', 'grups', 'use groups'],
    ['LeaderWorkerGroupProps', 'nodes', 'use size'],
    ['LeaderWorkerGroupProps', 'tensorParallelSize', 'set tensorParallel in InferenceEngine.vllm(…), the value of engine'],
    ['LeaderWorkerGroupProps', 'tensor_parallel_size', 'set tensorParallel in InferenceEngine.vllm(…), the value of engine'],
    ['LeaderWorkerGroupProps', 'image', 'use container.image'],
    ['LeaderWorkerGroupProps', 'env', 'use container.envVariables'],
    ['LeaderWorkerGroupProps', 'gpus', 'use accelerator'],
    ['LeaderWorkerGroupProps', 'limits', 'use container.resources'],
    ['LeaderWorkerGroupProps', 'nodeSelector', 'use nodeLabels'],
    ['LeaderWorkerGroupProps', 'node_labels', 'use nodeLabels'],
    ['LeaderWorkerGroupProps', 'topologyKey', 'set topologyKey in Placement.'],
    ['LeaderWorkerGroupProps', 'minReplicas', 'leave it out and point a HorizontalPodAutoscaler at the group itself'],
    ['LeaderWorkerGroupProps', 'volumeClaimTemplates', 'use claims'],
    ['VllmOptions', 'tp', 'use tensorParallel'],
    ['VllmOptions', 'model_name', 'use model'],
    ['VllmOptions', 'max_model_len', 'use maxModelLength'],
    ['VllmOptions', 'max-model-len', 'use maxModelLength'],
    ['LeaderWorkerGroupProps', 'node-labels', 'use nodeLabels'],
    ['VllmOptions', 'enforceEager', 'if vLLM has such a flag, put it into args: --enforce-eager'],
    ['Parallelism', 'tensorParallelSize', 'use tensor'],
    ['IndexedTrainingJobProps', 'replicas', 'use workers'],
    ['IndexedTrainingJobProps', 'parallelism', 'use workers'],
    ['IndexedTrainingJobProps', 'completions', 'use workers'],
    ['IndexedTrainingJobProps', 'nnodes', 'use workers'],
    ['IndexedTrainingJobProps', 'nprocPerNode', 'use processesPerPod'],
    ['IndexedTrainingJobProps', 'backoffLimit', 'use restarts'],
    ['IndexedTrainingJobProps', 'ttlSecondsAfterFinished', 'use ttlAfterFinished'],
    ['CheckpointOptions', 'interval', 'leave it out: how often the program saves is its own affair; '],
    ['GpuInferenceDeploymentProps', 'minReplicas', 'use autoscaling.minReplicas'],
    ['GpuInferenceDeploymentProps', 'max_replicas', 'use autoscaling.maxReplicas'],
    ['GpuInferenceDeploymentProps', 'gpu', 'use accelerator'],
    ['ZonePartitionedStatefulSetProps', 'replicas', 'use zones, where each zone has its own replicas'],
    ['TargetProps', 'kubernetesVersion', 'use kubernetes'],
    ['ServingPort', 'containerPort', 'use targetPort'],
    ['kplus.VolumeMount', 'mountPath', 'use path'],
    ['kplus.ContainerProps', 'livenessProbe', 'use liveness'],
    ['Parallelism', 'colour', 'the properties are tensor, pipeline, data'],
  ])('%s.%s', (struct, name, help) => {
    const problems = checkGiven(struct, { [name]: 1 }, 'props').filter(problem => problem.field === name);
    expect(problems).toMatchObject([{ reason: 'Forbidden', detail: 'unknown property' }]);
    expect(problems[0].help!.startsWith(help)).toBe(true);
  });
});

describe('all mistakes at once, each at its path', () => {
  test('in structs, lists and maps', () => {
    expect(checkProps('LeaderWorkerGroup', {
      size: '2',
      groups: NaN,
      isolate: 'true',
      leader: { args: ['--a', 3], ports: [{ number: '80' }] },
      sidecars: [{ image: 'x' }, null, { name: 'y' }],
      nodeLabels: { a: 1, b: null, c: undefined },
      metadata: { labels: { a: true }, finalizers: 'x' },
      prefer: 'SameZon',
      tolerations: { key: 'x' },
    }).map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
      'groups: Invalid value', 'size: Invalid value', 'leader.ports[0].number: Invalid value', 'leader.args[1]: Invalid value', 'prefer: Unsupported value',
      'sidecars[1]: Invalid value', 'sidecars[2].image: Required value', 'nodeLabels[a]: Invalid value', 'nodeLabels[b]: Invalid value',
      'nodeLabels[c]: Invalid value', 'tolerations: Invalid value', 'isolate: Invalid value', 'metadata.labels[a]: Invalid value',
      'metadata.finalizers: Invalid value',
    ]);
  });

  test('each has a help', () => {
    const problems = checkProps('LeaderWorkerGroup', { size: null, groups: {}, isolate: 1, sidecars: [3, undefined], nodeLabels: 'a', prefer: 3, capacity: {}, foo: 1, serviceAccount: {} });
    expect(problems).toHaveLength(10);
    expect(problems.filter(({ help }) => !help)).toEqual([]);
  });

  test('a required property under another name is one mistake', () => {
    expect(told(checkProps('LeaderWorkerGroup', { sizes: 2 }))).toEqual(['sizes: Forbidden: unknown property | use size']);
  });

  test('of very many unknown properties the first 40 are told, and how many more there are', () => {
    const odd = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`qqq${index}zzz`, 1]));
    const unknown = (count: number) => checkProps('LeaderWorkerGroup', { size: 2, ...odd(count) }).filter(({ detail }) => detail?.includes('unknown'));
    expect(unknown(40)).toHaveLength(40);
    expect(unknown(43)).toHaveLength(41);
    expect(unknown(43).at(-1)!.detail).toBe('3 more of its properties are unknown');
  });

  test('another version is no misspelling of the one that was meant', () => {
    const refusalOf = (kubernetes: unknown) => {
      try {
        Target.define(new Chart(new App(), 'c'), { kubernetes } as object);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusalOf('v1.36')).toContain('use KubernetesVersion.V1_36');
    expect(refusalOf('v1.63')).toContain('use one of KubernetesVersion.V1_33');
    expect(refusalOf('V1_46')).toContain('use one of KubernetesVersion.V1_33');
  });

  test('numbers and booleans in quotes, and text without', () => {
    expect(group({ size: '2' })).toEqual(['size: Invalid value: "2": expected a number | write 2 without quotes']);
    expect(group({ isolate: 'false' })).toEqual(['isolate: Invalid value: "false": expected true or false | write false without quotes']);
    expect(group({ name: 3 })).toEqual(['name: Invalid value: 3: expected text | put it in quotes: "3"']);
    expect(group({ name: true })).toEqual(['name: Invalid value: true: expected text | put it in quotes: "true"']);
    expect(group({ container: { command: 'torchrun train.py' } })).toEqual([
      'container.command: Invalid value: "torchrun train.py": expected a list of text | give a list with an element for each word',
    ]);
    expect(group({ terminationGracePeriod: 30 })[0]).toContain('use Duration.seconds(30), ');
  });

  test('a value that may be a secret is not printed', () => {
    expect(group({ container: { envVariables: { HF_TOKEN: 'hf_abc' } } }).join()).not.toContain('hf_abc');
    expect(group({ container: { secretEnv: { PASSWORD: 'hunter2' } } }).join()).not.toContain('hunter2');
  });
});

describe('arguments', () => {
  test.each<[string, string, unknown[], string[]]>([
    ['Accelerator', 'nvidia', ['8'], ['Accelerator.nvidia(count): Invalid value: "8": expected a number | write 8 without quotes']],
    ['Accelerator', 'nvidia', [], ['Accelerator.nvidia(count): Required value: expected a number | give a number']],
    ['Accelerator', 'nvidia', [8, { nodeLables: {} }], ['Accelerator.nvidia(nodeLables): Forbidden: unknown property | use nodeLabels']],
    ['Capacity', 'spot', [], [
      'Capacity.spot(nodeLabels): Required value: labels that such nodes carry | set it: for each name give text',
      'Capacity.spot(notice): Required value: how long a pod has between the stop signal and the end of its node, in whole seconds | set it: use Duration.millis(…), Duration.seconds(…), Duration.minutes(…), Duration.hours(…), Duration.days(…) or Duration.parse(…)',
    ]],
    ['Capacity', 'spot', [null], ['Capacity.spot(options): Invalid value: null: expected an object (SpotOptions) | null is no value: leave it out, or give one']],
    ['DeviceRequest', 'firstAvailable', [[null]], ['DeviceRequest.firstAvailable(alternatives[0]): Invalid value: null: is no entry of a list | leave the entry out, or give it a value; is an environment variable not set?']],
    ['LeaderWorkerGroup', '#group', ['1'], ['group(index): Invalid value: "1": expected a number | write 1 without quotes']],
    ['LeaderWorkerGroup', '#addService', ['Api', { ports: [{ port: '80' }] }], ['addService(ports[0].port): Invalid value: "80": expected a number | write 80 without quotes']],
    ['DeviceRequest', 'nvidia', [], []],
    ['Rendezvous', 'torchrun', [undefined], []],
  ])('%s %s(%j)', (owner, member, given, expected) => {
    expect(told(checkGivenArguments(`${owner}${member.startsWith('#') ? '' : '.'}${member}`, given))).toEqual(expected);
  });

  test('no props at all: what is required of them', () => {
    expect(told(checkProps('LeaderWorkerGroup', undefined))).toEqual(['size: Required value: pods in a group, the leader included | set it: give a number']);
    expect(told(checkProps('LocalityService', undefined))).toEqual(['props: Required value: expected an object (LocalityServiceProps) | give an object with name, metadata, target, selector, port, targetPort, …']);
    expect(told(checkProps('LeaderWorkerGroup', 'x'))[0]).toMatch(/^props: Invalid value: "x": expected an object/);
  });
});

describe('what is well, though no compiler has seen it', () => {
  const fine = (props: object) => expect(group(props)).toEqual([]);

  test('properties that are undefined are absent, also unknown ones', () => {
    fine({ groups: undefined, foo: undefined, container: undefined });
  });

  test('text, lists, enums and structs of cdk8s and cdk8s-plus-28', () => {
    fine({
      prefer: Locality.SAME_ZONE,
      accelerator: Accelerator.nvidia(8),
      container: {
        image: 'x',
        memory: Memory.of('1Gi'),
        command: Object.freeze(['a']),
        resources: { cpu: { limit: kplus.Cpu.units(1) }, memory: { request: Size.gibibytes(1) } },
        liveness: kplus.Probe.fromCommand(['true']),
        envVariables: { A: kplus.EnvValue.fromValue('b') },
        envFrom: [new kplus.EnvFrom()],
        securityContext: { capabilities: { add: [kplus.Capability.IPC_LOCK] } },
      },
      terminationGracePeriod: Duration.seconds(30),
      metadata: { labels: { a: 'b' }, generateName: 'x-' },
      volumes: [kplus.Volume.fromEmptyDir(chartIn(), 'Scratch', 'scratch')],
    });
  });

  test('a class of another copy of a library, by the mark of jsii or by its name; subclasses', () => {
    const copy = { EnvValue: class EnvValue { public readonly value = 'b'; } };
    class Mangled { public static readonly [RTTI] = { fqn: 'cdk8s-plus-28.EnvValue' }; }
    class Mine extends copy.EnvValue {}
    for (const value of [new copy.EnvValue(), new Mangled(), new Mine(), new (class extends Mangled {})()]) {
      fine({ container: { envVariables: { A: value } } });
    }
    class Other { public static readonly [RTTI] = { fqn: 'cdk8s-plus-28.Probe' }; }
    for (const value of [new Other(), new (class Other2 {})(), { value: 'b' }, Object.create(null)]) {
      expect(group({ container: { envVariables: { A: value } } })).toHaveLength(1);
    }
  });

  test('text that cdk8s makes at synth', () => {
    fine({ container: { image: Lazy.any({ produce: () => 'x' }), args: [Lazy.any({ produce: () => 'y' })] } });
  });

  test('an instance of a class as a struct: its own members are nobody\'s mistake, its properties are read through its getters', () => {
    class Base {
      public readonly secretState = 1;
      public get size() { return 2; }
      public describe() { return 'x'; }
    }
    class Bad {
      public get size() { return 'two'; }
    }
    expect(checkProps('LeaderWorkerGroup', new Base())).toEqual([]);
    expect(told(checkProps('LeaderWorkerGroup', new Bad()))).toEqual(['size: Invalid value: "two": expected a number | give a number']);
  });

  test('an object without a prototype, and one of another realm', () => {
    expect(checkProps('LeaderWorkerGroup', Object.assign(Object.create(null) as object, { size: 2 }))).toEqual([]);
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    expect(checkProps('LeaderWorkerGroup', (require('vm') as typeof import('vm')).runInNewContext('({ size: 2, args: undefined, sidecars: [], nodeLabels: {} })'))).toEqual([]);
  });

  test('an interface by its members, as other languages give it', () => {
    const chart = chartIn();
    const claim = { name: 'data', apiVersion: 'v1', kind: 'PersistentVolumeClaim', apiGroup: '', resourceType: 'persistentvolumeclaims', node: chart.node };
    expect(checkGivenArguments('Checkpoint.onClaim', [claim, '/x'])).toEqual([]);
    expect(checkGivenArguments('Checkpoint.onClaim', [kplus.PersistentVolumeClaim.fromClaimName(chart, 'Data', 'data'), '/x'])).toEqual([]);
    expect(told(checkGivenArguments('Checkpoint.onClaim', ['data', '/x']))[0]).toContain('use Checkpoint.onClaimName(…)');
  });

  test.each([
    ['nothing', undefined],
    ['text', 'vllm'],
    ['an object', {}],
  ])('an interface whose member is %s, and no instance of its class', (_, workload) => {
    expect(told(checkProps('EngineMonitor', { workload: { workload } }))).toEqual([expect.stringContaining('give a pattern, or Workload.of(…)')]);
    expect(checkProps('EngineMonitor', { workload: { workload: Workload.named({ name: 'a', podLabels: { app: 'a' } }) } })).toEqual([]);
  });

  test('any construct where a construct is expected', () => {
    expect(checkGiven('constructs.Construct', new Construct(chartIn(), 'Below'), 'scope')).toEqual([]);
    expect(checkGiven('constructs.IConstruct', chartIn().node.root, 'scope')).toEqual([]);
    expect(checkGiven('Capacity', Capacity.onDemand(), 'capacity')).toEqual([]);
  });
});
