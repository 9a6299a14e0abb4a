import { App, Chart, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import * as library from '../../../src';
import {
  Accelerator, Capacity, Checkpoint, DeviceClass, DeviceConstraint, DeviceRequest, DeviceSharing, DisruptionBudget, GpuInferenceDeployment,
  GroupRestart, IndexedTrainingJob, InferenceEngine, LeaderWait, LeaderWorkerGroup, Memory, ModelCache, ModelLoad, Placement, Rendezvous,
  Rollout, SecretKey, SharedMemory, SuccessPolicy, Target, VllmKvRole, VllmKvTransfer,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

const CONTAINER = { image: 'registry.example/train:1' };

function chartOf(): Chart {
  const app = new App();
  Target.define(app, {});
  return new Chart(app, 'prod', { namespace: 'ml' });
}

function mistakes(chart: Construct): string[] {
  return findingsOf(chart.node.root).filter(each => each.class !== 'advice').map(each => `${each.construct ?? ''} ${each.field}`);
}

/** A wrong call of a factory of every class that can refuse anything by itself. */
const BROKEN: { readonly [name: string]: () => object } = {
  Accelerator: () => Accelerator.nvidia(0),
  Capacity: () => Capacity.spot({ nodeLabels: {}, notice: Duration.seconds(0) }),
  Checkpoint: () => Checkpoint.onClaimName('Bad_Name', '/x'),
  DeviceConstraint: () => DeviceConstraint.sameValue('none'),
  DeviceRequest: () => DeviceRequest.nvidia({ count: 0 }),
  DeviceSharing: () => DeviceSharing.mps({ activeThreadPercentage: 400 }),
  DisruptionBudget: () => DisruptionBudget.atMost(0),
  GroupRestart: () => GroupRestart.fateSharing({ port: 0 }),
  InferenceEngine: () => InferenceEngine.vllm({ version: 'x', model: 'a/b' }),
  LeaderWait: () => LeaderWait.forPort(0),
  Memory: () => Memory.of('64 GB'),
  ModelCache: () => ModelCache.hostPath('relative'),
  ModelLoad: () => ModelLoad.measured(Duration.seconds(0)),
  Placement: () => Placement.sameDomain('!'),
  Rendezvous: () => Rendezvous.torchrun({ port: 0 }),
  Rollout: () => Rollout.partition(-1),
  SecretKey: () => SecretKey.fromName('', 'key'),
  SharedMemory: () => SharedMemory.of('64 GB'),
  SuccessPolicy: () => SuccessPolicy.indexes('x'),
  VllmKvTransfer: () => VllmKvTransfer.connector('', VllmKvRole.BOTH),
};

describe('a value with a mistake', () => {
  test.each(Object.entries(BROKEN))('of %s is one of its class, and is told at synth although nobody uses it', (name, make) => {
    const chart = chartOf();
    const value = make();
    expect(value).toBeInstanceOf((library as any)[name]);
    new LeaderWorkerGroup(chart, 'Good', { size: 2, container: CONTAINER });
    const told = findingsOf(chart.node.root).filter(each => each.id === 'AIW1001');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ construct: undefined, file: 'test/given/mistakes/values.test.ts' });
    expect(told[0].field).toMatch(new RegExp(`^${name}\\.`));
  });

  test('is told once, at the first construct and property that it is given to, with the line of its own', () => {
    const chart = chartOf();
    const accelerator = Accelerator.nvidia(0);
    new LeaderWorkerGroup(chart, 'First', { size: 2, container: CONTAINER, accelerator });
    new LeaderWorkerGroup(chart, 'Second', { size: 2, container: CONTAINER, accelerator });
    expect(mistakes(chart)).toEqual(['prod/First accelerator: Accelerator.nvidia(count)']);
  });

  test('stands beside other mistakes of its construct, but not beside what follows from it', () => {
    const chart = chartOf();
    new GpuInferenceDeployment(chart, 'Server', {
      name: 'Bad_Name',
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 0 }),
      accelerator: Accelerator.nvidia(3),
      replicas: 0,
    });
    new IndexedTrainingJob(chart, 'Train', {
      workers: 2,
      container: { ...CONTAINER, memory: Memory.of('64 GB') },
      checkpoint: Checkpoint.onClaimName('c', 'relative'),
    });
    expect(mistakes(chart).sort()).toEqual([
      'prod/Server engine: InferenceEngine.vllm(tensorParallel)', 'prod/Server name', 'prod/Server replicas',
      'prod/Train checkpoint: Checkpoint.onClaimName(mountPath)', 'prod/Train container.memory: Memory.of(quantity)',
    ]);
  });

  test('inside another value is told where that is used', () => {
    const chart = chartOf();
    const claimed = Accelerator.claim(DeviceRequest.nvidia({ count: 0 }));
    new LeaderWorkerGroup(chart, 'Group', { size: 2, container: CONTAINER, accelerator: claimed });
    new DeviceClass(chart, 'Class', { devices: DeviceRequest.firstAvailable([DeviceRequest.nvidia({ count: -1 })]) });
    expect(mistakes(chart)).toEqual(['prod/Group accelerator: DeviceRequest.nvidia(count)', 'prod/Class devices: DeviceRequest.nvidia(count)']);
  });

  test('of another type is told in the same way, each of several', () => {
    const chart = chartOf();
    const engine = InferenceEngine.vllm({ version: 18, tensor_parallel_size: 4 } as any);
    new GpuInferenceDeployment(chart, 'Server', { engine, accelerator: Accelerator.nvidia(1), replicas: '3' } as any);
    expect(mistakes(chart)).toEqual([
      'prod/Server engine: InferenceEngine.vllm(version)', 'prod/Server engine: InferenceEngine.vllm(model)',
      'prod/Server engine: InferenceEngine.vllm(tensor_parallel_size)', 'prod/Server replicas',
    ]);
  });

  test('tells all that is wrong with its options', () => {
    const chart = chartOf();
    InferenceEngine.vllm({ version: '0.18', model: '', tensorParallel: 0, port: 0, gpuMemoryUtilization: 7 });
    expect(mistakes(chart).map(each => each.trim())).toEqual(['model', 'tensorParallel', 'port', 'gpuMemoryUtilization'].map(option => `InferenceEngine.vllm(${option})`));
  });

  test('and properties of another type hide nothing that does not need them', () => {
    const chart = chartOf();
    new LeaderWorkerGroup(chart, 'Llama', {
      size: 3,
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 8, pipelineParallel: 2 }),
      accelerator: Accelerator.nvidia(8),
      replicas: 3,
    } as any);
    new IndexedTrainingJob(chart, 'Train', { workers: 0, container: CONTAINER, rendezvous: 'torchrun', accelerator: Accelerator.nvidia(0) } as any);
    new IndexedTrainingJob(chart, 'Other', { workers: 0, container: CONTAINER, accelerator: Accelerator.nvidia(0) } as any);
    expect(mistakes(chart)).toEqual([
      'prod/Llama replicas', 'prod/Llama engine', 'prod/Train accelerator: Accelerator.nvidia(count)', 'prod/Train rendezvous',
      'prod/Other accelerator: Accelerator.nvidia(count)', 'prod/Other workers',
    ]);
  });

  test('passed through a method that makes another is told where that is used', () => {
    const chart = chartOf();
    new DeviceClass(chart, 'Class', { devices: DeviceRequest.nvidia({ count: 0 }).named('gpus') });
    new DeviceClass(chart, 'Other', { devices: DeviceRequest.nvidia().named('Bad Name') });
    expect(mistakes(chart)).toEqual(['prod/Class devices: DeviceRequest.nvidia(count)', 'prod/Other devices: named(name)']);
  });

  test('given to a method is told there, and the construct stays as it is', () => {
    const chart = chartOf();
    const group = new LeaderWorkerGroup(chart, 'Group', { size: 2, container: CONTAINER });
    group.leader.addSidecar({ image: 'x:1', memory: Memory.of('64 GB') });
    group.leader.addContainer({ image: 5 } as any);
    group.group('0' as any);
    expect(mistakes(chart)).toEqual(['prod/Group/Leader addSidecar.memory: Memory.of(quantity)', 'prod/Group/Leader addContainer(image)', 'prod/Group group(index)']);
    expect(group.apiObjects).toHaveLength(2);
  });

  test('answers a program that asks it', () => {
    expect(Accelerator.nvidia(0).count).toBeGreaterThan(0);
    expect(DeviceRequest.nvidia({ count: 0 }).name).toBe('gpu');
    findingsOf(chartOf());
  });
});
