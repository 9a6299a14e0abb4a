import { MACHINES, Run, startTrainingCluster, TrainingCluster } from './run';
import { eachOf, eventually, pause } from '../../harness/eventually';
import { Accelerator, Placement, Rendezvous, SuccessPolicy } from 'cdk8s-ai-workloads';

/* An elastic run ends while one of its indexes has no node. The ends of pods are set through the API, as a kubelet sets them. */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster();
});
afterAll(() => on?.stop());

/** One worker more than the zone has machines; those that have one succeed. */
async function finished(namespace: string, successPolicy?: SuccessPolicy): Promise<Run> {
  const run = await Run.start(on, {
    namespace,
    props: {
      workers: MACHINES + 1, elastic: { minWorkers: 2 }, rendezvous: Rendezvous.torchrun(), accelerator: Accelerator.nvidia(8), placement: Placement.inZone('eu-1a'), successPolicy,
    },
  });
  // The controller makes index 0 first, so the one without a node is another.
  const pods = await eventually(`${MACHINES} pods of ${namespace} are on a node`, () => on.cluster.pods(namespace), all => all.filter(({ spec }) => spec.nodeName).length === MACHINES);
  const placed = pods.filter(({ spec }) => spec.nodeName);
  expect(placed.map(({ metadata }) => metadata.labels!['batch.kubernetes.io/job-completion-index'])).toContain('0');
  const started = await eachOf(placed, 4, pod => on.kubelets.run(pod));
  await eachOf(started, 4, pod => on.kubelets.end(pod, 0));
  return run;
}

test('the run is over when index 0 is', async () => {
  const run = await finished('elastic-default');
  expect(await run.end()).toMatchObject({ type: 'SuccessCriteriaMet', reason: 'SuccessPolicy' });
  await run.clear();
});

test('where all indexes are asked for, the one that had no node keeps it open', async () => {
  const run = await finished('elastic-all', SuccessPolicy.allIndexes());
  await run.jobWhen(`${MACHINES} indexes succeed`, ({ succeeded }) => succeeded === MACHINES);
  await pause(3000);
  const { status } = await run.job();
  expect(status).toMatchObject({ active: 1, succeeded: MACHINES });
  expect(status.conditions ?? []).toEqual([]);
  await run.clear();
});
