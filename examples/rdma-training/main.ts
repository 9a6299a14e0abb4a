/*
 * A training run over RoCE: four pods, each with eight GPUs and a device on each of eight rails.
 *
 * The scenario: the article whose run asks for `rdma/hca`, mounts /dev/infiniband of the node and sets NCCL_TREE_THRESHOLD.
 *
 * - Its network stands under `v1`, which has none, is of the InfiniBand plugin, and no pod names it. Here pods and definitions have their names and resources
 *   from one place.
 * - Its `host-local` gives pods of two nodes one address. Here each rail has a pool for all nodes.
 * - Its mount leaves the device closed to the container, and what is locked beyond 8 MiB ends the start. Here the device plugin opens the device, and the
 *   container may lock memory.
 * - NCCL has not read NCCL_TREE_THRESHOLD since 2.5. Here programs are told what they cannot find out: which devices, and over which interface they meet.
 */
import { App, Chart } from 'cdk8s';
import { Accelerator, Fabric, FabricNetworks, IndexedTrainingJob, KubernetesVersion, Memory, NetworkAddresses, NetworkPlugin, Rendezvous, Target } from 'cdk8s-ai-workloads';

const RAILS = [0, 1, 2, 3, 4, 5, 6, 7];

export function build(app: App): void {
  const chart = new Chart(app, 'pretrain', { namespace: 'research' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['k8s.cni.cncf.io/v1'] });

  const run = new IndexedTrainingJob(chart, 'Pretrain', {
    workers: 4,
    rendezvous: Rendezvous.torchrun(),
    container: { image: 'registry.example/train:1.4', command: ['torchrun', 'train.py'], cpu: '96', memory: Memory.of('900Gi') },
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
    fabric: Fabric.roce({
      networks: RAILS.map(rail => ({ name: `rail-${rail}`, resource: `nvidia.com/rail${rail}` })),
      hcas: RAILS.map(rail => `mlx5_${rail}`),
    }),
  });

  new FabricNetworks(chart, 'Rails', {
    workload: run,
    plugin: NetworkPlugin.sriov(),
    mtu: 9000,
    networks: RAILS.map(rail => ({ name: `rail-${rail}`, addresses: NetworkAddresses.nvIpam(`rail-${rail}`) })),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/rdma-training' });
  build(app);
  app.synth();
}
