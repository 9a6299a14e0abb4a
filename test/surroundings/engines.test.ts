import { ApiObject } from 'cdk8s';
import { ALL, OWN_ENGINE, tried } from './ways';

/*
 * What goes around a workload asks for the series of its own engine, at its own port.
 */

interface Exported {
  readonly port: string;
  readonly number: number;
  readonly path: string;
  readonly waiting: string;
  /** What series of its engine begin with. */
  readonly prefix: string;
}

const ENGINES: readonly (readonly [name: string, exported: Exported])[] = [
  ['GpuInferenceDeployment', { port: 'http', number: 8000, path: '/metrics', waiting: 'vllm:num_requests_waiting', prefix: 'vllm:' }],
  ['GpuInferenceDeployment, SGLang', { port: 'http', number: 30000, path: '/metrics', waiting: 'sglang:num_queue_reqs', prefix: 'sglang:' }],
  [OWN_ENGINE, { port: 'api', number: 3000, path: '/prom', waiting: 'own_waiting', prefix: 'own_' }],
];
const PREFIXES = ENGINES.map(([, { prefix }]) => prefix);

function specsAround(surrounding: string, name: string, kind: string): any[] {
  const { app } = tried(surrounding, ALL[name]);
  const objects = app.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each) && each.kind === kind);
  return objects.map(object => object.toJson()).map(({ spec, data }) => spec ?? data);
}

describe.each(ENGINES)('%s', (name, { port, number, path, waiting, prefix }) => {
  test('is scraped at the port and path of its engine', () => {
    expect(specsAround('engine-monitor', name, 'PodMonitor')[0].podMetricsEndpoints).toEqual([{ port, path }]);
  });

  test('is scaled, and tried by Flagger, by what waits in it', () => {
    expect(specsAround('workload-autoscaler', name, 'HorizontalPodAutoscaler')[0].metrics[0].pods.metric.name).toBe(waiting.replaceAll(':', '_'));
    expect(specsAround('flagger-canary', name, 'MetricTemplate')[0].query).toContain(`${waiting}{`);
  });

  test('is picked, and let in, at the port of its engine', () => {
    expect(specsAround('inference-pool', name, 'InferencePool')[0].targetPorts).toEqual([{ number }]);
    expect(JSON.stringify(specsAround('workload-network-policy', name, 'NetworkPolicy'))).toMatch(new RegExp(`"port":("${port}"|${number})`));
  });

  test.each([['workload-alerts', 'PrometheusRule'], ['workload-dashboard', 'ConfigMap']])('%s has series of its engine, and of no other', (surrounding, kind) => {
    const text = JSON.stringify(specsAround(surrounding, name, kind));
    expect(text).toContain(waiting);
    expect(PREFIXES.filter(each => text.includes(each))).toEqual([prefix]);
  });
});

test('around an engine whose metrics nobody knows nothing asks for series of another one', () => {
  const all = ['workload-alerts', 'workload-dashboard', 'workload-autoscaler', 'flagger-canary'].map(surrounding => {
    const { app, way } = tried(surrounding, ALL['GpuInferenceDeployment, TensorRT-LLM']);
    return { surrounding, way, text: JSON.stringify(app.charts.map(chart => chart.toJson())) };
  });
  expect(all.map(({ way }) => way)).toEqual(['yes', 'yes', 'with `series`', 'with `selectorLabels` and `metrics`']);
  expect(all.flatMap(({ surrounding, text }) => PREFIXES.filter(each => text.includes(each)).map(each => `${surrounding}: ${each}`))).toEqual([]);
});
