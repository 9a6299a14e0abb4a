/*
 * The scenario: a server that the library has no data of. A quantised model on one GPU with llama.cpp, from a claim that somebody has filled. Its facts
 * are said once (port, health, series, and that it aborts streams at the stop signal); probes, sleep, grace period, autoscaler and monitor follow.
 *
 * Source: llama.cpp tools/server/README.md: --host, --port, --metrics, /health, llamacpp:requests_deferred, llamacpp:requests_processing
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, GpuInferenceDeployment, InferenceEngine, KubernetesVersion, Memory, ModelCache, ModelLoad, Target } from 'cdk8s-ai-workloads';

const MODEL = '/models/llama-3.1-8b-instruct-q8_0.gguf';
const PORT = 8080;

export function build(app: App): void {
  const chart = new Chart(app, 'other-server', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-east-1a', 'us-east-1b'], apis: ['monitoring.coreos.com/v1'] });
  const server = new GpuInferenceDeployment(chart, 'LlamaSmall', {
    engine: InferenceEngine.custom({
      name: 'llama.cpp',
      version: 'b10488',
      image: 'ghcr.io/ggml-org/llama.cpp:server-cuda-b10488',
      command: ['/app/llama-server'],
      args: ['--model', MODEL, '--host', '0.0.0.0', '--port', String(PORT), '--parallel', '8', '--n-gpu-layers', '99', '--metrics'],
      model: MODEL,
      port: PORT,
      healthPath: '/health',
      longestStream: Duration.seconds(90),
      metrics: { waiting: { name: 'llamacpp:requests_deferred' }, running: { name: 'llamacpp:requests_processing' } },
    }),
    accelerator: Accelerator.nvidia(1),
    modelLoad: ModelLoad.of({ weights: '9Gi', loadBandwidth: '500Mi', compile: Duration.seconds(0) }),
    modelCache: ModelCache.claimName('gguf-models', { accessModes: [kplus.PersistentVolumeAccessMode.READ_ONLY_MANY], mountPath: '/models', readOnly: true }),
    container: { cpu: '4', memory: Memory.of('16Gi') },
    autoscaling: { minReplicas: 1, maxReplicas: 4, queueDepth: 2 },
    podMonitor: { interval: Duration.seconds(15) },
  });
  new kplus.ConfigMap(chart, 'AdapterRules', { metadata: { name: 'llama-small-adapter-rules' }, data: { 'config.yaml': server.adapterRules! } });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/other-server' });
  build(app);
  app.synth();
}
