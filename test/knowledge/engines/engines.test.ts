import { Engine, FlagValues, Setting } from '../../../src/knowledge/engines/engine';
import { ENGINES, isStarter } from '../../../src/knowledge/engines/engines';
import { RAY_IMAGES } from '../../../src/knowledge/engines/ray';
import { SGLANG_BACKENDS, hasOf, sglangPortsAbove, sglangRelease } from '../../../src/knowledge/engines/sglang-releases';
import { SGLANG_SERIES, exportedBy } from '../../../src/knowledge/engines/sglang-series';
import { ALL2ALL_BACKENDS } from '../../../src/knowledge/engines/vllm-experts';
import { VLLM_FLAGS, VLLM_HTTP } from '../../../src/knowledge/engines/vllm-flags';
import { NEVER_EXPORTED, VLLM_METRICS } from '../../../src/knowledge/engines/vllm-metrics';
import { compareMinor, exists, parseRelease, publishedSince } from '../../../src/knowledge/engines/vllm-releases';
import { VLLM_REPLACED } from '../../../src/knowledge/engines/vllm-values';

/* What engines are started with, listen on and refuse, written out as their sources have it: a word that changes is noticed by no other test. */

const NAMES = ['vllm', 'sglang', 'trtllm-serve', 'llama-server', 'text-generation-launcher', 'tritonserver', 'torchrun', 'mpirun', 'accelerate', 'deepspeed', 'ray', 'lmdeploy'];

function engine(name: string): Engine {
  return ENGINES.find(each => each.name === name)!;
}

function list(flags: ReadonlySet<string> | undefined): string {
  return [...flags ?? []].join(' ');
}

function settings(all: readonly Setting[] = []): string[] {
  return all.map(({ flags, variable }) => [list(flags), variable].filter(Boolean).join(' or '));
}

test('these are known, each with a title', () => {
  expect(ENGINES.map(({ name }) => name)).toEqual(NAMES);
  expect(ENGINES.map(({ title }) => title)).toEqual([
    'vLLM', 'SGLang', 'TensorRT-LLM', 'llama.cpp', 'text-generation-inference', 'Triton', 'torchrun', 'mpirun', 'accelerate', 'DeepSpeed', 'Ray', 'LMDeploy',
  ]);
});

test.each<[string, string[], string[]]>([
  ['vllm', ['vllm serve'], ['vllm.entrypoints.openai.api_server', 'vllm.entrypoints.api_server']],
  ['sglang', ['sglang serve'], ['sglang.launch_server']],
  ['trtllm-serve', ['trtllm-serve not disaggregated disaggregated_mpi_worker grpc mm_embedding_serve'], []],
  ['llama-server', ['llama-server'], []],
  ['text-generation-launcher', ['text-generation-launcher'], []],
  ['tritonserver', ['tritonserver'], []],
  ['torchrun', ['torchrun'], ['torch.distributed.run', 'torch.distributed.launch']],
  ['mpirun', ['mpirun', 'mpiexec'], []],
  ['accelerate', ['accelerate launch'], ['accelerate.commands.launch']],
  ['deepspeed', ['deepspeed'], []],
  ['ray', ['ray start', 'multi-node-serving.sh'], []],
  ['lmdeploy', [], []],
])('%s is started by %j or the modules %j', (name, programs, modules) => {
  const found = engine(name);

  expect(found.programs.map(each => [each.name, each.verb, each.otherVerbs && `not ${each.otherVerbs.join(' ')}`].filter(Boolean).join(' '))).toEqual(programs);
  expect(found.modules).toEqual(modules);
});

test('a program is known in any folder, a module by its whole name', () => {
  expect(['vllm', '/usr/bin/vllm', 'vllm.entrypoints.api_server', '/a/vllm.entrypoints.api_server', 'vllm/x', 'xvllm'].map(word => isStarter(engine('vllm'), word)))
    .toEqual([true, true, true, false, false, false]);
});

test('processes of these talk through shared memory', () => {
  expect(ENGINES.filter(({ sharesMemory }) => sharesMemory).map(({ name }) => name)).toEqual([
    'vllm', 'sglang', 'trtllm-serve', 'text-generation-launcher', 'torchrun', 'accelerate', 'deepspeed',
  ]);
});

test('series begin with these words', () => {
  expect(ENGINES.flatMap(({ name, series }) => series === undefined ? [] : [`${name} ${series}`])).toEqual([
    'vllm vllm:', 'sglang sglang:', 'trtllm-serve trtllm_', 'llama-server llamacpp:', 'text-generation-launcher tgi_', 'tritonserver nv_trt_llm_', 'lmdeploy lmdeploy:',
  ]);
});

