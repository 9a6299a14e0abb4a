import { asList } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { BUT_EXTENSION, refusalOf } from '../../wording';

const HOST_NAMESPACES = ['hostNetwork', 'hostPID', 'hostIPC'];

/** A pod with users of its own cannot share what belongs to the host's. */
export const userNamespaceConflict: Rule = {
  id: 'AIW3107',
  title: 'user namespace with host namespaces or raw block volumes',
  class: 'rejected',
  reason: 'The API server refuses hostUsers: false together with host namespaces or volumeDevices.',
  source: 'pkg/apis/core/validation/validation.go (v1.36); KEP-127',
  remedy: 'Leave out hostUsers, or the host namespace and the block volume.',
  appliesTo: ['every carrier of pods'],
  but: BUT_EXTENSION,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      if (pods.spec.hostUsers === false) {
        checkPod(pods, report);
      }
    }
  },
};

function checkPod(pods: PodSet, report: Report): void {
  for (const field of HOST_NAMESPACES) {
    if (pods.spec[field] === true) {
      report(pods.carrier, {
        field: pods.at(field),
        message: 'Forbidden: when hostUsers is false',
        class: refusalOf(pods),
        help: `leave out ${field}, or hostUsers`,
      });
    }
  }
  for (const { container, field, name } of pods.containers) {
    if (asList(container.volumeDevices).length > 0) {
      report(pods.carrier, {
        field: `${field}.volumeDevices`,
        message: `Forbidden: when hostUsers is false: container "${name}" has a raw block volume`,
        class: refusalOf(pods),
        help: 'mount a file system instead, or leave out hostUsers',
      });
    }
  }
}
