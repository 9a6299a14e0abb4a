import { Chart, Testing } from 'cdk8s';
import {
  Accelerator, DeviceRequest, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps,
  ModelLoad, Rendezvous, Target, ZonePartitionedStatefulSet,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Manifest, chartIn, messageOf } from '../carrier';

const container = { image: 'registry.example/llm:1', portNumber: 8000 };
const claimed = (options = {}) => Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }), options);

function group(props: Partial<LeaderWorkerGroupProps>): Chart {
  const chart = chartIn();
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, apis: ['leaderworkerset.x-k8s.io/v1'] });
  new LeaderWorkerGroup(chart, 'Llm', { size: 2, groups: 2, container, accelerator: claimed(), ...props });
  return chart;
}

const templates = (chart: Chart): Manifest[] => Testing.synth(chart).filter((each: Manifest) => each.kind === 'ResourceClaimTemplate');

/** Pod specs of whatever carries pods. */
function pods(chart: Chart): Manifest[] {
  return Testing.synth(chart).flatMap(({ spec }: Manifest) => [
    spec?.template?.spec, spec?.leaderWorkerTemplate?.leaderTemplate?.spec, spec?.leaderWorkerTemplate?.workerTemplate?.spec,
  ].filter(each => each?.containers));
}

const countOf = (chart: Chart): number => templates(chart)[0].spec.spec.devices.requests[0].exactly.count;

describe.each([
  ['two StatefulSets a group', LeaderWorkerBackend.statefulSets(), 4],
  ['one StatefulSet a group', LeaderWorkerBackend.singleStatefulSet(), 2],
  ['LeaderWorkerSet', LeaderWorkerBackend.leaderWorkerSet(), 2],
])('%s', (_, backend, podTemplates) => {
  test('all pods claim from one template, and nothing is asked of a device plugin', () => {
    const chart = group({ backend, parallelism: { tensor: 8, pipeline: 2 } });
    const [template, ...others] = templates(chart);
    expect(others).toEqual([]);
    expect(template.metadata.name).toMatch(/^llm-accelerator-[0-9a-f]{8}$/);
    expect(pods(chart)).toHaveLength(podTemplates);
    for (const pod of pods(chart)) {
      expect(pod.resourceClaims).toEqual([{ name: 'accelerator', resourceClaimTemplateName: template.metadata.name }]);
      expect(pod.containers[0].resources).toEqual({ claims: [{ name: 'accelerator' }] });
      expect(pod.tolerations).toBeUndefined();
      expect(pod.nodeSelector).toBeUndefined();
    }
    expect(findingsOf(chart.node.root).filter(finding => finding.class !== 'advice').map(finding => finding.id)).toEqual(['AIW3202']);
  });
});

describe('the count of a claim', () => {
  test.each([
    ['from the parallelism: 8 x 2 over 2 pods', { parallelism: { tensor: 8, pipeline: 2 } }, 8],
    ['from the processes of a pod', { processesPerPod: 4 }, 4],
    ['from the world: 8 over 2 pods', { worldSize: 8 }, 4],
    ['1 where nothing is known', {}, 1],
    ['1 with JAX, whose world says nothing of devices', { rendezvous: Rendezvous.jax(), restartsAfterSuccess: true, worldSize: 2 }, 1],
    ['as given', { accelerator: claimed({ count: 8 }), parallelism: { tensor: 8, pipeline: 2 } }, 8],
  ])('%s', (_, props, count) => {
    expect(countOf(group(props))).toBe(count);
  });

  test('a count that contradicts the parallelism is refused with both sums', () => {
    expect(messageOf(() => group({ accelerator: claimed({ count: 4 }), parallelism: { tensor: 8, pipeline: 2 } })))
      .toContain('tensor 8 x pipeline 2 x data 1 = 16, but one group has 2 pods x 4 devices = 8');
  });

  test('a parallelism that the pods cannot share is refused with the fraction', () => {
    expect(messageOf(() => group({ size: 3, parallelism: { tensor: 8 } })))
      .toContain('prod/Llm: accelerator: Forbidden: tensor 8 x pipeline 1 x data 1 = 8 devices / 3 pods = 2.6666666666666665 for each pod, which is no whole number of devices');
  });

  test('more than one claim can hold is refused', () => {
    expect(messageOf(() => group({ size: 1, parallelism: { tensor: 64 } }))).toContain('accelerator.count: Invalid value: 64');
  });

  test('world and shared memory follow it', () => {
    const chart = group({ parallelism: { tensor: 8, pipeline: 2 } });
    const llm = chart.node.findChild('Llm') as LeaderWorkerGroup;
    expect(llm.worldSize).toBe(16);
    expect(llm.explain()).toContain('2 pods x 8 gpu.nvidia.com = 16 a group');
    expect(pods(chart)[0].volumes).toContainEqual({ name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: '16Gi' } });
  });

  test('the engine of a group says how many, and operators are told about the old template', () => {
    const chart = group({
      container: undefined,
      modelLoad: ModelLoad.of({ weights: '140Gi' }),
      engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct', tensorParallel: 8, pipelineParallel: 2 }),
    });
    expect(countOf(chart)).toBe(8);
    expect((chart.node.findChild('Llm') as LeaderWorkerGroup).explain()).toContain('prune the old one last');
  });

  test('another number is another template, and nothing else is renamed', () => {
    const names = (tensor: number) => Testing.synth(group({ parallelism: { tensor, pipeline: 2 } })).map((each: Manifest) => `${each.kind} ${each.metadata.name}`);
    const [eight, four] = [names(8), names(4)];
    expect(eight.filter(name => !four.includes(name))).toEqual([expect.stringMatching(/^ResourceClaimTemplate /)]);
  });
});

