import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { claim, plan, vllm } from './llama';
import { Accelerator, Capacity, GpuInferenceDeploymentProps, ModelCache, ModelLoad, ModelPreload } from '../../../src';
import { InvalidInput } from '../../../src/base/errors/invalid-input';
import { InferencePlan } from '../../../src/patterns/gpu-inference-deployment/plan';
import { renderAutoscaler } from '../../../src/surroundings/workload-autoscaler/hpa';
import { runs } from '../../hygiene/runs';

/** Mostly left out: with every property given, nearly everything contradicts something. */
const some = <T>(values: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const seconds = (max: number) => some(fc.integer({ min: 0, max }).map(each => Duration.seconds(each)));
const { READ_WRITE_MANY, READ_WRITE_ONCE } = kplus.PersistentVolumeAccessMode;

const claimed = (mode: kplus.PersistentVolumeAccessMode) => ModelCache.claimName('m', { accessModes: [mode] });

const engine = fc.record({
  version: fc.constantFrom('0.10', '0.12', '0.16', '0.18', '0.22'),
  tensorParallel: fc.constantFrom(1, 2, 4, 8),
  pipelineParallel: fc.constantFrom(1, 1, 2),
  longestStream: some(fc.integer({ min: 1, max: 900 }).map(each => Duration.seconds(each))),
});

/** What somebody might write, right or wrong. */
const props: fc.Arbitrary<Partial<GpuInferenceDeploymentProps>> = fc.record({
  engine: engine.map(vllm),
  accelerator: fc.oneof(fc.constant(claim), fc.constant(claim), fc.constantFrom(1, 2, 4, 8).map(count => Accelerator.nvidia(count))),
  replicas: some(fc.integer({ min: 0, max: 9 })),
  autoscaling: some(fc.record({
    minReplicas: fc.integer({ min: 0, max: 6 }),
    maxReplicas: fc.integer({ min: 1, max: 40 }),
    queueDepth: fc.integer({ min: 0, max: 300 }),
    kvCacheUsage: some(fc.double({ min: 0, max: 2, noNaN: true })),
  })),
  modelLoad: some(fc.integer({ min: 1, max: 10_000 }).map(each => ModelLoad.measured(Duration.seconds(each)))),
  modelCache: some(fc.constantFrom(ModelCache.hostPath('/m'), claimed(READ_WRITE_MANY), claimed(READ_WRITE_ONCE))),
  preload: some(fc.constant(ModelPreload.fromHub())),
  terminationGracePeriod: seconds(2000),
  progressDeadline: seconds(9000),
  capacity: fc.constantFrom(Capacity.onDemand(), Capacity.onDemand(), Capacity.spotKarpenter()),
});

function outcome(given: Partial<GpuInferenceDeploymentProps>, spareGpus: number): InferencePlan | InvalidInput {
  try {
    return plan({ replicas: undefined, modelLoad: undefined, ...given }, { spareGpus });
  } catch (error) {
    if (error instanceof InvalidInput) {
      return error;
    }
    throw error;
  }
}

test('whatever is written gives a plan whose numbers agree, or an error that names a property', () => {
  let plans = 0;
  fc.assert(fc.property(props, fc.integer({ min: 0, max: 32 }), (given, spareGpus) => {
    const result = outcome(given, spareGpus);
    if (result instanceof InvalidInput) {
      expect(result.problem.field.split(/[.[]/)[0]).toMatch(new RegExp(`^(${[...Object.keys(given), 'container'].join('|')})$`));
      return;
    }
    plans += 1;
    const { devices, engine: planned, startup, deadline, drain, pod, rollout, replicas, preload } = result;
    expect(devices.accelerator.count).toBe(planned.devices);
    expect(deadline.seconds).toBeGreaterThan(startup.seconds + (preload?.seconds ?? 0));
    expect(startup.probe.periodSeconds * startup.probe.failureThreshold).toBeGreaterThanOrEqual(startup.expectedSeconds);
    expect(pod.graceSeconds).toBeGreaterThanOrEqual(drain.preStopSeconds + drain.engineSeconds + 5);
    expect(drain.preStopSeconds + drain.engineSeconds).toBeGreaterThanOrEqual(planned.longestStreamSeconds);
    expect(replicas.least).toBeLessThanOrEqual(replicas.most);
    checkStrategy(rollout.strategy as any, devices.count, spareGpus);
    checkBehaviour(result);
  }), { numRuns: runs(1500), seed: 11 });
  // Otherwise the property would hold of errors alone.
  expect(plans).toBeGreaterThan(runs(300));
});

/** Progress is always possible: an old pod may go, or what is spare takes the new ones. */
function checkStrategy(
  strategy: { type: string; rollingUpdate?: { maxSurge: number; maxUnavailable: number } }, perPod: number, spareGpus: number): void {
  if (strategy.type === 'Recreate') {
    return;
  }
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate!;
  expect(maxSurge + maxUnavailable).toBeGreaterThan(0);
  expect(maxSurge * perPod).toBeLessThanOrEqual(spareGpus);
}

/** What the API server accepts. Source: pkg/apis/autoscaling/validation/validation.go (v1.36) */
function checkBehaviour({ autoscaling }: InferencePlan): void {
  if (!autoscaling) {
    return;
  }
  const { behavior, metrics, minReplicas, maxReplicas } = renderAutoscaler(autoscaling, { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' }) as any;
  expect(minReplicas).toBeGreaterThanOrEqual(1);
  expect(maxReplicas).toBeGreaterThanOrEqual(minReplicas);
  for (const direction of [behavior.scaleUp, behavior.scaleDown]) {
    expect(direction.stabilizationWindowSeconds).toBeLessThanOrEqual(3600);
    direction.policies.forEach((policy: any) => expect(policy.periodSeconds >= 1 && policy.periodSeconds <= 1800 && policy.value > 0).toBe(true));
  }
  metrics.forEach((metric: any) => expect(metric.pods.target.averageValue).toMatch(/^[1-9][0-9]*m?$/));
}
