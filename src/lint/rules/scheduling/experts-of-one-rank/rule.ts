import { expertsFlag } from '../../../facts/data-parallel';
import { enginesByPods } from '../../../facts/engine-command';
import { parallelismOf } from '../../../facts/parallelism';
import { Rule } from '../../rule';

/** Experts are to be spread over one rank. */
export const expertsOfOneRank: Rule = {
  id: 'AIW2612',
  title: 'expert parallelism over one rank',
  class: 'risky',
  reason: 'Experts are spread over the tensor- and data-parallel ranks. With one of each the engine ignores the flag without a word, and each GPU that it was meant for stays out or has a whole model of its own.',
  source: 'vllm vllm/model_executor/layers/fused_moe/config.py use_ep: dp x pcp x tp > 1 (0.12.0, 0.22.1)',
  remedy: 'Set --data-parallel-size (or --tensor-parallel-size) to the GPUs that the experts are to be spread over, or leave the flag out.',
  appliesTo: ['every carrier of pods that starts vLLM with --enable-expert-parallel'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const flag = expertsFlag(command);
        const cut = flag && parallelismOf(command);
        if (cut?.tensor === 1 && cut.data === 1) {
          report(pods.carrier, {
            field: command.field,
            message: `Invalid value: "${flag!.name}": tensor 1 x data 1 = 1: there is one rank, which has all experts anyway`,
            help: 'add --data-parallel-size or --tensor-parallel-size, or leave it out',
          });
        }
      }
    }
  },
};
