/*
 * The scenario: the inference platform for Llama 3 70B of an article about Kubernetes 1.36, on a cluster that is still at 1.33. Device claims come with
 * 1.34, so a device plugin gives the GPUs here, and Accelerator.claim would be an error that says so. What follows from that:
 *
 * - the GPUs are a limit of the engine's container alone, and an exporter beside it would see none: the figures of the GPUs come from the exporter of the
 *   node, with a PodMonitor that keeps the series of these pods;
 * - nodes are chosen by the label that GPU feature discovery gives them, and the taint of GPU nodes is tolerated.
 *
 * vLLM 0.16 has no drain flag yet, so its pods sleep over the longest stream before they are told to stop. One node with eight GPUs is kept free: a roll-out
 * starts a new pod first, and no request waits.
 */
import { App, Chart, Duration } from 'cdk8s';
import {
  Accelerator, GpuInferenceDeployment, GpuMetrics, InferenceEngine, KubernetesVersion, ModelCache, ModelLoad, ModelPreload, SecretKey, Target,
} from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'llama-70b', { namespace: 'inference' });
  Target.define(chart, {
    kubernetes: KubernetesVersion.V1_33, zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'], apis: ['monitoring.coreos.com/v1'], spareGpus: 8,
  });

  new GpuInferenceDeployment(chart, 'Llama370bInference', {
    name: 'llama-3-70b-inference',
    engine: InferenceEngine.vllm({
      version: '0.16',
      model: 'meta-llama/Meta-Llama-3-70B-Instruct',
      tensorParallel: 8,
      longestStream: Duration.minutes(2),
      args: ['--max-num-seqs', '256'],
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-A100-SXM4-80GB' }),
    modelLoad: ModelLoad.of({ weights: '132Gi', loadBandwidth: '2Gi' }),
    // A copy on the local disk of each node, downloaded once for all pods of the node.
    modelCache: ModelCache.hostPath('/mnt/nvme/models'),
    preload: ModelPreload.fromHub({ token: SecretKey.fromName('hugging-face', 'token') }),
    container: { cpu: '32' },
    autoscaling: { minReplicas: 3, maxReplicas: 8, queueDepth: 8, runningRequests: 32 },
    service: { name: 'llama-inference', clientAffinity: Duration.minutes(10) },
    gpuMetrics: GpuMetrics.nodeExporter(),
    podMonitor: { interval: Duration.seconds(15) },
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/llama-70b-device-plugin' });
  build(app);
  app.synth();
}
