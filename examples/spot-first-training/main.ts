/*
 * The scenario: fine-tuning on spot nodes of AKS that must be ready by tomorrow. Spot is a third of the price while it is there; when the region has none
 * left, the run goes on at the full price instead of waiting for nodes that may not come for days.
 *
 * What is written by hand otherwise, and what comes of it:
 * - a node selector on the spot label: the run waits for as long as spot is gone, and its peers give up after 10 minutes of rendezvous, start after start.
 * - a preferred affinity without the toleration: spot nodes of AKS carry a taint, so every pod runs at the full price and nobody is told.
 * - a toleration without the preference: a pod goes wherever the scheduler finds more room.
 * - a grace period for nodes that stay (the pod may stand on spot, and is gone 30 s after the notice), and a back-off limit that the first bad evening uses up.
 *
 * Here each of these follows from Capacity.preferSpot. A preference moves no pod that runs: see `no spot` in explain().
 */
import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, Capacity, Checkpoint, IndexedTrainingJob, KubernetesVersion, Memory, Rendezvous, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'spot-first-training', { namespace: 'training' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['westeurope-1', 'westeurope-2', 'westeurope-3'] });

  const run = new IndexedTrainingJob(chart, 'FineTuning', {
    workers: 4,
    accelerator: Accelerator.nvidia(8),
    rendezvous: Rendezvous.torchrun(),
    container: {
      image: 'registry.example/fine-tuning:1.8',
      command: ['torchrun', 'fine_tune.py', '--resume'],
      cpu: '80',
      memory: Memory.of('800Gi'),
    },
    checkpoint: Checkpoint.onClaimName('fine-tuning-checkpoints', '/checkpoints', { saveTime: Duration.seconds(20) }),
    capacity: Capacity.preferSpot(Capacity.spotAks()),
  });

  console.log(run.explain());
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/spot-first-training' });
  build(app);
  app.synth();
}
