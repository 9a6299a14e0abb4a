import { Rule } from '../rule';

/** Devices are held that the one program of a container does not use. */
export const idleDevices: Rule = {
  id: 'AIW2602',
  title: 'devices that the program does not use',
  class: 'risky',
  reason: 'Devices are never shared or lent: what a container asks for and its engine does not use is idle and paid for, and the pod waits longer for a node.',
  source: 'vllm#2406, #13388; lws#184; torch/distributed/run.py: nproc_per_node defaults to 1',
  remedy: 'Ask for as many devices as the program uses, or let it use all: tensor x pipeline x data, or processes per node.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, torchrun or DeepSpeed'],
  check: (facts, report) => {
    for (const fit of facts.fits) {
      if (fit.isAlone && fit.needed < fit.available) {
        report(fit.pods.carrier, {
          field: fit.field,
          message: `Invalid value: ${fit.needed}: ${fit.neededText}, but ${fit.availableText}: ${fit.available - fit.needed} idle`,
          help: `use all ${fit.available}, or ask for ${fit.needed}`,
        });
      }
    }
  },
};
