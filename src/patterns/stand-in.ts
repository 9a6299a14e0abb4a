import { Size } from 'cdk8s';
import { ContainerSpec } from '../pod/container/container';

/** Serves a port and asks for memory, so that Services and autoscalers of a construct that is not planned have nothing to say about it. */
export const STAND_IN_CONTAINER: ContainerSpec = {
  image: 'registry.invalid/not-planned:0',
  ports: [{ number: 8000, name: 'http' }],
  resources: { memory: { request: Size.gibibytes(64), limit: Size.gibibytes(64) } },
};

/** Given properties that are there: an absent one must not hide the stand-in's own. */
export function defined<Props extends object>(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Props;
}
