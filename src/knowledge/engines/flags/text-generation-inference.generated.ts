/*
 * Written by build-tools/engine-flags/read.py.
 *
 * Source: text-generation-inference 1.0.0, 1.0.1, 1.0.2, 1.0.3, 1.1.0, 1.1.1, 1.2.0, 1.3.0, 1.3.1, 1.3.2, 1.3.3, 1.3.4, 1.4.0, 1.4.1, 1.4.2, 1.4.3, 1.4.4,
 * 1.4.5, 2.0.0, 2.0.1, 2.0.2, 2.0.3, 2.0.4, 2.1.0, 2.1.1, 2.2.0, 2.3.0, 2.3.1, 2.4.0, 2.4.1, 3.0.0, 3.0.1, 3.0.2, 3.1.0, 3.1.1, 3.2.0, 3.2.1, 3.2.2,
 * 3.2.3, 3.3.0, 3.3.1, 3.3.2, 3.3.3, 3.3.4, 3.3.5, 3.3.6, 3.3.7: launcher/src/main.rs, struct Args
 */

export const RELEASES = '1.0 1.1 1.2 1.3 1.4 2.0 2.1 2.2 2.3 2.4 3.0 3.1 3.2 3.3';

export const FLAGS = `
--api-key 8-
--cors-allow-origin 0-
--cuda-graphs 5-
--cuda-memory-fraction 0-
--disable-crash-reports 7-7
--disable-custom-kernels 0-
--disable-grammar-support 4-
--disable-usage-stats 7-7
--dtype 0-
--enable-cuda-graphs 4-4
--enable-prefill-logprobs 10-
--env 0-
--graceful-termination-timeout 12-
--hostname 0-
--huggingface-hub-cache 0-
--json-output 0-
--kv-cache-dtype 9-
--lora-adapters 6-
--master-addr 0-
--master-port 0-
--max-batch-prefill-tokens 0-
--max-batch-size 4-
--max-batch-total-tokens 0-
--max-best-of 0-
--max-client-batch-size 5-
--max-concurrent-requests 0-
--max-input-length 0-
--max-input-tokens 5-
--max-stop-sequences 0-
--max-top-n-tokens 0-
--max-total-tokens 0-
--max-waiting-tokens 0-
--model-id 0-
--ngrok 0-
--ngrok-authtoken 0-
--ngrok-edge 0-
--num-shard 0-
--otlp-endpoint 0-
--otlp-service-name 6-
--payload-limit 9-
--port 0-
--prometheus-port 13-
--quantize 0-
--revision 0-
--rope-factor 0-
--rope-scaling 0-
--shard-uds-path 0-
--sharded 0-
--speculate 3-
--tokenizer-config-path 4-
--trust-remote-code 0-
--usage-stats 8-
--validation-workers 0-
--waiting-served-ratio 0-
--watermark-delta 0-
--watermark-gamma 0-
--weights-cache-override 0-
-e 0-
-g 12-
-p 0-
`;
