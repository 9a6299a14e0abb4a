import { IndexedTrainingJobProps } from './props';
import { NeededDevices, acceleratorFor } from '../../pod/devices/device-count';

/** The properties with the devices of each pod counted: a claim may leave the number to the world. A number that was given is proven by the size. */
export function withDevicesOfWorker(props: IndexedTrainingJobProps): IndexedTrainingJobProps {
  const { accelerator } = props;
  return accelerator && !accelerator._countGiven ? { ...props, accelerator: acceleratorFor(accelerator, neededDevices(props)) } : props;
}

/** torchrun and MPI run one process on each device; of others nothing follows. */
function neededDevices({ rendezvous, processesPerPod, workers, worldSize }: IndexedTrainingJobProps): NeededDevices | undefined {
  if (rendezvous?._kind !== 'torchrun' && rendezvous?._kind !== 'mpi') {
    return undefined;
  }
  if (processesPerPod !== undefined) {
    return { count: processesPerPod, sum: `one for each of ${processesPerPod} processes` };
  }
  return workers !== undefined && worldSize !== undefined ? { count: worldSize / workers, sum: `${worldSize} processes / ${workers} workers` } : undefined;
}
