import { VllmBenchOptions } from '../../../src';
import { benchArguments, benchRows } from '../../../src/engines/vllm/bench';

const OPTIONS: VllmBenchOptions = { url: 'http://llama.ml.svc:8000', model: 'llama', concurrency: [1, 4], inputLength: [16, 32], outputLength: [8] };

describe('the rows of a benchmark', () => {
  test('are each combination, the length of the answer changing fastest', () => {
    const rows = benchRows({ ...OPTIONS, outputLength: [8, 9] }, 100);

    expect(rows.map(({ name }) => name)).toEqual(['c1-i16-o8', 'c1-i16-o9', 'c1-i32-o8', 'c1-i32-o9', 'c4-i16-o8', 'c4-i16-o9', 'c4-i32-o8', 'c4-i32-o9']);
    expect(rows[6].parameters).toEqual({ CONCURRENCY: '4', INPUT_LENGTH: '32', OUTPUT_LENGTH: '8', NUM_PROMPTS: '40' });
  });

  test.each([[undefined, ['10', '40']], [1, ['1', '4']], [25, ['25', '100']]])('have %s requests for each client', (requestsPerClient, prompts) => {
    const rows = benchRows({ ...OPTIONS, inputLength: [16], requestsPerClient }, 100);

    expect(rows.map(({ parameters }) => parameters.NUM_PROMPTS)).toEqual(prompts);
  });

  test('may be as many as there is room for, and not one more', () => {
    expect(benchRows(OPTIONS, 4)).toHaveLength(4);
    expect(() => benchRows(OPTIONS, 3)).toThrow('SweepTable.vllmBench(options): Invalid value: 4');
  });

  test.each<[field: string, change: Partial<VllmBenchOptions>, message: string]>([
    ['concurrency', { concurrency: [1, 0] }, 'SweepTable.vllmBench(concurrency)[1]: Invalid value: 0'],
    ['inputLength', { inputLength: [0] }, 'SweepTable.vllmBench(inputLength)[0]: Invalid value: 0'],
    ['outputLength', { outputLength: [1, 2, -1] }, 'SweepTable.vllmBench(outputLength)[2]: Invalid value: -1'],
    ['requestsPerClient', { requestsPerClient: 0 }, 'SweepTable.vllmBench(requestsPerClient): Invalid value: 0'],
    ['no concurrency', { concurrency: [] }, 'SweepTable.vllmBench(concurrency): Required value'],
  ])('refuses %s that cannot be run', (_, change, message) => {
    expect(() => benchRows({ ...OPTIONS, ...change }, 100)).toThrow(message);
  });
});

describe('the command line of a benchmark', () => {
  test('takes the tokenizer by the name of the model, or by its own', () => {
    expect(benchArguments(OPTIONS).filter(word => word.startsWith('--tokenizer'))).toEqual([]);
    expect(benchArguments({ ...OPTIONS, tokenizer: 'org/tokenizer' })).toContain('--tokenizer=org/tokenizer');
  });

  test('takes each load from the variables of its row', () => {
    expect(benchArguments(OPTIONS)).toEqual(expect.arrayContaining([
      '--random-input-len=$(INPUT_LENGTH)', '--random-output-len=$(OUTPUT_LENGTH)', '--max-concurrency=$(CONCURRENCY)', '--num-prompts=$(NUM_PROMPTS)',
    ]));
  });

  test('ends with further flags, none of which the table has', () => {
    expect(benchArguments({ ...OPTIONS, args: ['--seed=1', '--burstiness=2'] }).slice(-2)).toEqual(['--seed=1', '--burstiness=2']);
    expect(() => benchArguments({ ...OPTIONS, args: ['--seed=1', '--tokenizer=x'] })).toThrow('SweepTable.vllmBench(args)[1]: Invalid value: "--tokenizer=x"');
  });

  test.each(['https://llama.example', 'http://llama.ml.svc:8000/'])('accepts %s, without the slash at its end', url => {
    expect(benchArguments({ ...OPTIONS, url })).toContain(`--base-url=${url.replace(/\/$/, '')}`);
  });

  test.each(['llama:8000', 'ftp://llama', 'http://llama/v1', 'http://a b'])('refuses %s, which is no address of a server', url => {
    expect(() => benchArguments({ ...OPTIONS, url })).toThrow('SweepTable.vllmBench(url): Invalid value');
  });
});
