import { Chart, Duration, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Make, deployment, poolOf, server } from './pools';
import {
  Accelerator, Capacity, DeviceRequest, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, KarpenterNodes, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, NodeBudget, NodeDisruption, NodeOperator, OnDemandFloor, SpotInference, Workload,
} from '../../../src';
import { AZURE_NODES, EKS_AUTO_NODES, isKnownOfNodes, normalizedLabel, refusedLabel } from '../../../src/knowledge/karpenter';

const CAPACITY = 'karpenter.sh/capacity-type';
const ZONE = 'topology.kubernetes.io/zone';
const PRODUCT = 'nvidia.com/gpu.product';
const AWS_GPU = 'karpenter.k8s.aws/instance-gpu';

const selecting = (name: string, nodeSelector: { [key: string]: string }): Make => deployment(name, { pod: { nodeSelector } });
const withAffinity = (name: string, nodeAffinity: object): Make => deployment(name, { pod: { affinity: { nodeAffinity } } });
const affine = (name: string, key: string, operator: string, values: string[]): Make => withAffinity(name, {
  requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }] }] },
});
const preferring = (name: string, key: string, values: string[]): Make => withAffinity(name, {
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [{ key, operator: 'In', values }] } }],
});
const gpuServer = (name: string, accelerator: Accelerator): Make => chart => new GpuInferenceDeployment(chart, name, {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: accelerator.count }), accelerator, container: { memory: Memory.of('100Gi') }, replicas: 1,
});
const training = (accelerator: Accelerator): Make => chart => new IndexedTrainingJob(chart, 'train', { workers: 2, container: { image: 'registry.example/train:1' }, accelerator });
const derivedLabels = (makes: readonly Make[], given: Parameters<typeof poolOf>[1] = {}) => poolOf(makes, given).spec.template.metadata?.labels;

describe('kinds of capacity of several workloads', () => {
  test('are all that any of them asks for, in one order', () => {
    const asking = [selecting('a', { [CAPACITY]: 'spot' }), affine('b', CAPACITY, 'In', ['reserved', 'on-demand'])];

    expect(poolOf(asking).requirements[CAPACITY]).toEqual(['on-demand', 'spot', 'reserved']);
    expect(poolOf([asking[0]]).requirements[CAPACITY]).toEqual(['spot']);
    expect(poolOf([deployment('c'), affine('b', CAPACITY, 'In', ['reserved'])]).requirements[CAPACITY]).toEqual(['on-demand', 'reserved']);
  });

  test('pods that prefer spot nodes run on others too', () => {
    expect(poolOf([preferring('a', CAPACITY, ['spot'])]).requirements[CAPACITY]).toEqual(['on-demand', 'spot']);
  });

  test('pods that are kept off spot nodes may share their pool, and those that say nothing may not', () => {
    const spot = selecting('spot', { [CAPACITY]: 'spot' });

    expect(poolOf([spot, affine('kept', CAPACITY, 'NotIn', ['spot'])]).requirements[CAPACITY]).toEqual(['on-demand', 'spot']);
    expect(() => poolOf([deployment('open'), spot])).toThrow('workloads[0]: Forbidden: Deployment ml/open says nothing of the kind of nodes');
    expect(() => poolOf([spot, affine('other', 'team', 'In', ['a'])])).toThrow('workloads[1]: Forbidden: Deployment ml/other says nothing');
  });

  test('a pattern kept off spot nodes shares a pool with one on them', () => {
    const spot: Make = chart => new SpotInference(chart, 'draft', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') }, replicas: 4, floor: OnDemandFloor.replicas(1), capacity: Capacity.spotKarpenter(),
    });
    const kept: Make = chart => new GpuInferenceDeployment(chart, 'llama', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') }, replicas: 1, capacity: Capacity.notOn(Capacity.spotKarpenter()),
    });

    expect(poolOf([spot, kept]).requirements[CAPACITY]).toEqual(['on-demand', 'spot']);
  });
});

