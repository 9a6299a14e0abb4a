/*
 * The scenario: leader and worker StatefulSets with a start ordinal and a Service on index 0, from an article about the pod index label.
 *
 * Here it serves a 405B model: a group is two nodes of eight GPUs, and three groups, one in each zone, answer clients side by side. Each group is a leader set
 * (ordinal 0) and a worker set (`ordinals.start: 1`), so a pod's ordinal is its index in the group.
 *
 * What the library prevents of that article's YAML:
 * - its LEADER_ADDRESS is the name of a Service on index 0 of the whole app, so with a second group workers would reach any leader. Here each
 *   group has its own leader's address as a literal.
 * - its Service on an index knows no group. Here an index needs its group (`addService`), and clients get a Service on leaders.
 * - nobody makes the headless Service that its `serviceName` names, so pods would have no DNS names. Here it is part of the group.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, ClaimPolicy, GroupRestart, GroupRole, KubernetesVersion, LeaderWait, LeaderWorkerBackend, LeaderWorkerGroup, Locality, Memory,
  Rendezvous, SecretKey, Target,
} from 'cdk8s-ai-workloads';

const MODEL = 'meta-llama/Llama-3.1-405B-Instruct';
const HTTP = 8000;

export function build(app: App): void {
  const chart = new Chart(app, 'serving', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ['eu-1a', 'eu-1b', 'eu-1c'] });

  const llama = new LeaderWorkerGroup(chart, 'Llama405', {
    groups: 3,
    size: 2,
    backend: LeaderWorkerBackend.statefulSets(),
    rendezvous: Rendezvous.ray(),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
    parallelism: { tensor: 8, pipeline: 2 },
    container: {
      image: 'vllm/vllm-openai:v0.11.0',
      cpu: '64',
      // 810 GB of weights over two pods pass through host memory while they load; shared memory and headroom come on top.
      memory: Memory.derived({ weights: '420Gi', headroom: '32Gi' }),
      envVariables: { NCCL_SOCKET_IFNAME: kplus.EnvValue.fromValue('eth0') },
      secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
    },
    leader: {
      command: ['vllm', 'serve', MODEL],
      args: ['--tensor-parallel-size', '8', '--pipeline-parallel-size', '2', '--distributed-executor-backend', 'ray', '--port', String(HTTP)],
      ports: [{ name: 'http', number: HTTP }],
      readiness: kplus.Probe.fromHttpGet('/health', { port: HTTP }),
      liveness: kplus.Probe.fromHttpGet('/health', { port: HTTP, periodSeconds: Duration.seconds(15), timeoutSeconds: Duration.seconds(10) }),
      // The first start downloads 755 Gi (810 GB) into the claim: 1546 s at 500 Mi a second, then loads and compiles for about 600 s; allowed is twice that.
      startup: kplus.Probe.fromHttpGet('/health', { port: HTTP, periodSeconds: Duration.seconds(10), failureThreshold: 430 }),
    },
    // vLLM answers /health with an error once a Ray worker is gone; workers go when the leader's port does.
    restart: GroupRestart.fateSharing({ port: HTTP, tolerance: Duration.seconds(90) }),
    waitForLeader: LeaderWait.forName({ timeout: Duration.minutes(10) }),
    claims: [{ name: 'model-cache', size: '1Ti', mountPath: '/root/.cache/huggingface', storageClassName: 'fast-ssd' }],
    claimRetention: { whenDeleted: ClaimPolicy.DELETE },
    prefer: Locality.SAME_ZONE,
  });

  // The dashboard of one world, for people; an index or a role alone would show any group's.
  llama.addService('Dashboard0', { group: 0, role: GroupRole.LEADER, ports: [{ name: 'dashboard', port: 8265 }] });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/leader-and-workers' });
  build(app);
  app.synth();
}
