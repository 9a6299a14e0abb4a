import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, EngineMonitor, GpuInferenceDeployment, GpuMonitor, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, Memory, ModelVariants,
  Placement, QueuedWorkload, Workload, WorkloadAutoscaler,
} from '../../src';
import { withVariables } from '../hygiene/variables';

const ENGINE = InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2 });

function prod(): Chart {
  return new Chart(new App(), 'prod', { namespace: 'ml' });
}

function llama(chart: Chart, name = 'llama', placement?: Placement): LeaderWorkerGroup {
  return new LeaderWorkerGroup(chart, name, {
    size: 2, groups: 2, engine: ENGINE, accelerator: Accelerator.nvidia(8), container: { memory: Memory.of('200Gi') }, placement, backend: LeaderWorkerBackend.leaderWorkerSet(),
  });
}

/** The rows of a topic, without the blanks that align them. */
function rows(explained: string, topic: string): string[] {
  const lines = explained.split('\n');
  const first = lines.findIndex(line => line.startsWith(`  ${topic} `));
  const next = lines.slice(first + 1).findIndex(line => !line.startsWith('   '));
  return lines.slice(first, first + 1 + next).map((line, index) => (index === 0 ? line.slice(2 + topic.length) : line).trim());
}

describe('EngineMonitor', () => {
  test('counts targets, and names what tells their series apart', () => {
    const chart = prod();
    const explained = new EngineMonitor(chart, 'metrics', { workload: llama(chart), labels: { release: 'prometheus' }, interval: Duration.seconds(15) }).explain();
    expect(explained.split('\n')[0]).toBe('EngineMonitor metrics: PodMonitor of the pods of llama');
    expect(rows(explained, 'targets')).toEqual(['2 pods x 1 port']);
    expect(rows(explained, 'port http')).toEqual(['/metrics']);
    expect(rows(explained, 'interval')).toEqual(['15 s']);
    expect(rows(explained, 'on the series')).toContain('leaderworkerset.sigs.k8s.io/group-index');
    expect(rows(explained, 'being found')).toEqual(['by a Prometheus whose podMonitorSelector chooses release=prometheus, and by no other']);
  });

  test('follows an autoscaler that comes later', () => {
    const chart = prod();
    const group = llama(chart);
    const monitor = new EngineMonitor(chart, 'metrics', { workload: group });
    new WorkloadAutoscaler(chart, 'scaler', { workload: group, minReplicas: 1, maxReplicas: 6, queueDepth: 8 });
    expect(rows(monitor.explain(), 'targets')).toEqual(['2 or more pods x 1 port']);
  });

  test('of pods that no label tells apart says so', () => {
    const chart = prod();
    const workload = Workload.of(new kplus.Deployment(chart, 'web', { containers: [{ image: 'a:1', portNumber: 80 }], replicas: 3 }));
    const explained = new EngineMonitor(chart, 'metrics', { workload, ports: [{ name: 'http' }] }).explain();
    expect(rows(explained, 'on the series')).toEqual(['no label of the pods tells them apart: Prometheus adds pod and namespace']);
    expect(rows(explained, 'interval')).toEqual(['that of Prometheus']);
    expect(rows(explained, 'being found')[0]).toMatch(/^it has no labels of yours/);
  });
});

test('a GpuMonitor says which exporters are asked, and whose series stay', () => {
  const chart = prod();
  const explained = new GpuMonitor(chart, 'gpus', { workload: llama(chart), namespace: 'dcgm' }).explain();
  expect(rows(explained, 'exporters')[0]).toMatch(/^in namespace dcgm, /);
  expect(rows(explained, 'series')[0]).toMatch(/^of pods in ml called llama-\[0-9\]\+\(-\[0-9\]\+\)\?; /);
});

describe('WorkloadAutoscaler', () => {
  test('sums the devices of whole groups', () => {
    const chart = prod();
    const explained = new WorkloadAutoscaler(chart, 'scaler', {
      workload: llama(chart), minReplicas: 1, maxReplicas: 6, queueDepth: 8, kvCacheUsage: 0.8, startTime: Duration.minutes(12),
    }).explain();
    expect(rows(explained, 'fleet')).toEqual(['1 to 6 groups x 16 devices = 16 to 96']);
    expect(rows(explained, 'load')).toEqual(['100 waiting requests / 8 = 13 replicas, at most 6: 96 devices']);
    expect(rows(explained, 'a burst')[0]).toMatch(/^what is added helps after 720 s at best/);
    expect(rows(explained, 'metrics')[1]).toContain('namespaces/ml/pods/*/vllm_num_requests_waiting');
  });

  test('sums those of pods, and is silent where there are none', () => {
    const chart = prod();
    const server = new GpuInferenceDeployment(chart, 'llama', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'Qwen/Qwen3-8B', tensorParallel: 2 }), accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('32Gi') },
    });
    expect(rows(new WorkloadAutoscaler(chart, 'scaler', { workload: server, minReplicas: 2, maxReplicas: 5, kvCacheUsage: 0.8 }).explain(), 'fleet'))
      .toEqual(['2 to 5 pods x 2 devices = 4 to 10']);
    const workload = Workload.of(new kplus.Deployment(chart, 'web', { containers: [{ image: 'a:1', portNumber: 80 }] }));
    const explained = new WorkloadAutoscaler(chart, 'web-scaler', { workload, engine: ENGINE, minReplicas: 2, maxReplicas: 5, kvCacheUsage: 0.8 }).explain();
    expect(rows(explained, 'fleet')).toEqual(['2 to 5 pods']);
    expect(explained).not.toMatch(/^ {2}load /m);
  });
});