describe('engines that serve', () => {
  test.each<[string, (number | undefined)[], string[], object | undefined, string[] | undefined, string | undefined]>([
    ['vllm', [8000], ['--port'], { flags: ['--host'] }, ['--uds', '--headless'], undefined],
    ['sglang', [30000], ['--port'], { flags: ['--host'], host: '127.0.0.1' }, undefined, undefined],
    ['trtllm-serve', [8000], ['--port'], { flags: ['--host'], host: 'localhost' }, undefined, undefined],
    ['llama-server', [undefined], ['--port'], { flags: ['--host'], variable: 'LLAMA_ARG_HOST' }, undefined, 'LLAMA_ARG_PORT'],
    ['text-generation-launcher', [undefined, 9000], ['--port', '-p'], { flags: ['--hostname'], variable: 'HOSTNAME' }, undefined, 'PORT'],
    ['tritonserver', [8000, 8001, 8002], ['--http-port'], undefined, ['--allow-http'], undefined],
  ])('%s listens on %j, by %j at %j, or not by %j; variable %s', (name, ports, flags, address, elsewhere, variable) => {
    const { port, morePorts = [] } = engine(name).serves!;

    expect([port.port, ...morePorts.map(each => each.port)]).toEqual(ports);
    expect([port.flags, port.address, port.elsewhere, port.variable]).toEqual([flags, address, elsewhere, variable]);
  });

  test('further ports have flags of their own', () => {
    expect(['text-generation-launcher', 'tritonserver'].flatMap(name => engine(name).serves!.morePorts!.map(({ flags, variable, answers }) => [flags, variable, answers]))).toEqual([
      [['--prometheus-port'], 'PROMETHEUS_PORT', undefined], [['--grpc-port'], undefined, []], [['--metrics-port'], undefined, ['/metrics']],
    ]);
  });

  test.each<[string, string[], string[] | undefined, object | undefined]>([
    ['vllm', ['/health', '/ping', '/v1/models'], ['--root-path', '--middleware', '--grpc'], { beginning: '/v1', flags: ['--api-key'], variable: 'VLLM_API_KEY' }],
    ['sglang', ['/health', '/health_generate', '/ping', '/v1/models'], ['--grpc-mode', '--fastapi-root-path'], { beginning: '/v1', flags: ['--api-key'] }],
    ['trtllm-serve', ['/health', '/health_generate', '/v1/models'], ['--grpc'], undefined],
    ['llama-server', ['/health', '/v1/health', '/v1/models', '/api/tags'], ['--api-prefix'], undefined],
    ['text-generation-launcher', ['/health', '/ping', '/v1/models', '/v2/health/ready', '/v2/health/live'], undefined, undefined],
    ['tritonserver', ['/v2/health/ready', '/v2/health/live'], ['--http-header-forward-pattern', '--http-restricted-api'], undefined],
  ])('%s answers %j, moved by %j and guarded by %j', (name, health, moved, guarded) => {
    const paths = engine(name).serves!.paths!;

    expect([paths.health, paths.moved, paths.guarded]).toEqual([health, moved, guarded]);
  });

  test.each<[string, string, string | undefined, boolean | undefined]>([
    ['vllm', '--model', undefined, true], ['sglang', '--model-path --model', undefined, undefined], ['trtllm-serve', '', undefined, true],
    ['llama-server', '-m --model -hf -hfr --hf-repo', 'LLAMA_ARG_MODEL', undefined], ['text-generation-launcher', '--model-id', 'MODEL_ID', undefined],
  ])('%s is told the model by "%s", %s or its first word: %s', (name, flags, variable, isFirstWord) => {
    const model = engine(name).serves!.model!;

    expect([list(model.flags), model.variable, model.isFirstWord]).toEqual([flags, variable, isFirstWord]);
  });

  test.each([['vllm', '--gpu-memory-utilization', 0.92], ['sglang', '--mem-fraction-static', 1], ['text-generation-launcher', '--cuda-memory-fraction', 1]])('%s takes by %s %d of the memory', (name, flag, share) => {
    const { flags, otherwise } = engine(name).serves!.memoryShare!;

    expect([list(flags), otherwise]).toEqual([flag, share]);
  });

  test.each<[string, string[], string, string]>([
    ['vllm', ['--quantization -q --cpu-offload-gb --hf-overrides --load-format --offload-backend --quantization-config'], '--download-dir', '/root/.cache/huggingface'],
    ['sglang', ['--quantization --torchao-config --cpu-offload-gb --json-model-override-args --load-format --quantize-and-serve'], '--download-dir', '/root/.cache/huggingface'],
    ['text-generation-launcher', ['--quantize or QUANTIZE'], '--huggingface-hub-cache', '/data'],
  ])('%s makes weights smaller by %j, and puts them where %s says, or into %s', (name, shrinks, flag, folder) => {
    const serving = engine(name).serves!;

    expect(settings(serving.shrinks)).toEqual(shrinks);
    expect([list(serving.cache!.flags), serving.cache!.folder]).toEqual([flag, folder]);
  });

  test('the first variable that is set says where downloads go', () => {
    const hub = ['HF_HUB_CACHE', 'HUGGINGFACE_HUB_CACHE', 'HF_HOME', 'XDG_CACHE_HOME', 'HOME'];

    expect(['vllm', 'sglang', 'text-generation-launcher'].map(name => engine(name).serves!.cache!.variables)).toEqual([hub, hub, ['HUGGINGFACE_HUB_CACHE', 'HF_HOME']]);
  });

  test.each<[string, Record<string, string>]>([
    ['vllm', {
      tensor: '--tensor-parallel-size -tp --tensor-parallel --tp --tp-size',
      pipeline: '--pipeline-parallel-size -pp --pipeline-parallel --pp --pp-size',
      data: '--data-parallel-size -dp --dp --dp-size',
      nodes: '--nnodes -n',
      dataLocal: '--data-parallel-size-local -dpl',
      dataRank: '--data-parallel-rank -dpn --data-parallel-external-lb -dpe',
      dataStart: '--data-parallel-start-rank -dpr',
      dataAddress: '--data-parallel-address -dpa',
      nodeRank: '--node-rank -r',
      experts: '--enable-expert-parallel -ep',
      uncounted: '--prefill-context-parallel-size -pcp --encoder-only --language-only',
    }],
    ['sglang', {
      tensor: '--tensor-parallel-size --tensor-parallel --tp-size --tp -tp',
      pipeline: '--pipeline-parallel-size --pipeline-parallel --pp-size --pp -pp',
      data: '--data-parallel-size --dp-size --dp -dp',
      nodes: '--nnodes -n',
      nodeRank: '--node-rank',
      dataWithinTensor: '--enable-dp-attention',
      uncounted: '--prefill-context-parallel-size -pcp --encoder-only --language-only',
    }],
    ['trtllm-serve', {
      tensor: '--tensor-parallel-size --tp-size', pipeline: '--pipeline-parallel-size --pp-size', data: '', nodes: '', uncounted: '--context-parallel-size --cp-size',
    }],
    ['text-generation-launcher', { tensor: '--num-shard', pipeline: '', data: '', nodes: '', uncounted: '--sharded' }],
  ])('%s is cut by %j', (name, flags) => {
    const cuts = engine(name).serves!.cuts!;
    const named = Object.entries(cuts).filter(([, value]) => value instanceof Set).map(([key, value]) => [key, list(value as Set<string>)]);

    expect(Object.fromEntries(named)).toEqual(flags);
  });

  test('what else is said of single engines', () => {
    const [vllm, sglang, llama, tgi, triton] = ['vllm', 'sglang', 'llama-server', 'text-generation-launcher', 'tritonserver'].map(name => engine(name).serves!);

    expect(vllm.cuts!.backends!.map(list)).toEqual(['--distributed-executor-backend', '--data-parallel-backend -dpb']);
    expect([tgi.cuts!.takesAll, tgi.cuts!.tensorVariable, tgi.cuts!.uncountedVariable]).toEqual([true, 'NUM_SHARD', 'SHARDED']);
    expect([llama, triton].map(({ needsNoDevice, cuts }) => [needsNoDevice, cuts])).toEqual([[true, undefined], [true, undefined]]);
    expect([vllm.headless, vllm.drain, triton.drain, sglang.servesAtRankZero, vllm.servesAtRankZero]).toEqual(['--headless', '--shutdown-timeout', '--exit-timeout-secs', true, undefined]);
    expect([list(vllm.meets!.flags), vllm.meets!.connector, vllm.meets!.hostVariable, vllm.meets!.host]).toEqual([
      '--kv-transfer-config', 'NixlConnector', 'VLLM_NIXL_SIDE_CHANNEL_HOST', 'localhost',
    ]);
    expect([list(vllm.context!.flags), list(vllm.context!.stretched), vllm.context!.allowed]).toEqual([
      '--max-model-len', '--rope-scaling --rope-theta --hf-overrides --config-format --tokenizer-mode', 'VLLM_ALLOW_LONG_MAX_MODEL_LEN',
    ]);
  });

  test.each<[string, string | undefined]>([
    ['vllm/vllm-openai:v0.18', 'vllm'], ['vllm/vllm-openai-rocm@sha256:a', 'vllm'], ['vllm/vllm-openai-xpu', 'vllm'], ['q9t5s3a7/vllm-cpu-release-repo:v0.18', 'vllm'], ['vllm-tpu-openai:a', 'vllm'],
    ['vllm/vllm-tpu-openai:a', 'vllm'], ['opea/vllm-gaudi:1.3', 'vllm'], ['a/vllm:0.14.0-gpu-py312-cu129-ubuntu22.04-ec2', 'vllm'], ['a/vllm:server-cuda-v1', 'vllm'],
    ['a/vllm:0.14.0-gpu-py312-sagemaker', undefined], ['vllm/vllm-openai-base:a', undefined],
    ['ghcr.io/ggml-org/llama.cpp:server', 'llama-server'], ['ghcr.io/ggml-org/llama.cpp:server-cuda', 'llama-server'], ['ghcr.io/ggml-org/llama.cpp:full', undefined],
    ['ghcr.io/huggingface/text-generation-inference:3.3', 'text-generation-launcher'], ['huggingface/text-generation-inference-x:3.3', undefined],
  ])('the image %s starts %s', (image, name) => {
    expect(ENGINES.filter(each => each.image?.pattern.test(image)).map(each => each.name)).toEqual(name === undefined ? [] : [name]);
  });

  test('images start these programs, on ports of their own, some with the processor', () => {
    expect(ENGINES.flatMap(({ image }) => image ? [[image.entrypoint.join(' '), image.port, image.needsNoWords]] : [])).toEqual([
      ['vllm serve', undefined, undefined], ['/app/llama-server', undefined, true], ['text-generation-launcher', 80, true],
    ]);
    expect(['vllm/vllm-openai-cpu:a', 'a/vllm-cpu-release-repo', 'vllm/vllm-openai:a'].map(image => engine('vllm').image!.forProcessor!.test(image))).toEqual([true, true, false]);
  });
});

