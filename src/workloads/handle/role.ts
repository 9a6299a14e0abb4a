import { memoryOf } from './memory';
import { WorkloadRole } from './workload-facts';
import { Capacity } from '../../pod/scheduling/capacity';
import { PodPlan } from '../../pod/template/pod-plan';
import { PodTemplate } from '../../pod/template/pod-template';
import { PodTemplateProps } from '../../pod/template/pod-template-props';

/** What a role is made from, in every pattern. */
export interface RoleParts {
  readonly name: string;
  readonly template: PodTemplate;
  readonly props: PodTemplateProps;
  readonly pod: PodPlan;
  readonly capacity?: Capacity;
  readonly startSeconds?: number;
}

/** One role of a pattern. */
export function roleOf({ name, template, props, pod, capacity = Capacity.onDemand(), startSeconds }: RoleParts): WorkloadRole {
  return {
    name,
    container: template.mainContainer.name,
    accelerator: props.accelerator,
    fabric: props.fabric,
    hostNetwork: props.hostNetwork ?? false,
    devicesPerPod: props.accelerator?.count ?? 0,
    get memory() {
      return memoryOf(template);
    },
    capacity,
    graceSeconds: pod.graceSeconds,
    startSeconds,
  };
}

/** The same role under another name; what it says late, it still says late. */
export function renamedRole(role: WorkloadRole, name: string): WorkloadRole {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(role), name: { value: name, enumerable: true } }) as WorkloadRole;
}

/** Names of the claims that a StatefulSet makes for a pod. Source: pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaimName (v1.36) */
export function claimNames(templates: readonly { readonly name: string }[] | undefined, pod: string): string[] {
  return (templates ?? []).map(({ name }) => `${name}-${pod}`);
}
