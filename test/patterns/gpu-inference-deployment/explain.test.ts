import { Duration } from 'cdk8s';
import { build, claim, plugin, vllm } from './llama';
import { Capacity, DisruptionBudget, GpuInferenceDeploymentProps, GpuMetrics, Locality, ModelCache, ModelPreload, TargetProps } from '../../../src';

type Props = Partial<GpuInferenceDeploymentProps>;
const scaling = { autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8 } };

test.each<[string, Props, string, TargetProps?]>([
  ['the devices of the largest fleet', scaling, '2 to 8 replicas x 4 = 8 to 32 devices'],
  ['the devices of a fixed one', { replicas: 3 }, '3 replicas x 4 = 12 devices'],
  ['where the count comes from', { accelerator: claim }, "tensor 4 x pipeline 1 x data 1 = 4, the count of each pod's claim (gpu.nvidia.com)"],
  ['the start', {}, '10 s x 207 = 2070 s: 2 x (download 140Gi at 250Mi/s 574 s + load 140Gi at 512Mi/s 280 s + compile 180 s = 1034 s), in whole periods'],
  ['the deadline with the preload', { modelCache: ModelCache.hostPath('/m'), preload: ModelPreload.fromHub() }, '= 1520 s + preload 1800 s = 3320 s'],
  ['the drain', {}, 'preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s'],
  ['why an engine sleeps', { engine: vllm({ version: '0.16' }) }, 'vllm 0.16 cannot drain by itself, so the sleep before the stop signal also covers the longest stream of 60 s'],
  ['how a roll-out goes', {}, 'an old pod first, one at a time: 0 spare devices / 4 a pod = 0'],
  ['that spare devices are counted for each workload', {}, '4 are counted for each workload on its own', { spareGpus: 4 }],
  ['the outage of one replica', { replicas: 1 }, 'nothing serves for up to drain 80 s + start 1034 s = 1114 s'],
  ['the metrics with their units', scaling, '8 waiting requests for each replica, on average (vllm:num_requests_waiting)'],
  ['what a burst meets', scaling, 'a new replica helps after 1034 s at best'],
  ['how to ask for a metric', scaling, '/apis/custom.metrics.k8s.io/v1beta1/namespaces/ml/pods/*/vllm_num_requests_waiting'],
  ['how to hand replicas over', scaling, 'kubectl -n ml apply edit-last-applied deployment/llama'],
  ['what affinity is worth', { service: { clientAffinity: Duration.minutes(1), prefer: Locality.SAME_ZONE } }, 'It chooses among the replicas that locality leaves'],
  ['the cache', { modelCache: ModelCache.hostPath('/mnt/nvme') }, 'folder /mnt/nvme of each node at /models'],
  ['where GPU figures come from', { accelerator: claim, gpuMetrics: GpuMetrics.sidecar() }, 'shares its device claim; counters without profiling'],
  ['and from the node', { accelerator: plugin, gpuMetrics: GpuMetrics.nodeExporter({ namespace: 'monitoring' }) }, "the node's exporter in namespace monitoring"],
  ['spot nodes', { capacity: Capacity.spotKarpenter() }, 'spot nodes of Karpenter, 120 s for a pod after the stop signal'],
  ['no budget', { disruptionBudget: DisruptionBudget.none() }, 'none: a drain may take all pods at once'],
  ['how long to wait for a roll-out', {}, 'rollout status deployment llama --timeout 5340s   # 2 steps of 2670 s at most'],
  ['the container of the logs', { container: { name: 'server' } }, '-c server --prefix'],
  ['the pattern for larger models', {}, 'LeaderWorkerGroup spans nodes'],
])('explain says %s', (_name, ...row) => {
  const [props, text, target] = row;
  expect(build(props, target).llama.explain()).toContain(text);
});

test('a fixed deployment says nothing of autoscaling', () => {
  expect(build().llama.explain()).not.toMatch(/scale up|custom\.metrics|edit-last-applied/);
});

test('the whole of it', () => {
  expect(build({ ...scaling, accelerator: claim }).llama.explain()).toMatchSnapshot();
});
