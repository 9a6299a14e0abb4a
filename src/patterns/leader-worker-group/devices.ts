import { LeaderWorkerGroupProps } from './props';
import { NeededDevices, acceleratorFor } from '../../pod/devices/device-count';

/**
 * The properties with the devices of each pod counted: a claim may leave the number to the parallelism. A number that was given is proven by the plan.
 */
export function withDevicesOfRole(props: LeaderWorkerGroupProps): LeaderWorkerGroupProps {
  const { accelerator } = props;
  return accelerator && !accelerator._countGiven ? { ...props, accelerator: acceleratorFor(accelerator, neededDevices(props)) } : props;
}

/** What is known of one pod; undefined when nothing is. A size that is no number of pods is refused later, with its own message. */
function neededDevices(props: LeaderWorkerGroupProps): NeededDevices | undefined {
  const { size, parallelism, processesPerPod, worldSize } = props;
  const isJax = props.rendezvous?._kind === 'jax';
  if (!Number.isInteger(size) || size < 1) {
    return undefined;
  }
  if (parallelism) {
    const { tensor = 1, pipeline = 1, data = 1 } = parallelism;
    const product = tensor * pipeline * data;
    return { count: product / size, sum: `tensor ${tensor} x pipeline ${pipeline} x data ${data} = ${product} devices / ${size} pods` };
  }
  if (isJax) {
    return undefined;
  }
  if (processesPerPod !== undefined) {
    return { count: processesPerPod, sum: `one for each of ${processesPerPod} processes` };
  }
  return worldSize === undefined ? undefined : { count: worldSize / size, sum: `${worldSize} processes / ${size} pods` };
}
