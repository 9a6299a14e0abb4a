import { Engine, names } from './engine';

export const SGLANG: Engine = {
  name: 'sglang',
  title: 'SGLang',
  programs: [{ name: 'sglang', verb: 'serve' }],
  modules: ['sglang.launch_server'],
  sharesMemory: true,
  serves: {
    port: { port: 30000, flags: ['--port'] },
    cuts: {
      // The parser takes the beginning of a name for it. Names of vLLM are read as they are meant.
      tensor: names('--tensor-parallel-size', '--tensor-parallel', '--tp-size', '--tp', '-tp'),
      pipeline: names('--pipeline-parallel-size', '--pipeline-parallel', '--pp-size', '--pp', '-pp'),
      data: names('--data-parallel-size', '--dp-size', '--dp', '-dp'),
      nodes: names('--nnodes', '-n'),
      // Data-parallel attention splits the tensor-parallel ranks; it adds none.
      dataWithinTensor: names('--enable-dp-attention'),
      uncounted: names('--prefill-context-parallel-size', '-pcp', '--encoder-only', '--language-only'),
    },
    // Source: sglang python/sglang/srt/entrypoints/engine.py (node_rank >= 1)
    servesAtRankZero: true,
  },
  series: 'sglang:',
  source: 'sglang python/sglang/srt/server_args.py',
};