describe('engines that train', () => {
  test.each<[string, string[], string[], boolean, boolean]>([
    ['torchrun', ['--nnodes or PET_NNODES'], ['--nproc-per-node or PET_NPROC_PER_NODE'], true, true],
    ['mpirun', [], [], false, true],
    ['accelerate', ['--num-machines'], [], true, false],
    ['deepspeed', ['--num-nodes'], ['--num-gpus'], true, false],
  ])('%s: nodes by %j, processes by %j; it starts a script: %s, and meets at the start: %s', (name, nodes, processes, startsScript, meetsAtStart) => {
    const { launches } = engine(name);

    expect([settings(launches!.nodes && [launches!.nodes]), settings(launches!.processes && [launches!.processes])]).toEqual([nodes, processes]);
    expect([launches!.startsScript, launches!.meetsAtStart]).toEqual([startsScript, meetsAtStart]);
  });

  test('of torchrun the rank, what kills and how it ends is known', () => {
    const { nodes, nodeRank, processes, alone, killsAfter, exitCode } = engine('torchrun').launches!;

    expect([nodes!.mayBeRange, processes!.implied, list(alone), exitCode]).toEqual([true, 1, '--standalone', 1]);
    expect(settings([nodeRank!, nodeRank!.unless])).toEqual(['--node-rank or PET_NODE_RANK', '--rdzv-backend --standalone or PET_RDZV_BACKEND']);
    expect([killsAfter!.seconds, list(killsAfter!.flags), killsAfter!.variable]).toEqual([30, '--shutdown-timeout', 'TORCH_ELASTIC_SHUTDOWN_TIMEOUT']);
    expect(ENGINES.filter(({ launches }) => launches?.fillsSlots).map(({ name }) => name)).toEqual(['mpirun']);
  });

  test('the address of rank 0 is told by these', () => {
    expect(ENGINES.flatMap(({ name, rendezvous }) => rendezvous ? [[name, ...settings(rendezvous)]] : [])).toEqual([
      ['vllm', '--master-addr'], ['sglang', '--dist-init-addr --nccl-init-addr'], ['torchrun', '--master-addr or PET_MASTER_ADDR', '--rdzv-endpoint or PET_RDZV_ENDPOINT'],
      ['accelerate', '--main-process-ip'],
    ]);
  });
});

