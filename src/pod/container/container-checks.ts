import { ContainerSpec, createContainer } from './container';
import { Attempt } from '../../given/mistakes/collecting';
import { checkPodProps } from '../template/pod-checks';
import { WorkloadPodProps } from '../template/pod-template-props';

/** Pods as users give them; with an engine the main container says only what differs. */
interface GivenPod extends WorkloadPodProps {
  readonly container?: Partial<ContainerSpec>;
}

/** Takes the place of an image that the engine knows, or that is missed elsewhere. */
const ANY_IMAGE = 'registry.invalid/any:0';

/** Looks at the pod and at each container for itself: what the pod will find, told although it is not made. */
export function checkPod(props: GivenPod, attempt: Attempt): void {
  const { container, containers, sidecars, initContainers } = props;
  checkPodProps(props, attempt);
  attempt(() => container && checkContainer('container', container));
  attempt(() => containers?.forEach((each, index) => attempt(() => checkContainer(`containers[${index}]`, each))));
  attempt(() => sidecars?.forEach((each, index) => attempt(() => checkContainer(`sidecars[${index}]`, each))));
  attempt(() => initContainers?.forEach((each, index) => attempt(() => checkContainer(`initContainers[${index}]`, each))));
}

/** Looks at one container for itself. */
export function checkContainer(field: string, spec: Partial<ContainerSpec>): void {
  createContainer(field, { ...spec, image: spec.image ?? ANY_IMAGE, name: spec.name ?? 'main' }).check(new Set());
}
