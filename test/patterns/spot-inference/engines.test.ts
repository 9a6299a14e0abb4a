import { Duration } from 'cdk8s';
import { build } from './build';
import { Accelerator, Capacity, InferenceEngine, SpotInferenceProps } from '../../../src';

const stream = { longestStream: Duration.seconds(20) };
const sglang = InferenceEngine.sglang({ version: '0.5.9', model: 'org/model', tensorParallel: 2, ...stream });
const tensorRtLlm = InferenceEngine.tensorRtLlm({ version: '1.2.1', model: 'org/model', tensorParallel: 2, ...stream });
const own = (drainFlag?: string) => InferenceEngine.custom({
  name: 'own',
  version: '1',
  model: 'org/model',
  image: 'registry.example/own:1',
  port: 9000,
  healthPath: '/up',
  args: ['--drain=20'],
  drainFlag,
  tensorParallel: 2,
  ...stream,
  metrics: { waiting: { name: 'own:waiting' } },
});
const autoscaling = { minReplicas: 4, maxReplicas: 12, queueDepth: 8 };

interface Drained {
  readonly sleep: number;
  readonly grace: number;
  readonly port: number;
  readonly probe: string;
}

/** Without a drain of their own engines sleep for the removal of endpoints and for the longest stream: 15 + 20. */
const ENGINES: readonly [string, Partial<SpotInferenceProps>, Drained][] = [
  ['SGLang', { engine: sglang }, { sleep: 35, grace: 40, port: 30000, probe: '/health' }],
  ['TensorRT-LLM', { engine: tensorRtLlm }, { sleep: 35, grace: 40, port: 8000, probe: '/health' }],
  ['a server without a drain', { engine: own() }, { sleep: 35, grace: 40, port: 9000, probe: '/up' }],
  ['a server with one', { engine: own('--drain') }, { sleep: 15, grace: 40, port: 9000, probe: '/up' }],
];

describe.each(ENGINES)('%s', (_, props, drained) => {
  test('both parts have the engine\'s port, probes and drain, and differ in nodes alone', () => {
    const { one } = build(props);
    const [floor, spot] = ['llama-on-demand', 'llama-spot'].map(name => one('Deployment', name).spec.template.spec);
    for (const { containers: [main], terminationGracePeriodSeconds: grace } of [floor, spot]) {
      const { lifecycle: { preStop }, ports: [{ containerPort: port }], startupProbe } = main;
      expect({ sleep: preStop.sleep.seconds, grace, port, probe: startupProbe.httpGet.path }).toEqual(drained);
      expect(main.resources.limits['nvidia.com/gpu']).toBe('2');
    }
    expect(floor.containers).toEqual(spot.containers);
    expect(one('Service').spec.ports[0].port).toBe(drained.port);
  });

  test('a drain that a part of the nodes does not leave is refused before anything is made', () => {
    expect(() => build({ ...props, capacity: Capacity.spotGke() })).toThrow(`capacity: Invalid value: "${drained.grace}s"`);
    expect(() => build({ ...props, capacity: Capacity.preferSpot(Capacity.spotAks()) })).toThrow('is more than the 30 s that spot nodes of AKS');
  });
});

describe('an autoscaler follows the series of the engine', () => {
  test.each<[string, Partial<SpotInferenceProps>, string]>([
    ['SGLang', { engine: sglang }, 'sglang_num_queue_reqs'],
    ['a server that names one', { engine: own() }, 'own_waiting'],
  ])('%s', (_, props, name) => {
    const { one, inference } = build({ ...props, autoscaling, replicas: undefined });
    expect(one('HorizontalPodAutoscaler', 'llama-spot').spec.metrics.map((metric: any) => metric.pods.metric.name)).toEqual([name]);
    expect(inference.adapterRules).toContain(name);
  });

  test('TensorRT-LLM exports none that the library knows', () => {
    expect(() => build({ engine: tensorRtLlm, autoscaling, replicas: undefined })).toThrow('autoscaling: Forbidden: it follows the metrics of the engine, and nobody says what trtllm-serve 1.2.1 exports');
  });
});

test('another number of devices than the engine is cut over is refused for the whole, once', () => {
  const message = (() => {
    try {
      build({ engine: sglang, accelerator: Accelerator.nvidia(4) });
      return '';
    } catch (error) {
      return String(error);
    }
  })();
  expect(message.match(/accelerator\.count: Invalid value: 4/g)).toHaveLength(1);
});
