import { App, Chart } from 'cdk8s';
import { groupApp, messageOf, web } from './objects';
import { appsOf } from '../../build-tools/examples';
import {
  Accelerator, IndexedTrainingJob, LeaderWorkerBackend, LeaderWorkerGroup, Rendezvous, SynthesizedObjects,
} from '../../src';

const table = (objects: SynthesizedObjects, name: string) => objects.rankTable(name)
  .map(({ role, rank, pod, host, group, zone }) => [role, rank, pod, host, group, zone]);
const example = (name: string) => {
  const app = new App();
  appsOf(name)[0].build(app);
  return SynthesizedObjects.of(app);
};

test('groups of a leader and workers: by group, then by rank, with the names under which they reach each other', () => {
  const objects = SynthesizedObjects.of(groupApp({ groups: 2 }));
  expect(table(objects, 'llm')).toEqual([
    ['leader', 0, 'llm-0-leader-0', 'llm-0-leader-0.llm', '0', undefined],
    ['worker', 1, 'llm-0-worker-1', 'llm-0-worker-1.llm', '0', undefined],
    ['worker', 2, 'llm-0-worker-2', 'llm-0-worker-2.llm', '0', undefined],
    ['leader', 0, 'llm-1-leader-0', 'llm-1-leader-0.llm', '1', undefined],
    ['worker', 1, 'llm-1-worker-1', 'llm-1-worker-1.llm', '1', undefined],
    ['worker', 2, 'llm-1-worker-2', 'llm-1-worker-2.llm', '1', undefined],
  ]);
  expect(objects.rankTable('llm')[1]).toMatchObject({ workload: 'llm', namespace: 'ml', carrier: { kind: 'StatefulSet', name: 'llm-0-worker' } });
  // By the name of one of its objects too.
  expect(objects.rankTable('llm-0-worker')).toEqual(objects.rankTable('llm'));
});

test('the address that workers are given is that of rank 0', () => {
  const objects = SynthesizedObjects.of(groupApp());
  const { host } = objects.rankTable('llm').find(({ rank }) => rank === 0)!;
  const [container] = objects.only({ kind: 'StatefulSet', metadata: { name: 'llm-0-worker' } }).spec.template.spec.containers;
  expect(container.env.find(({ name }: { name: string }) => name === 'LWS_LEADER_ADDRESS').value).toBe(`${host}.ml`);
});

test('a LeaderWorkerSet', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new LeaderWorkerGroup(chart, 'Llm', { size: 2, groups: 2, backend: LeaderWorkerBackend.leaderWorkerSet(), container: { image: 'registry.example/serve:1', command: ['serve'] } });
  expect(table(SynthesizedObjects.of(chart), 'llm').map(([, rank, pod, host, group]) => [rank, pod, host, group])).toEqual([
    [0, 'llm-0', 'llm-0.llm', '0'], [1, 'llm-0-1', 'llm-0-1.llm', '0'], [0, 'llm-1', 'llm-1.llm', '1'], [1, 'llm-1-1', 'llm-1-1.llm', '1'],
  ]);
});

test('an Indexed Job: the name before the letters that the controller draws', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new IndexedTrainingJob(chart, 'Train', { workers: 3, runId: 'a', accelerator: Accelerator.nvidia(8), rendezvous: Rendezvous.torchrun(), container: { image: 'registry.example/train:1', command: ['train'] } });
  expect(table(SynthesizedObjects.of(chart), 'train')).toEqual([0, 1, 2].map(rank => ['training', rank, `train-a-${rank}`, `train-a-${rank}.train`, undefined, undefined]));
});

test('a store over three zones: each ordinal in its zone', () => {
  const pods = example('three-zone-database').rankTable('ranges');
  expect(new Set(pods.map(({ zone }) => zone))).toEqual(new Set(['eu-1a', 'eu-1b', 'eu-1c']));
  expect(new Set(pods.map(({ rank }) => rank)).size).toBe(pods.length);
  pods.forEach(({ pod, rank, zone }) => expect(pod).toBe(`ranges-${zone}-${rank}`));
});

test('pods without numbers are in no table; a name that is not there is an error with those that are', () => {
  expect(web().rankTable('web')).toEqual([]);
  expect(messageOf(() => web().rankTable('api'))).toBe('no workload is called "api"\n  there are:\n  web (Deployment ml/web)');
  expect(messageOf(() => SynthesizedObjects.fromManifests([]).rankTable('api'))).toBe('no workload is called "api"\n  there is none at all');
});

test('a JobSet: pods of each job below the Service that its controller makes', () => {
  const objects = SynthesizedObjects.fromYaml(`
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: { name: run, namespace: ml }
spec:
  replicatedJobs:
    - name: worker
      replicas: 2
      template: { spec: { parallelism: 2, completions: 2, template: { spec: { restartPolicy: Never, containers: [{ name: main, image: "registry.example/train:1" }] } } } }
`);
  expect(objects.rankTable('run').map(({ rank, host }) => [rank, host])).toEqual([
    [0, 'run-worker-0-0.run'], [1, 'run-worker-0-1.run'], [0, 'run-worker-1-0.run'], [1, 'run-worker-1-1.run'],
  ]);
});
