import { SweepRow } from './row';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { BENCH_COMMAND, VllmBenchOptions, benchArguments, benchRows } from '../../engines/vllm/bench';
import { carriesMistakes } from '../../given/mistakes/carried';
import { literalTokenProblem } from '../../knowledge/environment-problems';
import { checkVariableName } from '../../kubernetes/refused/names';

/** Rows of one Indexed Job. Beyond, `maxFailedIndexes` is required. Source: pkg/apis/batch/validation/validation.go completionsSoftLimit (v1.36) */
const MOST_ROWS = 100_000;

/** The kubelet reads an env file line by line and gives up at 64 KiB. Source: pkg/kubelet/util/env/env.go ParseEnv, bufio.MaxScanTokenSize (v1.36) */
const LONGEST_VALUE = 32 * 1024;

/**
 * The rows of a sweep, in order: row 0 is index 0. Its content is part of the Job's name, so a changed table is a new Job.
 */
export class SweepTable {
  /**
   * The rows as given.
   *
   * @param rows At least one, each with the same parameter names.
   */
  public static rows(rows: SweepRow[]): SweepTable {
    return new SweepTable(checkRows('SweepTable.rows(rows)', rows));
  }

  /**
   * Every combination: the last parameter changes fastest. Of 2 and 3 values there are 2 x 3 = 6 rows.
   *
   * @param parameters The values of each parameter, by the name of its variable. No value twice.
   */
  public static grid(parameters: { [name: string]: string[] }): SweepTable {
    const field = 'SweepTable.grid(parameters)';
    const count = Object.values(parameters).reduce((product, values) => product * values.length, 1);
    wholeNumber(field, count, { min: 1, max: MOST_ROWS, help: `the number of rows is the product of the values: ${sizes(parameters)}` });
    for (const [name, values] of Object.entries(parameters)) {
      const twin = values.findIndex((value, index) => values.indexOf(value) !== index);
      if (twin >= 0) {
        throw duplicate(`${field}[${name}][${twin}]`, values[twin], 'makes the same rows twice', 'name each value once; for a repetition add a parameter that counts');
      }
    }
    return new SweepTable(checkRows(field, combine(parameters).map(each => ({ parameters: each }))));
  }

  /**
   * Load tests of an OpenAI-compatible server with `vllm bench serve`: a row for each combination of concurrency, prompt and answer length. It says the
   * command line itself, so `container` has the image alone: one with vLLM, for example vllm/vllm-openai. Each row leaves `result.json` in its folder of
   * `results`, which is required. Rows run one after another unless `parallelism` says otherwise: those that run at once would measure each other.
   *
   * @param options The server, the model and the lengths.
   */
  public static vllmBench(options: VllmBenchOptions): SweepTable {
    const rows = benchRows(options, MOST_ROWS);
    return new SweepTable(checkRows('SweepTable.vllmBench(options)', rows), { command: BENCH_COMMAND, args: benchArguments(options) });
  }

  private constructor(
    /** @internal */ public readonly _rows: readonly SweepRow[],
    /** @internal */ public readonly _program?: { readonly command: readonly string[]; readonly args: readonly string[] }) {}

  /**
   * Names of the parameters, which every row has.
   *
   * @internal
   */
  public get _parameters(): readonly string[] {
    return Object.keys(this._rows[0].parameters);
  }
}

function sizes(parameters: { readonly [name: string]: readonly string[] }): string {
  return Object.entries(parameters).map(([name, values]) => `${name} ${values.length}`).join(' x ');
}

function combine(parameters: { readonly [name: string]: readonly string[] }): { [name: string]: string }[] {
  return Object.entries(parameters).reduce<{ [name: string]: string }[]>(
    (rows, [name, values]) => rows.flatMap(row => values.map(value => ({ ...row, [name]: value }))), [{}]);
}

function checkRows(field: string, rows: readonly SweepRow[]): readonly SweepRow[] {
  wholeNumber(field, rows.length, { min: 1, max: MOST_ROWS, help: 'give at least one row; split a larger table into several sweeps' });
  const names = Object.keys(rows[0].parameters);
  if (names.length === 0) {
    throw required(`${field}[0].parameters`, 'a row without parameters is like every other', 'name at least one parameter');
  }
  names.forEach(name => checkVariable(field, name));
  const seen = new Map<string, number>();
  rows.forEach((row, index) => {
    checkRowName(`${field}[${index}].name`, row.name ?? String(index), seen, index);
    checkSameNames(`${field}[${index}].parameters`, row, names);
    names.forEach(name => checkValue(`${field}[${index}].parameters[${name}]`, name, row.parameters[name]));
  });
  return rows;
}

/** Stricter than a variable of Kubernetes: a shell must be able to read it as well. */
function checkVariable(field: string, name: string): void {
  checkVariableName(`${field}[0].parameters`, name);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw invalid(`${field}[0].parameters`, name, 'is no name of a variable that every program can read', 'use letters, digits and _, for example LEARNING_RATE');
  }
}

function checkRowName(field: string, name: string, seen: Map<string, number>, index: number): void {
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(name)) {
    throw invalid(field, name, 'has other characters than letters, digits, ".", "_" and "-", or more than 63', 'for example lr-0.1');
  }
  const twin = seen.get(name);
  if (twin !== undefined) {
    throw duplicate(field, name, `is the name of row ${twin} as well`, 'give each row a name of its own, or none');
  }
  seen.set(name, index);
}

function checkSameNames(field: string, row: SweepRow, names: readonly string[]): void {
  const missing = names.find(name => !Object.hasOwn(row.parameters, name));
  if (missing !== undefined) {
    throw required(`${field}[${missing}]`, 'row 0 has it, and one pod template with the same variables serves all rows', 'give it in every row, or in none');
  }
  const more = Object.keys(row.parameters).find(name => !names.includes(name));
  if (more !== undefined) {
    throw invalid(`${field}[${more}]`, row.parameters[more], 'row 0 does not have it, and one pod template with the same variables serves all rows', 'give it in every row, or in none');
  }
}

function checkValue(field: string, name: string, value: string): void {
  // eslint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(value)) {
    throw invalid(field, value, 'has a line break or another control character', 'give one line; a longer text belongs in a file of the image');
  }
  if (Buffer.byteLength(value) > LONGEST_VALUE) {
    throw invalid(field, `${value.slice(0, 20)}…`, `has ${Buffer.byteLength(value)} of at most ${LONGEST_VALUE} bytes`, 'put it into a file of the image, and its path here');
  }
  const problem = literalTokenProblem(name, value);
  if (problem) {
    throw forbidden(field, problem.detail, 'the table stands in a ConfigMap in clear: keep it in a Secret, and name that in container.secretEnv');
  }
}

carriesMistakes(SweepTable, () => SweepTable.rows([{ parameters: { NOT_PLANNED: '0' } }]));