describe('zones and processors of several workloads', () => {
  const [a, b] = [selecting('a', { [ZONE]: 'eu-1a' }), selecting('b', { [ZONE]: 'eu-1b' })];
  const target = { zones: ['eu-1a', 'eu-1b', 'eu-1c'] };

  test('zones are those of all pods where each asks for one, and those of the Target where one of them does not', () => {
    expect(poolOf([a, b], { target }).requirements[ZONE]).toEqual(['eu-1a', 'eu-1b']);
    expect(poolOf([a, deployment('c')], { target }).requirements[ZONE]).toEqual(['eu-1a', 'eu-1b', 'eu-1c']);
    expect(poolOf([a, deployment('c')]).requirements).not.toHaveProperty([ZONE]);
    expect(() => poolOf([deployment('c')], { target, zones: ['eu-1a', 'eu-9x'] })).toThrow('zones[1]: Invalid value: "eu-9x"');
  });

  test('a label under an old name is the same label', () => {
    expect(poolOf([selecting('a', { 'failure-domain.beta.kubernetes.io/zone': 'eu-1a' })], { target }).requirements[ZONE]).toEqual(['eu-1a']);
    expect(normalizedLabel('failure-domain.beta.kubernetes.io/zone')).toBe(ZONE);
  });

  test('the processor is what pods ask for, else that of the machines, and what is given goes before both', () => {
    const arch = 'kubernetes.io/arch';
    const arm = KarpenterNodes.aws('gpu', { gpuNames: ['t4g'] });
    const mixed = KarpenterNodes.aws('gpu', { gpuNames: ['t4g', 't4'] });

    expect(poolOf([selecting('a', { [arch]: 'arm64' })]).requirements).not.toHaveProperty([arch]);
    expect(poolOf([deployment('a')]).requirements[arch]).toEqual(['amd64']);
    expect(poolOf([deployment('a')], { architecture: 'arm64' }).requirements[arch]).toEqual(['arm64']);
    expect(poolOf([selecting('a', { [arch]: 'arm64' })], { architecture: 'arm64' }).requirements[arch]).toEqual(['arm64']);
    expect(poolOf([server('llama', 1)], { nodes: arm }).requirements[arch]).toEqual(['arm64']);
    expect(poolOf([server('llama', 1)], { nodes: mixed }).requirements[arch]).toEqual(['amd64']);
    expect(poolOf([deployment('a')]).requirements['kubernetes.io/os']).toEqual(['linux']);
  });

  test('types of machines that are named are required', () => {
    const nodes = KarpenterNodes.aws('gpu', { instanceTypes: ['p5.48xlarge', 'p4d.24xlarge'] });

    expect(poolOf([server('llama', 8)], { nodes }).requirements['node.kubernetes.io/instance-type']).toEqual(['p5.48xlarge', 'p4d.24xlarge']);
  });
});

