import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, Capacity, Checkpoint, FailureScope, IndexedTrainingJob, IndexedTrainingJobProps, Rendezvous, TrainingBackend } from '../../../src';

function explain(props: Partial<IndexedTrainingJobProps>, namespace: string | undefined = 'ml'): string {
  const chart = new Chart(new App(), 'prod', { namespace });
  const container = { image: 'registry.example/train:1', command: ['torchrun', 'train.py'] };
  return new IndexedTrainingJob(chart, 'Pretrain', { workers: 4, container, ...props }).explain();
}

const torchrun = Rendezvous.torchrun();

describe('explain', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, string[]]>([
    ['prints sums', { rendezvous: torchrun, accelerator: Accelerator.nvidia(8) }, [
      '4 workers x 8 processes (one for each nvidia.com/gpu) = 32', '4 workers x 8 nvidia.com/gpu = 32', 'backoffLimit (3 restarts + 20 disruptions) x 4 pods = 92',
    ]],
    ['says what Failed means on a dead node, with the tolerance in force', {}, ['after 300 s and its index then stays empty', 'node.kubernetes.io/out-of-service']],
    ['says it with the tolerance given', { deadNodeTolerance: Duration.seconds(60) }, ['after 60 s and its index then stays empty']],
    ['gives an alert for the pods of this run', { runId: '7' }, ['time() - kube_pod_deletion_timestamp{namespace="ml", pod=~"pretrain-7-[0-9]+-.*"} > 60']],
    ['gives an alert for the pods of a JobSet', { backend: TrainingBackend.jobSet() }, ['pod=~"pretrain-1-worker-0-[0-9]+-.*"']],
    ['gives the runbook', {}, ['kubectl -n ml get pods -l cdk8s-ai-workloads/name=pretrain -o wide', 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute']],
    ['frees an index by a reported end, since a forced deletion leaves the finalizer', {}, ['a forced deletion alone frees nothing', "kubectl -n ml patch pod POD --subresource=status -p '{\"status\":{\"phase\":\"Failed\"}}'"]],
    ['says how long the controller waits before it starts pods again', {}, ['10 s x 2^(failures - 1), at most 600 s', 'after a crash of all 4 pods 80 s, after a second one 600 s']],
    ['says how long an independent index waits', { failureScope: FailureScope.independent({ retriesPerIndex: 1 }) }, ['an index is started again 10 s x 2^(failures - 1), at most 600 s']],
    ['says how to roll out', { runId: '7' }, ['set runId to a new value and apply; the old Job pretrain-7 is pruned']],
    ['says that the wait is missing where the command is unknown', { rendezvous: torchrun, container: { image: 'a' } }, ['nothing waits for the name of index 0, since without container.command']],
    ['says what a disruption costs, how many fit, and what a deletion costs', { rendezvous: torchrun, restarts: 1, capacity: Capacity.spotKarpenter() }, [
      'backoffLimit (1 restarts + 50 disruptions) x 4 pods = 204', '3 of 204 each time, so the run survives 204 / 3 = 68 of them when nothing else fails',
      "deleted otherwise (kubectl delete pod, Karpenter at the end of a NodePool's terminationGracePeriod) it is counted too: 4 of 204 each time, 204 / 4 = 51 of them",
    ]],
    ['says it of a run that keeps none', { rendezvous: torchrun, restarts: 1, toleratedDisruptions: 0 }, ['3 of 4 each time, so the run survives 4 / 3 = 1 of them']],
    ['says that plain workers may crash with a disrupted one', {}, ['its peers may crash with it', 'up to 3 of 92 each time, so the run survives at least 92 / 3 = 30 of them']],
    ['says which pods of MPI end', { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }) }, ['mpirun on index 0 ends with it, and the sshd of the others may stay', 'up to 3 of 92']],
    ['says that a single worker has no peers', { workers: 1 }, ['an evicted, preempted or shut down pod is not counted, and there are no peers']],
    ['says what ends a disrupted pod that nothing evicts', { doNotDisrupt: false, rendezvous: torchrun }, ['deleted otherwise (kubectl delete pod) it is counted too']],
    ['names Karpenter only where it may be', { capacity: Capacity.spotGke() }, ['deleted otherwise (kubectl delete pod) it']],
    ['says how often a program that never works is started, how long that takes, and what ends it', { rendezvous: torchrun }, [
      'a program that crashes in every start is started again 92 / 4 = 23 times, with 3.7 h of delays between;',
      'exitCodes.fail with wrapExit or activeDeadline ends it sooner; toleratedDisruptions 0 leaves 3 restarts, for crashes and disruptions alike',
    ]],
    ['says what happens at the last failure', { rendezvous: torchrun, checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt') }, [
      'failure 93 ends the Job with BackoffLimitExceeded, and all its pods are stopped; toleratedDisruptions may be raised before, while the run goes on; a new runId goes on from what is in /ckpt',
    ]],
    ['says that nothing is kept without a checkpoint', {}, ['a new runId starts over, unless the program keeps a checkpoint of its own']],
    ['says what of the count is used, and when to look', { rendezvous: torchrun }, [
      "kubectl -n ml get job pretrain-1 -o jsonpath='{.status.failed} of {.spec.backoffLimit}'",
      'alert: kube_job_status_failed{namespace="ml", job_name="pretrain-1"} > 12', 'more than 3 restarts x 4 pods',
    ]],
    ['says what a disruption does to an elastic run', { rendezvous: torchrun, elastic: { minWorkers: 2 } }, [
      'each agent starts its processes again 3 times in place (PET_MAX_RESTARTS), then its pod fails',
      'while 2 are left the others go on, each agent with new processes, 3 times in the life of its pod;', 'without index 0, which hosts the store',
      'started again 92 / 4 = 23 times, each time with 3 more starts in place, with 3.7 h of delays between',
    ]],
    ['says what a disruption costs a gang', { rendezvous: torchrun, backend: TrainingBackend.jobSet(), restarts: 1 }, [
      'maxRestarts 1 restarts + 20 disruptions = 21 of the JobSet', 'Not counted when the disrupted pod is the first that the Job sees fail; it has 30 s to end', 'the restart is 1 of 21',
      'is started again 21 times, without delays', 'a failure after 21 counted restarts ends the JobSet with ReachedMaxRestarts',
    ]],
    ['says what a disruption costs an independent index', { failureScope: FailureScope.independent({ retriesPerIndex: 1 }) }, [
      'is not counted against its index, and the others go on;', 'is counted: 1 of 1', 'one that crashes in every start is started again 1 times, with 10 s of delays between',
      'failure 2 of an index is its last, and the others go on; when all have ended, the Job fails with FailedIndexes',
    ]],
    ['says when failed indexes end the run', { failureScope: FailureScope.independent({ retriesPerIndex: 0, maxFailedIndexes: 1 }) }, [
      'is counted: its index fails', 'fails its index: nothing starts it again', 'index failure 2 ends the Job with MaxFailedIndexesExceeded',
    ]],
    ['says of a run without any restart that the first failure ends it', { rendezvous: torchrun, restarts: 0, toleratedDisruptions: 0 }, [
      'nothing tells that from a fault of the program:', '3, more than 0, so the first one ends the run;', 'it is counted too: 4, more than 0, so the first one ends the run', 'counts each pod that fails, also by OOMKilled: the first one ends the run',
      'failure 1 ends the Job with BackoffLimitExceeded, and all its pods are stopped; a new runId',
    ]],
    ['says it of a JobSet', { rendezvous: torchrun, backend: TrainingBackend.jobSet(), restarts: 0, toleratedDisruptions: 0 }, ['the run ends', 'the first counted failure ends the JobSet with ReachedMaxRestarts']],
    ['says what restarts are left for a run that gave none', { rendezvous: torchrun, restarts: 0 }, ['toleratedDisruptions 0 leaves no restart, for crashes and disruptions alike']],
    ['counts a single worker in the singular', { workers: 1, capacity: Capacity.spotGke() }, [
      'backoffLimit (3 restarts + 50 disruptions) x 1 pod = 53: every failure of the pod counts, an eviction does not', 'index 0 succeeds', 'it is counted too: 1 of 53 each time, so the run survives 53 / 1 = 53 of them',
    ]],
    ['says that codes may tell a lost peer from a fault', { exitCodes: { ignore: [75] } }, ['a fault of the program unless they end with the code that is not counted (75):\n']],
    ['says it of several codes', { exitCodes: { ignore: [75, 76] } }, ['unless they end with a code that is not counted (75, 76):\n']],
    ['promises no starts in place where nothing starts in place', { restarts: 0, toleratedDisruptions: 0 }, ['also by OOMKilled: the first one ends the run\n']],
    ['says that an elastic run needs no index but 0', { rendezvous: torchrun, elastic: { minWorkers: 2 } }, ['index 0 decides, which hosts the store and ends last', 'fewer wait up to 600 s for a replacement']],
    ['says that an elastic run of all workers waits for them', { rendezvous: torchrun, elastic: { minWorkers: 4 } }, ['all 4 indexes succeed', 'the others wait up to 600 s for its replacement and go on']],
    ['says that exit 0 after a save ends the index', { checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt') }, ['exits 0 counts as a finished index']],
    ['says what Karpenter needs to save on a notice', { capacity: Capacity.spotKarpenter() }, ["set the NodePool's spec.template.spec.terminationGracePeriod to 120s"]],
    ['prints what GitOps ignores under Kueue', { queueName: 'gpu' }, ['Kueue starts it when the queue gpu has room', 'group: batch', 'jsonPointers: [/spec/suspend, /spec/parallelism]']],
    ['prints what GitOps ignores of an elastic run', { queueName: 'gpu', rendezvous: torchrun, elastic: { minWorkers: 2 } }, ['jsonPointers: [/spec/suspend, /spec/parallelism, /spec/completions]']],
    ['prints how a suspended run is started', { suspended: true }, ["kubectl -n ml patch job pretrain-1 --type merge -p '{\"spec\":{\"suspend\":false}}'"]],
    ['prints what GitOps ignores of a JobSet', { suspended: true, backend: TrainingBackend.jobSet() }, ['group: jobset.x-k8s.io', 'jsonPointers: [/spec/suspend]']],
  ])('%s', (_, props, parts) => {
    const text = explain(props);
    parts.forEach(part => expect(text).toContain(part));
  });

  test('has no GitOps part when nobody else changes the object', () => {
    expect(explain({})).not.toContain('ignoreDifferences');
  });

  test('promises no start that does not come', () => {
    const text = explain({ rendezvous: torchrun, restarts: 0, toleratedDisruptions: 0 });
    ['restart delay', 'may be raised', 'never fails the run at once', ' / 3 = 0'].forEach(part => expect(text).not.toContain(part));
    expect(explain({ workers: 1 })).not.toMatch(/1 pods|1 indexes|takes the peers/);
  });

  test('has no alert about failures where nothing is kept for disruptions', () => {
    expect(explain({ toleratedDisruptions: 0 })).not.toContain('kube_job_status_failed');
  });

  test('names no delay for a JobSet, which makes a new Job', () => {
    expect(explain({ backend: TrainingBackend.jobSet() })).not.toContain('restart delay');
  });

  test('names no namespace that is not known', () => {
    const text = new IndexedTrainingJob(new Chart(new App(), 'prod'), 'Pretrain', { workers: 2, container: { image: 'a' } }).explain();
    expect(text).toContain('kube_pod_deletion_timestamp{pod=~');
    expect(text).toContain('kubectl get pods -l');
  });

  test('reads as a whole', () => {
    expect(explain({
      rendezvous: torchrun,
      accelerator: Accelerator.nvidia(8),
      capacity: Capacity.spotKarpenter(),
      queueName: 'gpu',
      wrapExit: true,
      exitCodes: { fail: [42] },
      checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt', { upload: { container: { image: 'rclone/rclone:1' }, time: Duration.seconds(60) } }),
    })).toMatchSnapshot();
  });
});
