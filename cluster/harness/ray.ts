import { Chart } from 'cdk8s';
import { Cluster } from './cluster';
import { Accelerator, KubernetesVersion, Memory, RayCluster, RayClusterProps, Target } from 'cdk8s-ai-workloads';

/** Applies a cluster of a head, two workers and one with a GPU, called lab, with what a test gives besides. */
export async function deployRay(cluster: Cluster, namespace: string, props: Partial<RayClusterProps>): Promise<RayCluster> {
  const made: RayCluster[] = [];
  await cluster.applyApp(app => {
    const chart = new Chart(app, 'prod', { namespace });
    Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: [...cluster.zones] });
    made.push(new RayCluster(chart, 'Lab', {
      container: { image: 'rayproject/ray:2.53.0-py312', cpu: '1', memory: Memory.of('16Gi') },
      workers: [{ replicas: 2 }, { name: 'gpu', replicas: 1, accelerator: Accelerator.nvidia(1) }],
      ...props,
    }));
  });
  return made[0];
}
