/*
 * The scenario: a model server is measured under several loads before it goes live, and a small model is trained with several settings.
 *
 * - Bench: `vllm bench serve` against the Service of a server, a row for each concurrency, prompt and answer length, one after another. Each row leaves a
 *   JSON file, and a summary is started by hand once all rows have ended.
 * - Search: nine trainings of one GPU, three at once. The image has a shell, so this works on the nodes of Kubernetes 1.34 as well.
 *
 * By hand this is a script with a loop, or a Job for each row: the loop loses everything when its pod is evicted, and the Jobs start all at once.
 */
import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, KubernetesVersion, Memory, RowEnvironment, Sweep, SweepResults, SweepTable, Target } from 'cdk8s-ai-workloads';

/** The load test, for a cluster whose kubelets read variables from files. */
function bench(app: App): Sweep {
  const chart = new Chart(app, 'bench', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });

  return new Sweep(chart, 'LlamaBench', {
    runs: SweepTable.vllmBench({
      url: 'http://llama.ml.svc:8000',
      model: 'meta-llama/Llama-3.1-8B-Instruct',
      concurrency: [1, 8, 32],
      inputLength: [256, 2048],
      outputLength: [128],
    }),
    container: { image: 'vllm/vllm-openai:v0.11.2', cpu: '4', memory: Memory.of('8Gi') },
    results: SweepResults.onClaimName('bench-results', '/results'),
    summary: {
      image: 'registry.example/bench-report:1.0.0',
      command: ['bench-report', '--table=/sweep/table.json', '--folder=$(RESULTS_DIR)'],
      cpu: '1',
      memory: Memory.of('1Gi'),
    },
    activeDeadline: Duration.hours(6),
  });
}

/** The search, whose rows do not disturb each other. */
function search(app: App): Sweep {
  const chart = new Chart(app, 'search', { namespace: 'research' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34 });

  return new Sweep(chart, 'TuneSearch', {
    runs: SweepTable.grid({ LEARNING_RATE: ['1e-5', '3e-5', '1e-4'], BATCH_SIZE: ['16', '32', '64'] }),
    rowEnvironment: RowEnvironment.byShell(),
    parallelism: 3,
    retriesPerRow: 2,
    maxFailedRows: 3,
    accelerator: Accelerator.nvidia(1),
    container: {
      image: 'registry.example/tune:2.1.0',
      command: ['python3', 'tune.py', '--lr=$(LEARNING_RATE)', '--batch=$(BATCH_SIZE)', '--output=$(RESULTS_DIR)'],
      cpu: '8',
      memory: Memory.of('48Gi'),
    },
    results: SweepResults.onClaimName('search-results', '/results'),
  });
}

/** Every chart of the example. */
export function build(app: App): void {
  bench(app);
  search(app);
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/benchmark-sweep' });
  [bench(app), search(app)].forEach(sweep => console.log(`${sweep.explain()}\n`));
  app.synth();
}
