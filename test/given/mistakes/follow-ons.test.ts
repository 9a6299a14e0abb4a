import { App, Chart, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as library from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

const CONTAINER = { image: 'registry.example/train:1', cpu: '1', memory: library.Memory.of('1Gi') };

type Pattern = 'LeaderWorkerGroup' | 'IndexedTrainingJob' | 'ZonePartitionedStatefulSet' | 'GpuInferenceDeployment' | 'LocalityService' | 'ZonalDeployments';

/** Fields of all errors of an app with one pattern, given as no compiler would let it be. */
function errors(pattern: Pattern, props: object): string[] {
  const app = new App();
  library.Target.define(app, { zones: ['a', 'b'] });
  const make = library[pattern] as unknown as new (scope: Chart, id: string, props: object) => unknown;
  new make(new Chart(app, 'prod', { namespace: 'ml' }), 'Llm', props);
  return findingsOf(app).filter(each => each.id === 'AIW1001').map(each => each.field!);
}

const engine = (): library.InferenceEngine => library.InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 8 });

describe('a property under the name that another tool has for it is one mistake', () => {
  test.each<[string, Pattern, object, string[]]>([
    ['size', 'LeaderWorkerGroup', { groupSize: 2, container: CONTAINER }, ['groupSize']],
    ['the container of another level', 'LeaderWorkerGroup', { size: 1, image: 'x:1', memory: CONTAINER.memory }, ['image', 'memory']],
    ['the same where a container is required', 'IndexedTrainingJob', { workers: 2, image: 'x:1' }, ['image']],
    ['devices', 'LeaderWorkerGroup', { size: 1, gpus: 8, engine: engine(), container: { memory: CONTAINER.memory } }, ['gpus']],
    ['the engine', 'LeaderWorkerGroup', { size: 1, accelerator: library.Accelerator.nvidia(8), vllm: {} }, ['vllm']],
    ['what the engine takes', 'GpuInferenceDeployment', { accelerator: library.Accelerator.nvidia(8), tensorParallel: 8 }, ['tensorParallel']],
    ['size and path of a claim', 'LeaderWorkerGroup', { size: 1, container: CONTAINER, claims: [{ name: 'a', storage: '1Gi', path: '/a' }] }, ['claims[0].storage', 'claims[0].path']],
    ['number of a port', 'ZonePartitionedStatefulSet', { zones: [{ zone: 'a', replicas: 1 }], container: { ...CONTAINER, ports: [{ containerPort: 80 }] } }, ['container.ports[0].containerPort']],
    ['a mount as pods have it', 'LeaderWorkerGroup', { size: 1, container: { ...CONTAINER, volumeMounts: [{ name: 'a', mountPath: '/a' }] } }, ['container.volumeMounts[0].name', 'container.volumeMounts[0].mountPath']],
    ['zones', 'ZonePartitionedStatefulSet', { replicas: 3, container: { ...CONTAINER, portNumber: 80 } }, ['replicas']],
    ['a switch in quotes', 'LocalityService', { selector: { app: 'a' }, port: 80, prefer: library.Locality.SAME_NODE, strictNodeLocal: 'no' }, ['strictNodeLocal']],
  ])('%s', (_, pattern, props, fields) => {
    expect(errors(pattern, props)).toEqual(fields);
  });

  test('what was given under its own name as well is looked at', () => {
    expect(errors('LeaderWorkerGroup', { groupSize: 2, size: 0, container: CONTAINER })).toEqual(['groupSize', 'size']);
  });

  test('beside a property that is none, its neighbours are looked at', () => {
    expect(errors('LeaderWorkerGroup', { size: 1, container: CONTAINER, tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedul' }] }))
      .toEqual(['tolerations[0].operator', 'tolerations[0].effect']);
  });

  test('independent properties of the pods are told together', () => {
    const props = { registryMirror: 'a b', nodeLabels: { 'a b': 'x' }, priorityClassName: 'A_b', tolerations: [{ effect: 'No' }, { key: 'a b' }] };
    expect(errors('LeaderWorkerGroup', { size: 1, container: CONTAINER, ...props }))
      .toEqual(['nodeLabels', 'priorityClassName', 'registryMirror', 'tolerations[0].effect', 'tolerations[1].key']);
  });

  test('a method that was given one says it once', () => {
    const app = new App();
    library.Target.define(app, {});
    const group = new library.LeaderWorkerGroup(new Chart(app, 'prod', { namespace: 'ml' }), 'Llm', { size: 1, container: CONTAINER });
    group.addService('Extra', { port: 80 } as unknown as library.GroupServiceOptions);
    expect(findingsOf(app).filter(each => each.id === 'AIW1001').map(each => `${each.field} ${each.help}`)).toEqual(['addService(port) use ports[].port']);
  });
});

describe('text that cdk8s resolves at synth', () => {
  const late = (text: string): string => Lazy.any({ produce: () => text }) as string;

  test.each<[string, object]>([
    ['an image', { container: { ...CONTAINER, image: late('registry.example/train:1') } }],
    ['an argument', { container: { ...CONTAINER, args: [late('--x')] } }],
    ['a label of nodes', { container: CONTAINER, nodeLabels: { pool: late('a') } }],
    ['the name under which vLLM serves', {
      engine: library.InferenceEngine.vllm({ version: '0.18', model: 'a/b', servedModelName: late('b'), args: [late('--x')], image: late('vllm/vllm-openai:v0.18.0') }),
      accelerator: library.Accelerator.nvidia(1),
      container: { memory: library.Memory.of('16Gi') },
    }],
  ])('passes where nothing is made of it: %s', (_, props) => {
    expect(errors('LeaderWorkerGroup', { size: 1, ...props })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['the name', { name: late('llm') }, 'name'],
    ['a container', { container: { ...CONTAINER, name: late('main') } }, 'container.name'],
    ['a claim', { claims: [{ name: late('data'), size: '1Gi', mountPath: '/data' }] }, 'claims[0].name'],
    ['a port', { servingPorts: [{ port: 80, name: late('http') }] }, 'servingPorts[0].name'],
  ])('is refused where names are made of it: %s', (_, props, field) => {
    expect(errors('LeaderWorkerGroup', { size: 1, container: CONTAINER, ...props })).toEqual([field]);
  });
});

describe('a variable without a value', () => {
  const { EnvValue } = kplus;
  test.each<[string, object, string[]]>([
    ['of the container', { container: { ...CONTAINER, envVariables: { MODEL: EnvValue.fromValue(undefined as never) } } }, ['container.envVariables[MODEL]']],
    ['of a role', { container: CONTAINER, leader: { envVariables: { MODEL: EnvValue.fromValue(undefined as never) } } }, ['leader.envVariables[MODEL]']],
    ['empty text is one', { container: { ...CONTAINER, envVariables: { MODEL: EnvValue.fromValue('') } } }, []],
    ['what the pod knows is one', { container: CONTAINER, leader: { envVariables: { NODE: EnvValue.fromFieldRef(kplus.EnvFieldPaths.NODE_NAME) } } }, []],
  ])('%s', (_, props, fields) => {
    expect(errors('LeaderWorkerGroup', { size: 2, ...props })).toEqual(fields);
  });
});

test('a main container that is refused is one mistake, also where a model would be mounted into it', () => {
  const container = { ...CONTAINER, restartPolicy: kplus.ContainerRestartPolicy.ALWAYS };
  expect(errors('ZonalDeployments', { zones: ['a'], container, modelCache: library.ModelCache.hostPath('/models') })).toEqual(['container.restartPolicy']);
});