describe('QueuedWorkload', () => {
  const explained = (placement?: Placement) => {
    const chart = prod();
    return new QueuedWorkload(chart, 'queued', { workload: llama(chart, 'llama', placement), queueName: 'serving' }).explain();
  };

  test('tells quota from places', () => {
    expect(explained().split('\n')[0]).toBe('QueuedWorkload: llama waits in LocalQueue serving');
    expect(rows(explained(), 'LeaderWorkerSet llama')).toEqual(['each group by itself: all its pods, or none of them']);
    expect(rows(explained(), 'devices of worker')).toEqual(['8 of nvidia.com/gpu for each pod']);
    expect(rows(explained(), 'places')).toEqual(['the scheduler, afterwards: what has quota may still find no node']);
    expect(rows(explained(), 'order')).toEqual(['by the default class of Kueue, or the priority of the pods']);
  });

  test.each([
    [Placement.queueRequires('example.com/rack'), 'Kueue as well: it finds a domain of the topology for all pods, or admits nothing'],
    [Placement.queuePrefers('example.com/rack'), 'Kueue as well: one domain of the topology if it can, several if it must'],
  ])('where the placement asks the queue, places are its own', (placement, text) => {
    expect(rows(explained(placement), 'places')).toEqual([text]);
  });

  test('a Deployment is admitted pod by pod', () => {
    const chart = prod();
    const workload = Workload.of(new kplus.Deployment(chart, 'web', { containers: [{ image: 'a:1', portNumber: 80 }] }));
    expect(new QueuedWorkload(chart, 'queued', { workload, queueName: 'serving', priorityClass: 'high' }).explain()).toMatch(/each pod by itself.*\n.*WorkloadPriorityClass high/);
  });
});

describe('ModelVariants', () => {
  test('each variant has its share of all requests', () => {
    const chart = prod();
    const experiment = Workload.of(new kplus.StatefulSet(chart, 'exp', {
      replicas: 4, service: new kplus.Service(chart, 'svc', { clusterIP: 'None', ports: [{ port: 80 }] }), containers: [{ image: 'a:1', portNumber: 80 }],
    }));
    const explained = new ModelVariants(chart, 'models', {
      gateway: { name: 'public' },
      hostnames: ['llm.example.com'],
      variants: [
        { name: 'stable', workload: llama(chart), weight: 90 },
        { name: 'trial', workload: experiment, indexes: [1, 2], port: 80, weight: 10, headers: { 'x-variant': 'trial' } },
      ],
    }).explain();
    expect(rows(explained, 'shares').map(row => row.replace(/ +/g, ' '))).toEqual([
      'stable llama-serving 180 of 200 90 %', 'trial models-trial-1, models-trial-2 10 of 200 each 10 %',
    ]);
    expect(rows(explained, 'requests')).toEqual(['llm.example.com, paths below /']);
    expect(rows(explained, 'always trial')).toEqual(['x-variant: trial']);
    expect(rows(explained, 'longest request')).toEqual(["the gateway's own limit, which may be shorter than a stream"]);
  });

  test.each([[0, 'without end'], [1800, '1800 s, a stream as a whole']])('a limit of %d s is said', (seconds, text) => {
    const chart = prod();
    const explained = new ModelVariants(chart, 'models', {
      gateway: { name: 'public' },
      requestTimeout: Duration.seconds(seconds),
      variants: ['a', 'b'].map(name => ({ name, workload: llama(chart, name) })),
    }).explain();
    expect(rows(explained, 'longest request')).toEqual([text]);
  });
});

describe('what has a mistake', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  test.each<[string, (chart: Chart) => { explain(): string }]>([
    ['EngineMonitor', chart => new EngineMonitor(chart, 'x', { workload: llama(chart), name: 'Bad_Name' })],
    ['GpuMonitor', chart => new GpuMonitor(chart, 'x', { workload: llama(chart), name: 'Bad_Name' })],
    ['WorkloadAutoscaler', chart => new WorkloadAutoscaler(chart, 'x', { workload: llama(chart), name: 'Bad_Name', minReplicas: 1, maxReplicas: 2, queueDepth: 1 })],
    ['QueuedWorkload', chart => new QueuedWorkload(chart, 'x', { workload: llama(chart), queueName: 'Bad_Name' })],
    ['ModelVariants', chart => new ModelVariants(chart, 'x', { name: 'Bad_Name', gateway: { name: 'g' }, variants: ['a', 'b'].map(name => ({ name, workload: llama(chart, name) })) })],
  ])('explains that: %s', (_, make) => {
    expect(make(prod()).explain()).toMatch(/^prod\/x is not planned: its input cannot work\n {2}(queueN|n)ame: Invalid value: "Bad_Name"/);
  });
});
