import { Chart } from 'cdk8s';
import { podNamesOf } from '../../src/surroundings/gpu-monitor/pod-names';
import { WORKLOADS, partsOf } from '../../test/workloads/handle/every-workload';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { PodPart, SelectedPods, Target, Workload } from 'cdk8s-ai-workloads';

let cluster: Cluster;
beforeAll(async () => {
  // Its controller is that of LeaderWorkerSets too, in a newer release than the tests of groups run.
  // All workloads stand at once, each with devices.
  cluster = await startCluster({ zones: ['eu-1a', 'eu-1b'], gpusPerNode: 16, disaggregatedSet: true, jobSet: true, kubeRay: true });
});
afterAll(() => cluster?.stop());

/** A workload in a namespace of its own. Applied again, nothing changes. */
async function applied(name: string, namespace: string): Promise<Workload> {
  let workload!: Workload;
  await cluster.applyApp(app => {
    const chart = new Chart(app, 'chart', { namespace });
    Target.define(chart, { zones: ['eu-1a', 'eu-1b'] });
    ({ workload } = WORKLOADS[name](chart));
  });
  return workload;
}

/** What a handle answers for every part that is not refused. */
function answersOf(workload: Workload): [PodPart, SelectedPods][] {
  return partsOf(workload).flatMap(part => {
    try {
      return [[part, workload.pods(part)] as [PodPart, SelectedPods]];
    } catch {
      return [];
    }
  });
}

/** The pod that submits the program of a RayJob is none of the cluster's: the handle says it as somebody who must reach them (`reachedBy`). */
function isSubmitter({ apiObjects: [{ kind, name }] }: Workload, { metadata }: Manifest): boolean {
  return kind === 'RayJob' && metadata.labels?.['batch.kubernetes.io/job-name'] === name;
}

describe.each(Object.keys(WORKLOADS).map((name, index) => [name, `team-${index}`] as const))('%s', (name, namespace) => {
  test('the labels of each part select the pods that controllers made for it', async () => {
    const workload = await applied(name, namespace);
    const { least } = workload.pods();
    const counted = (pods: readonly Manifest[]) => pods.filter(pod => !isSubmitter(workload, pod)).length;
    // Of some the nodes decide how many, or the minute of a schedule, and more may come meanwhile.
    const isOpen = least === 0;
    // One look at all of them: a set whose chief has completed takes its pods away about a second after it was applied.
    const made = await eventually(`${least} pods of ${name}`, () => cluster.pods(namespace), pods => (isOpen ? pods.length > 0 : counted(pods) === least),
      { seconds: 90, everyMs: 50 });
    const answers = answersOf(workload);
    expect(answers.length).toBeGreaterThan(0);
    for (const [part, { labels, least: count, names }] of answers) {
      const selected = made.filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value));
      const found = selected.map(({ metadata }) => metadata.name);
      if (isOpen) {
        expect({ part, found }).toEqual({ part, found: expect.arrayContaining(made.map(({ metadata }) => metadata.name)) });
      } else {
        // Pods of Deployments have names that nobody knows before, beside groups that have them.
        expect({ part, count: found.length, names: found.filter(each => names.includes(each)) }).toEqual({ part, count, names: [...names].sort() });
      }
    }
  });

  test('names of its pods are those that a GpuMonitor keeps', async () => {
    const { apiObjects } = await applied(name, namespace);
    const kept = new RegExp(`^(${apiObjects.map(object => podNamesOf(object)).join('|')})$`);
    const pods = await cluster.pods(namespace);
    expect(pods.map(({ metadata }) => metadata.name).filter(each => !kept.test(each))).toEqual([]);
    expect(pods.length).toBeGreaterThan(0);
  });

  test('claims of its pods are those that controllers made', async () => {
    const workload = await applied(name, namespace);
    const claims = await cluster.client.list('v1', 'PersistentVolumeClaim', namespace);
    expect(claims.map(({ metadata }) => metadata.name).sort()).toEqual([...workload.pods().claims].sort());
  });
});
