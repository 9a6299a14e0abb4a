import { App, Chart, Duration } from 'cdk8s';
import {
  Accelerator, Capacity, FailureScope, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, LeaderWorkerGroup, Memory, ParameterServer,
  ParameterServerFramework, RayCluster, Sweep, SweepTable, Target,
} from '../../src';

/*
 * A preference for spot nodes, in every pattern that has a capacity: the pods carry it, and explain() says what it means.
 */

const image = 'registry.example/x:1';
const container = { image, command: ['x'] };
const MAKE: { readonly [pattern: string]: (chart: Chart, capacity: Capacity) => { explain(): string } } = {
  GpuInferenceDeployment: (chart, capacity) => new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'org/model', longestStream: Duration.seconds(10) }), accelerator: Accelerator.nvidia(1), capacity,
  }),
  IndexedTrainingJob: (chart, capacity) => new IndexedTrainingJob(chart, 'Train', { workers: 4, container, capacity }),
  LeaderWorkerGroup: (chart, capacity) => new LeaderWorkerGroup(chart, 'Group', { size: 2, container, capacity }),
  ParameterServer: (chart, capacity) => new ParameterServer(chart, 'Ps', {
    framework: ParameterServerFramework.tensorFlow(), container, chief: {}, ps: { replicas: 1 }, worker: { replicas: 2, capacity },
  }),
  RayCluster: (chart, capacity) => new RayCluster(chart, 'Ray', {
    rayVersion: '2.49.0', container: { image, cpu: '4', memory: Memory.of('16Gi') }, capacity, workers: [{ name: 'cpu', replicas: 1 }],
  }),
  Sweep: (chart, capacity) => new Sweep(chart, 'Search', { runs: SweepTable.rows([{ parameters: { a: '1' } }]), container, capacity }),
};

function made(pattern: string, capacity: Capacity): { readonly text: string; readonly specs: any[] } {
  const app = new App();
  const chart = new Chart(app, 'prod', { namespace: 'ml' });
  Target.define(chart, { zones: ['eu-1a'], apis: ['jobset.x-k8s.io/v1alpha2'] });
  const text = MAKE[pattern](chart, capacity).explain();
  return { text, specs: podSpecs(chart.toJson()) };
}

function podSpecs(value: any): any[] {
  return value === null || typeof value !== 'object' ? [] : [...(Array.isArray(value.containers) ? [value] : []), ...Object.values(value).flatMap(podSpecs)];
}

const preferred = (spec: any) => spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.[0]?.weight === 100;

describe.each(Object.keys(MAKE))('%s', pattern => {
  test('its pods prefer spot nodes, within their notice', () => {
    const specs = made(pattern, Capacity.preferSpot(Capacity.spotAks())).specs.filter(preferred);
    expect(specs.length).toBeGreaterThan(0);
    specs.forEach(spec => {
      expect(spec.terminationGracePeriodSeconds).toBeLessThanOrEqual(30);
      expect(spec.tolerations).toContainEqual({ key: 'kubernetes.azure.com/scalesetpriority', operator: 'Equal', value: 'spot', effect: 'NoSchedule' });
    });
  });

  test('explain() says what becomes of them without spot, and only there', () => {
    const { text } = made(pattern, Capacity.preferSpot(Capacity.spotKarpenter()));
    expect(text).toContain('spot nodes of Karpenter where they have room, any other node where not');
    expect(text).toMatch(/^ {2}no spot +a pod is placed on any node with room\. The scheduler leaves it there when spot nodes come back[^]*consolidation does move it: it evicts, as the budget allows/m);
    expect(text).toMatch(/^ {2}preference +the scheduler adds up scores/m);
    [Capacity.onDemand(), Capacity.spotKarpenter(), Capacity.notOn(Capacity.spotKarpenter())].forEach(each => expect(made(pattern, each).text).not.toContain('no spot'));
  });

  test('nodes that are kept off are said', () => {
    expect(made(pattern, Capacity.notOn(Capacity.spotGke())).text).toContain('any nodes but Spot VMs of GKE');
  });
});

describe('one of several on a spot node', () => {
  test('ends all of a run or a group', () => {
    const prefer = Capacity.preferSpot(Capacity.spotKarpenter());
    expect(made('IndexedTrainingJob', prefer).text).toContain('Pods of one run may stand on both kinds of nodes, and one of 4 on a spot node is enough');
    expect(made('LeaderWorkerGroup', prefer).text).toContain('Pods of one group may stand on both kinds of nodes, and one of 2 on a spot node is enough');
    expect(made('GpuInferenceDeployment', prefer).text).not.toContain('is enough');
  });

  test('ends nothing where each index is on its own', () => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const text = new IndexedTrainingJob(chart, 'Train', {
      workers: 4, container, capacity: Capacity.preferSpot(Capacity.spotGke()), failureScope: FailureScope.independent({ retriesPerIndex: 1 }),
    }).explain();
    expect(text).toContain('no spot');
    expect(text).not.toContain('is enough');
  });

  test('keeps as many restarts as a run on spot nodes alone', () => {
    expect(made('IndexedTrainingJob', Capacity.preferSpot(Capacity.spotGke())).text).toContain('(3 restarts + 50 disruptions) x 4 pods');
  });
});
