/*
 * The scenario: user namespaces for pods, GA in Kubernetes 1.36, from the article that also has the inference platform. There it is a pod of one container
 * with `hostUsers: false`; here it is a service for embeddings on CPUs, which is where user namespaces fit: root inside the container is nobody on the node,
 * and NVIDIA's container toolkit, which does not support them, is not involved.
 *
 * A LeaderWorkerGroup of size 1 carries it: each group is one pod with a stable name and a cache of its own, so a restarted pod finds its model again.
 * GpuInferenceDeployment is for devices; without an accelerator it says so.
 *
 * The nodes need a file system with idmapped mounts below the volumes, and a runtime that makes user namespaces; neither can be seen in manifests.
 * What is refused beside it: `hostNetwork: true` (the API server refuses both together), and a raw block volume. With GPUs there would be a warning.
 */
import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, LeaderWorkerGroup, Memory, SecurityProfile, Target } from 'cdk8s-ai-workloads';

const PORT = 8080;

export function build(app: App): void {
  const chart = new Chart(app, 'embeddings', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'] });

  new LeaderWorkerGroup(chart, 'Embeddings', {
    groups: 3,
    size: 1,
    hostUsers: false,
    // The user inside is mapped to another one on the node all the same: two walls.
    security: SecurityProfile.hardened({ user: 1000, group: 1000 }),
    container: {
      image: 'ghcr.io/huggingface/text-embeddings-inference:cpu-1.8',
      args: ['--model-id', 'BAAI/bge-base-en-v1.5', '--port', String(PORT)],
      ports: [{ name: 'http', number: PORT }],
      cpu: '8',
      memory: Memory.of('8Gi'),
      envVariables: { HF_HOME: kplus.EnvValue.fromValue('/data') },
      startup: kplus.Probe.fromHttpGet('/health', { port: PORT, failureThreshold: 60 }),
      readiness: kplus.Probe.fromHttpGet('/health', { port: PORT }),
    },
    claims: [{ name: 'data', size: '20Gi', mountPath: '/data' }],
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/cpu-inference' });
  build(app);
  app.synth();
}
