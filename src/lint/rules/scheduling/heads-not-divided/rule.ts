import { listed } from '../../../../base/text/listed';
import { Complaint } from '../../../../kubernetes/complaint';
import { commandFlag } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { parallelismOf } from '../../../facts/parallelism';
import { servedModel } from '../../../facts/served-model';
import { Rule } from '../../rule';

/** A tensor size that leaves a part of an attention head over. */
export const headsNotDivided: Rule = {
  id: 'AIW2644',
  title: 'tensor size that does not divide the attention heads',
  class: 'broken',
  reason: 'Tensor parallelism gives each device whole attention heads. An engine compares the two when it starts, and ends where heads are left over.',
  source: 'vllm vllm/config/model.py verify_with_parallel_config; sglang python/sglang/srt/models (num_heads % tp_size); text-generation-inference server/text_generation_server/models; heads: src/knowledge/models.ts',
  remedy: 'Take a tensor size that divides the number of attention heads (num_attention_heads in the config.json of the model), or cut the rest by pipeline.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or text-generation-inference with one of the known models'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      commands.forEach(command => checkCommand(command, complaint => report(pods.carrier, complaint)));
    }
  },
};

function checkCommand(command: EngineCommand, complain: (complaint: Complaint) => void): void {
  const within = command.engine.serves?.cuts?.dataWithinTensor;
  // Data-parallel attention gives each group of devices all heads.
  if (within && commandFlag(command, within)) {
    return;
  }
  const [plan, model] = [parallelismOf(command), servedModel(command)];
  if (plan?.tensor === undefined || plan.tensor === 0 || !model || model.heads % plan.tensor === 0) {
    return;
  }
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 32].filter(size => model.heads % size === 0);
  complain({
    field: plan.field,
    message: `Invalid value: ${plan.tensor}: ${model.id} has ${model.heads} attention heads, which ${plan.tensor} does not divide`,
    help: `use one of ${listed(sizes.map(String))}`,
  });
}