describe('training', () => {
  const job = (props: object) => {
    const chart = chartIn();
    Target.define(chart, { kubernetes: KubernetesVersion.V1_34 });
    new IndexedTrainingJob(chart, 'Train', { container: { image: 'registry.example/train:1', command: ['torchrun', 'train.py'] }, accelerator: claimed(), rendezvous: Rendezvous.torchrun(), ...props });
    return chart;
  };

  test.each([
    ['the world: 32 over 4 workers', { workers: 4, worldSize: 32 }, 8],
    ['the processes of a pod', { workers: 4, processesPerPod: 2 }, 2],
    ['one', { workers: 4 }, 1],
    ['the claim', { workers: 4, accelerator: claimed({ count: 8 }) }, 8],
  ])('the count comes from %s', (_, props, count) => {
    const chart = job(props);
    expect(countOf(chart)).toBe(count);
    expect(pods(chart)[0].containers[0].resources.claims).toEqual([{ name: 'accelerator' }]);
    expect((chart.node.findChild('Train') as IndexedTrainingJob).worldSize).toBe(4 * count);
  });

  test('a world that does not divide is refused', () => {
    expect(messageOf(() => job({ workers: 4, worldSize: 30 }))).toContain('30 processes / 4 workers = 7.5 for each pod');
    expect(messageOf(() => job({ workers: 4, worldSize: 32, accelerator: claimed({ count: 4 }) }))).toContain('is not 4 workers x 4 processes');
  });

  test('a new run keeps the template', () => {
    const name = (runId: string) => templates(job({ workers: 2, runId }))[0].metadata.name;
    expect(name('a')).toBe(name('b'));
  });
});

test('zones share one template', () => {
  const chart = chartIn();
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34 });
  new ZonePartitionedStatefulSet(chart, 'Index', { zones: [{ zone: 'eu-1a', replicas: 1 }, { zone: 'eu-1b', replicas: 1 }], container, accelerator: claimed({ count: 2 }) });
  const [template] = templates(chart);
  expect(pods(chart).map(pod => pod.resourceClaims[0].resourceClaimTemplateName)).toEqual([template.metadata.name, template.metadata.name]);
});

describe('sharing the accelerator inside a pod', () => {
  const build = (accelerator?: Accelerator) => {
    const chart = chartIn();
    return { chart, llm: new LeaderWorkerGroup(chart, 'Llm', { size: 1, container, accelerator }) };
  };

  test('a monitoring sidecar sees the devices of the engine', () => {
    const { chart, llm } = build(claimed());
    llm.leader.shareAccelerator(llm.leader.addSidecar({ name: 'dcgm', image: 'dcgm:1' }));
    expect(pods(chart)[0].initContainers[0].resources).toEqual({ claims: [{ name: 'accelerator' }] });
  });

  test.each([
    ['a device plugin', Accelerator.nvidia(1), 'nvidia.com/gpu comes from a device plugin, whose devices belong to one container'],
    ['no accelerator', undefined, 'these pods have no accelerator'],
  ])('with %s it is refused', (_, accelerator, message) => {
    const { llm } = build(accelerator);
    expect(messageOf(() => llm.leader.shareAccelerator(llm.leader.addSidecar({ image: 'dcgm:1' })))).toContain(`shareAccelerator: Forbidden: ${message}`);
  });

  test('only with containers of these pods, and once', () => {
    const { chart, llm } = build(claimed());
    const other = new LeaderWorkerGroup(chart, 'Other', { size: 1, container });
    expect(messageOf(() => llm.leader.shareAccelerator(other.leader.mainContainer))).toContain('is no container of these pods');
    expect(messageOf(() => llm.leader.shareAccelerator(llm.leader.mainContainer))).toContain('has the whole claim already');
  });
});

test('the taint of the nodes is tolerated when it is named', () => {
  const chart = group({ accelerator: claimed({ taintKey: 'nvidia.com/gpu' }) });
  expect(pods(chart)[0].tolerations).toEqual([{ key: 'nvidia.com/gpu', operator: 'Exists' }]);
});

test('the namespace of the pods is that of their template', () => {
  const chart = group({ metadata: { namespace: 'other' } });
  expect(templates(chart)[0].metadata.namespace).toBe('other');
});

test('a claim on NVIDIA devices is warned about with user namespaces', () => {
  expect(findingsOf(group({ hostUsers: false }).node.root).map(finding => finding.id)).toContain('AIW3201');
});
