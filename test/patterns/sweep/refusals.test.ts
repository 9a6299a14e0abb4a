import { Chart, App } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, container, grid, report, results } from './build';
import { Capacity, KubernetesVersion, RowEnvironment, Sweep, SweepProps, SweepResults, SweepTable, TargetProps } from '../../../src';

interface Refusal {
  readonly what: string;
  readonly props: () => Partial<SweepProps>;
  readonly target?: TargetProps;
  readonly message: string;
}

const rows = (...parameters: { [name: string]: string }[]) => ({ runs: SweepTable.rows(parameters.map(each => ({ parameters: each }))) });
const bench = (change: object) => ({
  runs: SweepTable.vllmBench({ url: 'http://llama:8000', model: 'llama', concurrency: [1], inputLength: [1], outputLength: [1], ...change }), results, container: { image: 'a:1' },
});
const claim = (accessMode: kplus.PersistentVolumeAccessMode) => {
  const chart = new Chart(new App(), 'prod');
  return new kplus.PersistentVolumeClaim(chart, 'Results', { metadata: { name: 'results' }, accessModes: [accessMode] });
};
const { READ_WRITE_ONCE_POD, READ_ONLY_MANY } = kplus.PersistentVolumeAccessMode;

const REFUSALS: Refusal[] = [
  {
    what: 'variables from a file at 1.33',
    props: () => ({}),
    target: { kubernetes: KubernetesVersion.V1_33 },
    message: 'prod/Search: rowEnvironment: Forbidden: variables from a file (env[].valueFrom.fileKeyRef): Kubernetes 1.33 does not have it; the first minor that has it is 1.35',
  },
  {
    what: 'and with the gate off',
    props: () => ({}),
    target: { kubernetes: KubernetesVersion.V1_36, featureGates: { EnvFiles: false } },
    message: 'the target switches the feature gate EnvFiles off',
  },
  { what: 'no row', props: () => rows(), message: 'SweepTable.rows(rows): Invalid value: 0: must be a whole number between 1 and 100000' },
  { what: 'a row without parameters', props: () => rows({}), message: 'SweepTable.rows(rows)[0].parameters: Required value: a row without parameters' },
  { what: 'a row that lacks one', props: () => rows({ LR: '1', SEED: '1' }, { LR: '2' }), message: '[1].parameters[SEED]: Required value: row 0 has it' },
  { what: 'a row with one more', props: () => rows({ LR: '1' }, { LR: '2', SEED: '1' }), message: '[1].parameters[SEED]: Invalid value: "1": row 0 does not have it' },
  { what: 'a name that no shell reads', props: () => rows({ 'L-R': '1' }), message: '"L-R": is no name of a variable that every program can read' },
  { what: 'a name of the pattern', props: () => rows({ ROW_FILE: '1' }), message: 'runs: Duplicate value: "ROW_FILE": is a variable of every sweep' },
  { what: 'a line break', props: () => rows({ LR: 'a\nb' }), message: 'has a line break or another control character' },
  { what: 'a long value', props: () => rows({ LR: 'ä'.repeat(20_000) }), message: 'has 40000 of at most 32768 bytes' },
  { what: 'a credential', props: () => rows({ HF_TOKEN: 'abcdef' }), message: '[0].parameters[HF_TOKEN]: Forbidden' },
  { what: 'an empty value read by the kubelet', props: () => rows({ LR: '1' }, { LR: '' }), message: 'runs[1].parameters[LR]: Forbidden: "" is empty' },
  { what: 'a quote read by the kubelet', props: () => rows({ LR: "it's" }), message: 'has a single quote, for which the format of the kubelet has no escape' },
  {
    what: 'a row name with a slash',
    props: () => ({ runs: SweepTable.rows([{ name: 'a/b', parameters: { LR: '1' } }]) }),
    message: 'SweepTable.rows(rows)[0].name: Invalid value: "a/b"',
  },
  {
    what: 'a row name that is the index of another',
    props: () => ({ runs: SweepTable.rows([{ name: '1', parameters: { LR: '1' } }, { parameters: { LR: '2' } }]) }),
    message: 'SweepTable.rows(rows)[1].name: Duplicate value: "1": is the name of row 0 as well',
  },
  { what: 'a grid without values', props: () => ({ runs: SweepTable.grid({ LR: [] }) }), message: 'SweepTable.grid(parameters): Invalid value: 0' },
  { what: 'a grid with a value twice', props: () => ({ runs: SweepTable.grid({ LR: ['1', '1'] }) }), message: 'SweepTable.grid(parameters)[LR][1]: Duplicate value: "1"' },
  {
    what: 'a grid that explodes',
    props: () => ({ runs: SweepTable.grid(Object.fromEntries('ABCDEF'.split('').map(name => [name, Array.from({ length: 20 }, (_, index) => String(index))]))) }),
    message: 'SweepTable.grid(parameters): Invalid value: 64000000',
  },
  {
    what: 'rows that no ConfigMap holds',
    props: () => ({ runs: SweepTable.grid({ LR: Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(20_000, 'x')) }) }),
    message: 'and a ConfigMap holds at most 1048576',
  },
  { what: 'more at once than rows', props: () => ({ parallelism: 7 }), message: 'parallelism: Invalid value: 7' },
  { what: 'more failures than rows', props: () => ({ maxFailedRows: 7 }), message: 'maxFailedRows: Invalid value: 7' },
  { what: 'a negative retry', props: () => ({ retriesPerRow: -1 }), message: 'retriesPerRow: Invalid value: -1' },
  { what: 'a shell without a command', props: () => ({ rowEnvironment: RowEnvironment.byShell(), container: { image: 'a:1' } }), message: 'container.command: Required value' },
  { what: 'a parameter where there are no variables', props: () => ({ rowEnvironment: RowEnvironment.fileOnly() }), message: 'container.command[1]: Forbidden: $(LR) is a parameter of the row' },
  {
    what: 'a parameter in a variable',
    props: () => ({ container: { ...container, envVariables: { RATE: kplus.EnvValue.fromValue('$(LR)') } } }),
    message: 'container.envVariables[RATE]: Forbidden: $(LR) is a parameter of the row, which is read after',
  },
  {
    what: 'a parameter as a variable',
    props: () => ({ container: { ...container, envVariables: { LR: kplus.EnvValue.fromValue('1') } } }),
    message: 'container.envVariables[LR]: Forbidden: LR is set by the pattern',
  },
  { what: 'a summary of nothing', props: () => ({ summary: report }), message: 'results: Required value: summary reads what the rows have left' },
  { what: 'a mistake in the summary', props: () => ({ results, summary: { ...report, image: 'A b' } }), message: 'summary.image: Invalid value: "A b"' },
  { what: 'a benchmark that nothing keeps', props: () => ({ ...bench({}), results: undefined }), message: 'results: Required value: the benchmark writes a file for each row' },
  { what: 'a command beside the benchmark', props: () => ({ ...bench({}), container }), message: "container.command: Forbidden: the command line is the benchmark's" },
  { what: 'a benchmark of a path', props: () => bench({ url: 'http://llama/v1' }), message: 'SweepTable.vllmBench(url): Invalid value: "http://llama/v1"' },
  { what: 'a benchmark of no model', props: () => bench({ model: '' }), message: 'SweepTable.vllmBench(model): Required value' },
  { what: 'a benchmark of no length', props: () => bench({ inputLength: [] }), message: 'SweepTable.vllmBench(inputLength): Required value' },
  { what: 'a benchmark of length 0', props: () => bench({ outputLength: [8, 0] }), message: 'SweepTable.vllmBench(outputLength)[1]: Invalid value: 0' },
  { what: 'a flag that the table has', props: () => bench({ args: ['--seed=1', '--model=other'] }), message: 'SweepTable.vllmBench(args)[1]: Invalid value: "--model=other": is said by the table' },
  { what: 'results in a folder of others', props: () => ({ results: SweepResults.onClaimName('results', '/sweep/out') }), message: 'SweepResults.onClaimName(mountPath): Invalid value: "/sweep/out"' },
  { what: 'a claim for one pod', props: () => ({ parallelism: 2, results: SweepResults.onClaim(claim(READ_WRITE_ONCE_POD), '/results') }), message: 'results.claim: Forbidden: claim "results" is ReadWriteOncePod' },
  { what: 'a claim that nobody writes', props: () => ({ results: SweepResults.onClaim(claim(READ_ONLY_MANY), '/results') }), message: 'results.claim: Forbidden: claim "results" is ReadOnlyMany' },
  { what: 'a name that is too long', props: () => ({ name: 'x'.repeat(55) }), message: 'name: Too long' },
  { what: 'a summary whose name is too long', props: () => ({ name: 'x'.repeat(48), results, summary: report }), message: 'name: Too long' },
  { what: 'a label of the pattern', props: () => ({ metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'a' } } }), message: 'metadata.labels[kueue.x-k8s.io/queue-name]: Forbidden' },
  { what: 'a run id that no name has', props: () => ({ runId: 'A_b' }), message: 'runId: Invalid value: "A_b"' },
];

test.each(REFUSALS)('$what', ({ props, target, message }) => {
  expect(() => build(props(), target)).toThrow(message);
});

test('a sweep of pods that one node alone serves says so', () => {
  const chart = new Chart(new App(), 'prod');
  const once = new kplus.PersistentVolumeClaim(chart, 'Results', { metadata: { name: 'results' }, accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE] });
  const sweep = new Sweep(chart, 'Search', { runs: grid, container, parallelism: 2, capacity: Capacity.onDemand(), results: SweepResults.onClaim(once, '/results') });
  expect(sweep.explain()).toContain('one node alone mounts the claim results (ReadWriteOnce)');
});
