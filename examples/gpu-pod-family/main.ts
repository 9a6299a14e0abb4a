/*
 * The scenario: dynamic resource allocation in an article on Kubernetes 1.36, which promises shares of a GPU ("24Gi and 80 % of the compute units",
 * several tenants on one device). Its YAML is a ResourceClaim of v1alpha3 with `resourceClassName` and `parameters`: no API server since 1.34 serves
 * claims of that version, `resourceClassName` left with 1.31, and `parameters` never was a field. Nor does a driver cut "80 %" off a GPU: what there
 * is, is a MIG device (memory and compute of its own), a turn (time slicing), or limits for each client of one GPU (MPS).
 *
 * Four members of one family of GPU pods, each with another way to a part of a GPU:
 *
 * - Embeddings: pods written for a device plugin, unchanged, served by device claims through a class that stands for `nvidia.com/mig-1g.10gb`.
 * - Reranker: a MIG device of 20 GB for each pod, or the next larger one where none is free.
 * - Chat and Translate: two models that take turns on one GPU.
 * - Judges: two pods on one GPU, each with at most 80 % of its threads and 24Gi of its memory: what the article meant.
 *
 * What the library prevents here: the old shapes, time slicing on MIG devices, conditions on attributes that the driver does not publish, a claim
 * that is shared without saying how, and a changed claim under its old name.
 *
 * The NVIDIA driver needs its feature gates TimeSlicingSettings and MPSSupport (both off by default) for the last three pods.
 */
import { App, Chart } from 'cdk8s';
import {
  Accelerator, DeviceClass, DeviceRequest, DeviceSharing, KubernetesVersion, LeaderWorkerGroup, Memory, NvidiaArchitecture, ResourceClaim, Target,
  TimeSlice,
} from 'cdk8s-ai-workloads';

const HTTP = 8000;

/** A server of one model, a pod a group. */
function server(image: string, memory: string) {
  return { size: 1, container: { image: `registry.example/${image}`, portNumber: HTTP, cpu: '4', memory: Memory.of(memory) } };
}

export function build(app: App): void {
  const chart = new Chart(app, 'gpu-pod-family', { namespace: 'inference' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });

  // Whoever runs the cluster makes classes. This one lets `limits: nvidia.com/mig-1g.10gb` be served by a claim that the scheduler makes.
  const small = new DeviceClass(chart, 'SmallMig', {
    name: 'mig-1g-10gb.example.com',
    devices: DeviceRequest.nvidiaMig('1g.10gb'),
    extendedResourceName: 'nvidia.com/mig-1g.10gb',
  });
  new LeaderWorkerGroup(chart, 'Embeddings', { ...server('embeddings:2.3', '8Gi'), groups: 4, accelerator: small.accelerator(1) });

  // A claim for each pod: the smallest MIG device that does, then the next one.
  new LeaderWorkerGroup(chart, 'Reranker', {
    ...server('reranker:1.8', '16Gi'),
    groups: 2,
    accelerator: Accelerator.claim(DeviceRequest.firstAvailable([
      DeviceRequest.nvidiaMig('2g.20gb', { name: 'small' }),
      DeviceRequest.nvidiaMig('3g.40gb', { name: 'larger', driverVersionAtLeast: '550' }),
    ]), { taintKey: 'nvidia.com/gpu' }),
  });

  // One GPU for two models. Nothing separates their memory, so both must fit.
  const turns = new ResourceClaim(chart, 'Turns', {
    requests: [DeviceRequest.nvidia({ product: 'L40S', sharing: DeviceSharing.timeSlicing(TimeSlice.SHORT) })],
  });
  for (const [id, image] of [['Chat', 'chat-8b:1.4'], ['Translate', 'translate:3.0']]) {
    const model = new LeaderWorkerGroup(chart, id, server(image, '24Gi'));
    turns.attachTo(model.leader.mainContainer);
  }

  // 24Gi and 80 % for each of two pods: limits of clients, which may add up to more than the GPU has.
  const shares = new ResourceClaim(chart, 'Shares', {
    requests: [DeviceRequest.nvidia({
      architecture: NvidiaArchitecture.HOPPER,
      memoryAtLeast: '80G',
      sharing: DeviceSharing.mps({ activeThreadPercentage: 80, pinnedMemoryLimit: '24Gi' }),
    })],
  });
  const judges = new LeaderWorkerGroup(chart, 'Judges', { ...server('judge:0.9', '32Gi'), groups: 2 });
  shares.attachTo(judges.leader.mainContainer);
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/gpu-pod-family' });
  build(app);
  app.synth();
}
