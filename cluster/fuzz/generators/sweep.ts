import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, lists, literals, maps, mostly, never, oneOf, rarely, sometimes, struct } from './combinators';
import { containers, images } from './containers';
import { accelerators } from './devices';
import { counts, durations } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, podFields } from './pods';
import { claim } from './references';
import { formed, ids, names, paths } from './texts';
import { KubeletRowOptions, SweepProps, SweepRow, VllmBenchOptions } from '../../../src';
import { Expression, Statement, construct, list, literal, object, path } from '../expression';

type TableKind = 'rows' | 'grid' | 'bench';
type EnvironmentKind = 'kubelet' | 'shell' | 'file' | 'own';

/** What has to agree with each other; everything else is drawn on its own. */
interface Shape {
  readonly table: TableKind;
  readonly environment: EnvironmentKind;
  readonly rows: number;
  readonly devices: number;
  readonly keeps: boolean;
  readonly summarises: boolean;
}

/** Variables from files came with 1.35. */
function shapes({ minor }: Setting): fc.Arbitrary<Shape> {
  const environments: readonly EnvironmentKind[] = ['shell', 'file', ...(minor === '1.33' || minor === '1.34' ? [] : ['kubelet', 'own'] as const)];
  return fc.record({
    table: fc.constantFrom<TableKind>('rows', 'grid', 'bench'),
    environment: fc.constantFrom(...environments),
    rows: fc.constantFrom(1, 2, 3),
    devices: fc.constantFrom(0, 0, 1, 8),
    keeps: fc.boolean(),
    summarises: fc.boolean(),
  }).map(shape => ({
    ...shape,
    environment: shape.table === 'bench' && shape.environment === 'file' ? 'shell' : shape.environment,
    keeps: shape.keeps || shape.summarises || shape.table === 'bench',
  }));
}