describe('Ray', () => {
  test('has a head, a size, and a store in shared memory', () => {
    const { head, nodes, returns, devices, store } = engine('ray').cluster!;

    expect([head, list(nodes), returns!.program, list(returns!.unless), list(devices)]).toEqual([['--head', 'leader'], '--ray-cluster-size', 'ray', '--block', '--num-gpus']);
    expect({ ...store, size: list(store!.size), folder: list(store!.folder) }).toEqual({
      size: '--object-store-memory', parameter: 'object-store-memory', folder: '--plasma-directory', share: 0.3, mostOnDisk: 1e10, allowed: 'RAY_OBJECT_STORE_ALLOW_SLOW_STORAGE',
    });
  });

  test.each([
    ['2.53.0', '2.53.0', undefined], ['2.53.0-py310-cu121', '2.53.0', '3.10'], ['2.9.3.abc123-py39', '2.9.3', '3.9'], ['2.53.0-extra-py312-cpu', '2.53.0', '3.12'], ['latest', undefined, undefined], ['2.53', undefined, undefined],
  ])('tag %s: release %s, Python %s', (tag, release, python) => {
    const [, found, major, minor] = RAY_IMAGES.tag.exec(tag) ?? [];

    expect([found, major && `${major}.${minor}`]).toEqual([release, python]);
    expect(RAY_IMAGES.repositories).toEqual(['rayproject/ray', 'rayproject/ray-ml', 'rayproject/ray-llm']);
  });
});

test('a variable of vLLM is what a Service of that name sets', () => {
  const { service, variable, pattern } = engine('vllm').misreads!;

  expect([service, variable]).toEqual(['vllm', 'VLLM_PORT']);
  expect(['a/vllm-openai:1', 'vllm-cpu', 'a/vllm-tpu', 'a/vllm-rocm', 'vllm serve m', 'python -m vllm.entrypoints.api_server', 'a/myvllm-openai', 'vllm-router'].map(text => pattern.test(text)))
    .toEqual([true, true, true, true, true, true, false, false]);
});

