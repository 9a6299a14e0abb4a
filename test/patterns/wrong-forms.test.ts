import { App, Chart } from 'cdk8s';
import * as library from '../../src';
import { WORKLOADS } from '../workloads/handle/every-workload';

/*
 * Forms of manifests that people copy and that cannot work: no property of the library says them, and what the library writes instead is there in every form of
 * every pattern. That they are found in plain YAML is shown by test/lint/run/seeds.
 */

const container = { image: 'registry.example/train:1', memory: library.Memory.of('8Gi') };
const engine = library.InferenceEngine.vllm({ version: '0.18', model: 'a/b' });
const server = (chart: Chart, id = 'w') => new library.GpuInferenceDeployment(chart, id, {
  engine, accelerator: library.Accelerator.nvidia(1), container: { memory: library.Memory.of('8Gi') },
});

/** Properties as a JavaScript app or another language may give them. */
const untyped = <Props>(props: object): Props => props as Props;

test.each<[string, (chart: Chart) => unknown, RegExp]>([
  ['a filter Retry of a route', chart => new library.ModelVariants(chart, 'v', untyped({
    gateway: { name: 'g' },
    variants: [{ name: 'a', workload: server(chart), filters: [{ type: 'Retry' }] }, { name: 'b', workload: server(chart, 'x') }],
  })), /variants\[0\]\.filters: .*unknown property/],
  ['a governing Service by hand', chart => new library.LeaderWorkerGroup(chart, 'w', untyped({ size: 2, container, serviceName: 'other' })), /serviceName: .*unknown property/],
  ['a selector by hand', chart => new library.IndexedTrainingJob(chart, 'w', untyped({ workers: 2, container, selector: { app: 'a' } })), /selector: .*unknown property/],
  ['a restart policy of a server in a Job', chart => new library.IndexedTrainingJob(chart, 'w', untyped({ workers: 2, container, restartPolicy: 'Always' })), /restartPolicy: Forbidden: these pods need Never, not Always/],
  ['anti-affinity for NUMA', chart => new library.LeaderWorkerGroup(chart, 'w', untyped({ size: 2, container, numaAntiAffinity: true })), /numaAntiAffinity: .*unknown property/],
  ['an autoscaler on the utilisation of GPUs', chart => new library.WorkloadAutoscaler(chart, 's', {
    workload: server(chart), minReplicas: 1, maxReplicas: 2, gauges: [{ name: 'DCGM_FI_DEV_GPU_UTIL', average: 80 }],
  }), /gauges\[0\]\.name: .*DCGM_FI_DEV_GPU_UTIL/],
  ['the same of the pattern itself', chart => new library.GpuInferenceDeployment(chart, 'w', {
    engine,
    accelerator: library.Accelerator.nvidia(1),
    container: { memory: library.Memory.of('8Gi') },
    autoscaling: { minReplicas: 1, maxReplicas: 2, gauges: [{ name: 'DCGM_FI_DEV_GPU_UTIL', average: 80 }] },
  }), /autoscaling\.gauges\[0\]\.name: .*DCGM_FI_DEV_GPU_UTIL/],
])('%s cannot be said', (_, make, refusal) => {
  expect(() => make(new Chart(new App(), 'chart', { namespace: 'ml' }))).toThrow(refusal);
});

const objectsOf = (make: (chart: Chart) => unknown): any[] => {
  const app = new App();
  make(new Chart(app, 'chart', { namespace: 'ml' }));
  return app.charts.flatMap(chart => chart.toJson());
};

const FORMS = Object.entries(WORKLOADS).filter(([name]) => !name.startsWith('kplus'));

test.each(FORMS)('%s: sets have a Service of the name that they say, and select their pods', (_, make) => {
  const objects = objectsOf(make);
  const services = objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
  const selecting = objects.filter(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment');
  selecting.forEach(({ kind, spec }) => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(Object.keys(spec.selector.matchLabels)).not.toEqual([]);
    if (kind === 'StatefulSet') {
      expect(services).toContain(spec.serviceName);
    }
  });
  expect(objects.length).toBeGreaterThan(0);
});

test.each(FORMS)('%s: Jobs say what becomes of a container that ends', (_, make) => {
  const jobs = objectsOf(make).flatMap(({ kind, spec }) =>
    kind === 'Job' ? [spec] : kind === 'JobSet' ? spec.replicatedJobs.map((job: any) => job.template.spec) : []);
  expect(jobs.filter(({ template }) => !['Never', 'OnFailure'].includes(template.spec.restartPolicy))).toEqual([]);
});
