/*
 * The scenario: an inference platform for Llama 3 70B, from an article about Kubernetes 1.36: a preloader, vLLM over eight GPUs, a DCGM exporter, a GPU
 * claim, an autoscaler on the queue, a Service with client affinity, a route, nodes in three zones. There it is 190 lines of YAML with some thirty
 * mistakes; docs/patterns/gpu-inference-deployment.md lists them one by one, with what prevents each. Here the whole platform is the body of `build`.
 */
import { ApiObject, App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DeviceRequest, GpuInferenceDeployment, GpuMetrics, InferenceEngine, KubernetesVersion, ModelCache, ModelLoad, ModelPreload, SecretKey,
  Target,
} from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'llama-70b', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'], apis: ['monitoring.coreos.com/v1'] });
  const llama = new GpuInferenceDeployment(chart, 'Llama370bInference', {
    name: 'llama-3-70b-inference',
    // Tensor 4 x pipeline 2 = 8: the claim takes its count from here.
    engine: InferenceEngine.vllm({
      version: '0.18',
      model: 'meta-llama/Meta-Llama-3-70B-Instruct',
      tensorParallel: 4,
      pipelineParallel: 2,
      gpuMemoryUtilization: 0.95,
      longestStream: Duration.minutes(2),
      args: ['--max-num-seqs', '256'],
    }),
    accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }), { taintKey: 'nvidia.com/gpu' }),
    nodeLabels: { 'node-type': 'gpu-inference' },
    modelLoad: ModelLoad.of({ weights: '132Gi', loadBandwidth: '500Mi' }),
    modelCache: ModelCache.claimName('model-cache-pvc', { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY] }),
    preload: ModelPreload.fromHub({ token: SecretKey.fromName('hugging-face', 'token') }),
    container: { cpu: '32' },
    // 8 replicas x 8 GPUs = the 64 that the node pool may have; the article asks for 10.
    autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8, runningRequests: 32 },
    service: { name: 'llama-inference', clientAffinity: Duration.minutes(10) },
    gpuMetrics: GpuMetrics.sidecar(),
    podMonitor: { interval: Duration.seconds(15) },
  });
  new kplus.ConfigMap(chart, 'AdapterRules', { metadata: { name: 'llama-adapter-rules' }, data: { 'config.yaml': llama.adapterRules! } });
  new ApiObject(chart, 'Route', {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'llama-api-route' },
    spec: {
      parentRefs: [{ name: 'production-gateway' }],
      hostnames: ['api.llama.inference.internal'],
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/v1' } }], backendRefs: [{ name: llama.service.name, port: 8000 }] }],
    },
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/llama-70b-dra' });
  build(app);
  app.synth();
}
