import { asList, asObject, asText, isPresent } from '../../../../base/reading';
import { Quantity, compareQuantities, parseQuantity } from '../../../../kubernetes/validation/quantities';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** A volume in memory that its container has no memory for. */
export const memoryVolumeOverLimit: Rule = {
  id: 'AIW2518',
  title: 'volume in memory is as large as the memory limit',
  class: 'risky',
  reason: 'What is written to an emptyDir in memory counts as memory of the container: before the volume is full, the container is killed (OOMKilled).',
  source: 'pkg/volume/emptydir/empty_dir.go calculateEmptyDirMemorySize (v1.36): the volume is cut to the limit of the pod; Kubernetes documentation, "emptyDir"',
  remedy: 'Make the memory limit the sizeLimit plus what the process needs, or the volume smaller.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (!isPresent(pods.spec.resources)) {
        asList(pods.spec.volumes).forEach((volume, index) => checkVolume(pods, index, asText(volume.name), asObject(volume.emptyDir), report));
      }
    }
  },
};

function checkVolume(pods: PodSet, index: number, name: string | undefined, emptyDir: ReturnType<typeof asObject>, report: Report): void {
  const size = emptyDir.medium === 'Memory' ? parseQuantity(emptyDir.sizeLimit) : undefined;
  const limit = size && largestLimit(pods, name);
  if (size && limit && compareQuantities(size, limit) >= 0) {
    report(pods.carrier, {
      field: pods.at(`volumes[${index}].emptyDir.sizeLimit`),
      message: `Invalid value: "${size.text}": counts against the memory limit of the container, which is ${limit.text}`,
      help: `raise the memory limit above ${size.text}, or make the volume smaller`,
    });
  }
}

/** The largest of the containers that mount it; undefined where one has none. */
function largestLimit(pods: PodSet, name: string | undefined): Quantity | undefined {
  const limits = pods.containers
    .filter(({ container }) => asList(container.volumeMounts).some(mount => mount.name === name))
    .map(({ container }) => parseQuantity(asObject(asObject(container.resources).limits).memory));
  return limits.every(each => each !== undefined) ? (limits as Quantity[]).reduce<Quantity | undefined>((most, each) => (
    most === undefined || compareQuantities(each, most) > 0 ? each : most), undefined) : undefined;
}
