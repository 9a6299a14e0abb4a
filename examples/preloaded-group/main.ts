/*
 * The scenario: a model that is larger than a node, on groups of two, whose weights are on each node before an engine starts.
 *
 * `modelCache` is a folder of each node and `preload` an init container of leaders and workers: both roles download the engine's model in the revision that the engine
 * asks for, and both start without asking the Hub. The first start of a group waits for the slower of its two downloads, so the time of the preload is part of
 * the leader's startup budget and of the wait of its workers; later starts find the weights.
 *
 * - `Llama405`: plain StatefulSets, a copy of the weights on the disk of each node.
 * - `DeepSeek`: a LeaderWorkerSet, one copy for all on a claim that many nodes can mount.
 * - `Tune`: base weights for a fine-tuning, pinned to a commit. A pod of a Job fails with its init container, so the download tries again by itself.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, Checkpoint, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, ModelCache,
  ModelLoad, ModelPreload, SecretKey, Target,
} from 'cdk8s-ai-workloads';

const token = SecretKey.fromName('hugging-face', 'token');

export function build(app: App): void {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ['eu-1a', 'eu-1b'], apis: ['leaderworkerset.x-k8s.io/v1'] });

  const llama = new LeaderWorkerGroup(chart, 'Llama405', {
    size: 2,
    engine: InferenceEngine.vllm({
      version: '0.18.1', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2, args: ['--revision', '64a3764'],
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
    modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }),
    modelCache: ModelCache.hostPath('/var/lib/models'),
    preload: ModelPreload.fromHub({ token, time: Duration.minutes(40) }),
    container: { cpu: '64', memory: Memory.derived({ weights: '420Gi' }) },
  });

  new LeaderWorkerGroup(chart, 'DeepSeek', {
    size: 2,
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    engine: InferenceEngine.vllm({ version: '0.18.1', model: 'deepseek-ai/DeepSeek-R1', dataParallel: 16, expertParallel: true }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    modelLoad: ModelLoad.of({ weights: '643Gi', loadBandwidth: '2Gi' }),
    modelCache: ModelCache.claimName('models', { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY], subPath: 'hub' }),
    preload: ModelPreload.fromHub({ time: Duration.hours(1) }),
    container: { cpu: '96', memory: Memory.derived({ weights: '700Gi' }) },
  });

  new IndexedTrainingJob(chart, 'Tune', {
    workers: 4,
    accelerator: Accelerator.nvidia(8),
    modelCache: ModelCache.hostPath('/var/lib/models'),
    preload: ModelPreload.fromHub({ model: 'meta-llama/Llama-3.1-8B', revision: 'd04e592bb4f6aa9cfee91e2e20afa771667e1d4b', weights: '15Gi', token }),
    checkpoint: Checkpoint.onClaimName('checkpoints', '/checkpoints'),
    container: { image: 'registry.example/tune:2.1', command: ['python3', 'tune.py'], cpu: '64', memory: Memory.of('256Gi') },
  });

  if (require.main === module) {
    console.log(llama.explain());
  }
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/preloaded-group' });
  build(app);
  app.synth();
}
