import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, claim, load, plugin, vllm } from './llama';
import {
  Accelerator, Capacity, DeviceRequest, GpuInferenceDeployment, GpuInferenceDeploymentProps, GpuMetrics, InferenceAutoscaling, KubernetesVersion,
  Locality, Memory, ModelCache, ModelPreload, ReplicaSpread, TargetProps,
} from '../../../src';

const { READ_WRITE_ONCE, READ_WRITE_ONCE_POD, READ_ONLY_MANY } = kplus.PersistentVolumeAccessMode;
const literal = kplus.EnvValue.fromValue;
const health = (options: kplus.HttpGetProbeOptions) => kplus.Probe.fromHttpGet('/health', { port: 8000, ...options });
const scaled = (more: Partial<InferenceAutoscaling>): Props => ({ autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8, ...more } });

type Props = Partial<GpuInferenceDeploymentProps>;
/** Property path, reason and value; the detail; the remedy; another target than 1.36. */
type Row = [string, Props, string, string, string, TargetProps?];

const DEVICES: Row[] = [
  ['more parallelism than GPUs', { engine: vllm({ pipelineParallel: 2 }), accelerator: plugin }, 'accelerator.count: Invalid value: 4:',
    'tensor 4 x pipeline 2 x data 1 = 8 for each pod, and the pod asks for 4 nvidia.com/gpu', 'help: change the count or the parallelism'],
  ['fewer', { engine: vllm({ tensorParallel: 2 }), accelerator: Accelerator.nvidia(8) }, 'accelerator.count: Invalid value: 8:',
    'tensor 2 x pipeline 1 x data 1 = 2 for each pod, and the pod asks for 8 nvidia.com/gpu', 'help: change the count'],
  ['a claim that counts otherwise', { accelerator: Accelerator.claim(DeviceRequest.nvidia({ count: 1 })) }, 'accelerator.count: Invalid value: 1:',
    'tensor 4 x pipeline 1 x data 1 = 4 for each pod, and the pod claims 1 gpu.nvidia.com', 'help: leave the count of the claim out'],
  ['no devices', { accelerator: undefined }, 'accelerator: Required value:', 'vllm 0.18 is cut over tensor 4 x pipeline 1 x data 1 = 4 devices, and the pods would have none',
    'help: for example Accelerator.nvidia(4); inference on CPUs is a LeaderWorkerGroup of size 1'],
  ['a claim at 1.33', { accelerator: claim }, 'accelerator: Forbidden:', 'Kubernetes 1.33 does not have it; the first minor that has it is 1.34', 'Accelerator.nvidia(n)',
    { kubernetes: KubernetesVersion.V1_33 }],
  ['hosts of one TPU slice', { engine: vllm({ image: 'vllm/vllm-tpu:v0.18.0' }), accelerator: Accelerator.tpu(4, { type: 'tpu-v5p-slice', topology: '2x2x4' }) }, 'accelerator: Forbidden:',
    'the slice 2x2x4 has 16 chips on 4 hosts, and pods of a Deployment are not a group', 'help: use LeaderWorkerGroup, whose pods form one world'],
];

