import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import * as library from '../../src';
import { InvalidInput } from '../../src/base/errors/invalid-input';
import { WORKLOADS } from '../workloads/handle/every-workload';

/*
 * What goes around which workload, as it is tried. A folder of src/surroundings with a construct is a surrounding; `ways.ts` of its tests says how it is put
 * around a workload.
 */

export type Make = (chart: Chart) => library.IWorkload;

/** Puts the surrounding around a workload that is called `w`. */
export type Surround = (chart: Chart, workload: library.IWorkload) => unknown;

/** What has to be given, the least first: `yes`, then texts such as "with `port`". */
export interface Ways {
  readonly [way: string]: Surround;
}

export const ENGINE = library.InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2, pipelineParallel: 2 });
export const ACCELERATOR = library.Accelerator.nvidia(2);
export const CONTAINER = { memory: library.Memory.of('20Gi') };

/** Its user says what it exports, so no catalogue has its series. */
export const OWN_ENGINE = 'GpuInferenceDeployment, an engine by its facts';

/**
 * Every form of every pattern and of cdk8s-plus-28, one with an engine and a LeaderWorkerSet, one with networks of its own, the engines that export other series
 * or none, and one by its name and labels alone. How pods are named and labelled does not depend on the engine, so those are none of `WORKLOADS`.
 */
export const ALL: { readonly [name: string]: Make } = {
  ...WORKLOADS,
  'LeaderWorkerGroup of an engine, LeaderWorkerSet': chart => new library.LeaderWorkerGroup(chart, 'w', {
    groups: 2, size: 2, engine: ENGINE, accelerator: ACCELERATOR, container: CONTAINER, backend: library.LeaderWorkerBackend.leaderWorkerSet(),
  }),
  'IndexedTrainingJob over RoCE': chart => new library.IndexedTrainingJob(chart, 'w', {
    workers: 4, container: { image: 'registry.example/train:1' }, fabric: library.Fabric.roce({ resource: 'nvidia.com/hostdev', networks: [{ name: 'rail-0' }, { name: 'rail-1' }] }),
  }),
  'GpuInferenceDeployment, SGLang': chart => serving(chart, library.InferenceEngine.sglang({ version: '0.5.12', model: 'a/b', tensorParallel: 2 })),
  'GpuInferenceDeployment, TensorRT-LLM': chart => serving(chart, library.InferenceEngine.tensorRtLlm({ version: '1.2.1', model: 'a/b', tensorParallel: 2 })),
  [OWN_ENGINE]: chart => serving(chart, library.InferenceEngine.custom({
    name: 'own', version: '1', model: 'a/b', image: 'registry.example/own:1', port: 3000, portName: 'api', healthPath: '/health', tensorParallel: 2, metrics: { path: '/prom', waiting: { name: 'own_waiting' } },
  })),
  'a name and labels': () => library.Workload.named({ name: 'w', namespace: 'ml', podLabels: { app: 'w' } }),
};

function serving(chart: Chart, engine: library.InferenceEngine): library.IWorkload {
  return new library.GpuInferenceDeployment(chart, 'w', { engine, accelerator: ACCELERATOR, replicas: 2, container: CONTAINER });
}

const SOURCES = path.join(__dirname, '../../src/surroundings');

export const SURROUNDINGS: readonly string[] = fs.readdirSync(SOURCES, { withFileTypes: true })
  .filter(entry => entry.isDirectory()).map(({ name }) => name);

/** `gpu-monitor` is `GpuMonitor`. */
export function classOf(surrounding: string): string {
  return surrounding.split('-').map(word => word[0].toUpperCase() + word.slice(1)).join('');
}

export function waysOf(surrounding: string): Ways {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require(`./${surrounding}/ways`) as { readonly WAYS: Ways }).WAYS;
}

/** What came of trying. */
export interface Tried {
  /** The first way that is not refused; absent where all are. */
  readonly way?: string;
  /** Why the last one is refused. */
  readonly refusal?: string;
  readonly app: App;
}

/** The first way that is not refused, or why the last is. Mistakes must be thrown, not kept. */
export function tried(surrounding: string, make: Make, prepare: (chart: Chart) => void = () => undefined): Tried {
  let refusal = '';
  let app = new App();
  for (const [way, surround] of Object.entries(waysOf(surrounding))) {
    app = new App();
    const chart = new Chart(app, 'chart', { namespace: 'ml' });
    prepare(chart);
    const workload = make(chart);
    try {
      surround(chart, workload);
      return { way, app };
    } catch (error) {
      refusal = refusalOf(error);
    }
  }
  return { refusal, app };
}

/** Anything but a refusal is a failure. */
function refusalOf(error: unknown): string {
  if (!(error instanceof InvalidInput)) {
    throw error;
  }
  return error.problem.detail.replace(/^nothing may scale w: /, '');
}
