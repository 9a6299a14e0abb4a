/*
 * The scenario: training on spot instances with checkpoints, from an article about Kubernetes 1.36. Four pods run torch.distributed.run with
 * eight processes each on spot nodes of Karpenter, save to a shared volume, and resume from it.
 *
 * What the library prevents of that article's YAML:
 * - terminationGracePeriodSeconds: 600. A spot node is gone 120 s after its notice, so the pod would die in the middle of saving. Here the grace
 *   period is computed (save 30 s + upload 60 s + margin 5 s = 95 s) and proven to fit the notice; 600 s would be an error with both numbers.
 * - a save of minutes after SIGTERM: torchrun's agent kills its children after 30 s, whatever the grace period is. So the program saves to the
 *   volume within 30 s, and a native sidecar copies from there to object storage after torchrun has ended.
 * - the Job is not Indexed, and nothing says who is rank 0: every pod would be a world of its own with --nproc_per_node=8 alone.
 * - backoffLimit: 10. One crash of the run fails all four pods, so that is two restarts; and evictions count. Here an evicted pod is not counted. Its three
 *   peers crash with it and are, so 50 restarts are kept for disruptions on top of the 6: (6 + 50) x 4 = 224 failures, room for 74 evictions.
 * - the taint node.kubernetes.io/preemptible exists nowhere; Karpenter's spot nodes have a label and no taint.
 */
import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, Capacity, Checkpoint, IndexedTrainingJob, KubernetesVersion, Memory, Rendezvous, SecretKey, Target } from 'cdk8s-ai-workloads';

const SAVE_EVERY_SECONDS = 300;

export function build(app: App): void {
  const chart = new Chart(app, 'spot-training', { namespace: 'training' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-west-2a', 'us-west-2b', 'us-west-2c'] });

  // Every worker writes its shard, from any node: a file system that many nodes mount.
  const checkpoints = new kplus.PersistentVolumeClaim(chart, 'Checkpoints', {
    metadata: { name: 'checkpoint-pvc' },
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
    storageClassName: 'fsx-lustre',
    storage: Size.gibibytes(4800),
  });

  new IndexedTrainingJob(chart, 'DistributedTrainingSpot', {
    workers: 4,
    accelerator: Accelerator.nvidia(8),
    rendezvous: Rendezvous.torchrun(),
    container: {
      image: 'registry.example/pytorch-distributed:2.9.1',
      // --nproc_per_node is checked against the plan: 4 workers x 8 processes = 32.
      command: ['python', '-m', 'torch.distributed.run', '--nproc_per_node=8', 'train.py'],
      args: ['--checkpoint-interval=$(CHECKPOINT_INTERVAL)', '--checkpoint-path=$(CHECKPOINT_DIR)', '--resume-from-checkpoint'],
      cpu: '90',
      memory: Memory.of('900Gi'),
      envVariables: {
        NCCL_DEBUG: kplus.EnvValue.fromValue('INFO'),
        CHECKPOINT_INTERVAL: kplus.EnvValue.fromValue(String(SAVE_EVERY_SECONDS)),
      },
    },
    checkpoint: Checkpoint.onClaim(checkpoints, '/checkpoints', {
      saveTime: Duration.seconds(30),
      upload: {
        container: {
          image: 'registry.example/checkpoint-upload:1.3',
          // Copies while training goes on; on SIGTERM it copies what is still missing and ends.
          command: ['checkpoint-upload', '--from=$(CHECKPOINT_DIR)', '--to=s3://training-checkpoints/$(RUN_ID)/$(JOB_COMPLETION_INDEX)'],
          cpu: '2',
          memory: Memory.of('4Gi'),
          secretEnv: {
            AWS_ACCESS_KEY_ID: SecretKey.fromName('checkpoint-bucket', 'access-key-id'),
            AWS_SECRET_ACCESS_KEY: SecretKey.fromName('checkpoint-bucket', 'secret-access-key'),
          },
        },
        time: Duration.seconds(60),
      },
    }),
    capacity: Capacity.spotKarpenter(),
    restarts: 6,
    // A lost spot node never answers again: its pod is told to stop sooner than after the usual 300 s.
    deadNodeTolerance: Duration.seconds(60),
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/spot-training' });
  build(app);
  app.synth();
}
