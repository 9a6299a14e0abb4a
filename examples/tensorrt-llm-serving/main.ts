/*
 * The scenario: a mixture of experts in FP8 behind TensorRT-LLM on one node with eight GPUs, experts spread over all of them. Version, model and cut are said
 * once; command line, probes and the sleep that covers the longest answer follow. Of its GPUs the exporter of the node tells, since this server exports
 * nothing that says how busy it is.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, GpuInferenceDeployment, GpuMonitor, InferenceEngine, KubernetesVersion, Memory, ModelCache, ModelLoad, Target,
} from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'tensorrt-llm-serving', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-east-1a', 'us-east-1b'], apis: ['monitoring.coreos.com/v1'] });
  const server = new GpuInferenceDeployment(chart, 'Mixtral', {
    replicas: 2,
    engine: InferenceEngine.tensorRtLlm({
      version: '1.2.1',
      model: '/models/mixtral-8x22b-fp8',
      tensorParallel: 8,
      expertParallel: 8,
      freeMemoryFraction: 0.85,
      longestStream: Duration.minutes(2),
      args: ['--max_batch_size', '64'],
    }),
    accelerator: Accelerator.nvidia(8),
    modelLoad: ModelLoad.of({ weights: '140Gi', loadBandwidth: '2Gi' }),
    modelCache: ModelCache.claimName('models', { accessModes: [kplus.PersistentVolumeAccessMode.READ_ONLY_MANY], mountPath: '/models', readOnly: true }),
    container: { cpu: '16', memory: Memory.of('256Gi') },
  });
  new GpuMonitor(chart, 'MixtralGpus', { workload: server, monitorLabels: { release: 'prometheus' } });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/tensorrt-llm-serving' });
  build(app);
  app.synth();
}
