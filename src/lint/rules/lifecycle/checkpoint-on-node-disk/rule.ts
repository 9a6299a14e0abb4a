import { asList, asText, isPresent } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { jobSpecs } from '../../../facts/job-specs';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

const CHECKPOINT = /(^|[/_-])(checkpoints?|ckpts?)([/_-]|$)/i;

/** Checkpoints that go with the pod they are to survive. */
export const checkpointOnNodeDisk: Rule = {
  id: 'AIW2715',
  title: 'checkpoints are lost with their pod',
  class: 'risky',
  reason: 'An emptyDir is deleted with its pod. After an eviction, a preemption or the loss of a node the run begins at its first step, which is what checkpoints are for.',
  source: 'pkg/volume/emptydir (v1.36); kubernetes.io/docs/concepts/storage/volumes (emptyDir)',
  remedy: 'Put checkpoints on a PersistentVolumeClaim that every worker may mount, or upload them from a sidecar that shares the volume.',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'training jobs of operators'],
  check: (facts, report) => {
    const sets = new Set([...facts.get(jobSpecs).map(job => job.pods), ...facts.get(templates).filter(pods => pods.carrier.group === 'kubeflow.org')]);
    for (const pods of sets) {
      const temporary = new Set(asList(pods.spec.volumes).filter(volume => isPresent(volume.emptyDir)).map(volume => volume.name));
      if (temporary.size > 0) {
        checkVolumes(pods, temporary, report);
      }
    }
  },
};

function checkVolumes(pods: PodSet, temporary: ReadonlySet<unknown>, report: Report): void {
  const users = usersOf(pods);
  for (const placed of pods.containers.filter(each => each.isMain)) {
    asList(placed.container.volumeMounts).forEach((mount, index) => {
      const path = asText(mount.mountPath) ?? '';
      if (temporary.has(mount.name) && CHECKPOINT.test(path) && users.get(mount.name) === 1) {
        report(pods.carrier, {
          field: `${placed.field}.volumeMounts[${index}].mountPath`,
          message: `Invalid value: ${JSON.stringify(path)}: volume ${JSON.stringify(mount.name)} is an emptyDir, which is deleted with the pod`,
          help: 'use a persistentVolumeClaim',
        });
      }
    });
  }
}

/** How many containers mount each volume: another one may carry the files away. */
function usersOf(pods: PodSet): Map<unknown, number> {
  const users = new Map<unknown, number>();
  for (const { container } of pods.containers) {
    new Set(asList(container.volumeMounts).map(mount => mount.name)).forEach(name => users.set(name, (users.get(name) ?? 0) + 1));
  }
  return users;
}