describe('machines with the devices', () => {
  test.each<[product: string, memory: string]>([['NVIDIA-A100-SXM4-40GB', '40960'], ['NVIDIA-A100-SXM4-80GB', '81920']])(
    'a name that stands for two products is told by its memory: %s', (product, memory) => {
      const { requirements } = poolOf([gpuServer('llama', Accelerator.nvidia(8, { product }))]);

      expect(requirements[`${AWS_GPU}-name`]).toEqual(['a100']);
      expect(requirements[`${AWS_GPU}-memory`]).toEqual([memory]);
      expect(requirements).not.toHaveProperty([`${AWS_GPU}-manufacturer`]);
    });

  test('a name that stands for one product says it alone', () => {
    expect(poolOf([gpuServer('llama', Accelerator.nvidia(8, { product: 'NVIDIA-H200' }))]).requirements).not.toHaveProperty([`${AWS_GPU}-memory`]);
  });

  test('names that are given go before the product, and count with their machines', () => {
    const nodes = KarpenterNodes.aws('gpu', { gpuNames: ['h100', 'h200'] });
    const { requirements } = poolOf([gpuServer('llama', Accelerator.nvidia(1, { product: 'NVIDIA-H100-80GB-HBM3' }))], { nodes });

    expect(requirements[`${AWS_GPU}-name`]).toEqual(['h100', 'h200']);
    expect(requirements[`${AWS_GPU}-count`]).toEqual(['1', '8']);
    expect(derivedLabels([gpuServer('llama', Accelerator.nvidia(1, { product: 'NVIDIA-H100-80GB-HBM3' }))], { nodes })).toEqual({ [PRODUCT]: 'NVIDIA-H100-80GB-HBM3' });
  });

  test('two products are two pools', () => {
    const two = [gpuServer('a', Accelerator.nvidia(1, { product: 'NVIDIA-L4' })), gpuServer('b', Accelerator.nvidia(1, { product: 'NVIDIA-A10G' }))];

    expect(() => poolOf(two)).toThrow('workloads: Forbidden: they ask for NVIDIA-L4, NVIDIA-A10G, and Karpenter gives a node the label of one');
  });

  test.each<[what: string, accelerator: Accelerator, label: string, manufacturer: string, counts: string[]]>([
    ['NVIDIA', Accelerator.nvidia(2), `${AWS_GPU}`, 'nvidia', ['2', '4', '8']],
    ['AMD', Accelerator.amd(2), `${AWS_GPU}`, 'amd', ['2', '4']],
    ['Neuron', Accelerator.neuron(12), 'karpenter.k8s.aws/instance-accelerator', 'aws', ['12', '16']],
  ])('devices of %s are chosen by the labels that AWS has for them', (_, accelerator, label, manufacturer, counts) => {
    const { requirements } = poolOf([training(accelerator)]);

    expect([...(requirements[`${label}-count`] as string[])].map(Number).sort((one, other) => one - other).map(String)).toEqual(counts);
    expect(requirements[`${label}-manufacturer`] ?? requirements[`${label}-name`]).toEqual(requirements[`${label}-name`] ?? [manufacturer]);
  });

  test('EKS Auto Mode has no labels for what AWS calls accelerators', () => {
    const keys = Object.keys(poolOf([training(Accelerator.neuron(16))], { nodes: KarpenterNodes.eksAuto('default') }).requirements);

    expect(keys.filter(key => key.includes('instance-'))).toEqual([]);
  });

  test('without devices, machines that have some are left to others', () => {
    expect(poolOf([deployment('web')]).requirements[`${AWS_GPU}-count`]).toBe('DoesNotExist');
    expect(poolOf([deployment('web')], { nodes: KarpenterNodes.azure('default') }).requirements['karpenter.azure.com/sku-gpu-count']).toBe('DoesNotExist');
  });

  test('a product that no machine of AWS is known to have is asked for, elsewhere it is not', () => {
    const odd = [gpuServer('llama', Accelerator.nvidia(4, { product: 'NVIDIA-X1' }))];

    expect(() => poolOf(odd)).toThrow('nodes.gpuNames: Required value: nobody says which machines have the product NVIDIA-X1');
    expect(poolOf(odd, { nodes: KarpenterNodes.azure('default'), devicesPerNode: [4] }).requirements['karpenter.azure.com/sku-gpu-count']).toEqual(['4']);
  });

  test('a new group of a LeaderWorkerSet is its leader and all of its workers', () => {
    const surging: Make = chart => {
      const groups = new LeaderWorkerGroup(chart, 'w', {
        groups: 2, size: 3, accelerator: Accelerator.nvidia(4), container: { image: 'a:1' }, backend: LeaderWorkerBackend.leaderWorkerSet(),
      });
      groups.workload.apiObjects[0].addJsonPatch(
        JsonPatch.replace('/spec/rolloutStrategy/rollingUpdateConfiguration/maxSurge', 2),
        JsonPatch.replace('/spec/leaderWorkerTemplate/leaderTemplate/spec/containers/0/resources/limits', { 'nvidia.com/gpu': 1 }),
      );
      return groups;
    };
    const { spec, pool } = poolOf([surging], { target: { gpusPerNode: 8, spareGpus: 17 } });

    expect(pool.explain()).toContain('a roll-out of w adds 2 x 9: 3 nodes x 8 = 24');
    expect(spec.limits).toEqual({ 'nvidia.com/gpu': '48' });
  });

  test('pods that claim their devices count as those of a plugin, and the switch of Karpenter is named', () => {
    const claimed = poolOf([gpuServer('llama', Accelerator.claim(DeviceRequest.nvidia({ count: 2 })))], { devicesPerNode: [8] });

    expect(claimed.spec.limits).toEqual({ 'nvidia.com/gpu': '8' });
    expect(claimed.pool.explain()).toContain('unless it was started with --ignore-dra-requests=false');
    expect(poolOf([server('llama', 2)], { devicesPerNode: [8] }).pool.explain()).not.toContain('ignore-dra-requests');
  });

  test.each<[what: string, options: Parameters<typeof KarpenterNodes.aws>[1], message: string]>([
    ['a name twice', { gpuNames: ['h100', 'a100', 'h100'] }, 'KarpenterNodes.aws(gpuNames)[2]: Duplicate value: "h100"'],
    ['no name', { gpuNames: [] }, 'KarpenterNodes.aws(gpuNames): Required value'],
    ['no type', { instanceTypes: [] }, 'KarpenterNodes.aws(instanceTypes): Required value'],
    ['a name in upper case', { gpuNames: ['l4', 'H100'] }, 'KarpenterNodes.aws(gpuNames)[1]: Invalid value: "H100"'],
    ['an empty type', { instanceTypes: ['p5.48xlarge', ''] }, 'KarpenterNodes.aws(instanceTypes)[1]: Invalid value: ""'],
  ])('%s is refused', (_, options, message) => {
    expect(() => KarpenterNodes.aws('gpu', options)).toThrow(message);
  });

  test('a newer name is taken, and so is one in upper case elsewhere', () => {
    expect(() => KarpenterNodes.aws('gpu', { gpuNames: ['X900'] })).not.toThrow();
    expect(() => KarpenterNodes.azure('gpu', { gpuNames: ['H100'] })).not.toThrow();
    expect(() => KarpenterNodes.eksAuto('gpu', { gpuNames: ['H100'] })).toThrow('KarpenterNodes.eksAuto(gpuNames)[0]');
  });

  test.each<[what: string, nodeClass: Parameters<typeof KarpenterNodes.of>[0], message: string]>([
    ['kind', { group: 'a.example', kind: '', name: 'b' }, 'KarpenterNodes.of(kind): Required value'],
    ['group', { group: 'A_b', kind: 'C', name: 'b' }, 'KarpenterNodes.of(group)'],
    ['name', { group: 'a.example', kind: 'C', name: 'B_b' }, 'KarpenterNodes.of(name)'],
  ])('a node class without a proper %s is refused', (_, nodeClass, message) => {
    expect(() => KarpenterNodes.of(nodeClass)).toThrow(message);
  });

  test.each<[provider: string, nodes: KarpenterNodes, nodeClassRef: object]>([
    ['EKS Auto Mode', KarpenterNodes.eksAuto('own'), { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'own' }],
    ['Azure', KarpenterNodes.azure('own'), { group: 'karpenter.azure.com', kind: 'AKSNodeClass', name: 'own' }],
    ['any other', KarpenterNodes.of({ group: 'a.example', kind: 'Own', name: 'own' }), { group: 'a.example', kind: 'Own', name: 'own' }],
  ])('%s has its own node class', (_, nodes, nodeClassRef) => {
    expect(poolOf([deployment('web')], { nodes }).spec.template.spec.nodeClassRef).toEqual(nodeClassRef);
  });
});

