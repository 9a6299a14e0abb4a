import { App, Chart, Duration, Testing } from 'cdk8s';
import { Accelerator, Capacity, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps, ModelLoad } from '../../../src';

function group(props: Partial<LeaderWorkerGroupProps>): { chart: Chart; llm: LeaderWorkerGroup } {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  return { chart, llm: new LeaderWorkerGroup(chart, 'Llm', { size: 2, ...(props.engine ? {} : { container: { image: 'serve:1', command: ['serve'] } }), ...props }) };
}

/** The pod specs of all carriers, leaders first. */
function podSpecs(chart: Chart): any[] {
  return Testing.synth(chart).flatMap((object: any) => [object.spec?.template?.spec, object.spec?.leaderWorkerTemplate?.leaderTemplate?.spec,
    object.spec?.leaderWorkerTemplate?.workerTemplate?.spec]).filter(spec => spec !== undefined);
}

const ENGINE = { accelerator: Accelerator.nvidia(8), modelLoad: ModelLoad.of({ weights: '400Gi' }) };

function vllm(longestStream: Duration): InferenceEngine {
  return InferenceEngine.vllm({ version: '0.18', model: 'example/model', tensorParallel: 8, pipelineParallel: 2, longestStream });
}

test.each([
  ['statefulSets', LeaderWorkerBackend.statefulSets(), 2],
  ['singleStatefulSet', LeaderWorkerBackend.singleStatefulSet(), 1],
  ['leaderWorkerSet', LeaderWorkerBackend.leaderWorkerSet(), 2],
])('all pods of %s are bound to the spot nodes and tolerate their taint', (_name, backend, templates) => {
  const { chart } = group({ backend, capacity: Capacity.spotAks() });
  const key = 'kubernetes.azure.com/scalesetpriority';
  const specs = podSpecs(chart);
  expect(specs).toHaveLength(templates);
  for (const spec of specs) {
    expect(spec.nodeSelector).toEqual({ [key]: 'spot' });
    expect(spec.tolerations).toEqual([{ key, operator: 'Equal', value: 'spot', effect: 'NoSchedule' }]);
  }
});

test('on-demand capacity writes nothing', () => {
  expect(podSpecs(group({ capacity: Capacity.onDemand() }).chart)).toEqual(podSpecs(group({}).chart));
});

test("Kubernetes' default grace period is cut to a shorter notice, and explained", () => {
  const { chart, llm } = group({ capacity: Capacity.spotGke() });
  expect(podSpecs(chart).map(spec => spec.terminationGracePeriodSeconds)).toEqual([15, 15]);
  expect(llm.explain()).toContain("15 s, the notice of Spot VMs of GKE (30 s, Kubernetes' default, is more)");
  expect(llm.explain()).toContain('Spot VMs of GKE, 15 s for a pod after the stop signal');
});

test('a given grace period above the notice is refused with both numbers', () => {
  expect(() => group({ capacity: Capacity.spotKarpenter(), terminationGracePeriod: Duration.seconds(300) })).toThrow(
    /^prod\/Llm: terminationGracePeriod: Invalid value: "300s": given 300 s is more than the 120 s that spot nodes of Karpenter leave/);
});

test('the drain of a leader that takes longer than the notice is refused with its sum', () => {
  expect(() => group({ ...ENGINE, engine: vllm(Duration.seconds(110)), capacity: Capacity.spotKarpenter() })).toThrow(
    /preStop 15 s \+ drain \(--shutdown-timeout\) 110 s \+ margin 5 s = 130 s is more than the 120 s/);
});

test('workers outlive their leader, so a drain that leaves no room for them is refused too', () => {
  // The leader needs 15 + 98 + 5 = 118 s of 120; its workers need those and 5 more.
  expect(() => group({ ...ENGINE, engine: vllm(Duration.seconds(98)), capacity: Capacity.spotKarpenter() })).toThrow(
    /"123s": grace of the leader 118 s \+ margin 5 s = 123 s is more than the 120 s/);
  const specs = podSpecs(group({ ...ENGINE, engine: vllm(Duration.seconds(90)), capacity: Capacity.spotKarpenter() }).chart);
  expect(specs.map(spec => spec.terminationGracePeriodSeconds)).toEqual([110, 115]);
});

test('a node label that contradicts the capacity is refused', () => {
  expect(() => group({ capacity: Capacity.spotKarpenter(), nodeLabels: { 'karpenter.sh/capacity-type': 'on-demand' } })).toThrow(
    /nodeLabels\[karpenter.sh\/capacity-type\]: Invalid value: "on-demand": capacity asks for karpenter.sh\/capacity-type=spot/);
});
