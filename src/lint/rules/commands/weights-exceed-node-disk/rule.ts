import { asObject, isPresent, objectAt } from '../../../../base/reading';
import { giText } from '../../../../knowledge/expert-models';
import { knownModel } from '../../../../knowledge/models';
import { parseQuantity, units } from '../../../../kubernetes/validation/quantities';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { ImageMount } from '../../../facts/image-use';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { downloadOf, roomFor } from '../../../facts/weights-place';
import { Report, Rule } from '../../rule';

/** A pod that is evicted while it downloads. */
export const weightsExceedNodeDisk: Rule = {
  id: 'AIW2914',
  title: 'weights exceed the ephemeral storage that the pod may use',
  class: 'broken',
  reason: 'What a container writes beside its volumes, and what is in an emptyDir, counts for its limit of ephemeral-storage. The kubelet evicts a pod that exceeds it, and the next one begins the same download.',
  source: 'src/knowledge/models.ts (parameters of the published checkpoints); pkg/kubelet/eviction/eviction_manager.go containerEphemeralStorageLimitEviction, podEphemeralStorageLimitEviction (v1.36)',
  remedy: 'Put the weights onto a claim, or raise the limit to the weights and a third more.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang or text-generation-inference with one of the known models'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      commands.forEach(command => checkCommand(pods, command, report));
    }
  },
};

const RESOURCE = 'ephemeral-storage';

function checkCommand(pods: PodSet, command: EngineCommand, report: Report): void {
  const download = downloadOf(pods, command);
  const weights = download && knownModel(download.model)?.weights;
  const limits = weights ? limitsOver(pods, command.placed, download.mount) : [];
  const room = limits.reduce((sum, { bytes }) => sum + bytes, 0);
  if (weights && limits.length > 0 && weights.bytes > room) {
    report(pods.carrier, {
      field: limits[0].field,
      message: `Invalid value: "${limits.map(({ text }) => text).join(' + ')}": ${download.model} has ${weights.text} = ${giText(weights.bytes)}, which are downloaded to ${download.folder}: the pod is evicted meanwhile`,
      help: `put them onto a claim, or allow ${roomFor(weights)} or more`,
    });
  }
}

interface Limit {
  readonly bytes: number;
  readonly text: string;
  readonly field: string;
}

/** Those that count: of the container for its own disk, of all together for an emptyDir. Containers without a limit add none. */
function limitsOver(pods: PodSet, placed: PlacedContainer, mount: ImageMount | undefined): Limit[] {
  const counted = mount === undefined ? [placed] : isOnNodeDisk(pods, mount) ? pods.containers.filter(({ isMain }) => isMain) : [];
  return counted.flatMap(({ container, field }) => {
    const quantity = parseQuantity(objectAt(container, 'resources', 'limits')[RESOURCE]);
    return quantity ? [{ bytes: Number(units(quantity)), text: quantity.text, field: `${field}.resources.limits[${RESOURCE}]` }] : [];
  });
}

/** With a limit of its own it is another finding, and in memory it is no disk. */
function isOnNodeDisk(pods: PodSet, { volume: name }: ImageMount): boolean {
  const { emptyDir } = pods.volume(name) ?? {};
  const { medium, sizeLimit } = asObject(emptyDir);
  return isPresent(emptyDir) && !medium && !isPresent(sizeLimit);
}
