import { App, Chart } from 'cdk8s';
import { BACKENDS, propsOf } from './group';
import { Accelerator, LeaderWorkerGroupProps, Placement, Rendezvous, Target, TargetProps } from '../../../src';
import { BackendKind, derivedNames } from '../../../src/patterns/leader-worker-group/identity';
import { GROUP_VARIABLES, leaderAddress, planLeaderWorkerGroup } from '../../../src/patterns/leader-worker-group/plan';

function plan(props: Partial<LeaderWorkerGroupProps> = {}, target: TargetProps = {}, namespace: string | undefined = 'ml') {
  const chart = new Chart(new App(), 'c');
  return planLeaderWorkerGroup('Llm', propsOf(props), Target.define(chart, target), namespace);
}

describe('one group is one world', () => {
  test.each([
    // groups, size, devices, processesPerPod, world
    [1, 1, undefined, undefined, 1],
    [1, 2, undefined, undefined, 2],
    [4, 2, undefined, undefined, 2],
    [1, 2, 8, undefined, 16],
    [100, 2, 8, undefined, 16],
    [2, 4, 8, 1, 4],
    [2, 4, undefined, 3, 12],
    [3, 16, 4, 2, 32],
  ])('%s groups x %s pods, %s devices, %s processes a pod: a world of %s', (groups, size, devices, processesPerPod, world) => {
    const accelerator = devices === undefined ? undefined : Accelerator.nvidia(devices);
    for (const backend of Object.values(BACKENDS)) {
      const made = plan({ groups, size, accelerator, processesPerPod, backend });
      expect(made.worldSize).toBe(world);
      expect(made.devicesPerGroup).toBe(size * (devices ?? 0));
    }
  });

  test('JAX has one process for each pod, which drives all of its devices', () => {
    expect(plan({ size: 4, accelerator: Accelerator.nvidia(8), rendezvous: Rendezvous.jax(), restartsAfterSuccess: true }).worldSize).toBe(4);
  });

  test.each([
    [16, { worldSize: 16 }],
    [16, { worldSize: undefined }],
  ])('a world of %s that is stated and right is taken', (world, given) => {
    expect(plan({ size: 2, accelerator: Accelerator.nvidia(8), ...given }).worldSize).toBe(world);
  });
});

describe('parallelism is proven against the devices of one group', () => {
  test.each([
    [2, 8, { tensor: 8, pipeline: 2 }, 'tensor 8 x pipeline 2 x data 1 = 16 = 2 pods x 8 devices = 16'],
    [4, 4, { tensor: 4, pipeline: 2, data: 2 }, 'tensor 4 x pipeline 2 x data 2 = 16 = 4 pods x 4 devices = 16'],
    [2, 1, { pipeline: 2 }, 'tensor 1 x pipeline 2 x data 1 = 2 = 2 pods x 1 devices = 2'],
  ])('%s pods x %s devices, %j', (size, devices, parallelism, sum) => {
    expect(plan({ size, accelerator: Accelerator.nvidia(devices), parallelism }).parallelismSum).toBe(sum);
  });

  test('without accelerators processes are counted', () => {
    expect(plan({ size: 2, processesPerPod: 2, parallelism: { data: 4 } }).parallelismSum).toBe('tensor 1 x pipeline 1 x data 4 = 4 = 2 pods x 2 processes = 4');
  });

  test('the number of groups does not count', () => {
    expect(() => plan({ groups: 4, size: 2, accelerator: Accelerator.nvidia(8), parallelism: { tensor: 8, pipeline: 2 } })).not.toThrow();
  });
});

describe('names and addresses', () => {
  test.each<[BackendKind, number, number, string]>([
    ['statefulSets', 0, 0, 'llm-0-leader-0.llm.ml'],
    ['statefulSets', 0, 1, 'llm-0-worker-1.llm.ml'],
    ['statefulSets', 11, 12, 'llm-11-worker-12.llm.ml'],
    ['singleStatefulSet', 0, 0, 'llm-0-0.llm.ml'],
    ['singleStatefulSet', 3, 2, 'llm-3-2.llm.ml'],
    ['leaderWorkerSet', 0, 0, 'llm-0.llm.ml'],
    ['leaderWorkerSet', 3, 2, 'llm-3-2.llm.ml'],
  ])('%s: group %s, index %s is %s', (backend, group, index, address) => {
    expect(leaderAddress(plan({ backend: BACKENDS[backend] }), group, index)).toBe(address);
  });

  test('without a namespace they are valid inside it', () => {
    expect(leaderAddress(planLeaderWorkerGroup('Llm', propsOf(), Target.of(new App()), undefined), 1, 2)).toBe('llm-1-worker-2.llm');
  });

  test.each([['Llama405', 'llama405'], ['MyLLMGroup', 'my-llm-group'], ['llm_70b', 'llm-70b']])('the id %s gives the name %s', (id, name) => {
    expect(planLeaderWorkerGroup(id, propsOf(), Target.of(new App()), 'ml').name).toBe(name);
  });
});

