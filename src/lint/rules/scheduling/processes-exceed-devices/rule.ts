import { isLaunch, engineFits } from '../../../facts/engine-fit';
import { Rule } from '../../rule';

/** A launcher starts more processes in a container than it has devices. */
export const processesExceedDevices: Rule = {
  id: 'AIW2603',
  title: 'more training processes than devices',
  class: 'broken',
  reason: 'Each process takes the device of its local rank; a rank without one ends with "invalid device ordinal", and two on one device end in NCCL\'s "Duplicate GPU detected".',
  source: 'torch/distributed/run.py (nproc_per_node); NVIDIA/nccl src/init.cc (duplicate GPU); opendatahub-io/distributed-workloads#751',
  remedy: 'Start as many processes as the container has devices; torchrun counts them itself with --nproc-per-node=gpu.',
  appliesTo: ['every carrier of pods that starts torchrun or DeepSpeed'],
  check: (facts, report) => {
    for (const fit of facts.get(engineFits)) {
      if (isLaunch(fit) && fit.needed > fit.available) {
        report(fit.pods.carrier, {
          field: fit.field,
          message: `Invalid value: ${fit.needed}: ${fit.neededText} in a container, but ${fit.availableText}`,
          help: `start ${fit.available}, or raise the limit to ${fit.needed}`,
        });
      }
    }
  },
};
