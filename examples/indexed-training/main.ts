/*
 * The scenario: a Job whose pods are replaced only after they have failed (podReplacementPolicy: Failed), from the article on the pod replacement
 * policy of Kubernetes 1.34. There it is `your-image` with two completions; here it is a run of real size, in two steps.
 *
 * - Tokenize: 64 shards that do not need each other. Each index has retries of its own, a shard whose input is broken (exit 65) fails at once,
 *   a storage that is not there (exit 75) is tried again without being counted, and the Job gives up once four shards have failed.
 * - Pretrain: 16 nodes of eight GPUs in one world of 128 processes. Two pods with one index would claim the same rank and write the same
 *   checkpoint, so a replacement always waits. The run is admitted as a whole by Kueue.
 *
 * What the library adds to that article's YAML: completionMode Indexed and the Service behind the host names, the rules that keep evictions from
 * using up the retries, a run id (a Job's template is immutable), and what Failed means on a dead node (`explain()`).
 */
import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, Checkpoint, FailureScope, IndexedTrainingJob, KubernetesVersion, Memory, Placement, Rendezvous, Target } from 'cdk8s-ai-workloads';

const RUN = '2026-03-a';

export function build(app: App): void {
  const chart = new Chart(app, 'indexed-training', { namespace: 'research' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ['eu-1a', 'eu-1b'] });

  const corpus = kplus.Volume.fromPersistentVolumeClaim(chart, 'Corpus', kplus.PersistentVolumeClaim.fromClaimName(chart, 'CorpusClaim', 'corpus'), { name: 'corpus' });

  new IndexedTrainingJob(chart, 'Tokenize', {
    runId: RUN,
    workers: 64,
    container: {
      image: 'registry.example/tokenize:0.9.2',
      command: ['tokenize', '--shard=$(JOB_COMPLETION_INDEX)', '--shards=$(WORKER_COUNT)', '--folder=/corpus'],
      cpu: '4',
      memory: Memory.of('16Gi'),
      volumeMounts: [{ path: '/corpus', volume: corpus }],
    },
    failureScope: FailureScope.independent({ retriesPerIndex: 3, maxFailedIndexes: 3 }),
    exitCodes: { failIndex: [65], ignore: [75] },
    placement: Placement.anywhere(),
  });

  const checkpoints = new kplus.PersistentVolumeClaim(chart, 'Checkpoints', {
    metadata: { name: 'pretrain-checkpoints' },
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
    storageClassName: 'shared-nvme',
    storage: Size.tebibytes(20),
  });

  new IndexedTrainingJob(chart, 'Pretrain', {
    runId: RUN,
    workers: 16,
    // Given as well, so that a change of one number alone is an error: 16 workers x 8 processes = 128.
    worldSize: 128,
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
    rendezvous: Rendezvous.torchrun(),
    container: {
      image: 'registry.example/pretrain:1.4.0',
      command: ['torchrun', 'train.py', '--resume-from=$(CHECKPOINT_DIR)'],
      cpu: '96',
      memory: Memory.of('1500Gi'),
    },
    checkpoint: Checkpoint.onClaim(checkpoints, '/checkpoints', { saveTime: Duration.seconds(25) }),
    // train.py writes 42 to EXIT_CODE_FILE when its loss is not a number: no restart cures that, although torchrun says only 1.
    wrapExit: true,
    exitCodes: { fail: [42] },
    restarts: 5,
    queueName: 'research-gpus',
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/indexed-training' });
  build(app);
  app.synth();
}
