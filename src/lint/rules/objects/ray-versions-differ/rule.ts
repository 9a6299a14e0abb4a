import { asShown, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSetsOf } from '../../../facts/carried-pods';
import { RayImage, rayImageOf } from '../../../facts/ray-images';
import { CLUSTERS } from '../../../kinds/ray';
import { Report, Rule } from '../../rule';

/** A worker compares its Ray and its Python with those of the head, and ends where they differ. */
export const rayVersionsDiffer: Rule = {
  id: 'AIW2158',
  title: 'nodes of a Ray cluster run different versions',
  class: 'broken',
  reason: 'ray start compares the versions of Ray and Python with those of the head, to the last digit, and ends with "Version mismatch": the worker restarts for ever, and the cluster has its head alone.',
  source: 'ray python/ray/scripts/scripts.py start, python/ray/_private/utils.py check_version_info (2.9.0, 2.53.0); rayVersion: kuberay ray-operator/controllers/ray/common/pod.go BuildPod, job.go (v1.6.1)',
  remedy: 'Give the head and every group of workers images of the same release of Ray and of Python.',
  appliesTo: ['RayCluster', 'RayJob', 'RayService'],
  but: 'rayVersion unlike the image of the head: advice, since KubeRay only writes commands by it',
  check: (facts, report) => {
    for (const [type, path] of CLUSTERS) {
      for (const object of facts.ofType(type)) {
        const [head, ...workers] = podSetsOf(facts, object).map(rayImageOf);
        workers.forEach(worker => compareNodes(object, head, worker, report));
        compareStated(object, path, head, report);
      }
    }
  },
};

function compareNodes(object: Manifest, head: RayImage | undefined, worker: RayImage | undefined, report: Report): void {
  const differs = head && worker && (head.release !== worker.release ? ['Ray', worker.release, head.release]
    : head.python && worker.python && head.python !== worker.python ? ['Python', worker.python, head.python] : undefined);
  if (differs) {
    const [what, own, other] = differs;
    report(object, {
      field: worker.field,
      message: `Invalid value: ${JSON.stringify(worker.image)}: has ${what} ${own}, and the head (${JSON.stringify(head.image)}) has ${other}: the worker ends with "Version mismatch"`,
    });
  }
}

function compareStated(object: Manifest, path: readonly string[], head: RayImage | undefined, report: Report): void {
  const { rayVersion } = objectAt(object.spec, ...path);
  if (head && isPresent(rayVersion) && asShown(rayVersion) !== head.release) {
    report(object, {
      field: ['spec', ...path, 'rayVersion'].join('.'),
      message: `Invalid value: ${JSON.stringify(asShown(rayVersion))}: the image of the head (${JSON.stringify(head.image)}) has Ray ${head.release}, and KubeRay writes commands by this field`,
      class: 'advice',
      help: `say ${JSON.stringify(head.release)}`,
    });
  }
}
