/*
 * The scenario: distributed training with parameter servers, from an article about the pod index label: pod 0 coordinates, every pod reads its
 * place from its index label, and the servers have addresses that do not change.
 *
 * Here a recommendation model trains with TensorFlow's ParameterServerStrategy. Index 0 is the chief, 1 and 2 are the parameter servers, 3 to 10
 * the workers; TF_CONFIG follows from the index. A replacement of a server has the same host name, so nobody's cluster description changes.
 *
 * What the library prevents of that article's YAML:
 * - workers that reach `ml-training-leader` through a Service which nobody wrote, and which would pass no traffic before the leader is ready.
 *   Here the headless Service comes with the run and gives names at once.
 * - a run that never ends: parameter servers wait for ever. Here the run succeeds when the chief does.
 *
 * An Indexed Job has one template, so servers and workers ask for the same memory and CPU.
 */
import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Checkpoint, IndexedTrainingJob, KubernetesVersion, Memory, Rendezvous, Target } from 'cdk8s-ai-workloads';

const SERVERS = 2;
const WORKERS = 8;

export function build(app: App): void {
  const chart = new Chart(app, 'parameter-server-training', { namespace: 'recommendations' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_35, zones: ['eu-1a', 'eu-1b', 'eu-1c'] });

  const checkpoints = new kplus.PersistentVolumeClaim(chart, 'Checkpoints', {
    metadata: { name: 'ranker-checkpoints' },
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY],
    storageClassName: 'shared-files',
    storage: Size.gibibytes(500),
  });

  new IndexedTrainingJob(chart, 'Ranker', {
    workers: 1 + SERVERS + WORKERS,
    rendezvous: Rendezvous.tensorFlow({ parameterServers: SERVERS }),
    container: {
      image: 'registry.example/ranker:3.2',
      command: ['python', 'train.py', '--model-dir=$(CHECKPOINT_DIR)'],
      cpu: '14',
      memory: Memory.of('100Gi'),
    },
    checkpoint: Checkpoint.onClaim(checkpoints, '/checkpoints', { saveTime: Duration.minutes(2) }),
    restarts: 4,
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/parameter-server-training' });
  build(app);
  app.synth();
}
