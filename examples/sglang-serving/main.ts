/*
 * The scenario: a small model behind SGLang, two GPUs a replica, scaled on the requests that wait. Version, model and cut are said once; command line,
 * probes, the sleep that covers the longest answer, autoscaler and monitor follow. The weights are on a claim that all replicas read.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, GpuInferenceDeployment, InferenceEngine, KubernetesVersion, Memory, ModelCache, ModelLoad, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'sglang-serving', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-east-1a', 'us-east-1b'], apis: ['monitoring.coreos.com/v1'] });
  const server = new GpuInferenceDeployment(chart, 'Qwen', {
    engine: InferenceEngine.sglang({
      version: '0.5.3',
      model: '/models/qwen3-32b',
      servedModelName: 'qwen3-32b',
      tensorParallel: 2,
      staticMemoryFraction: 0.85,
      longestStream: Duration.minutes(2),
      args: ['--max-running-requests', '64'],
    }),
    accelerator: Accelerator.nvidia(2),
    modelLoad: ModelLoad.of({ weights: '62Gi', loadBandwidth: '1Gi' }),
    modelCache: ModelCache.claimName('models', { accessModes: [kplus.PersistentVolumeAccessMode.READ_ONLY_MANY], mountPath: '/models', readOnly: true }),
    container: { cpu: '8', memory: Memory.of('96Gi') },
    autoscaling: { minReplicas: 1, maxReplicas: 4, queueDepth: 8 },
    podMonitor: { interval: Duration.seconds(15) },
  });
  new kplus.ConfigMap(chart, 'AdapterRules', { metadata: { name: 'qwen-adapter-rules' }, data: { 'config.yaml': server.adapterRules! } });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/sglang-serving' });
  build(app);
  app.synth();
}