describe('command lines', () => {
  test.each<[string, string, string[], string, boolean, string]>([
    ['vllm', 'vllm', ['vllm', 'vllm.entrypoints.openai.api_server'], 'either', true, 'negates hasKeys'],
    ['sglang', 'sglang', ['sglang', 'sglang.launch_server'], 'dashes', true, 'negates'],
    ['trtllm-serve', 'tensorrt-llm', ['trtllm-serve'], 'underscores', false, ''],
    ['llama-server', 'llama-cpp', ['llama-server'], 'either', false, ''],
    ['text-generation-launcher', 'text-generation-inference', ['text-generation-launcher'], 'dashes', false, 'splitsWords hasVariableOfEachFlag'],
    ['tritonserver', 'tritonserver', ['tritonserver'], 'dashes', true, ''],
  ])('%s: table %s of %j, %s, beginnings: %s, %s', (name, table, starters, spelling, takesBeginnings, more) => {
    const found = engine(name).commandLine!;
    const switches = (['negates', 'splitsWords', 'hasVariableOfEachFlag', 'hasKeys'] as const).filter(key => found[key]);

    expect([found.table, found.starters, found.spelling, found.takesBeginnings, switches.join(' ')]).toEqual([table, starters, spelling, takesBeginnings, more]);
  });

  test('variables of these begin with one word', () => {
    expect(ENGINES.flatMap(({ commandLine }) => commandLine?.variables ?? [])).toEqual(['VLLM_', 'LLAMA_ARG_']);
  });

  test.each<[string, string, boolean, boolean]>([
    ['vllm', 'vllm/vllm-openai', true, true], ['vllm', 'docker.io/vllm/vllm-openai-rocm', true, true], ['vllm', 'vllm/vllm-openai-xpu', true, true], ['vllm', 'vllm/vllm-openai-cpu', true, true],
    ['vllm', 'mine/vllm-openai', false, true], ['vllm', 'q9/vllm-cpu-release-repo', false, true], ['vllm', '763104351884.dkr.ecr.us-east-1.amazonaws.com/vllm', false, true],
    ['vllm', 'public.ecr.aws/deep-learning-containers/vllm', false, true], ['vllm', 'mine/vllm', false, false],
    ['sglang', 'lmsysorg/sglang', true, true], ['sglang', 'mine/sglang', false, true], ['sglang', 'lmsysorg/sglang-router', false, false],
    ['trtllm-serve', 'nvcr.io/nvidia/tensorrt-llm/release', true, false], ['trtllm-serve', 'mine/tensorrt-llm', false, false],
    ['text-generation-launcher', 'ghcr.io/huggingface/text-generation-inference', true, false], ['text-generation-launcher', 'mine/text-generation-inference', false, false],
    ['llama-server', 'ghcr.io/ggml-org/llama.cpp', false, false], ['tritonserver', 'nvcr.io/nvidia/tritonserver', false, false],
  ])('of %s the repository %s has tags that are releases: %s, or may have: %s', (name, repository, isPublished, isBuilt) => {
    const { published, built } = engine(name).commandLine!;

    expect([published.test(repository), built?.test(repository) ?? false]).toEqual([isPublished, isBuilt]);
  });

  const PORT = 'whole 0 to 65535';
  test.each<[string, string[]]>([
    ['vllm', [
      '--gpu-memory-utilization: above 0 to 1', '--tensor-parallel-size -tp: whole 1', '--pipeline-parallel-size -pp: whole 1', '--data-parallel-size -dp: whole 1', `--port: ${PORT}`,
      '--max-num-seqs: whole 1',
    ]],
    ['sglang', [
      '--mem-fraction-static: above 0 to 1', `--port: ${PORT}`, '--tensor-parallel-size --tensor-parallel --tp-size --tp -tp: whole 1', '--data-parallel-size --dp-size --dp -dp: whole 1',
    ]],
    ['trtllm-serve', [
      `--port: ${PORT}`, '--tensor-parallel-size --tp-size: whole 1', '--pipeline-parallel-size --pp-size: whole 1', '--free-gpu-memory-fraction --kv-cache-free-gpu-memory-fraction: 0 to 1',
    ]],
    ['llama-server', []],
    ['text-generation-launcher', ['--cuda-memory-fraction or CUDA_MEMORY_FRACTION: above 0 to 1', `--port -p or PORT: ${PORT}`, '--num-shard or NUM_SHARD: whole 1']],
    ['tritonserver', [`--http-port: ${PORT}`, `--grpc-port: ${PORT}`]],
  ])('numbers of %s: %j', (name, numbers) => {
    const boundsOf = ({ isWhole, above, least, most }: NonNullable<FlagValues['number']>) => (
      `${isWhole ? 'whole ' : ''}${above === undefined ? least : `above ${above}`}${most === undefined ? '' : ` to ${most}`}`);
    const found = engine(name).commandLine!.values.flatMap(each => each.number ? [`${settings([each])[0]}: ${boundsOf(each.number)}`] : []);

    expect(found).toEqual(numbers);
  });

  test.each<[string, string, string, string]>([
    ['vllm', '--dtype', 'auto bfloat16 float float16 float32 half', 'bf16=bfloat16 f16=float16 f32=float32 fp16=float16 fp32=float32'],
    ['vllm', '--kv-cache-dtype', 'auto bfloat16 float16 fp8 fp8_ds_mla fp8_e4m3 fp8_e5m2 fp8_inc fp8_per_token_head int4_per_token_head int8_per_token_head nvfp4 nvfp4_4over6 nvfp4_ds_mla '
      + 'octave_k3v3 octave_k3v3_compact octave_k3v4 turboquant_3bit_nc turboquant_4bit_nc turboquant_k3v4_nc turboquant_k8v4 ultraquant_4bit and more',
    'bf16=bfloat16 e4m3=fp8_e4m3 e5m2=fp8_e5m2 float8=fp8 fp16=float16 fp8-e4m3=fp8_e4m3 fp8-e5m2=fp8_e5m2 fp8_e4m3fn=fp8_e4m3 half=float16'],
    ['vllm', '--quantization', 'aqlm auto-round auto_awq auto_gptq awq awq_marlin bitblas bitsandbytes compressed-tensors cpu_awq cpu_gptq deepseek_v4_fp8 deepspeedfp experts_int8 fbgemm_fp8 fp8 '
      + 'fp8_per_block fp8_per_channel fp8_per_tensor fp_quant gguf gpt_oss_mxfp4 gptq gptq_bitblas gptq_marlin gptq_marlin_24 hqq humming inc int8_per_channel_weight_only ipex marlin modelopt '
      + 'modelopt_fp4 modelopt_mixed modelopt_mxfp8 moe_wna16 mxfp4 mxfp8 neuron_quant nvfp4 nvfp4_per_token online petit_nvfp4 ptpc_fp8 qqq quark rtn sparseml squeezellm torchao tpu_int8 and more',
    'awq-marlin=awq_marlin bnb=bitsandbytes compressed_tensors=compressed-tensors fp-8=fp8 fp8_e4m3=fp8 gptq-marlin=gptq_marlin'],
    ['sglang', '--dtype', 'auto bfloat16 float float16 float32 half', 'bf16=bfloat16 f16=float16 f32=float32 fp16=float16 fp32=float32'],
    ['sglang', '--kv-cache-dtype', 'auto bf16 bfloat16 fp4_e2m1 fp4_mx_block16 fp8_e4m3 fp8_e5m2 mxfp8 nvfp4', 'e4m3=fp8_e4m3 e5m2=fp8_e5m2 fp8=fp8_e4m3 fp8_e4m3fn=fp8_e4m3'],
    ['sglang', '--quantization', 'auto-round auto-round-int8 awq awq_marlin bitsandbytes compressed-tensors fp8 gguf gptq gptq_marlin humming marlin mlx_q4 mlx_q8 modelopt modelopt_fp4 modelopt_fp8 '
      + 'modelopt_mixed modelslim moe_wna16 mxfp4 mxfp8 mxfp_w4a8 nvfp4_online petit_nvfp4 qoq quark quark_int4fp8_moe quark_mxfp4 unquant w4afp8 w8a8_fp8 w8a8_int8 and more',
    'awq-marlin=awq_marlin bnb=bitsandbytes compressed_tensors=compressed-tensors gptq-marlin=gptq_marlin w8a8-fp8=w8a8_fp8 w8a8-int8=w8a8_int8'],
    ['trtllm-serve', '--backend', '_autodeploy pytorch tensorrt trt', 'autodeploy=_autodeploy torch=pytorch'],
    ['llama-server', '-ctk', 'bf16 f16 f32 iq4_nl q4_0 q4_1 q5_0 q5_1 q8_0 and more',
      'bfloat16=bf16 float16=f16 fp16=f16 fp32=f32 fp8=q8_0 half=f16 int4=q4_0 int8=q8_0 q4=q4_0 q5=q5_0 q8=q8_0'],
    ['llama-server', '--cache-type-v', 'bf16 f16 f32 iq4_nl q4_0 q4_1 q5_0 q5_1 q8_0 and more',
      'bfloat16=bf16 float16=f16 fp16=f16 fp32=f32 fp8=q8_0 half=f16 int4=q4_0 int8=q8_0 q4=q4_0 q5=q5_0 q8=q8_0'],
    ['llama-server', '--split-mode', 'layer none row tensor and more', 'layers=layer rows=row tensors=tensor'],
    ['text-generation-launcher', '--dtype', 'bfloat16 float16', 'bf16=bfloat16 fp16=float16 half=float16'],
    ['text-generation-launcher', '--kv-cache-dtype', 'fp8_e4m3fn fp8_e5m2', 'fp8=fp8_e4m3fn fp8_e4m3=fp8_e4m3fn'],
    ['text-generation-launcher', '--quantize', 'awq bitsandbytes bitsandbytes-fp4 bitsandbytes-nf4 compressed-tensors eetq exl2 fp8 gptq marlin and more',
      'bnb-nf4=bitsandbytes-nf4 bnb=bitsandbytes nf4=bitsandbytes-nf4'],
  ])('%s %s takes %s, and %s is meant', (name, flag, all, meant) => {
    const { words } = engine(name).commandLine!.values.find(({ flags }) => flags.has(flag))!;

    expect(`${[...words!.all].sort().join(' ')}${words!.mayBeMore ? ' and more' : ''}`).toBe(all);
    expect(Object.entries(words!.meant).map(([written, word]) => `${written}=${word}`).sort().join(' ')).toBe(meant.split(' ').sort().join(' '));
  });

  test('variables say what flags with words say', () => {
    const variables = ENGINES.flatMap(({ commandLine }) => commandLine?.values ?? []).filter(({ words, variable }) => words && variable).map(({ flags, variable }) => `${list(flags)} ${variable}`);

    expect(variables).toEqual([
      '-ctk --cache-type-k LLAMA_ARG_CACHE_TYPE_K', '-ctv --cache-type-v LLAMA_ARG_CACHE_TYPE_V', '-sm --split-mode LLAMA_ARG_SPLIT_MODE', '--dtype DTYPE', '--kv-cache-dtype KV_CACHE_DTYPE',
      '--quantize QUANTIZE',
    ]);
  });

  test('one number is below another, or at most that', () => {
    const orders = ENGINES.flatMap(({ commandLine }) => commandLine?.orders ?? []).map(({ small, large, mayBeEqual }) => `${settings([small])[0]} ${mayBeEqual ? '<=' : '<'} ${settings([large])[0]}`);

    expect(orders).toEqual([
      '--max-num-seqs <= --max-num-batched-tokens',
      '--moe-expert-parallel-size --ep-size <= --tensor-parallel-size --tp-size',
      '--max-input-tokens or MAX_INPUT_TOKENS < --max-total-tokens or MAX_TOTAL_TOKENS',
      '--max-input-length or MAX_INPUT_LENGTH < --max-total-tokens or MAX_TOTAL_TOKENS',
      '--max-total-tokens or MAX_TOTAL_TOKENS <= --max-batch-total-tokens or MAX_BATCH_TOTAL_TOKENS',
    ]);
    expect(ENGINES.flatMap(({ commandLine }) => commandLine?.needs ?? []).map(({ flag, needs }) => `${flag} needs ${needs}`)).toEqual(['--enable-auto-tool-choice needs --tool-call-parser']);
  });

  test('flags that went have an answer', () => {
    expect(Object.keys(VLLM_REPLACED)).toHaveLength(21);
    expect(Object.entries(VLLM_REPLACED).filter(([, instead]) => !instead.startsWith('leave it out')).map(([flag, instead]) => `${flag}: ${instead.match(/--[a-z.-]+(?: \d| ray)?/)![0]}`)).toEqual([
      '--guided-decoding-backend: --structured-outputs-config.backend', '--speculative-model: --speculative-config', '--num-speculative-tokens: --speculative-config',
      '--worker-use-ray: --distributed-executor-backend ray', '--cuda-graph-sizes: --cudagraph-capture-sizes', '--rope-scaling: --hf-overrides', '--rope-theta: --hf-overrides',
      '--override-pooler-config: --pooler-config', '--disable-mm-preprocessor-cache: --mm-processor-cache-gb 0',
    ]);
  });
});

