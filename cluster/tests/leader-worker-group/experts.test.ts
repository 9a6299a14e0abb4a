import { ALL, BACKENDS, deploy, membersOf, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { slicesOf } from '../../harness/endpoints';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Accelerator, InferenceEngine, VllmLoadBalancing } from 'cdk8s-ai-workloads';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 1, gpusPerNode: 512 });
});

afterAll(() => cluster?.stop());

/** Pods that clients of the Service reach. */
async function reached(namespace: string): Promise<string[]> {
  return (await slicesOf(cluster.client, namespace, 'llm-serving')).flatMap(slice => slice.endpoints ?? [])
    .filter(({ conditions }: any) => conditions.ready).map(({ targetRef }: any) => targetRef.name as string).sort();
}

const MODES = [VllmLoadBalancing.INTERNAL, VllmLoadBalancing.HYBRID];

describe.each(ALL)('%s', backend => {
  test.each(MODES)('clients reach the pods that answer, with %s load balancing', async loadBalancing => {
    const namespace = `experts-${loadBalancing}-${backend.toLowerCase()}`;
    const engine = InferenceEngine.vllm({ version: '0.22', model: 'example/model', dataParallel: 24, expertParallel: true, loadBalancing });
    const props = { groups: 2, size: 3, accelerator: Accelerator.nvidia(8), engine, backend: BACKENDS[backend] };
    const group = await deploy(cluster, namespace, { props });
    const pods = await whenReady(cluster, namespace, group);
    const isHybrid = loadBalancing === VllmLoadBalancing.HYBRID;
    const answer = membersOf(group).map(({ member }) => member).filter(({ index }) => isHybrid || index === 0).map(({ name }) => name).sort();
    await expect(eventually('the Service has the pods that answer', () => reached(namespace), names => names.join() === answer.join())).resolves.toEqual(answer);
    // What a monitor selects exports at the port of that name.
    const { metrics } = group.workload;
    const selected = group.workload.pods({ role: metrics!.role }).labels;
    const scraped = [...pods.values()].filter(({ metadata }) => Object.entries(selected).every(([key, value]) => metadata.labels?.[key] === value));
    expect(scraped.map(({ metadata }) => metadata.name).sort()).toEqual(answer);
    scraped.forEach((pod: Manifest) => expect(pod.spec.containers[0].ports).toContainEqual(expect.objectContaining({ name: metrics!.portName })));
  });
});
