import { factsOf, object } from './objects';
import { EngineCommand, enginesByPods } from '../../../src/lint/facts/engine-command';
import { launchPlan, parallelismOf } from '../../../src/lint/facts/parallelism';

/** What a container starts with these words. */
function command(words: readonly string[], more: object = {}): EngineCommand {
  const facts = factsOf(object('v1', 'Pod', 'it', { containers: [{ name: 'main', image: 'registry.example/app:1', command: words, ...more }] }));
  return [...facts.get(enginesByPods).values()].flat()[0];
}
const sglang = (...flags: string[]) => parallelismOf(command(['sglang', 'serve', '--model-path', 'm', ...flags]));
const vllm = (...flags: string[]) => parallelismOf(command(['vllm', 'serve', 'm', ...flags]));

const FIELD = 'spec.containers[0].command';
const UNCUT = { tensor: 1, pipeline: 1, data: 1, onRay: false };

describe('how an engine cuts its model', () => {
  test.each([
    ['--tensor-parallel-size', 'tensor'], ['--tensor-parallel', 'tensor'], ['--tensor_parallel_size', 'tensor'], ['-tp', 'tensor'], ['--tp', 'tensor'], ['--tp-size', 'tensor'],
    ['--pipeline-parallel-size', 'pipeline'], ['--pipeline-parallel', 'pipeline'], ['-pp', 'pipeline'], ['--pp', 'pipeline'], ['--pp-size', 'pipeline'],
    ['--data-parallel-size', 'data'], ['-dp', 'data'], ['--dp', 'data'], ['--dp-size', 'data'],
  ])('%s is of %s', (flag, cut) => {
    expect(sglang(flag, '4')).toMatchObject({ ...UNCUT, [cut]: 4, text: `${cut} 4`, field: `${FIELD}[5]` });
    expect(vllm(flag, '4')).toMatchObject({ ...UNCUT, [cut]: 4, field: `${FIELD}[4]` });
  });

  test('without a flag there is one part', () => {
    expect(vllm()).toEqual({ ...UNCUT, dataLocal: undefined, nodes: undefined, text: 'no parallelism = 1', field: `${FIELD}[0]` });
  });

  test.each<[string[], string, number]>([
    [['-tp=8', '-pp=2'], 'tensor 8 x pipeline 2 = 16', 3],
    [['-dp=2', '-pp=3', '-tp=1'], 'pipeline 3 x data 2 = 6', 5],
    [['-dp=2', '-pp=3'], 'pipeline 3 x data 2 = 6', 4],
    [['-tp=2', '-pp=3', '-dp=4'], 'tensor 2 x pipeline 3 x data 4 = 24', 3],
  ])('%j is told', (flags, text, word) => {
    expect(vllm(...flags)).toMatchObject({ text, field: `${FIELD}[${word}]` });
  });

  test.each(['many', '1234567', '-1', ''])('of %j nobody knows how many', value => {
    expect(vllm('-tp', value)).toMatchObject({ tensor: undefined, pipeline: 1, data: 1 });
  });

  test('six digits are a number', () => {
    expect(vllm('-tp', '123456')).toMatchObject({ tensor: 123_456 });
  });

  test.each(['--prefill-context-parallel-size', '-pcp', '--encoder-only', '--language-only'])('%s cuts otherwise', flag => {
    expect(vllm(flag, '2')).toBeUndefined();
  });

  test('attention of SGLang in copies divides the tensor-parallel ranks', () => {
    expect(sglang('--tp', '8', '--dp', '4', '--enable-dp-attention')).toMatchObject({ tensor: 8, data: 1, text: 'tensor 8' });
    expect(vllm('-tp', '8', '-dp', '4', '--enable-dp-attention')).toMatchObject({ tensor: 8, data: 4 });
  });

  test.each<[string[], number | undefined]>([
    [['--data-parallel-size-local', '2'], 2], [['-dpl', '2'], 2], [['-dpl', '0'], 0], [['-dpl', 'some'], NaN], [['-dpl', '2', '-dpn', '1'], 2],
    [['--data-parallel-rank', '3'], 1], [['-dpn', '3'], 1], [['--data-parallel-external-lb'], 1], [['-dpe'], 1], [['-dp', '4'], undefined],
  ])('copies in the pod of %j: %d', (flags, copies) => {
    expect(vllm(...flags)?.dataLocal).toBe(copies);
    expect(sglang(...flags)?.dataLocal).toBeUndefined();
  });

  test.each([['--nnodes'], ['-n']])('%s says of how many nodes', flag => {
    expect(vllm(flag, '2')?.nodes).toEqual({ value: 2, field: `${FIELD}[4]` });
    expect(vllm(flag, 'two')?.nodes).toEqual({ value: undefined, field: `${FIELD}[4]` });
  });

  test.each<[string[], boolean]>([
    [['--distributed-executor-backend', 'ray'], true], [['--distributed-executor-backend', 'mp'], false], [['--distributed-executor-backend', 'uni'], false],
    [['--data-parallel-backend', 'ray'], true], [['-dpb', 'ray'], true], [['-dpb', 'mp'], false], [['--distributed-executor-backend', 'mp', '-dpb', 'ray'], true],
  ])('%j is on Ray: %s', (flags, onRay) => {
    expect(vllm(...flags)?.onRay).toBe(onRay);
  });
});

