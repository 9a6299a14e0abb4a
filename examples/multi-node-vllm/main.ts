/*
 * The scenario: models that are larger than a node, served by vLLM on groups of a leader and its workers.
 *
 * Version, model and parallelism are said once, in the engine. From them come the commands of leader and workers, the port, three probes with a
 * startup budget for the model, the drain, and VLLM_HOST_IP.
 *
 * - `Llama405`: two nodes of eight GPUs for each group, cut 8 x 2, by vLLM's own executor (0.12 and later need no Ray).
 * - `Llama405Ray`: the same with vLLM 0.11, which spans nodes through Ray only; nothing but the version says so.
 * - `DeepSeek`: a mixture of experts with sixteen copies of its attention layers over two nodes, on a LeaderWorkerSet.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, CapabilityProfile, GroupRestart, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory,
  ModelLoad, SecretKey, Target, VllmAll2AllBackend,
} from 'cdk8s-ai-workloads';

const LLAMA = 'meta-llama/Llama-3.1-405B-Instruct-FP8';

export function build(app: App): void {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ['eu-1a', 'eu-1b', 'eu-1c'], apis: ['leaderworkerset.x-k8s.io/v1'] });

  // A claim that all nodes can mount: what one pod downloaded is there for the others.
  const models = kplus.Volume.fromPersistentVolumeClaim(chart, 'Models', kplus.PersistentVolumeClaim.fromClaimName(chart, 'ModelsClaim', 'models'), { name: 'models' });

  const llama = new LeaderWorkerGroup(chart, 'Llama405', {
    groups: 2,
    size: 2,
    engine: InferenceEngine.vllm({
      version: '0.18.1',
      model: LLAMA,
      tensorParallel: 8,
      pipelineParallel: 2,
      maxModelLength: 65536,
      longestStream: Duration.minutes(3),
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
    // The first start downloads 405 Gi into the claim, which the startup probe allows for; later ones read from it. Compilation and graph capture come on top.
    modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi', compile: Duration.minutes(4) }),
    container: {
      cpu: '64',
      memory: Memory.derived({ weights: '420Gi', headroom: '32Gi' }),
      envVariables: { NCCL_SOCKET_IFNAME: kplus.EnvValue.fromValue('eth0') },
      secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
    },
    // Workers go when the port of their leader does, and wait as long as the model may take to load.
    restart: GroupRestart.fateSharing({ port: 8000, tolerance: Duration.seconds(90) }),
    claims: [{ name: 'model-cache', size: '1Ti', mountPath: '/root/.cache/huggingface', storageClassName: 'fast-ssd' }],
  });

  new LeaderWorkerGroup(chart, 'Llama405Ray', {
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.11', model: LLAMA, tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
    modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }),
    container: {
      memory: Memory.derived({ weights: '420Gi' }),
      secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
      volumeMounts: [{ path: '/root/.cache/huggingface', volume: models }],
    },
  });

  new LeaderWorkerGroup(chart, 'DeepSeek', {
    groups: 2,
    size: 2,
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    engine: InferenceEngine.vllm({
      version: '0.18.1',
      model: 'deepseek-ai/DeepSeek-R1',
      dataParallel: 16,
      expertParallel: true,
      all2AllBackend: VllmAll2AllBackend.DEEPEP_LOW_LATENCY,
      longestStream: Duration.minutes(5),
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    // 690 GB from the Hub, then 16 copies of the attention layers.
    modelLoad: ModelLoad.of({ weights: '643Gi', downloadBandwidth: '500Mi', loadBandwidth: '2Gi', compile: Duration.minutes(6) }),
    container: {
      memory: Memory.derived({ weights: '700Gi' }),
      capabilityProfile: CapabilityProfile.RDMA,
      secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
      volumeMounts: [{ path: '/root/.cache/huggingface', volume: models }],
    },
  });

  // For people: the sums behind startup, drain and devices.
  if (require.main === module) {
    console.log(llama.explain());
  }
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/multi-node-vllm' });
  build(app);
  app.synth();
}
