import { isLaunch, engineFits } from '../../../facts/engine-fit';
import { Rule } from '../../rule';

/** An engine is told to cut its model over more devices than there are. */
export const parallelismExceedsDevices: Rule = {
  id: 'AIW2601',
  title: 'parallelism needs more devices than there are',
  class: 'broken',
  reason: 'Every part of the model needs a device of its own: tensor x pipeline x data devices. With fewer the engine ends at start or waits for ever for nodes that never come.',
  source: 'vllm vllm/config/parallel.py world_size, vllm#13388, #13909; sglang python/sglang/srt/server_args.py; lws#184',
  remedy: 'Make tensor x pipeline x data the devices of a pod times the pods of a group: change the flags, the limit of the container, or the size of the group.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM or text-generation-inference'],
  check: (facts, report) => {
    for (const fit of facts.get(engineFits)) {
      if (!isLaunch(fit) && fit.needed > fit.available) {
        report(fit.pods.carrier, {
          field: fit.field,
          message: `Invalid value: ${fit.needed}: ${fit.neededText}, but ${fit.availableText}`,
          help: `give ${fit.needed} devices, or flags whose product is ${fit.available}`,
        });
      }
    }
  },
};
