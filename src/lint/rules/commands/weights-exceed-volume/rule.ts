import { giText } from '../../../../knowledge/expert-models';
import { knownModel } from '../../../../knowledge/models';
import { units } from '../../../../kubernetes/validation/quantities';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { downloadOf, roomFor, volumeSize } from '../../../facts/weights-place';
import { Report, Rule } from '../../rule';

/** A volume that is full before the model is there. */
export const weightsExceedVolume: Rule = {
  id: 'AIW2910',
  title: 'volume does not hold the weights',
  class: 'risky',
  reason: 'An engine downloads all files of a model before it loads the first: where the volume is full it ends with "No space left on device", and the next start begins with a full volume. A pod that fills an emptyDir above its sizeLimit is evicted; what it writes to an emptyDir in memory counts against the memory limit of the container, which is killed at it.',
  source: 'src/knowledge/models.ts (parameters of the published checkpoints); pkg/kubelet/eviction/eviction_manager.go emptyDirLimitEviction (v1.36); Kubernetes documentation, "emptyDir" (medium: Memory)',
  remedy: 'Ask for the weights and a third more.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or text-generation-inference with one of the known models'],
  but: 'error where the sizeLimit of an emptyDir is too small',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      commands.forEach(command => checkCommand(facts, pods, command, report));
    }
  },
};

function checkCommand(facts: Facts, pods: PodSet, command: EngineCommand, report: Report): void {
  const download = downloadOf(pods, command);
  const weights = download?.mount && knownModel(download.model)?.weights;
  const volume = weights && volumeSize(facts, pods, command.placed, download.mount!);
  if (volume && weights.bytes > Number(units(volume.size))) {
    report(pods.carrier, {
      field: download!.mount!.field,
      message: `Invalid value: "${volume.size.text}": ${download!.model} has ${weights.text} = ${giText(weights.bytes)}, and ${volume.text}, which they are downloaded to, has ${volume.size.text}`,
      help: volume.isMemory ? `keep them on a disk, or raise the memory limit above ${roomFor(weights)}` : `ask for ${roomFor(weights)} or more`,
      class: volume.isLimit ? 'broken' : undefined,
    });
  }
}
