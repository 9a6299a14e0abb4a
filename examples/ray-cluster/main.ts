/*
 * The scenario: the article about the pod index label, where Ray is the first use: "Ray clusters have a head node and workers", the head being index 0. A team wants a
 * standing cluster for tuning and batch inference, first without an operator, and the same program as a RayJob where KubeRay is installed.
 *
 * What the library prevents of the YAML that people write for it:
 * - `ray start` without numbers: Ray counts all cores of the machine, and an object store of 30 % of what it sees in a /dev/shm of 64 MiB. Here they follow from the container.
 * - workers that start before the control store, fail, and back off for minutes. Here they wait for it, at every start of their container.
 * - tasks on the head, which take its memory until the control store dies, and the cluster with it. Here no task runs there.
 * - an image of another Ray on the workers, which the head refuses. Here all tags are compared.
 */
import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, Capacity, KubernetesVersion, Memory, RayBackend, RayCluster, RayRecovery, SecretKey, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const plain = new Chart(app, 'ray', { namespace: 'research' });
  Target.define(plain, { kubernetes: KubernetesVersion.V1_35 });

  const container = { image: 'rayproject/ray:2.53.0-py312-gpu', cpu: '16', memory: Memory.of('64Gi') };
  new RayCluster(plain, 'Lab', {
    container,
    head: { container: { cpu: '4', memory: Memory.of('16Gi') } },
    workers: [
      { name: 'cpu', replicas: 2, capacity: Capacity.spotKarpenter() },
      { name: 'gpu', replicas: 2, accelerator: Accelerator.nvidia(4), container: { memory: Memory.of('256Gi') } },
    ],
    recovery: RayRecovery.redis('redis.databases:6379', { password: SecretKey.fromName('ray-redis', 'password') }),
    servingPort: 8000,
  });

  const operated = new Chart(app, 'ray-job', { namespace: 'research' });
  Target.define(operated, { kubernetes: KubernetesVersion.V1_35, apis: ['ray.io/v1'] });
  new RayCluster(operated, 'Tune', {
    container,
    workers: [{ name: 'gpu', replicas: 1, maxReplicas: 4, accelerator: Accelerator.nvidia(1) }],
    backend: RayBackend.rayJob({ entrypoint: 'python tune.py --trials 64', retries: 1, deadline: Duration.hours(6), keepCluster: Duration.minutes(10) }),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/ray-cluster' });
  build(app);
  app.synth();
}