const SCALING: Row[] = [
  ['more replicas at the least than at the most', scaled({ minReplicas: 9 }), 'autoscaling.minReplicas: Invalid value: 9:', 'is more than maxReplicas 8; the API server refuses it', 'help: swap them'],
  ['none at the least', scaled({ minReplicas: 0 }), 'autoscaling.minReplicas: Invalid value: 0:',
    'the metrics come from the engine itself: with no replica there are none, and nothing would ever start one', 'help: keep at least 1'],
  ['none at the most', scaled({ minReplicas: 1, maxReplicas: 0 }), 'autoscaling.maxReplicas: Invalid value: 0:', 'must be a whole number of at least 1', ''],
  ['half a replica', scaled({ minReplicas: 1.5 }), 'autoscaling.minReplicas: Invalid value: 1.5:', 'must be a whole number', ''],
  ['a target of 0', scaled({ queueDepth: 0 }), 'autoscaling.queueDepth: Invalid value: 0:', 'must be a whole number of at least 1',
    'help: with a target of 0 every replica is one too few, and the fleet goes to maxReplicas and stays there'],
  ['a ratio of requests', scaled({ queueDepth: 0.7 }), 'autoscaling.queueDepth: Invalid value: 0.7:', 'must be a whole number of at least 1',
    'help: the unit is requests for each replica; a ratio goes into kvCacheUsage'],
  ['a percentage of the cache', scaled({ queueDepth: undefined, kvCacheUsage: 80 }), 'autoscaling.kvCacheUsage: Invalid value: 80:',
    'must be a ratio above 0 and below 1: write 0.8 for 80 %', 'help: the engine reports 0 to 1'],
  ['all of the cache', scaled({ kvCacheUsage: 1 }), 'autoscaling.kvCacheUsage: Invalid value: 1:', 'must be a ratio above 0 and below 1', ''],
  ['no metric', scaled({ queueDepth: undefined }), 'autoscaling.queueDepth: Required value:', 'nothing says when to add a replica', 'help: set queueDepth'],
  ['no request that runs', scaled({ queueDepth: undefined, runningRequests: 0 }), 'autoscaling.runningRequests: Invalid value: 0:', 'must be a whole number of at least 1', 'help: with a target of 0'],
  ['a metric that vLLM never had', scaled({ gauges: [{ name: 'vllm_queue_depth', average: 8 }] }), 'autoscaling.gauges[0].name: Invalid value: "vllm_queue_depth":',
    'is no metric of vLLM 0.18', 'help:'],
  ['a metric that was renamed', { ...scaled({ gauges: [{ name: 'vllm:gpu_cache_usage_perc', average: 0.8 }] }) }, 'autoscaling.gauges[0].name: Invalid value: "vllm:gpu_cache_usage_perc":',
    'vLLM 0.18 does not export it: it went with 0.12', 'help: use vllm:kv_cache_usage_perc'],
  ['a counter', scaled({ gauges: [{ name: 'vllm:prompt_tokens_total', average: 8 }] }), 'autoscaling.gauges[0].name: Invalid value: "vllm:prompt_tokens_total":',
    'is a counter: it only grows', 'help: use a gauge'],
  ['a gauge at 0', scaled({ gauges: [{ name: 'vllm:num_requests_waiting_by_reason', average: 0 }] }), 'autoscaling.gauges[0].average: Invalid value: 0:', 'must be more than 0 requests', ''],
  ['a metric twice', scaled({ gauges: [{ name: 'vllm:num_requests_waiting', average: 8 }] }), 'autoscaling.gauges[0].name: Duplicate value: "vllm:num_requests_waiting":', 'is watched already', 'help: keep one of them'],
  ['replicas beside an autoscaler', { ...scaled({}), replicas: 2 }, 'replicas: Forbidden:', 'an autoscaler decides how many there are, and each apply would set the number back', 'help: leave it out'],
  ['no replicas', { replicas: 0 }, 'replicas: Invalid value: 0:', 'must be a whole number of at least 1', 'help: to run none, leave the construct out'],
];