describe('labels of nodes', () => {
  test('a label with one value is given, and one with several is a requirement', () => {
    const { spec, requirements } = poolOf([selecting('a', { team: 'x', tier: 'gold' }), selecting('b', { team: 'x', tier: 'silver' })]);

    expect(spec.template.metadata.labels).toEqual({ team: 'x' });
    expect(requirements.tier).toEqual(['gold', 'silver']);
  });

  test('what is given comes in addition, and is not derived a second time', () => {
    const pods = [selecting('a', { team: 'x', tier: 'gold' })];

    expect(derivedLabels(pods, { labels: { team: 'x', owner: 'me' } })).toEqual({ tier: 'gold', team: 'x', owner: 'me' });
    expect(derivedLabels(pods, { requirements: [{ key: 'team', values: ['x', 'y'] }] })).toEqual({ tier: 'gold' });
  });

  test('labels that Karpenter, its provider or others write are not given to nodes', () => {
    const written = {
      'karpenter.k8s.aws/instance-family': 'p5',
      'topology.k8s.aws/zone-id': 'euc1-az1',
      'node.kubernetes.io/instance-type': 'p5.48xlarge',
      'feature.node.kubernetes.io/pci': 'x',
      'nvidia.com/gpu.count': '8',
      'amd.com/gpu.family': 'x',
      'karpenter.sh/nodepool': 'gpu',
    };

    expect(derivedLabels([selecting('a', { 'team': 'x', 'karpenter.k8s.aws/instance-family': 'p5' })])).toEqual({ team: 'x' });
    expect(Object.keys(written).filter(key => !isKnownOfNodes(key, 'karpenter.k8s.aws'))).toEqual(['feature.node.kubernetes.io/pci', 'nvidia.com/gpu.count', 'amd.com/gpu.family']);
  });

  test.each<[key: string, group: string, isKnown: boolean]>([
    ['eks.amazonaws.com/instance-gpu-name', EKS_AUTO_NODES.group, true], ['eks.amazonaws.com/capacityType', EKS_AUTO_NODES.group, false], ['eks.amazonaws.com/nodegroup', EKS_AUTO_NODES.group, false],
    ['topology.k8s.aws/zone-id', EKS_AUTO_NODES.group, true], ['topology.k8s.aws/zone-id', AZURE_NODES.group, false], ['kubernetes.azure.com/mode', AZURE_NODES.group, true],
    ['karpenter.azure.com/sku-name', AZURE_NODES.group, true], ['karpenter.k8s.aws/instance-family', AZURE_NODES.group, false], ['a.example/x', 'a.example', true],
    ['karpenter.other.example/x', 'a.example', true], ['karpenter.sh/x', 'a.example', false], ['b.example/x', 'a.example', false], ['team', 'a.example', false],
    ['node.kubernetes.io/windows-build', 'a.example', true], ['topology.kubernetes.io/region', 'a.example', true], ['kubernetes.io/os', 'a.example', true], ['kubernetes.io/hostname', 'a.example', false],
  ])('%s on nodes of %s is known before there is one: %s', (key, group, isKnown) => {
    expect(isKnownOfNodes(key, group)).toBe(isKnown);
  });

  test.each<[key: string, reason: string | undefined]>([
    ['karpenter.sh/nodepool', 'Karpenter writes it itself'], ['kubernetes.io/hostname', 'it names one node'], ['karpenter.sh/initialized', "Karpenter's own"], ['a.karpenter.sh/x', "Karpenter's own"],
    [CAPACITY, undefined], ['karpenter.k8s.aws/instance-family', undefined], ['team', undefined], ['notkarpenter.sh/x', undefined],
  ])('%s in a pool is refused: %s', (key, reason) => {
    const problem = refusedLabel(key);

    expect(problem === undefined ? undefined : problem.includes(reason!)).toBe(reason === undefined ? undefined : true);
  });
});

