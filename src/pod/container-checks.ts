import { ContainerSpec, SidecarSpec, createContainer } from './container';
import { Attempt } from '../checks/mistakes/collecting';

/** Containers as users give them; with an engine the main one says only what differs. */
interface GivenContainers {
  readonly container?: Partial<ContainerSpec>;
  readonly containers?: readonly ContainerSpec[];
  readonly sidecars?: readonly SidecarSpec[];
  readonly initContainers?: readonly ContainerSpec[];
}

/** Takes the place of an image that the engine knows, or that is missed elsewhere. */
const ANY_IMAGE = 'registry.invalid/any:0';

/** Looks at each container for itself: what its pod will find, told although the pod is not made. */
export function checkContainers({ container, containers, sidecars, initContainers }: GivenContainers, attempt: Attempt): void {
  attempt(() => container && check('container', { ...container, image: container.image ?? ANY_IMAGE }));
  attempt(() => containers?.forEach((each, index) => attempt(() => check(`containers[${index}]`, each))));
  attempt(() => sidecars?.forEach((each, index) => attempt(() => check(`sidecars[${index}]`, each))));
  attempt(() => initContainers?.forEach((each, index) => attempt(() => check(`initContainers[${index}]`, each))));
}

function check(field: string, spec: ContainerSpec): void {
  createContainer(field, { ...spec, name: spec.name ?? 'main' }).check(new Set());
}
