import { SweepRow } from './row';
import { RowEnvironment } from './row-environment';
import { SweepTable } from './table';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { contentHash } from '../../pod/devices/claim-spec';

/** What the ConfigMap of a table holds. */
export interface RowsPlan {
  readonly rows: readonly SweepRow[];
  readonly parameters: readonly string[];
  readonly data: { readonly [key: string]: string };
  /** Changes when, and only when, the content does. */
  readonly hash: string;
  readonly sizeSum: string;
}

/** Whole content of a ConfigMap. Source: pkg/apis/core/types.go MaxSecretSize (v1.36) */
const MOST_BYTES = 1024 * 1024;

/** The table for the summary step. */
export const TABLE_KEY = 'table.json';

/** Pure: the files of all rows, in one ConfigMap. */
export function planRows(table: SweepTable, environment: RowEnvironment): RowsPlan {
  const { _rows: rows, _parameters: parameters } = table;
  if (environment._kind === 'kubelet') {
    checkForKubelet(rows);
  }
  const files = rows.flatMap((row, index): [string, string][] => [
    [`${index}.json`, rowJson(row, index)],
    ...(environment._kind === 'file' ? [] : [[`${index}.env`, envFile(row)] as [string, string]]),
  ]);
  // There without a summary as well: one that is added later must not start the rows again.
  const data: { [key: string]: string } = Object.fromEntries([...files, [TABLE_KEY, `[\n${rows.map((row, index) => rowJson(row, index).trimEnd()).join(',\n')}\n]\n`]]);
  const bytes = Object.values(data).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > MOST_BYTES) {
    throw invalid('runs', rows.length, `the files of ${rows.length} rows have ${bytes} bytes, and a ConfigMap holds at most ${MOST_BYTES}`,
      `use at most about ${Math.floor(rows.length * MOST_BYTES / bytes)} rows of this size, or several sweeps`);
  }
  return { rows, parameters, data, hash: contentHash(data), sizeSum: `${rows.length} rows in ${Object.keys(data).length} files = ${bytes} of ${MOST_BYTES} bytes` };
}

/** Name of a row. */
export function nameOfRow(row: SweepRow, index: number): string {
  return row.name ?? String(index);
}

function rowJson(row: SweepRow, index: number): string {
  return `${JSON.stringify({ index, name: nameOfRow(row, index), parameters: row.parameters })}\n`;
}

/** Read by a shell, and by the kubelet as far as that knows no escape. */
function envFile({ parameters }: SweepRow): string {
  return Object.entries(parameters).map(([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'\n`).join('');
}

/** An empty value is one that is not there. Source: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables, pkg/kubelet/util/env/env.go (v1.36) */
function checkForKubelet(rows: readonly SweepRow[]): void {
  rows.forEach(({ parameters }, index) => Object.entries(parameters).forEach(([name, value]) => {
    const problem = value === '' ? 'is empty, which the kubelet takes for missing: the pod would not start' : value.includes("'") ? 'has a single quote, for which the format of the kubelet has no escape' : undefined;
    if (problem) {
      throw forbidden(`runs[${index}].parameters[${name}]`, `${JSON.stringify(value)} ${problem}`, 'give another text, or use rowEnvironment: RowEnvironment.byShell() or RowEnvironment.fileOnly()');
    }
  }));
}
