/*
 * The scenario: a model of the class of DeepSeek-R1, whose 256 experts a layer are spread over all GPUs of several nodes (wide expert parallelism).
 *
 * How many ranks there are and how they are cut is said once, in the engine. Ranks, addresses and flags of each pod follow from its index; what does
 * not divide, or does not fit into the GPUs, is an error with the sum.
 *
 * - `Decode`: 32 ranks on four nodes with InfiniBand. Each pod takes requests for its own eight ranks, DeepEP's kernels carry the tokens, 32 copies of busy
 *   experts move while it serves. One LeaderWorkerSet: a pod that is lost takes its group along, since every step needs the experts of all.
 * - `Sgl`: the same on two nodes with SGLang. Its leader takes all requests, each GPU has attention and KV cache of its own, DeepEP carries the tokens.
 * - `Small`: 16 ranks on two nodes with any network, on plain StatefulSets. The leader takes all requests.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, CapabilityProfile, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, ModelLoad, SecretKey,
  SglangAll2AllBackend, Target, VllmAll2AllBackend, VllmLoadBalancing,
} from 'cdk8s-ai-workloads';

const MODEL = 'deepseek-ai/DeepSeek-R1-0528';

export function build(app: App): void {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'], apis: ['leaderworkerset.x-k8s.io/v1'] });
  const models = kplus.Volume.fromPersistentVolumeClaim(chart, 'Models', kplus.PersistentVolumeClaim.fromClaimName(chart, 'ModelsClaim', 'models'), { name: 'models' });
  const modelLoad = ModelLoad.of({ weights: '643Gi', downloadBandwidth: '500Mi', loadBandwidth: '2Gi', compile: Duration.minutes(6) });
  const container = {
    cpu: '64',
    memory: Memory.derived({ weights: '700Gi', headroom: '32Gi' }),
    secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
    volumeMounts: [{ path: '/root/.cache/huggingface', volume: models }],
  };
  const infiniBand = {
    // RDMA reads memory that is locked. DeepEP meets over NVSHMEM, whose transport depends on the cluster: these are for InfiniBand with GPU-initiated sends.
    capabilityProfile: CapabilityProfile.RDMA,
    extendedResources: { 'rdma/ib': 1 },
    envVariables: {
      NVSHMEM_REMOTE_TRANSPORT: kplus.EnvValue.fromValue('ibgda'),
      NVSHMEM_IB_ENABLE_IBGDA: kplus.EnvValue.fromValue('true'),
      NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME: kplus.EnvValue.fromValue('eth0'),
      GLOO_SOCKET_IFNAME: kplus.EnvValue.fromValue('eth0'),
      NCCL_SOCKET_IFNAME: kplus.EnvValue.fromValue('eth0'),
    },
  };

  const decode = new LeaderWorkerGroup(chart, 'Decode', {
    groups: 2,
    size: 4,
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    engine: InferenceEngine.vllm({
      version: '0.22.1',
      model: MODEL,
      dataParallel: 32,
      expertParallel: true,
      all2AllBackend: VllmAll2AllBackend.DEEPEP_LOW_LATENCY,
      expertBalancing: { redundantExperts: 32 },
      loadBalancing: VllmLoadBalancing.HYBRID,
      longestStream: Duration.minutes(5),
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    modelLoad,
    container: { ...container, ...infiniBand },
  });

  new LeaderWorkerGroup(chart, 'Sgl', {
    size: 2,
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    engine: InferenceEngine.sglang({
      version: '0.5.22',
      model: MODEL,
      tensorParallel: 16,
      attentionDataParallel: 16,
      all2AllBackend: SglangAll2AllBackend.DEEPEP,
      expertBalancing: { redundantExperts: 32 },
      staticMemoryFraction: 0.85,
      longestStream: Duration.minutes(5),
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    modelLoad,
    container: { ...container, ...infiniBand },
  });

  new LeaderWorkerGroup(chart, 'Small', {
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.22.1', model: MODEL, dataParallel: 16, expertParallel: true, apiServers: 4 }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    modelLoad,
    container,
  });

  // For people: ranks, experts and weights with their sums.
  if (require.main === module) {
    console.log(decode.explain());
  }
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/wide-expert-parallelism' });
  build(app);
  app.synth();
}
