import { FlagNames, FlagValues, names } from './engine';

/** What SGLang refuses of a value in every release that was read. */
export function sglangValues(tensor: FlagNames, data: FlagNames): readonly FlagValues[] {
  return [
    { flags: names('--mem-fraction-static'), number: { above: 0, most: 1 }, source: 'sglang python/sglang/srt/server_args.py mem_fraction_static: share of the memory for weights and KV cache' },
    { flags: names('--port'), number: { isWhole: true, least: 0, most: 65535 }, source: 'sglang python/sglang/srt/server_args.py port' },
    { flags: tensor, number: { isWhole: true, least: 1 }, source: 'sglang python/sglang/srt/server_args.py tp_size' },
    { flags: data, number: { isWhole: true, least: 1 }, source: 'sglang python/sglang/srt/server_args.py dp_size' },
    {
      flags: names('--dtype'),
      words: {
        all: ['auto', 'half', 'float16', 'bfloat16', 'float', 'float32'],
        meant: { fp16: 'float16', f16: 'float16', bf16: 'bfloat16', fp32: 'float32', f32: 'float32' },
      },
      source: 'sglang python/sglang/srt/server_args.py dtype (choices)',
    },
    {
      flags: names('--kv-cache-dtype'),
      words: {
        all: ['auto', 'fp8_e5m2', 'fp8_e4m3', 'mxfp8', 'bf16', 'bfloat16', 'nvfp4', 'fp4_mx_block16', 'fp4_e2m1'],
        meant: { fp8: 'fp8_e4m3', fp8_e4m3fn: 'fp8_e4m3', e4m3: 'fp8_e4m3', e5m2: 'fp8_e5m2' },
      },
      source: 'sglang python/sglang/srt/server_args.py kv_cache_dtype (choices; 0.4.2, 0.4.6, 0.4.10, 0.5.3, 0.5.6, 0.5.9, 0.5.12, 0.5.16), arg_groups/fields/model.py (0.5.20, 0.5.23)',
    },
    {
      flags: names('--quantization'),
      words: {
        all: ('awq fp8 mxfp8 gptq marlin gptq_marlin awq_marlin bitsandbytes gguf modelopt modelopt_fp8 modelopt_fp4 modelopt_mixed nvfp4_online petit_nvfp4 w8a8_int8 w8a8_fp8 moe_wna16 qoq '
          + 'w4afp8 mxfp4 auto-round auto-round-int8 compressed-tensors modelslim mxfp_w4a8 quark quark_int4fp8_moe quark_mxfp4 mlx_q4 mlx_q8 unquant humming').split(' '),
        meant: { 'bnb': 'bitsandbytes', 'compressed_tensors': 'compressed-tensors', 'awq-marlin': 'awq_marlin', 'gptq-marlin': 'gptq_marlin', 'w8a8-int8': 'w8a8_int8', 'w8a8-fp8': 'w8a8_fp8' },
        // add_quantization_method_choices
        mayBeMore: true,
      },
      source: 'sglang python/sglang/srt/server_args.py QUANTIZATION_CHOICES (0.4.2 to 0.5.16), arg_groups/choices.py (0.5.20, 0.5.23)',
    },
  ];
}
