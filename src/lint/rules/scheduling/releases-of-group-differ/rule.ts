import { asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { containerDevices } from '../../../facts/accelerators';
import { podSetsOf, templates } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { imageName } from '../../../facts/images';
import { PodSet } from '../../../facts/pod-set';
import { workloadKindOf } from '../../../kinds';
import { CLUSTERS } from '../../../kinds/ray';
import { Report, Rule } from '../../rule';

/** Somebody moved the version of one template, and not of the other. */
export const releasesOfGroupDiffer: Rule = {
  id: 'AIW2658',
  title: 'pods of one group run different releases of an image',
  class: 'risky',
  reason: 'Processes of a group exchange what their own code has made, and compare what they are: NCCL ends with "Mismatched NCCL version detected", Ray with "Version mismatch", and objects of one release of an engine are not read by another.',
  source: 'NVIDIA/nccl src/init.cc initTransportsRank (v2.29); ray python/ray/_private/utils.py check_version_info (2.53.0)',
  remedy: 'Give all templates of the group the same image.',
  appliesTo: ['carriers of pods with several templates whose pods are one group: LeaderWorkerSet, JobSet, PyTorchJob, MPIJob and others'],
  but: 'silent about RayCluster, RayJob and RayService, of which AIW2158 speaks, and where tags differ in more than numbers',
  check: (facts, report) => {
    const carriers = new Set(facts.get(templates).map(({ carrier }) => carrier));
    carriers.forEach(carrier => {
      if (workloadKindOf(carrier).together === 'group' && !CLUSTERS.has(carrier.type)) {
        checkGroup(facts, carrier, report);
      }
    });
  },
};

/** Releases of one program that the first template with it names. */
interface Named {
  readonly pods: PodSet;
  readonly images: string[];
}

function checkGroup(facts: Facts, carrier: Manifest, report: Report): void {
  const sets = podSetsOf(facts, carrier);
  if (sets.length < 2) {
    return;
  }
  const { crew } = workloadKindOf(carrier);
  const named = new Map<string, Named>();
  for (const pods of sets) {
    for (const { container, field } of pods.containers.filter(placed => placed.isMain && containerDevices(facts, pods, placed))) {
      const image = asText(container.image);
      const form = formOf(image);
      if (form === undefined) {
        continue;
      }
      const key = `${crew?.(pods) ?? ''} ${form}`;
      const first = named.get(key);
      if (first === undefined) {
        named.set(key, { pods, images: [image!] });
      } else if (first.pods === pods) {
        first.images.push(image!);
      } else if (!first.images.includes(image!)) {
        report(carrier, {
          field: `${field}.image`,
          message: `Invalid value: ${JSON.stringify(image)}: ${first.pods.role ?? 'other'} pods of the same group run ${JSON.stringify(first.images[0])}`,
          help: 'name one release in both',
        });
      }
    }
  }
}

/** The image with its numbers left out: parts of one program that share a repository differ in words. */
function formOf(image: string | undefined): string | undefined {
  const name = image?.includes('@') ? undefined : imageName(image);
  return name && /\d/.test(name.tag) ? `${name.repository}:${name.tag.replace(/\d+/g, '0')}` : undefined;
}
