import { giText } from '../../../../knowledge/expert-models';
import { acceleratorUses } from '../../../facts/accelerators';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { toldSetting } from '../../../facts/parallelism';
import { PodSet } from '../../../facts/pod-set';
import { nodeGpu, servedModel, weightParts, weightsOf } from '../../../facts/served-model';
import { Report, Rule } from '../../rule';

/** A model that does not fit onto the GPUs that it is given. */
export const weightsExceedMemory: Rule = {
  id: 'AIW2645',
  title: 'weights do not fit onto the GPUs',
  class: 'broken',
  reason: 'Weights stand in the memory of the GPUs in equal parts, one for each step of tensor and pipeline, and the KV cache beside them. Where they do not fit, the engine ends with CUDA out of memory, at each start anew.',
  source: 'src/knowledge/models.ts (parameters of the published checkpoints), src/knowledge/gpu-products.ts (memory as drivers report it), src/knowledge/gpu-nodes.ts (labels of nodes)',
  remedy: 'Cut the model over more GPUs, take GPUs with more memory, or a checkpoint with fewer bits.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or text-generation-inference with one of the known models on nodes with a known GPU'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      commands.forEach(command => checkCommand(facts, pods, command, report));
    }
  },
};

const MI = 2 ** 20;

function checkCommand(facts: Facts, pods: PodSet, command: EngineCommand, report: Report): void {
  const weights = weightsOf(command);
  const parts = weights && weightParts(facts, pods, command);
  const gpu = parts && isOnWholeGpus(command) ? nodeGpu(pods) : undefined;
  const share = gpu && shareOf(command);
  if (!gpu || share === undefined) {
    return;
  }
  const [part, room] = [weights!.bytes / parts!.count, gpu.memoryMi * MI * share];
  if (part > room) {
    report(pods.carrier, {
      field: parts!.field,
      message: `Invalid value: ${parts!.count}: ${servedModel(command)!.id} has ${weights!.text} = ${giText(weights!.bytes)}, of which ${parts!.text} holds ${giText(part)}: `
        + `a GPU of ${gpu.text} has ${share === 1 ? '' : `${share} x ${giText(gpu.memoryMi * MI)} = `}${giText(room)}`,
      help: `cut it over ${powerOfTwo(Math.ceil(weights!.bytes / room))} GPUs at least, or take larger ones, or a checkpoint with fewer bits`,
    });
  }
}

/** Slices and shared GPUs have less; how much, their name does not always say. */
function isOnWholeGpus({ placed }: EngineCommand): boolean {
  const uses = acceleratorUses(placed);
  return uses.length === 1 && uses[0].isWhole;
}

/** Undefined where it is told and nobody knows what. */
function shareOf(command: EngineCommand): number | undefined {
  const { flags, otherwise } = command.engine.serves!.memoryShare!;
  const told = toldSetting(command, { flags });
  const share = Number(told?.value ?? NaN);
  return told === undefined ? otherwise : share > 0 && share <= 1 ? share : undefined;
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}
