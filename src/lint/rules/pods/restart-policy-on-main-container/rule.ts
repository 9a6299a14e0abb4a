import { asText } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** What is meant as a sidecar and stands among the main containers. */
export const restartPolicyOnMainContainer: Rule = {
  id: 'AIW3106',
  title: 'restart policy on a main container',
  class: 'broken',
  reason: 'Up to 1.34 it is refused or dropped; from 1.35 it restarts the container, so a Job never completes. A native sidecar is an init container.',
  source: 'KEP-753; KEP-5307; pkg/apis/core/validation/validation.go (v1.36)',
  remedy: 'Move a sidecar to initContainers, with restartPolicy: Always. Restart rules on a main container are right from 1.35 on: acknowledge them.',
  appliesTo: ['every carrier of pods'],
  but: 'warning for pods that no pattern of this library made, unless they run to completion and the policy is Always',
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const { container, field, isMain, name } of pods.containers) {
        const policy = asText(container.restartPolicy);
        if (isMain && policy !== undefined) {
          report(pods.carrier, {
            field: `${field}.restartPolicy`,
            message: `Forbidden: ${JSON.stringify(policy)}: on main container "${name}" it does not make a sidecar`,
            class: pods.isOurs || (policy === 'Always' && runsToCompletion(pods)) ? 'broken' : 'risky',
            help: 'a sidecar is an init container with restartPolicy: Always (sidecars on a pattern); for restart rules leave this as it is and acknowledge it',
          });
        }
      }
    }
  },
};

function runsToCompletion(pods: PodSet): boolean {
  return ['Never', 'OnFailure'].includes(asText(pods.spec.restartPolicy) ?? 'Always');
}
