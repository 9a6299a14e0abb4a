import { Duration } from 'cdk8s';
import { CAPACITY, DEVICES, POD } from './choices';
import { against, Table } from './table';
import { Memory, RowEnvironment, Sweep, SweepProps, SweepResults, SweepTable } from '../../../../src';

const container = { image: 'registry.example/tune:1', command: ['tune', '--verbose'], cpu: '4000m', memory: Memory.of('65536Mi') };
const results = SweepResults.onClaimName('results', '/results');

export const SWEEP: Table<SweepProps> = {
  pattern: 'Sweep',
  create: (chart, props) => new Sweep(chart, 'Search', props),
  factors: {
    runs: {
      rows: { props: { container, runs: SweepTable.rows([{ name: 'small', parameters: { SIZE: '1', LR: '0.1' } }, { parameters: { SIZE: '2', LR: '1e-4' } }]) } },
      grid: { props: { container: { ...container, args: ['--lr=$(LR)'] }, runs: SweepTable.grid({ LR: ['1e-4', '1e-5'], SEED: ['1', '2', '3'] }) } },
      bench: {
        props: {
          container: { image: 'vllm/vllm-openai:v0.11.2', memory: Memory.of('65536Mi') },
          runs: SweepTable.vllmBench({ url: 'http://llama:8000', model: 'llama', concurrency: [1, 8], inputLength: [128], outputLength: [16] }),
        },
      },
    },
    environment: {
      shell: { props: { rowEnvironment: RowEnvironment.byShell() } },
      file: { props: { rowEnvironment: RowEnvironment.fileOnly() } },
      kubelet: { props: {}, since: '1.35' },
      helped: { props: { rowEnvironment: RowEnvironment.byKubelet({ copyImage: 'busybox:1.37' }) }, since: '1.35' },
    },
    results: {
      none: { props: {} },
      claim: { props: { results } },
      summarised: { props: { results, summary: { image: 'registry.example/report:1', args: ['$(RESULTS_DIR)'] } } },
    },
    rows: {
      own: { props: {} },
      two: { props: { parallelism: 2, retriesPerRow: 0, maxFailedRows: 0 } },
      retried: { props: { retriesPerRow: 5, maxFailedRows: 2 } },
    },
    run: { own: { props: {} }, second: { props: { runId: 'second', name: 'search' } } },
    end: { kept: { props: {} }, limited: { props: { ttlAfterFinished: Duration.hours(1), activeDeadline: Duration.days(1), isolate: true } } },
    queue: { none: { props: {} }, kueue: { props: { queueName: 'research' } } },
    devices: { none: { props: {} }, ...DEVICES },
    capacity: CAPACITY,
    pod: POD,
  },
  conflicts: [
    ...against('environment=file', 'runs', ['grid', 'bench']),
    ...against('runs=bench', 'results', ['none']),
  ],
};