describe('requirements that are given', () => {
  const pods = [deployment('web')];
  const given = (...requirements: NonNullable<Parameters<typeof poolOf>[1]>['requirements'] & object) => () => poolOf(pods, { requirements });

  test('one key may be bounded from both sides', () => {
    const key = 'karpenter.k8s.aws/instance-cpu';
    const { spec } = given({ key, operator: NodeOperator.GREATER_THAN, values: ['0'] }, { key, operator: NodeOperator.LESS_THAN, values: ['65'] })();

    expect(spec.template.spec.requirements.filter((each: any) => each.key === key)).toEqual([{ key, operator: 'Gt', values: ['0'] }, { key, operator: 'Lt', values: ['65'] }]);
  });

  test('a label that is to be there, and one that is not, have no values', () => {
    const { requirements } = given({ key: 'a', operator: NodeOperator.EXISTS }, { key: 'b', operator: NodeOperator.DOES_NOT_EXIST }, { key: 'c', values: ['d'] })();

    expect(requirements).toMatchObject({ a: 'Exists', b: 'DoesNotExist', c: ['d'] });
  });

  const ok = { key: 'ok', values: ['x'] };
  test.each<[what: string, requirement: { key: string; operator?: NodeOperator; values?: string[] }, message: string]>([
    ['two bounds', { key: 'a', operator: NodeOperator.GREATER_THAN, values: ['1', '2'] }, 'requirements[1].values: Invalid value'],
    ['no bound', { key: 'a', operator: NodeOperator.LESS_THAN }, 'requirements[1].values: Invalid value'],
    ['half a bound', { key: 'a', operator: NodeOperator.LESS_THAN, values: ['1.5'] }, 'a bound is one whole number'],
    ['a list without values', { key: 'a', operator: NodeOperator.NOT_IN }, 'requirements[1].values: Required value'],
    ['a value of what is absent', { key: 'a', operator: NodeOperator.DOES_NOT_EXIST, values: ['b'] }, 'DoesNotExist is about the label, not about its value'],
    ['a value of what is there', { key: 'a', operator: NodeOperator.EXISTS, values: ['b'] }, 'Exists is about the label, not about its value'],
    ['a value that no label has', { key: 'a', values: ['b', 'c d'] }, 'requirements[1].values[1]: Invalid value: "c d"'],
    ['a key that no label has', { key: 'a b', values: ['c'] }, 'requirements[1].key'],
    ['a label of Karpenter', { key: 'karpenter.sh/nodepool', values: ['c'] }, 'requirements[1].key: Forbidden: karpenter.sh/nodepool: Karpenter writes it itself'],
    ['the same twice', { key: 'ok', values: ['y'] }, 'requirements[1]: Duplicate value: "ok"'],
  ])('%s is refused', (_, requirement, message) => {
    expect(given(ok, requirement)).toThrow(message);
  });
});