describe('what a launcher is told', () => {
  const plan = (words: string[], env: object[] = []) => launchPlan(command([...words, 'train.py'], { env }));
  const nodes = (least: number, most: number, field: string) => ({ least, most, field });

  test.each([
    ['--nnodes=2', nodes(2, 2, `${FIELD}[1]`)], ['--nnodes=2:4', nodes(2, 4, `${FIELD}[1]`)], ['--nnodes=123456:123456', nodes(123_456, 123_456, `${FIELD}[1]`)],
    ['--nnodes=', undefined], ['--nnodes=2:', undefined], ['--nnodes=2:4:6', undefined], ['--nnodes=x2', undefined], ['--nnodes=1234567', undefined], ['--nnodes=2:1234567', undefined],
  ])('torchrun: %s', (flag, expected) => {
    expect(plan(['torchrun', flag])).toEqual({ nodes: expected, processes: undefined });
  });

  test('torchrun: variables, which a flag goes before', () => {
    const env = [{ name: 'PET_NNODES', value: '3' }, { name: 'PET_NPROC_PER_NODE', value: '8' }];
    const field = 'spec.containers[0].env';
    expect(plan(['torchrun'], env)).toEqual({ nodes: nodes(3, 3, `${field}[0].value`), processes: { value: 8, field: `${field}[1].value` } });
    expect(plan(['torchrun', '--nnodes=2', '--nproc_per_node=4'], env)).toEqual({ nodes: nodes(2, 2, `${FIELD}[1]`), processes: { value: 4, field: `${FIELD}[2]` } });
    expect(plan(['torchrun', '--nproc-per-node=gpu'])).toEqual({ nodes: undefined, processes: { value: undefined, field: `${FIELD}[1]` } });
  });

  test('accelerate counts processes of all machines, which is no number of this node', () => {
    expect(plan(['accelerate', 'launch', '--num_machines=2', '--num_processes=16'])).toEqual({ nodes: nodes(2, 2, `${FIELD}[2]`) });
    expect(plan(['accelerate', 'launch', '--num_machines=some'])).toEqual({ nodes: undefined });
    expect(plan(['accelerate', 'launch'])).toEqual({ nodes: undefined });
  });

  test('DeepSpeed', () => {
    expect(plan(['deepspeed', '--num_nodes=2', '--num_gpus=8'])).toEqual({ nodes: nodes(2, 2, `${FIELD}[1]`), processes: { value: 8, field: `${FIELD}[2]` } });
  });

  test.each([[['mpirun', '-np', '2']], [['vllm', 'serve', 'm', '--nnodes', '2']]])('%j is no launcher of these', words => {
    expect(plan(words)).toBeUndefined();
  });
});
