import { asList, asShown, asText } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { podSets } from '../../../facts/carried-pods';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { BUT_EXTENSION, helpFor, refusalOf } from '../../wording';

/** Mounts without a volume, and volumes of one name. */
export const volumeNotDeclared: Rule = {
  id: 'AIW2108',
  title: 'mounted volume is not declared once',
  class: 'rejected',
  reason: 'A mount names a volume of its pod; the API server refuses a name that is missing or declared twice.',
  source: 'pkg/apis/core/validation/validation.go ValidateVolumeMounts; pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec (v1.36)',
  remedy: 'Declare each mounted volume once: under volumes of the pod or, in a StatefulSet or LeaderWorkerSet, as a claim template.',
  appliesTo: ['every carrier of pods'],
  but: BUT_EXTENSION,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      const declared = readDeclared(pods, report);
      if (!pods.mayHaveMore) {
        pods.containers.forEach(placed => checkMounts(report, pods, placed, declared));
      }
    }
  },
};

function readDeclared(pods: PodSet, report: Report): ReadonlySet<string> {
  const names = new Set<string>();
  asList(pods.spec.volumes).forEach((volume, index) => {
    const name = asShown(volume.name);
    if (names.has(name) && !isReplaced(pods, name)) {
      report(pods.carrier, {
        field: pods.at(`volumes[${index}].name`),
        message: `Duplicate value: ${JSON.stringify(name)}: names two volumes of one pod`,
        class: refusalOf(pods),
        help: 'give one of them another name',
      });
    }
    names.add(name);
  });
  pods.claimTemplates.forEach(name => names.add(name));
  return names;
}

/** A StatefulSet puts the volume of its claim template in place of all of that name. Source: pkg/apis/apps/validation/validation.go volumesToAddForTemplates (v1.36) */
function isReplaced({ carrier, claimTemplates }: PodSet, name: string): boolean {
  return carrier.type === 'apps/StatefulSet' && claimTemplates.includes(name);
}

function checkMounts(report: Report, pods: PodSet, { container, field, name: containerName }: PlacedContainer, declared: ReadonlySet<string>): void {
  for (const list of ['volumeMounts', 'volumeDevices']) {
    asList(container[list]).forEach((mount, index) => {
      const name = asText(mount.name);
      if (name !== undefined && !declared.has(name)) {
        report(pods.carrier, {
          field: `${field}.${list}[${index}].name`,
          message: `Not found: ${JSON.stringify(name)}: container "${containerName}" mounts it and the pod does not declare it`,
          class: refusalOf(pods),
          notes: [`declared are: ${listed(declared) || 'none'}`],
          help: helpFor(pods.carrier, 'add the volume to the pod, or correct the name',
            'add the volume to the pod, or mount through container.mount(path, volume), which does both'),
        });
      }
    });
  }
}