describe('the name budget', () => {
  const lengthOf = (backend: string, props: Partial<LeaderWorkerGroupProps>, length: number) =>
    () => plan({ backend: BACKENDS[backend], name: 'x'.repeat(length), ...props });

  // The longest name that fits, and the child that breaks first.
  test.each<[string, Partial<LeaderWorkerGroupProps>, number, RegExp]>([
    ['statefulSets', { groups: 1, size: 2 }, 52 - '-0-leader'.length, /label controller-revision-hash "x+-0-leader-x{10}", then has 64 of at most 63/],
    ['statefulSets', { groups: 11, size: 2 }, 52 - '-10-leader'.length, /"x+-10-leader-x{10}"/],
    ['singleStatefulSet', { groups: 1, size: 2 }, 52 - '-0'.length, /label controller-revision-hash "x+-0-x{10}"/],
    ['singleStatefulSet', { groups: 101, size: 2 }, 52 - '-100'.length, /"x+-100-x{10}"/],
    // The worker set of a LeaderWorkerSet carries the group.
    ['leaderWorkerSet', { groups: 1, size: 2 }, 52 - '-0'.length, /"x+-0-x{10}"/],
    ['leaderWorkerSet', { groups: 101, size: 2 }, 52 - '-100'.length, /"x+-100-x{10}"/],
    ['leaderWorkerSet', { groups: 1, size: 1 }, 52, /"x+-x{10}"/],
  ])('%s with %j has names of up to %s characters', (backend, props, longest, message) => {
    expect(lengthOf(backend, props, longest)).not.toThrow();
    expect(lengthOf(backend, props, longest + 1)).toThrow(message);
    expect(lengthOf(backend, props, longest + 1)).toThrow(`name: Too long: "${'x'.repeat(longest + 1)}"`);
    expect(lengthOf(backend, props, longest + 1)).toThrow(`help: use at most ${longest} characters`);
  });

  test('counts claims, Services and pods', () => {
    expect(derivedNames('statefulSets', 'llm', 11, 3, ['cache']).map(child => [child.carrier, child.name])).toEqual([
      ['Service', 'llm-serving'],
      ['label controller-revision-hash', 'llm-10-leader-xxxxxxxxxx'], ['pod and its hostname', 'llm-10-leader-0'], ['PersistentVolumeClaim', 'cache-llm-10-leader-0'],
      ['label controller-revision-hash', 'llm-10-worker-xxxxxxxxxx'], ['pod and its hostname', 'llm-10-worker-2'], ['PersistentVolumeClaim', 'cache-llm-10-worker-2'],
    ]);
  });
});

describe('placement', () => {
  test('is one zone for each group by default, where nodes have zones', () => {
    expect(plan().placement._topologyKey).toBe('topology.kubernetes.io/zone');
    expect(plan({}, { zones: ['a'] }).placement._topologyKey).toBe('topology.kubernetes.io/zone');
  });

  test('is free on a cluster without zones, unless asked for', () => {
    expect(plan({}, { zones: [] }).placement._topologyKey).toBeUndefined();
    expect(plan({ placement: Placement.sameDomain('rack') }, { zones: [] }).placement._topologyKey).toBe('rack');
  });

  test('in one zone is refused on a cluster without zones: no node could be chosen', () => {
    expect(() => plan({ placement: Placement.sameZone() }, { zones: [] })).toThrow(/^placement: Forbidden: the target's nodes have no label topology.kubernetes.io\/zone/);
  });
});

test('the disruption budget counts all pods together', () => {
  expect(plan({ groups: 4, size: 4 }).budget).toMatchObject({ maxUnavailable: 1, text: 'at most 1 of 16 pods at a time, all of the workload counted together' });
});

test('every variable of the contract is reserved', () => {
  expect(plan().reserved).toEqual(['LWS_LEADER_ADDRESS', 'LWS_GROUP_SIZE', 'LWS_WORKER_INDEX', 'LWS_GROUP_INDEX']);
  expect(Object.values(GROUP_VARIABLES)).toEqual(plan().reserved);
  expect(plan({ rendezvous: Rendezvous.ray() }).reserved).toContain('RAY_ADDRESS');
});
