/*
 * Source: TensorRT-LLM tensorrt_llm/commands/serve.py (0.20, 1.1.0rc6, main of 2026-01, and 1.3.0rc as users start it); docs/source/commands/trtllm-serve.rst (0.18.2). Which of them each
 * release has was not read.
 */

export const RELEASES = '';

export const FLAGS = `
--backend 0-
--chat_template 0-
--cluster_size 0-
--config 0-
--context_parallel_size 0-
--cp_size 0-
--custom_module_dirs 0-
--custom_tokenizer 0-
--disagg_cluster_uri 0-
--enable_chunked_prefill 0-
--ep_size 0-
--extra_llm_api_options 0-
--fail_fast_on_attention_window_too_large 0-
--free_gpu_memory_fraction 0-
--gpus_per_node 0-
--grpc 0-
--help 0-
--hf_revision 0-
--host 0-
--kv_cache_free_gpu_memory_fraction 0-
--log_level 0-
--max_batch_size 0-
--max_beam_width 0-
--max_num_tokens 0-
--max_seq_len 0-
--media_io_kwargs 0-
--metadata_server_config_file 0-
--moe_cluster_parallel_size 0-
--moe_expert_parallel_size 0-
--no-telemetry 0-
--num_postprocess_workers 0-
--otlp_traces_endpoint 0-
--pipeline_parallel_size 0-
--port 0-
--pp_size 0-
--reasoning_parser 0-
--revision 0-
--served_model_name 0-
--server_role 0-
--telemetry 0-
--tensor_parallel_size 0-
--tokenizer 0-
--tool_parser 0-
--tp_size 0-
--trust_remote_code 0-
`;
