import { FlagValues, names } from './engine';

const PARALLEL = 'vllm vllm/config/parallel.py (fields with ge=1)';

/** How people write the two formats of a number in 8 bits. */
const FP8 = { 'e4m3': 'fp8_e4m3', 'e5m2': 'fp8_e5m2', 'fp8-e4m3': 'fp8_e4m3', 'fp8-e5m2': 'fp8_e5m2', 'fp8_e4m3fn': 'fp8_e4m3', 'float8': 'fp8' };

/** What vLLM refuses of a value in every release that was read (0.4 to 0.33). */
export const VLLM_VALUES: readonly FlagValues[] = [
  { flags: names('--gpu-memory-utilization'), number: { above: 0, most: 1 }, source: 'vllm vllm/config/cache.py gpu_memory_utilization (gt=0, le=1)' },
  { flags: names('--tensor-parallel-size', '-tp'), number: { isWhole: true, least: 1 }, source: PARALLEL },
  { flags: names('--pipeline-parallel-size', '-pp'), number: { isWhole: true, least: 1 }, source: PARALLEL },
  { flags: names('--data-parallel-size', '-dp'), number: { isWhole: true, least: 1 }, source: PARALLEL },
  { flags: names('--port'), number: { isWhole: true, least: 0, most: 65535 }, source: 'vllm vllm/utils/argparse_utils.py check_port' },
  { flags: names('--max-num-seqs'), number: { isWhole: true, least: 1 }, source: 'vllm vllm/config/scheduler.py max_num_seqs (ge=1)' },
  {
    flags: names('--dtype'),
    words: {
      all: ['auto', 'half', 'float16', 'bfloat16', 'float', 'float32'],
      meant: { fp16: 'float16', f16: 'float16', bf16: 'bfloat16', fp32: 'float32', f32: 'float32' },
    },
    source: 'vllm vllm/config/model.py ModelDType',
  },
  {
    flags: names('--kv-cache-dtype'),
    words: {
      isOpen: true,
      all: [
        'auto', 'float16', 'bfloat16', 'fp8', 'fp8_e4m3', 'fp8_e5m2', 'fp8_inc', 'fp8_ds_mla', 'nvfp4', 'int8_per_token_head', 'fp8_per_token_head',
      ],
      meant: { ...FP8, bf16: 'bfloat16' },
    },
    source: 'vllm vllm/config/cache.py CacheDType',
  },
  {
    flags: names('--quantization', '-q'),
    words: {
      isOpen: true,
      all: [
        'aqlm', 'awq', 'awq_marlin', 'auto-round', 'bitblas', 'bitsandbytes', 'compressed-tensors', 'cpu_awq', 'deepgemm_fp8', 'deepspeedfp', 'experts_int8', 'fbgemm_fp8', 'fp8',
        'fp_quant', 'gguf', 'gptq', 'gptq_bitblas', 'gptq_marlin', 'gptq_marlin_24', 'hqq', 'inc', 'ipex', 'marlin', 'modelopt', 'modelopt_fp4', 'moe_wna16', 'mxfp4', 'mxfp8',
        'neuron_quant', 'petit_nvfp4', 'ptpc_fp8', 'qqq', 'quark', 'torchao', 'tpu_int8',
      ],
      meant: { 'awq-marlin': 'awq_marlin', 'gptq-marlin': 'gptq_marlin', 'compressed_tensors': 'compressed-tensors', 'bnb': 'bitsandbytes', 'fp-8': 'fp8', 'fp8_e4m3': 'fp8' },
    },
    source: 'vllm vllm/model_executor/layers/quantization/__init__.py QuantizationMethods, vllm/config/model.py _verify_quantization',
  },
];

/** What does the work of a flag that some release dropped. Source: vllm vllm/engine/arg_utils.py of the release before (deprecated, help) and of the one that lacks it */
export const VLLM_REPLACED: { readonly [flag: string]: string } = {
  '--disable-log-requests': 'leave it out: requests are not logged unless --enable-log-requests says so',
  '--enable-reasoning': 'leave it out: --reasoning-parser alone does it',
  '--task': 'leave it out for a model that generates; --runner pooling for one that embeds or scores',
  '--guided-decoding-backend': 'use --structured-outputs-config.backend',
  '--num-scheduler-steps': 'leave it out; --async-scheduling has its purpose',
  '--swap-space': 'leave it out: requests that lose their place are computed again',
  '--speculative-model': 'use --speculative-config, with "model" in its JSON',
  '--num-speculative-tokens': 'use --speculative-config, with "num_speculative_tokens" in its JSON',
  '--use-v2-block-manager': 'leave it out: there is no other block manager',
  '--worker-use-ray': 'use --distributed-executor-backend ray',
  '--engine-use-ray': 'leave it out',
  '--max-context-len-to-capture': 'leave it out',
  '--max-seq-len-to-capture': 'leave it out',
  '--cuda-graph-sizes': 'use --cudagraph-capture-sizes',
  '--device': 'leave it out: the image decides',
  '--rope-scaling': 'use --hf-overrides, with "rope_scaling" in its JSON',
  '--rope-theta': 'use --hf-overrides, with "rope_theta" in its JSON',
  '--override-pooler-config': 'use --pooler-config',
  '--disable-mm-preprocessor-cache': 'use --mm-processor-cache-gb 0',
  '--preemption-mode': 'leave it out',
  '--disable-frontend-multiprocessing': 'leave it out',
};
