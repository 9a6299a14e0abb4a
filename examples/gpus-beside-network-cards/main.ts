/*
 * The scenario: "GPUs on the same NUMA node" in an article on Kubernetes 1.36, which writes anti-affinity between pods over `kubernetes.io/hostname` and calls it
 * NUMA affinity. Affinity between pods knows nodes and nothing inside of them; what is near what inside of a machine is said of devices, in a claim.
 *
 * - Pretrain: four workers of eight GPUs. Each GPU has the RDMA card of its own PCIe root, so gradients leave the machine without the processor.
 * - Finetune: four GPUs and one card on one NUMA node: half a machine.
 * - Watch: one pod that measures the devices of a node beside those who hold them, in a namespace that allows it.
 *
 * What the library prevents here: one constraint over all pairs (which asks for sixteen devices on one root), an attribute that one of the drivers does not
 * publish (a claim that stays pending for ever), a count of GPUs against the processes, and admin access in a namespace without the label.
 *
 * Needs the drivers of NVIDIA and DRANET, and a DeviceClass `rdma` of the latter's cards.
 */
import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, AlignedDevices, DeviceAlignment, DeviceClass, DeviceRequest, IndexedTrainingJob, KubernetesVersion, LeaderWorkerGroup, Memory,
  Rendezvous, ResourceClaimTemplate, Target,
} from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'gpus-beside-network-cards', { namespace: 'training' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });

  // DRANET installs no class: whoever runs the cluster makes it.
  const rdma = new DeviceClass(chart, 'Rdma', { name: 'rdma', devices: DeviceRequest.dranet('dranet') });
  const card = DeviceRequest.dranet(rdma.name);

  new IndexedTrainingJob(chart, 'Pretrain', {
    workers: 4,
    runId: '1',
    rendezvous: Rendezvous.torchrun(),
    accelerator: Accelerator.aligned(AlignedDevices.pairs(DeviceRequest.nvidia({ product: 'H100' }), card, DeviceAlignment.samePcieRoot()), { count: 8 }),
    container: { image: 'registry.example/train:1.4', command: ['torchrun', 'train.py'], cpu: '96', memory: Memory.of('800Gi') },
  });

  new IndexedTrainingJob(chart, 'Finetune', {
    workers: 1,
    runId: '1',
    rendezvous: Rendezvous.torchrun(),
    accelerator: Accelerator.aligned(AlignedDevices.together(DeviceRequest.nvidia({ product: 'H100' }), [card], DeviceAlignment.sameNumaNode()), { count: 4 }),
    container: { image: 'registry.example/train:1.4', command: ['torchrun', 'tune.py'], cpu: '48', memory: Memory.of('400Gi') },
  });

  const watching = new Chart(app, 'gpu-watch', { namespace: 'gpu-watch' });
  Target.define(watching, { kubernetes: KubernetesVersion.V1_36 });
  const namespace = new kplus.Namespace(watching, 'Namespace', { metadata: { name: 'gpu-watch' } });
  const watcher = new LeaderWorkerGroup(watching, 'Watch', {
    size: 1, container: { image: 'registry.example/watch:1.0', portNumber: 9400, cpu: '1', memory: Memory.of('1Gi') },
  });
  new ResourceClaimTemplate(watching, 'AllGpus', { requests: [DeviceRequest.nvidia().withAdminAccess()], adminNamespace: namespace })
    .attachTo(watcher.leader.mainContainer);
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/gpus-beside-network-cards' });
  build(app);
  app.synth();
}
