import { asObject, isPresent } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { isForWindows } from '../../../facts/windows';
import { Rule } from '../../rule';

/** The user 0 is asked for and forbidden. */
export const rootWhereForbidden: Rule = {
  id: 'AIW3110',
  title: 'root is the user, and forbidden',
  class: 'broken',
  reason: 'With runAsNonRoot: true the kubelet starts no container as user 0: it waits in CreateContainerConfigError for ever. Each field of a container takes the place of that of the pod.',
  source: 'pkg/kubelet/kuberuntime/security_context_others.go verifyRunAsNonRoot, pkg/securitycontext/util.go DetermineEffectiveSecurityContext (v1.36)',
  remedy: 'Give the number of another user, which the image and its volumes must allow, or leave out runAsNonRoot.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      // Most pods say nothing of users.
      const { securityContext } = pods.spec;
      const asked = ({ container }: PlacedContainer) => isPresent(securityContext) || isPresent(container.securityContext);
      for (const placed of isForWindows(pods) ? [] : pods.containers.filter(asked)) {
        const [user, nonRoot] = ['runAsUser', 'runAsNonRoot'].map(name => effective(pods, placed, name));
        if (user.value === 0 && nonRoot.value === true) {
          report(pods.carrier, {
            field: user.field,
            message: `Invalid value: 0: container "${placed.name}" would run as root, which ${nonRoot.field} forbids`,
          });
        }
      }
    }
  },
};

function effective(pods: PodSet, { container, field }: PlacedContainer, name: string): { readonly value: unknown; readonly field: string } {
  const own = asObject(container.securityContext)[name];
  return !isPresent(own)
    ? { value: asObject(pods.spec.securityContext)[name], field: pods.at(`securityContext.${name}`) }
    : { value: own, field: `${field}.securityContext.${name}` };
}