const CACHE: Row[] = [
  ['a claim of one node for four replicas', { replicas: 4, modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_ONCE] }) }, 'modelCache: Invalid value: "ReadWriteOnce":',
    'claim "models" is ReadWriteOnce: one node can mount it, and there are up to 4 replicas; the others never start', 'help: use a claim with ReadWriteMany'],
  ['a claim of one pod for two', { modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_ONCE_POD] }) }, 'modelCache: Invalid value: "ReadWriteOncePod":',
    'one pod can mount it, and there are up to 2 replicas', ''],
  ['a claim of one node under an autoscaler', { ...scaled({}), modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_ONCE] }) }, 'modelCache: Invalid value: "ReadWriteOnce":',
    'there are up to 8 replicas', ''],
  ['a preload without a cache', { preload: ModelPreload.fromHub() }, 'modelCache: Required value:', 'preload fills it: an init container leaves nothing behind but what is on a volume', 'help: for example'],
  ['a preload into what nobody writes', { preload: ModelPreload.fromHub(), modelCache: ModelCache.claimName('models', { accessModes: [READ_ONLY_MANY] }) }, 'preload: Forbidden:',
    'the cache is read-only, so no container of these pods can fill it', 'help: fill it elsewhere'],
  ['a folder from the Hub', { engine: vllm({ model: '/models/llama' }), preload: ModelPreload.fromHub(), modelCache: ModelCache.hostPath('/m') }, 'preload: Forbidden:',
    'the engine serves the folder /models/llama, and the Hub has repositories', 'help: name the repository as the model'],
  ['a preload that stays', { preload: ModelPreload.container({ image: 'a', restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }), modelCache: ModelCache.hostPath('/m') },
    'preload.container.restartPolicy: Forbidden:', 'it would make a sidecar, and the engine would start while the weights are still coming', 'help: leave it out'],
  ['a cache over the programs', { modelCache: ModelCache.hostPath('/m', { mountPath: '/usr/lib' }) }, 'modelCache.mountPath: Invalid value: "/usr/lib":', 'must be an absolute folder of its own', 'help: for example /models'],
  ['access modes of a folder', { modelCache: ModelCache.hostPath('/m', { accessModes: [READ_WRITE_ONCE] }) }, 'modelCache.accessModes: Forbidden:', 'a cache on hostPath is no claim and has none', 'help: leave it out'],
  ['another folder for the Hub than the one that is filled', { preload: ModelPreload.fromHub(), modelCache: ModelCache.hostPath('/m'), container: { envVariables: { HF_HOME: literal('/data') } } },
    'container.envVariables[HF_HOME]: Forbidden:', 'preload fills /models, and the engine would look elsewhere', 'help: leave it out, or set modelCache.mountPath'],
];

const LIFE: Row[] = [
  ['a startup probe that gives up while the model loads', { container: { startup: health({ failureThreshold: 30 }) } }, 'container.startup: Invalid value: "300s":',
    '10 s x 30 = 300 s, but the model needs load 140Gi at 512Mi/s 280 s + compile 180 s = 460 s: the kubelet kills the container while it loads', 'help: allow at least 460 s'],
  ['a progress deadline below the startup budget', { progressDeadline: Duration.minutes(10) }, 'progressDeadline: Invalid value: "600s":',
    'must be more than the startup budget: startup 2070 s; a roll-out that works would be reported as failed', 'help: give at least 2670 s, or leave it out'],
  ['a progress deadline below start and preload', { progressDeadline: Duration.minutes(20), modelCache: ModelCache.hostPath('/m'), preload: ModelPreload.fromHub() }, 'progressDeadline: Invalid value: "1200s":',
    'startup 920 s + preload 1800 s = 2720 s', 'help: give at least 3320 s'],
  ['a grace period shorter than the drain', { terminationGracePeriod: Duration.seconds(30) }, 'terminationGracePeriod: Invalid value: "30s":',
    'must be at least preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s, or the kubelet kills what is still draining', 'help: leave it out to have it computed'],
  ['a sleep shorter than the stream of an engine that cannot drain', { engine: vllm({ version: '0.16' }), container: { preStopSleep: Duration.seconds(20) } },
    'container.preStopSleep: Invalid value: "20s":', 'must be at least the longest stream of 60 s', 'help: sleep 75 s'],
  ['a drain that the notice of spot nodes does not leave', { engine: vllm({ longestStream: Duration.minutes(5) }), capacity: Capacity.spotKarpenter() }, 'capacity: Invalid value: "320s":',
    'is more than the 120 s that spot nodes of Karpenter leave a pod after the stop signal', 'help: shorten longestStream'],
  ['a stop hook of the user', { container: { lifecycle: { preStop: kplus.Handler.fromCommand(['/bin/sh', '-c', 'sleep 30 && curl -X POST localhost:8000/v1/shutdown']) } } },
    'container.lifecycle.preStop: Forbidden:', 'the engine drains at the stop signal that follows', 'help: leave it out; set preStopSleep'],
];