export function sweeps(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes(setting), ids(setting, 'Search', 'Bench2')).chain(([shape, id]) => inOrder(
    sweep(setting, shape).map(props => [{ name: constant, value: construct('Sweep', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.pods`),
    perhaps(40, invoked(`${constant}.explain`))));
}

function sweep(setting: Setting, { table, environment, rows, devices, keeps, summarises }: Shape): Expressions {
  const count = table === 'rows' ? rows : 1;
  return struct<SweepProps>({
    ...podFields(setting),
    container: containers(setting, commandLine(setting, table, environment)),
    accelerator: devices === 0 ? never : accelerators(setting, devices),
    runs: TABLES[table](setting, rows),
    rowEnvironment: rowEnvironment(setting, environment),
    results: keeps ? results(setting) : mostly<Expression | undefined>(setting, never, results(setting)),
    summary: summarises ? containers(setting) : mostly<Expression | undefined>(setting, never, containers(setting)),
    name: sometimes(literals(names(setting, 'search', 'llama-bench'))),
    runId: sometimes(formed(setting, fc.constantFrom('1', 'a-3', '20260101'))),
    parallelism: sometimes(counts(setting, 1, count)),
    retriesPerRow: sometimes(counts(setting, 0, 6)),
    maxFailedRows: sometimes(counts(setting, 0, count)),
    capacity: rarely(capacity(setting)),
    queueName: rarely(formed(setting, fc.constantFrom('team-a', 'gpu'))),
    ttlAfterFinished: rarely(durations(setting, 0, 86400)),
    activeDeadline: rarely(durations(setting, 1, 86400)),
  });
}

/** A benchmark says it itself; a shell needs it. */
function commandLine(setting: Setting, table: TableKind, environment: EnvironmentKind) {
  if (table === 'bench') {
    const line = mostly<Expression | undefined>(setting, never, program(setting));
    return { command: line, args: line };
  }
  return environment === 'shell' ? { command: program(setting) } : {};
}

function program(setting: Setting): Expressions {
  return mostly(setting, lists(literals(fc.constantFrom('tune', '--seed=1', '-v')), 1, 3),
    lists(literals(fc.constantFrom('', '$(LR)', '$$(LR)', '$(LR', '$($(LR))', '$(HOSTNAME)-$(LR)-$(NO)', '"`$LR`')), 0, 4));
}

const VALUES = fc.constantFrom('0.1', '1e-5', 'a b', 'auto');
const ODD_VALUES = fc.constantFrom('', "it's", 'a\nb', '$(LR)', '${LR}', '\u0000', 'x'.repeat(40_000), 'hf_abcdefghijklmnopqrstuvwxyzABCDEFGH');
const ODD_NAMES = ['', '1A', 'A-B', 'ROW_FILE', 'JOB_COMPLETION_INDEX', 'constructor', 'HF_TOKEN'];

const TABLES: { readonly [kind in TableKind]: (setting: Setting, rows: number) => Expressions } = {
  rows: (setting, rows) => calls('SweepTable.rows', fc.tuple(...Array.from({ length: rows }, (_, index) => row(setting, index))).map(list)),
  grid: setting => calls('SweepTable.grid', mostly(setting, fc.constant(object({ LR: list(['0.1', '1e-5'].map(literal)), SEED: list([literal('1')]) })),
    maps(fc.constantFrom('LR', 'SEED', ...ODD_NAMES), lists(formed(setting, VALUES, ODD_VALUES), 0, 3), 3))),
  bench: setting => calls('SweepTable.vllmBench', bench(setting)),
};

function row(setting: Setting, index: number): Expressions {
  return struct<SweepRow>({
    name: sometimes(formed(setting, fc.constant(`row-${index}`), fc.constantFrom('', 'row-0', 'a/b', '..', 'x'.repeat(64)))),
    parameters: mostly(setting, fc.tuple(VALUES, VALUES).map(([rate, seed]) => object({ LR: literal(rate), SEED: literal(seed) })),
      maps(fc.constantFrom('LR', 'SEED', ...ODD_NAMES), formed(setting, VALUES, ODD_VALUES), 3)),
  });
}

function bench(setting: Setting): Expressions {
  const lengths = lists(counts(setting, 1, 4096), 1, 1);
  return struct<VllmBenchOptions>({
    url: formed(setting, fc.constantFrom('http://llama.ml.svc:8000', 'https://llama.example'), fc.constantFrom('', 'llama:8000', 'http://llama/v1', 'http://a b')),
    model: formed(setting, fc.constantFrom('llama', 'meta-llama/Llama-3.1-8B')),
    tokenizer: sometimes(formed(setting, fc.constantFrom('gpt2'))),
    concurrency: lengths,
    inputLength: lengths,
    outputLength: lengths,
    requestsPerClient: sometimes(counts(setting, 1, 20)),
    args: rarely(lists(formed(setting, fc.constantFrom('--seed=1', '--percentile-metrics=ttft'), fc.constantFrom('--model', '--num-prompts=3', '')), 0, 2)),
  });
}

function rowEnvironment(setting: Setting, kind: EnvironmentKind): fc.Arbitrary<Expression | undefined> {
  const byKubelet = calls('RowEnvironment.byKubelet', absent(50, struct<KubeletRowOptions>({ copyImage: sometimes(images(setting, 'busybox:1.37')) })));
  const others = oneOf(byKubelet, calls('RowEnvironment.byShell'), calls('RowEnvironment.fileOnly'));
  switch (kind) {
    case 'own': return mostly<Expression | undefined>(setting, never, others);
    case 'kubelet': return byKubelet;
    case 'shell': return mostly(setting, calls('RowEnvironment.byShell'), others);
    default: return mostly(setting, calls('RowEnvironment.fileOnly'), others);
  }
}

function results(setting: Setting): Expressions {
  const folder = paths(setting, '/results', '/data/out');
  return mostly(setting,
    calls('SweepResults.onClaimName', literals(names(setting, 'results', 'out.v1')), folder),
    calls('SweepResults.onClaim', claim(setting), folder));
}
