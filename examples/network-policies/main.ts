/*
 * Who may speak to a model in two roles and to a training run: policies of the ports that are really used.
 *
 * The scenario: a namespace whose default denies everything. What people open by hand misses the port behind the Service, the transfers between prefill and
 * decode (whose ports nobody chooses), or DNS.
 */
import { App, Chart } from 'cdk8s';
import {
  Accelerator, DisaggregatedInference, IndexedTrainingJob, InferenceEngine, InferenceRole, KubernetesVersion, Memory, NetworkPeer,
  PrefillDecodeRouter, Target, WorkloadNetworkPolicy,
} from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'policies', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });

  const engine = InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-8B-Instruct', tensorParallel: 2 });
  const role = { engine, accelerator: Accelerator.nvidia(2), container: { cpu: '8', memory: Memory.of('40Gi') } };
  const llama = new DisaggregatedInference(chart, 'Llama', {
    prefill: InferenceRole.deployment(role),
    decode: InferenceRole.deployment({ ...role, replicas: 2 }),
    router: PrefillDecodeRouter.vllmRouter({ image: 'registry.example/router:1' }),
  });
  new WorkloadNetworkPolicy(chart, 'LlamaNetwork', {
    workload: llama,
    clients: [NetworkPeer.namespace('gateways')],
    monitoring: [NetworkPeer.namespace('monitoring')],
    metricsPort: 8000,
    egress: [{ peer: NetworkPeer.internet(), ports: [443] }],
  });

  const training = new IndexedTrainingJob(chart, 'FineTune', {
    workers: 4, accelerator: Accelerator.nvidia(8), container: { image: 'registry.example/train:1', cpu: '32', memory: Memory.of('200Gi') },
  });
  new WorkloadNetworkPolicy(chart, 'FineTuneNetwork', {
    workload: training,
    egress: [{ peer: NetworkPeer.podsWith({ app: 'minio' }, 'storage'), ports: [9000] }],
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/network-policies' });
  build(app);
  app.synth();
}
