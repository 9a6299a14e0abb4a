/*
 * The scenario: ten replicas of one StatefulSet whose pod 0 leads, from an article about the pod index label.
 *
 * Here it is an online learner: pod 0 coordinates, nine workers sample and send gradients, and nothing ever ends (a run that ends belongs into
 * an IndexedTrainingJob). One template serves both roles, so the index decides at start which command runs.
 *
 * What the library prevents of that article's YAML:
 * - IS_LEADER as `$([ "$POD_INDEX" -eq 0 ] && echo true || echo false)` in an env value: no shell reads env values, so every pod would get that
 *   text. Such a value is an error here; the entry point compares the index instead.
 * - its Service "for all workers" selects the leader as well: one template has no label for the role, so a Service on workers is an error.
 * - OrderedReady starts pod 1 only when pod 0 is ready, which may wait for pod 1. Here all pods start together.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, KubernetesVersion, LeaderWait, LeaderWorkerBackend, LeaderWorkerGroup, Memory, Placement, SharedMemory, Target,
} from 'cdk8s-ai-workloads';

const COORDINATOR = 8080;

export function build(app: App): void {
  const chart = new Chart(app, 'learning', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_35 });

  const learner = new LeaderWorkerGroup(chart, 'OnlineLearner', {
    size: 10,
    backend: LeaderWorkerBackend.singleStatefulSet(),
    accelerator: Accelerator.nvidia(8),
    worldSize: 80,
    sharedMemory: SharedMemory.of('64Gi'),
    placement: Placement.sameDomain('cloud.google.com/gce-topology-block'),
    priorityClassName: 'training',
    container: {
      image: 'registry.example/learner:1.2',
      cpu: '96',
      memory: Memory.of('768Gi'),
      // Earlier variables may be used as $(NAME): the kubelet replaces them.
      envVariables: { COORDINATOR: kplus.EnvValue.fromValue(`$(LWS_LEADER_ADDRESS):${COORDINATOR}`) },
    },
    leader: { command: ['python3', '-m', 'learner.coordinator'], args: ['--listen', `0.0.0.0:${COORDINATOR}`, '--workers', '9'] },
    worker: { command: ['python3', '-m', 'learner.worker'], args: ['--coordinator', '$(COORDINATOR)', '--rank', '$(LWS_WORKER_INDEX)'] },
    waitForLeader: LeaderWait.forPort(COORDINATOR, { timeout: Duration.minutes(10) }),
    servingPorts: [{ name: 'coordinator', port: COORDINATOR }],
    claims: [{ name: 'replay', size: '2Ti', mountPath: '/replay', storageClassName: 'fast-ssd' }],
  });

  // A client for the samples of exactly one worker: the index with its group.
  learner.addService('Sampler3', { group: 0, index: 3, ports: [{ name: 'samples', port: 9000 }] });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/leader-by-index' });
  build(app);
  app.synth();
}
