import { EngineFit, engineFits } from '../../../facts/engine-fit';
import { Rule } from '../../rule';

/** Devices are held that the one program of a container does not use. */
export const idleDevices: Rule = {
  id: 'AIW2602',
  title: 'devices that the program does not use',
  class: 'risky',
  reason: 'Devices are never shared or lent: what a container asks for and its engine does not use is idle and paid for, and the pod waits longer for a node.',
  source: 'vllm#2406, #13388; lws#184; torch/distributed/run.py: nproc_per_node defaults to 1',
  remedy: 'Ask for as many devices as the program uses, or let it use all: tensor x pipeline x data, or processes per node.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM, text-generation-inference, torchrun or DeepSpeed'],
  check: (facts, report) => {
    for (const fit of facts.get(engineFits)) {
      if (fit.isAlone && fit.needed < fit.available) {
        report(fit.pods.carrier, {
          field: fit.field,
          message: `Invalid value: ${fit.needed}: ${fit.neededText}, but ${fit.availableText}: ${fit.available - fit.needed} idle`,
          help: remedy(fit),
        });
      }
    }
  },
};

/**
 * Only sizes that can start are offered: a tensor size divides the attention heads, which a power of two does for nearly every model, and other numbers
 * for few. Source: vllm v0.11 vllm/config/model.py verify_with_parallel_config
 */
function remedy({ tensor, needed, available }: EngineFit): string {
  if (tensor === undefined) {
    return `use all ${available}, or ask for ${needed}`;
  }
  const whole = (tensor * available) / needed;
  const more = isPowerOfTwo(whole) ? `cut the model over all ${available} (tensor ${whole}, if that divides its attention heads)` : undefined;
  const less = isPowerOfTwo(tensor) ? `ask for ${needed}` : undefined;
  const ways = [more, less].filter(way => way !== undefined).join(', or ');
  const heads = "a tensor size must divide the model's attention heads (num_attention_heads in its config.json)";
  return more && less ? ways : [ways, heads].filter(text => text !== '').join('; ');
}

function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}
