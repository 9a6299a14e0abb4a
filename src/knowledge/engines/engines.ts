import { ACCELERATE } from './accelerate';
import { DEEPSPEED } from './deepspeed';
import { Engine } from './engine';
import { LLAMA_CPP } from './llama-cpp';
import { MPIRUN } from './mpirun';
import { RAY_START } from './ray';
import { SERIES_ONLY } from './series-only';
import { SGLANG } from './sglang';
import { TENSORRT_LLM } from './tensorrt-llm';
import { TEXT_GENERATION_INFERENCE } from './text-generation-inference';
import { TORCHRUN } from './torchrun';
import { TRITON } from './triton';
import { VLLM } from './vllm';

/** Every engine that is known here. */
export const ENGINES: readonly Engine[] = [
  VLLM, SGLANG, TENSORRT_LLM, LLAMA_CPP, TEXT_GENERATION_INFERENCE, TRITON, TORCHRUN, MPIRUN, ACCELERATE, DEEPSPEED, RAY_START, ...SERIES_ONLY,
];

/** Whether a word of a command is the program or the module of an engine. */
export function isStarter({ programs, modules }: Engine, word: string): boolean {
  const base = word.slice(word.lastIndexOf('/') + 1);
  return programs.some(({ name }) => name === base) || modules.includes(word);
}