describe('taints', () => {
  test('are derived where the pods of all workloads tolerate them', () => {
    const tolerant = server('llama', 1);
    const bare: Make = deployment('bare', { gpus: 1, pod: { tolerations: [{ key: 'nvidia.com/gpu', operator: 'Equal', value: 'other', effect: 'NoSchedule' }] } });

    expect(poolOf([tolerant, deployment('w', { gpus: 1 })]).spec.template.spec.taints).toEqual([{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }]);
    expect(poolOf([tolerant, bare]).spec.template.spec).not.toHaveProperty('taints');
    expect(poolOf([deployment('web', { pod: { tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists' }] } })]).spec.template.spec).not.toHaveProperty('taints');
  });

  test('of one key may differ in their effect, and have one when nobody says it', () => {
    const tolerations = [{ key: 'a', operator: 'Exists' }];
    const { spec } = poolOf([deployment('web', { pod: { tolerations } })], { taints: [{ key: 'a', value: 'b' }, { key: 'a', effect: 'NoExecute' }], startupTaints: [{ key: 'a', effect: 'PreferNoSchedule' }] });

    expect(spec.template.spec.taints).toEqual([{ key: 'a', value: 'b', effect: 'NoSchedule' }, { key: 'a', effect: 'NoExecute' }]);
    expect(spec.template.spec.startupTaints).toEqual([{ key: 'a', effect: 'PreferNoSchedule' }]);
  });

  test.each<[what: string, props: Parameters<typeof poolOf>[1], message: string]>([
    ['an effect that there is not', { startupTaints: [{ key: 'b' }, { key: 'a', effect: 'NoRun' }] }, 'startupTaints[1].effect: Invalid value: "NoRun"'],
    ['a value that cannot be', { startupTaints: [{ key: 'a', value: 'b c' }] }, 'startupTaints[0].value: Invalid value: "b c"'],
    ['one twice', { taints: [{ key: 'a' }, { key: 'b' }, { key: 'a', effect: 'NoSchedule' }] }, 'taints[2]: Duplicate value: "a:NoSchedule"'],
    ['one at the start that nodes have for good', { taints: [{ key: 'a' }], startupTaints: [{ key: 'a' }] }, 'startupTaints[0]: Duplicate value: "a:NoSchedule"'],
  ])('%s is refused', (_, props, message) => {
    expect(() => poolOf([deployment('web', { pod: { tolerations: [{ operator: 'Exists' }] } })], props)).toThrow(message);
  });

  test('the second workload that does not tolerate one is named, with what helps', () => {
    const make = () => poolOf([deployment('a', { pod: { tolerations: [{ operator: 'Exists' }] } }), deployment('b')], { taints: [{ key: 'team', value: 'x' }] });

    expect(make).toThrow('workloads[1]: Forbidden: pods of Deployment ml/b would never run on these nodes: nodes have the taint team=x:NoSchedule');
    expect(make).toThrow('let the pods tolerate it (tolerations), or leave the taint out');
  });

  test('a label with another value, and one that no node has, have their own help', () => {
    expect(() => poolOf([selecting('a', { tier: 'x' })], { labels: { tier: 'y' } })).toThrow('change what the pods ask for, or the requirement over tier');
    expect(() => poolOf([selecting('a', { 'cloud.google.com/gke-nodepool': 'x' })])).toThrow("labels: { 'cloud.google.com/gke-nodepool': '…' }; for spot nodes use Capacity.spotKarpenter(), and ask by labels of Karpenter on AWS");
  });
});

describe('the pool itself', () => {
  test.each([[1, true], [100, true], [0, false], [101, false]])('a weight of %d is taken: %s', (weight, isTaken) => {
    const make = () => poolOf([deployment('web')], { weight }).spec.weight;

    if (isTaken) {
      expect(make()).toBe(weight);
    } else {
      expect(make).toThrow(`weight: Invalid value: ${weight}`);
    }
  });

  test('a size of no device is refused by its place', () => {
    expect(() => poolOf([server('llama', 1)], { devicesPerNode: [8, 0] })).toThrow('devicesPerNode[1]: Invalid value: 0');
    expect(poolOf([server('llama', 1)], { devicesPerNode: [1] }).requirements[`${AWS_GPU}-count`]).toEqual(['1']);
  });

  test('a workload twice, one of others and a DaemonSet are refused by their place', () => {
    const shared = new Map<Chart, ReturnType<Make>>();
    const same: Make = chart => shared.get(chart) ?? shared.set(chart, deployment('web')(chart)).get(chart)!;

    expect(() => poolOf([same, deployment('b'), same])).toThrow('workloads[2]: Duplicate value: "web"');
    expect(() => poolOf([deployment('b'), () => Workload.named({ name: 'w', podLabels: { app: 'w' } })])).toThrow('workloads[1]: Forbidden: the app holds no object of w');
    expect(() => poolOf([deployment('b'), chart => Workload.of(new kplus.DaemonSet(chart, 'd', { metadata: { name: 'd' }, containers: [{ image: 'a:1' }] }))])).toThrow(
      'workloads[1]: Forbidden: Karpenter makes no node for pods of the DaemonSet d');
  });

  test('it takes another name, and says what it is for', () => {
    const { pool } = poolOf([deployment('a'), deployment('b')], { name: 'other', startupTaints: [{ key: 'x' }], labels: { l: 'm' } });

    expect(pool.name).toBe('other');
    expect(pool.nodeLabels).toEqual({ 'karpenter.sh/nodepool': 'other' });
    expect(pool.explain()).toContain('KarpenterNodePool other: nodes of Karpenter on AWS for a, b');
    expect(pool.explain()).toMatch(/at start +x:NoSchedule, until something takes it off/);
    expect(pool.explain()).toMatch(/taints +none: other pods may be placed on these nodes/);
    expect(pool.explain()).toMatch(/labels +l=m/);
  });
});

describe('budgets', () => {
  test.each([['0'], ['7'], ['0%'], ['100%']])('%s nodes at a time are taken', nodes => {
    expect(NodeBudget.always(nodes)._render()).toEqual({ nodes });
  });

  test.each([['101%'], ['1.5'], ['-1'], ['%'], ['10 %'], ['']])('%j nodes at a time are refused', nodes => {
    expect(() => NodeBudget.always(nodes)).toThrow('NodeBudget.always(nodes): Invalid value');
  });

  test('of a schedule say when, how long and why', () => {
    const budget = NodeBudget.during('@daily', Duration.minutes(61), '10%', [NodeDisruption.EMPTY, NodeDisruption.DRIFTED]);

    expect(budget._render()).toEqual({ nodes: '10%', reasons: ['Empty', 'Drifted'], schedule: '@daily', duration: '1h1m' });
    expect(budget._text()).toBe('10% at a time (Empty, Drifted), for 1h1m from @daily UTC');
    expect(NodeBudget.always('1')._text()).toBe('1 at a time');
  });

  test('of a schedule last a minute at least', () => {
    expect(NodeBudget.during('0 6 * * 1', Duration.minutes(1), '1')._render().duration).toBe('1m');
    expect(() => NodeBudget.during('0 6 * * 1', Duration.seconds(0), '1')).toThrow('NodeBudget.during(duration): Invalid value: "0s"');
    expect(() => NodeBudget.during('0 6 * *', Duration.minutes(1), '1')).toThrow('NodeBudget.during(schedule): Invalid value: "0 6 * *"');
    expect(() => NodeBudget.during('0 6 * * 1', Duration.minutes(1), '101%')).toThrow('NodeBudget.during(nodes): Invalid value: "101%"');
  });
});
