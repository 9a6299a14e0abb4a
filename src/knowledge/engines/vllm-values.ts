import { FlagValues, names } from './engine';

const WORDS_READ = 'read in 0.4.3, 0.5.5, 0.6.6, 0.9.2, 0.10.2, 0.11.2, 0.13, 0.16, 0.18.1, 0.20.2, 0.24, 0.29, 0.31, 0.33';
const PARALLEL = 'vllm vllm/config/parallel.py (fields with ge=1)';

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
      all: ('auto float16 bfloat16 fp8 fp8_e4m3 fp8_e5m2 fp8_inc fp8_ds_mla fp8_per_token_head int8_per_token_head int4_per_token_head nvfp4 nvfp4_4over6 nvfp4_ds_mla '
        + 'turboquant_k8v4 turboquant_4bit_nc turboquant_k3v4_nc turboquant_3bit_nc octave_k3v4 octave_k3v3 octave_k3v3_compact ultraquant_4bit').split(' '),
      meant: { 'fp16': 'float16', 'half': 'float16', 'bf16': 'bfloat16', 'fp8_e4m3fn': 'fp8_e4m3', 'e4m3': 'fp8_e4m3', 'e5m2': 'fp8_e5m2', 'fp8-e4m3': 'fp8_e4m3', 'fp8-e5m2': 'fp8_e5m2', 'float8': 'fp8' },
      // A backend may register its own.
      mayBeMore: true,
    },
    source: `vllm vllm/config/cache.py CacheDType, before 0.9 vllm/engine/arg_utils.py (choices); ${WORDS_READ}`,
  },
  {
    flags: names('--quantization', '-q'),
    words: {
      all: ('aqlm auto-round auto_awq auto_gptq awq awq_marlin bitblas bitsandbytes compressed-tensors cpu_awq cpu_gptq deepseek_v4_fp8 deepspeedfp experts_int8 fbgemm_fp8 fp8 fp8_per_block '
        + 'fp8_per_channel fp8_per_tensor fp_quant gguf gpt_oss_mxfp4 gptq gptq_bitblas gptq_marlin gptq_marlin_24 hqq humming inc int8_per_channel_weight_only ipex marlin modelopt '
        + 'modelopt_fp4 modelopt_mixed modelopt_mxfp8 moe_wna16 mxfp4 mxfp8 neuron_quant nvfp4 nvfp4_per_token online petit_nvfp4 ptpc_fp8 qqq quark rtn sparseml squeezellm torchao tpu_int8')
        .split(' '),
      meant: { 'bnb': 'bitsandbytes', 'compressed_tensors': 'compressed-tensors', 'awq-marlin': 'awq_marlin', 'gptq-marlin': 'gptq_marlin', 'fp-8': 'fp8', 'fp8_e4m3': 'fp8' },
      mayBeMore: true,
    },
    source: `vllm vllm/model_executor/layers/quantization/__init__.py QUANTIZATION_METHODS; ${WORDS_READ}`,
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