describe('releases of vLLM', () => {
  const releases = ['0.9', '0.10', '0.11', '0.12', '0.13', '0.16', '0.17', '0.18', '0.22'].map(version => parseRelease('version', version));
  const spanOf = (row: Parameters<typeof exists>[0]) => releases.filter(release => exists(row, release)).map(({ text }) => text);

  test('a row is there from its first release to the one before its end', () => {
    expect(spanOf({ since: '0.11', until: '0.13' })).toEqual(['0.11', '0.12']);
    expect(spanOf({ since: '0.18' })).toEqual(['0.18', '0.22']);
    expect(spanOf({ until: '0.10' })).toEqual(['0.9']);
    expect(spanOf({})).toHaveLength(releases.length);
    expect([compareMinor({ major: 0, minor: 9 }, '0.10'), compareMinor({ major: 0, minor: 10 }, '0.10'), compareMinor({ major: 1, minor: 0 }, '0.10')].map(Math.sign)).toEqual([-1, 0, 1]);
    expect((['NVIDIA', 'AMD', 'Intel', 'Google'] as const).map(publishedSince)).toEqual([undefined, '0.14', '0.26', undefined]);
  });

  test('flags came and went with these', () => {
    expect(VLLM_FLAGS.filter(({ since }) => since).map(({ name, since }) => `${name} ${since}`)).toEqual([
      '--all2all-backend 0.12', '--eplb-config 0.11', '--data-parallel-external-lb 0.12', '--nnodes 0.12', '--node-rank 0.12', '--master-addr 0.12', '--master-port 0.12', '--shutdown-timeout 0.18',
      '--disable-access-log-for-endpoints 0.16',
    ]);
    expect(VLLM_FLAGS.filter(({ until }) => until).map(({ name, until }) => `${name} ${until}`)).toEqual([
      '--num-redundant-experts 0.12', '--eplb-window-size 0.12', '--eplb-step-interval 0.12', '--eplb-log-balancedness 0.12', '--disable-log-requests 0.17', '--num-scheduler-steps 0.11',
      '--worker-use-ray 0.10',
    ]);
  });

  test('flags have short forms, properties, owners and secrets', () => {
    const rows = (key: 'alias' | 'property' | 'secretIn') => VLLM_FLAGS.filter(each => each[key]).map(each => `${each.name} ${each[key]}`);

    expect(rows('alias')).toEqual([
      '--tensor-parallel-size -tp', '--pipeline-parallel-size -pp', '--data-parallel-size -dp', '--enable-expert-parallel -ep', '--api-server-count -asc', '--data-parallel-hybrid-lb -dph',
      '--data-parallel-external-lb -dpe', '--nnodes -n', '--node-rank -r', '--data-parallel-size-local -dpl', '--data-parallel-address -dpa', '--data-parallel-rpc-port -dpp',
      '--data-parallel-start-rank -dpr', '--data-parallel-rank -dpn', '--data-parallel-backend -dpb',
    ]);
    expect(rows('property')).toEqual([
      '--model model', '--served-model-name servedModelName', '--port port', '--tensor-parallel-size tensorParallel', '--pipeline-parallel-size pipelineParallel', '--data-parallel-size dataParallel',
      '--enable-expert-parallel expertParallel', '--all2all-backend all2AllBackend', '--enable-eplb expertBalancing', '--eplb-config expertBalancing', '--num-redundant-experts expertBalancing',
      '--eplb-window-size expertBalancing', '--eplb-step-interval expertBalancing', '--api-server-count apiServers', '--data-parallel-hybrid-lb loadBalancing',
      '--data-parallel-external-lb loadBalancing', '--max-model-len maxModelLength', '--gpu-memory-utilization gpuMemoryUtilization', '--kv-transfer-config kvTransfer',
      '--shutdown-timeout longestStream', '--disable-access-log-for-endpoints accessLog', '--disable-uvicorn-access-log accessLog', '--show-hidden-metrics-for-version showHiddenMetricsFor',
    ]);
    expect(rows('secretIn')).toEqual(['--api-key VLLM_API_KEY', '--hf-token HF_TOKEN']);
    expect(VLLM_FLAGS.filter(({ ofPattern }) => ofPattern).map(({ name }) => name)).toEqual([
      '--host', '--distributed-executor-backend', '--nnodes', '--node-rank', '--master-addr', '--master-port', '--headless', '--data-parallel-size-local', '--data-parallel-address',
      '--data-parallel-rpc-port', '--data-parallel-start-rank', '--data-parallel-rank', '--data-parallel-backend',
    ]);
    expect(VLLM_HTTP).toEqual({ port: 8000, health: '/health', metrics: '/metrics', noisy: '/health,/metrics,/ping' });
  });

  test('series are of these types, and have units', () => {
    const rows = (type: string) => VLLM_METRICS.filter(each => each.type === type).map(({ name, unit }) => `${name.replace('vllm:', '')} ${unit}`);

    expect(rows('gauge')).toEqual([
      'num_requests_waiting requests', 'num_requests_running requests', 'num_requests_waiting_by_reason requests', 'kv_cache_usage_perc ratio 0 to 1', 'gpu_cache_usage_perc ratio 0 to 1',
      'engine_sleep_state state', 'lora_requests_info time of the last change', 'cache_config_info constant 1', 'num_requests_swapped requests', 'cpu_cache_usage_perc ratio 0 to 1',
      'gpu_prefix_cache_hit_rate ratio 0 to 1', 'cpu_prefix_cache_hit_rate ratio 0 to 1', 'time_in_queue_requests seconds',
    ]);
    expect(rows('counter')).toEqual([
      'num_preemptions_total preemptions', 'prompt_tokens_total tokens', 'generation_tokens_total tokens', 'request_success_total requests', 'prefix_cache_queries_total tokens',
      'prefix_cache_hits_total tokens', 'gpu_prefix_cache_queries_total tokens', 'gpu_prefix_cache_hits_total tokens', 'external_prefix_cache_queries_total tokens',
      'external_prefix_cache_hits_total tokens', 'nixl_num_failed_transfers_total transfers',
    ]);
    expect(rows('histogram')).toEqual([
      'time_to_first_token_seconds seconds', 'inter_token_latency_seconds seconds', 'time_per_output_token_seconds seconds', 'request_time_per_output_token_seconds seconds',
      'e2e_request_latency_seconds seconds', 'request_queue_time_seconds seconds', 'request_inference_time_seconds seconds', 'request_prefill_time_seconds seconds',
      'request_decode_time_seconds seconds', 'request_prompt_tokens tokens', 'request_generation_tokens tokens', 'request_max_num_generation_tokens tokens', 'request_params_n answers',
      'request_params_max_tokens tokens', 'iteration_tokens_total tokens', 'nixl_xfer_time_seconds seconds',
    ]);
  });

  test('series came, were hidden, went and were replaced', () => {
    const texts = VLLM_METRICS.filter(({ since, hiddenSince, until, replacedBy }) => since || hiddenSince || until || replacedBy)
      .map(({ name, since, hiddenSince, until, replacedBy }) => [name, since, hiddenSince, until, replacedBy].map(each => each ?? '-').join(' ').replace(/vllm:/g, ''));

    expect(texts).toEqual([
      'gpu_cache_usage_perc - 0.11 0.12 kv_cache_usage_perc',
      'gpu_prefix_cache_queries_total - 0.11 0.12 prefix_cache_queries_total',
      'gpu_prefix_cache_hits_total - 0.11 0.12 prefix_cache_hits_total',
      'inter_token_latency_seconds 0.11 - - -',
      'time_per_output_token_seconds - 0.12 0.13 inter_token_latency_seconds',
      'num_requests_swapped - - 0.10 num_preemptions_total',
      'cpu_cache_usage_perc - - 0.10 kv_cache_usage_perc',
      'gpu_prefix_cache_hit_rate - - 0.10 rate(prefix_cache_hits_total) / rate(prefix_cache_queries_total)',
      'cpu_prefix_cache_hit_rate - - 0.10 rate(prefix_cache_hits_total) / rate(prefix_cache_queries_total)',
      'time_in_queue_requests - - 0.10 request_queue_time_seconds',
    ]);
    expect(VLLM_METRICS.filter(({ labels }) => labels.join() !== 'model_name,engine').map(({ name, labels }) => `${name} ${labels.join()}`)).toEqual([
      'vllm:num_requests_waiting_by_reason model_name,engine,reason', 'vllm:engine_sleep_state model_name,engine,sleep_state',
      'vllm:lora_requests_info max_lora,waiting_lora_adapters,running_lora_adapters', 'vllm:cache_config_info engine', 'vllm:request_success_total model_name,engine,finished_reason',
    ]);
    expect(VLLM_METRICS.filter(({ condition }) => condition).map(({ name }) => name)).toEqual([
      'vllm:external_prefix_cache_queries_total', 'vllm:external_prefix_cache_hits_total', 'vllm:nixl_xfer_time_seconds', 'vllm:nixl_num_failed_transfers_total',
    ]);
    expect(NEVER_EXPORTED).toEqual({
      'vllm_queue_depth': 'vllm:num_requests_waiting',
      'vllm:queue_depth': 'vllm:num_requests_waiting',
      'vllm_num_requests_waiting': 'vllm:num_requests_waiting',
      'vllm_num_requests_running': 'vllm:num_requests_running',
      'vllm:requests_waiting': 'vllm:num_requests_waiting',
      'vllm:gpu_utilization': 'vllm:kv_cache_usage_perc',
    });
  });

  test('ways to the experts of other GPUs', () => {
    expect(ALL2ALL_BACKENDS.map(each => ({ since: '-', until: '-', fabric: '-', isEven: false, ...each })).map(each => [each.name, each.since, each.until, each.fabric, each.isEven].join(' '))).toEqual([
      'allgather_reducescatter 0.11 - - false', 'deepep_high_throughput - - RDMA true', 'deepep_low_latency - - RDMA true', 'pplx - 0.17 RDMA false', 'flashinfer_all2allv 0.11 - NVLink false',
      'mori 0.16 - RDMA false', 'nixl_ep 0.18 - RDMA false',
    ]);
  });
});

