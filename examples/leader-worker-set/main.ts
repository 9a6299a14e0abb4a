/*
 * The scenario: leader as pod 0 and workers from pod 1, as LeaderWorkerSet builds it, from an article about the pod index label.
 *
 * The same group as with plain StatefulSets, with the same handles and variables, carried by one LeaderWorkerSet. Its controller re-creates a
 * whole group when a pod fails, replaces groups one after the other, and can be scaled by an autoscaler: three things that plain StatefulSets
 * cannot do, and that the library refuses on them.
 *
 * `replicas` is left out of the manifest, since the autoscaler owns it; an apply would undo every scaling.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, CapabilityProfile, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Memory, Rendezvous, SecretKey, Target,
} from 'cdk8s-ai-workloads';

const MODEL = 'deepseek-ai/DeepSeek-V3';
const HTTP = 8000;

export function build(app: App): void {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['leaderworkerset.x-k8s.io/v1'] });

  const deepseek = new LeaderWorkerGroup(chart, 'DeepSeek', {
    groups: 2,
    size: 2,
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    rendezvous: Rendezvous.ray(),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    parallelism: { tensor: 8, pipeline: 2 },
    container: {
      image: 'vllm/vllm-openai:v0.11.0',
      cpu: '64',
      memory: Memory.derived({ weights: '700Gi', headroom: '32Gi' }),
      // InfiniBand between the two nodes of a group pins memory.
      capabilityProfile: CapabilityProfile.RDMA,
      secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
    },
    leader: {
      command: ['vllm', 'serve', MODEL],
      args: ['--tensor-parallel-size', '8', '--pipeline-parallel-size', '2', '--distributed-executor-backend', 'ray', '--port', String(HTTP)],
      ports: [{ name: 'http', number: HTTP }],
      readiness: kplus.Probe.fromHttpGet('/health', { port: HTTP }),
      startup: kplus.Probe.fromHttpGet('/health', { port: HTTP, periodSeconds: Duration.seconds(10), failureThreshold: 180 }),
      preStopSleep: Duration.seconds(20),
    },
    terminationGracePeriod: Duration.minutes(5),
  });

  // Leaders' metric through a metrics adapter. One step is one group of 16 GPUs, so it scales slowly and down later than up.
  new kplus.HorizontalPodAutoscaler(chart, 'DeepSeekScaling', {
    target: deepseek,
    minReplicas: 2,
    maxReplicas: 6,
    metrics: [kplus.Metric.pods({ name: 'vllm_num_requests_waiting', target: kplus.MetricTarget.averageValue(8) })],
    scaleUp: { policies: [{ replicas: kplus.Replicas.absolute(1), duration: Duration.minutes(10) }] },
    scaleDown: {
      stabilizationWindow: Duration.minutes(30),
      policies: [{ replicas: kplus.Replicas.absolute(1), duration: Duration.minutes(15) }],
    },
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/leader-worker-set' });
  build(app);
  app.synth();
}
