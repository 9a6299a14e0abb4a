import { PodPart } from './pods';
import { WorkloadFacts } from './workload-facts';
import { InvalidInput } from '../../base/errors/invalid-input';
import { OWN_LABEL_PREFIX } from '../../base/labels';

/** Keys of the labels that say whose a pod is and tell it from the others, read from what selects each kind of part; the same whatever part is asked for. */
export function identityLabels({ roles, pods }: WorkloadFacts): string[] {
  const [member] = pods.members?.() ?? [];
  const parts: PodPart[] = [
    ...roles.map(({ name }) => ({ role: name })),
    ...(pods.groups === undefined ? [] : [{ group: 0 }]),
    ...pods.zones.slice(0, 1).map(zone => ({ zone })),
    ...(member?.index === undefined ? [] : [{ group: member.group, index: member.index }]),
  ];
  const common = Object.keys(pods.labels({}));
  const told = parts.flatMap(part => keysOf(() => pods.labels(part)));
  return [...new Set([...common, ...told])].filter(key => key.startsWith(OWN_LABEL_PREFIX) || !common.includes(key));
}

/** None of a part that no label can say. */
function keysOf(labels: () => object): string[] {
  try {
    return Object.keys(labels());
  } catch (error) {
    if (error instanceof InvalidInput) {
      return [];
    }
    throw error;
  }
}