describe('patches of SGLang 0.5', () => {
  test('a post-release is of its patch', () => {
    expect(['0.5.9', '0.5.10.post1', '0.5.23'].map(version => sglangRelease(version))).toEqual([
      { text: '0.5.9', patch: 9 }, { text: '0.5.10.post1', patch: 10 }, { text: '0.5.23', patch: 23 },
    ]);
  });

  test('ways to the experts of other GPUs came with these', () => {
    expect(SGLANG_BACKENDS.map(({ name, fabric, since }) => `${name} ${fabric} ${since}`)).toEqual(['deepep RDMA 0', 'mooncake RDMA 4', 'mori RDMA 9', 'nixl RDMA 10']);
    expect(['0.5.21', '0.5.22', '0.5.23'].map(version => hasOf('--attn-dp-size', sglangRelease(version)))).toEqual([false, true, true]);
  });

  test.each([[1, '0.5.8', 6], [8, '0.5.8', 13], [16, '0.5.8', 21], [1, '0.5.9', 13], [16, '0.5.9', 13]])('%d groups of %s take %d ports above the first', (groups, version, ports) => {
    expect(sglangPortsAbove(groups, sglangRelease(version))).toBe(ports);
  });

  test('series are of these types, and one came later', () => {
    const rows = (type: string) => Object.entries(SGLANG_SERIES).filter(([, each]) => each.type === type).map(([key, { name, unit }]) => `${key} ${name.replace('sglang:', '')} ${unit}`);

    expect(rows('gauge')).toEqual([
      'waiting num_queue_reqs requests', 'running num_running_reqs requests', 'kvCacheUsage token_usage ratio 0 to 1', 'usedTokens num_used_tokens tokens',
      'throughput gen_throughput tokens a second', 'prefixCacheHitRate cache_hit_rate ratio 0 to 1',
    ]);
    expect(rows('counter')).toEqual([
      'promptTokens prompt_tokens_total tokens', 'generatedTokens generation_tokens_total tokens', 'cachedTokens cached_tokens_total tokens', 'requests num_requests_total requests',
      'aborted num_aborted_requests_total requests', 'preemptions num_retracted_requests_total requests',
    ]);
    expect(rows('histogram')).toEqual([
      'timeToFirstToken time_to_first_token_seconds seconds', 'interTokenLatency inter_token_latency_seconds seconds', 'requestLatency e2e_request_latency_seconds seconds',
      'queueTime queue_time_seconds seconds',
    ]);
    expect(['0.5.6', '0.5.7'].map(version => Object.values(SGLANG_SERIES).filter(each => !exportedBy(each, sglangRelease(version))).map(({ name }) => name))).toEqual([
      ['sglang:num_retracted_requests_total'], [],
    ]);
  });
});