const CONTAINER: Row[] = [
  ['a command line', { container: { command: ['vllm', 'serve'] } }, 'container.command: Forbidden:', "the command line is the engine's", 'help: give further flags to the engine: InferenceEngine.vllm({ args: [...] })'],
  ['arguments', { container: { args: ['--max-num-seqs', '256'] } }, 'container.args: Forbidden:', "the command line is the engine's", 'InferenceEngine.vllm({ args: [...] })'],
  ['a token in clear', { container: { envVariables: { HF_TOKEN: literal('hf_abcdefghijklmnopqrstuvwxyz') } } }, 'container.envVariables[HF_TOKEN]: Invalid value: "hf_ab…":',
    'is a credential in plain text', 'SecretKey.fromName'],
  ['a token in the preload', { modelCache: ModelCache.hostPath('/m'), preload: ModelPreload.container({ image: 'a', envVariables: { HF_TOKEN: literal('hunter2') } }) },
    'preload.container.envVariables[HF_TOKEN]: Invalid value: "…":', 'is a literal in a variable whose name says it is a secret', 'SecretKey.fromName'],
  ['a variable of the engine', { container: { envVariables: { VLLM_PORT: literal('8000') } } }, 'container.envVariables[VLLM_PORT]: Forbidden:', 'is set by the pattern or by nobody', 'help: leave it out'],
  ['an image of another version', { container: { image: 'vllm/vllm-openai:v0.6.0' } }, 'container.image: Invalid value: "vllm/vllm-openai:v0.6.0":',
    'holds vLLM 0.6.0, but flags and metrics are written for version 0.18', ''],
  ['the port of the engine again', { container: { ports: [{ number: 8000, name: 'metrics' }] } }, 'container.ports[0]: Invalid value: 8000:', "http (8000) is the engine's own port", 'help: leave it out'],
  ['memory below the shared memory', { container: { memory: Memory.of('8Gi') } }, 'container.memory: Invalid value: "8Gi":', 'must be greater than the shared memory of 8Gi', ''],
  ['a sidecar in main containers', { containers: [{ image: 'a', restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }] }, 'containers[0].restartPolicy: Forbidden:', 'it does not make a sidecar', 'help: move the container to sidecars'],
];

const AROUND: Row[] = [
  ['an exporter that would see no devices', { gpuMetrics: GpuMetrics.sidecar() }, 'gpuMetrics: Forbidden:',
    "a sidecar sees no devices: the device plugin gives nvidia.com/gpu to the engine's container alone", 'help: use GpuMetrics.nodeExporter(), or a device claim'],
  ["NVIDIA's exporter for other devices", { accelerator: Accelerator.amd(4), gpuMetrics: GpuMetrics.nodeExporter() }, 'gpuMetrics: Forbidden:', 'DCGM reads NVIDIA devices, and these pods have amd.com/gpu', ''],
  ['a monitor that the cluster does not serve', { podMonitor: {} }, 'podMonitor: Forbidden:', 'needs monitoring.coreos.com/v1, which the target does not list', '', { apis: [] }],
  ['a port that no container has', { service: { ports: [{ port: 80, targetPort: 8080 }] } }, 'service.ports[0].targetPort: Invalid value: 8080:',
    'no container of the pods declares this port; they have 8000 (http)', 'help: target http'],
  ['a port by a name that no container has', { service: { ports: [{ port: 80, targetPortName: 'web' }] } }, 'service.ports[0].targetPortName: Invalid value: "web":', 'no container of the pods declares this port', ''],
  ['an affinity of more than a day', { service: { clientAffinity: Duration.days(2) } }, 'service.clientAffinity: Invalid value: "172800s":', 'must be at most 86400 s', ''],
  ['an affinity of no time', { service: { clientAffinity: Duration.seconds(0) } }, 'service.clientAffinity: Invalid value: "0s":', 'must be a whole number of seconds of at least 1', ''],
  ['the same node at 1.33', { service: { prefer: Locality.SAME_NODE } }, 'service.prefer: Forbidden:', 'the first minor that has it is 1.34', '', { kubernetes: KubernetesVersion.V1_33 }],
  ['a spread over zones that nodes do not have', { spread: ReplicaSpread.overZones() }, 'spread: Forbidden:', "the target's nodes have no label topology.kubernetes.io/zone", '', { zones: [] }],
  ['a label of ours', { metadata: { labels: { 'cdk8s-ai-workloads/name': 'x' } } }, 'metadata.labels[cdk8s-ai-workloads/name]: Forbidden:', 'is set by the pattern', ''],
  ['64 characters', { name: 'a'.repeat(64) }, `name: Too long: "${'a'.repeat(64)}":`, 'the longest derived name, Service', ''],
  ['upper case', { name: 'Llama' }, 'name: Invalid value: "Llama":', 'must give a DNS label', ''],
  ['the network of the host in a user namespace', { hostUsers: false, hostNetwork: true }, 'hostUsers: Forbidden:', 'may not use the network of the host', ''],
];

