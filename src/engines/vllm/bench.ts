import { invalid, required, wholeNumber } from '../../base/errors/invalid-input';

/**
 * A load test of an OpenAI-compatible server: every combination of the three lists is a row.
 */
export interface VllmBenchOptions {
  /** Where the server answers, without a path: `http://llama.ml.svc:8000`. */
  readonly url: string;

  /** Model as the server calls it; its tokenizer is loaded by this name as well, unless `tokenizer` says another one. */
  readonly model: string;

  /**
   * Repository or folder of the tokenizer. Unit of the lengths is its token.
   *
   * @default - `model`
   */
  readonly tokenizer?: string;

  /** Requests that are open at once: each at least 1. */
  readonly concurrency: number[];

  /** Tokens of each prompt, drawn at random: each at least 1. */
  readonly inputLength: number[];

  /** Tokens of each answer, whose end the server does not choose (`--ignore-eos`): each at least 1. */
  readonly outputLength: number[];

  /**
   * Requests for each open one: a row sends concurrency x this many.
   *
   * @default 10
   */
  readonly requestsPerClient?: number;

  /**
   * Further flags. Refused: those that the table says itself.
   *
   * @default - none
   */
  readonly args?: string[];
}

/** One load. */
export interface BenchRow {
  readonly name: string;
  readonly parameters: { [name: string]: string };
}

/** What is run for each. */
export const BENCH_COMMAND = ['vllm', 'bench', 'serve'];

/** Variables of the rows. */
const BENCH = { concurrency: 'CONCURRENCY', input: 'INPUT_LENGTH', output: 'OUTPUT_LENGTH', prompts: 'NUM_PROMPTS' } as const;
const DEFAULT_REQUESTS = 10;

/** What the benchmark writes into a row's folder. */
const BENCH_RESULT = 'result.json';

/** Pure: a row for each combination; the answer's length changes fastest. */
export function benchRows(options: VllmBenchOptions, most: number): BenchRow[] {
  const { concurrency, inputLength, outputLength } = options;
  const requests = options.requestsPerClient ?? DEFAULT_REQUESTS;
  wholeNumber('SweepTable.vllmBench(requestsPerClient)', requests, { min: 1 });
  checkCounts('concurrency', concurrency);
  checkCounts('inputLength', inputLength);
  checkCounts('outputLength', outputLength);
  wholeNumber('SweepTable.vllmBench(options)', concurrency.length * inputLength.length * outputLength.length, { min: 1, max: most, help: 'the number of rows is the product of the lengths of the three lists' });
  return concurrency.flatMap(clients =>
    inputLength.flatMap(input => outputLength.map(output => benchRow(clients, input, output, clients * requests))));
}

function benchRow(clients: number, input: number, output: number, prompts: number): BenchRow {
  return {
    name: `c${clients}-i${input}-o${output}`,
    parameters: {
      [BENCH.concurrency]: String(clients), [BENCH.input]: String(input), [BENCH.output]: String(output), [BENCH.prompts]: String(prompts),
    },
  };
}

function checkCounts(name: string, counts: readonly number[]): void {
  const field = `SweepTable.vllmBench(${name})`;
  if (counts.length === 0) {
    throw required(field, 'names no value, so there is no row', 'give at least one');
  }
  counts.forEach((count, index) => {
    wholeNumber(`${field}[${index}]`, count, { min: 1 });
  });
}

/** Pure: the flags of `vllm bench serve`. Source: vllm vllm/benchmarks/serve.py add_cli_args, main_async (009e6d4) */
export function benchArguments(options: VllmBenchOptions): string[] {
  const { url, model, tokenizer, args = [] } = options;
  if (!/^https?:\/\/[^/\s]+\/?$/.test(url)) {
    throw invalid('SweepTable.vllmBench(url)', url, 'is no address of a server', 'give scheme, host and port without a path, like http://llama.ml.svc:8000');
  }
  if (model === '') {
    throw required('SweepTable.vllmBench(model)', 'the server is asked for a model by its name', 'give the name that its /v1/models lists');
  }
  const own = [
    '--backend=vllm', `--base-url=${url.replace(/\/$/, '')}`, `--model=${model}`,
    ...(tokenizer === undefined ? [] : [`--tokenizer=${tokenizer}`]),
    '--dataset-name=random', `--random-input-len=$(${BENCH.input})`, `--random-output-len=$(${BENCH.output})`, '--ignore-eos',
    `--max-concurrency=$(${BENCH.concurrency})`, `--num-prompts=$(${BENCH.prompts})`,
    '--save-result', '--result-dir=$(RESULTS_DIR)', `--result-filename=${BENCH_RESULT}`,
  ];
  checkFurther(args, [...own.map(flagOf), '--tokenizer']);
  return [...own, ...args];
}

function checkFurther(args: readonly string[], own: readonly string[]): void {
  args.forEach((word, index) => {
    if (own.includes(flagOf(word))) {
      throw invalid(`SweepTable.vllmBench(args)[${index}]`, word, 'is said by the table, and the last one would win without a word', 'use its property, or a table of your own');
    }
  });
}

function flagOf(word: string): string {
  return word.split('=')[0];
}