describe.each<[string, Row[]]>([
  ['devices', DEVICES], ['scaling', SCALING], ['cache and preload', CACHE], ['start and stop', LIFE], ['the container', CONTAINER], ['what is around it', AROUND],
])('%s', (_title, rows) => {
  // By the rest, since jest takes a last parameter without a value for its own callback.
  test.each(rows)('%s is refused', (_name, ...row) => {
    const [props, path, detail, help, target] = row;
    const message = messageOf(() => build({ modelLoad: load, ...props }, target));
    expect(message).toContain(`prod/Llama: ${path}`);
    expect(message).toContain(detail);
    expect(message).toContain(help);
  });
});

test('factories refuse by themselves', () => {
  expect(() => ModelCache.hostPath('models')).toThrow('ModelCache.hostPath(path): Invalid value: "models": must be an absolute folder on the node');
  expect(() => ModelCache.hostPath('/')).toThrow('not its root');
  expect(() => ModelCache.claimName('My Claim')).toThrow('ModelCache.claimName(claimName): Invalid value: "My Claim": a lowercase RFC 1123 subdomain must consist of');
});

test('a node exporter needs the namespace of the pods to keep their series', () => {
  const chart = new Chart(new App(), 'prod');
  expect(() => new GpuInferenceDeployment(chart, 'Llama', { engine: vllm(), accelerator: plugin, replicas: 2, gpuMetrics: GpuMetrics.nodeExporter() }))
    .toThrow('prod/Llama: metadata.namespace: Required value: the exporter of a node has the series of all namespaces');
});

test('a credential is never printed whole', () => {
  const message = messageOf(() => build({ container: { envVariables: { HF_TOKEN: literal('hf_abcdefghijklmnopqrstuvwxyz') } } }));
  expect(message).not.toContain('hf_abcdefghijkl');
});

test('an emptyDir takes its size as it is given', () => {
  expect(() => build({ modelCache: ModelCache.emptyDir(Size.gibibytes(200)) })).not.toThrow();
});

function messageOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('values of engine, cache and probe', () => {
  test.each([
    ['an empty served name', () => vllm({ servedModelName: '' }), 'InferenceEngine.vllm(servedModelName): Invalid value: "": is no name'],
    ['a served name that is a flag', () => vllm({ servedModelName: '--port' }), 'InferenceEngine.vllm(servedModelName): Invalid value: "--port":'],
    ['a model that the kubelet replaces', () => vllm({ model: '$(MODEL)' }), 'InferenceEngine.vllm(model): Invalid value: "$(MODEL)":'],
    ['a claim without access modes', () => ModelCache.claimName('c', { accessModes: [] }), 'ModelCache.claimName(accessModes): Required value:'],
    ['an empty disk', () => ModelCache.emptyDir(Size.gibibytes(0)), 'ModelCache.emptyDir(size): Invalid value: "0Gi":'],
    ['a probe of part of a second', () => build({ container: { startup: health({ periodSeconds: Duration.millis(1500) }) } }),
      "prod/Llama: container.startup: Invalid value: '1500 millis' cannot be converted"],
    ['more replicas than the field holds', () => build({ replicas: 2 ** 31 }), 'prod/Llama: replicas: Invalid value: 2147483648: is more than the field holds (2147483647)'],
  ])('%s', (_, body, message) => {
    expect(body).toThrow(message);
  });
});
