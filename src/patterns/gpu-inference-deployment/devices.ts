import { forbidden, required } from '../../base/errors/invalid-input';
import { EnginePlan } from '../../engines/engine-plan';
import { Accelerator } from '../../pod/devices/accelerator';
import { acceleratorFor } from '../../pod/devices/device-count';

/** The devices of one pod. */
export interface DevicePlan {
  /** With the count that the parallelism asks for. */
  readonly accelerator: Accelerator;
  readonly count: number;
  readonly sum: string;
}

const TPU_TOPOLOGY = 'cloud.google.com/gke-tpu-topology';

/** Pure: tensor x pipeline x data = devices of the pod, or an idle device, a hang or an engine that does not start. */
export function planDevices(accelerator: Accelerator | undefined, engine: EnginePlan, engineTitle: string): DevicePlan {
  if (!accelerator) {
    throw required('accelerator', `${engineTitle} is cut over ${engine.devicesSum} devices, and the pods would have none`,
      `for example Accelerator.nvidia(${engine.devices}); inference on CPUs is a LeaderWorkerGroup of size 1`);
  }
  checkSlice(accelerator);
  const counted = acceleratorFor(accelerator, { count: engine.devices, sum: engine.devicesSum.replace(/ = \d+$/, '') });
  const source = accelerator._request === undefined ? `${counted.resourceName} of each pod` : `the count of each pod's claim (${counted.resourceName})`;
  return { accelerator: counted, count: engine.devices, sum: `${engine.devicesSum}, ${source}` };
}

/** Hosts of one slice work as one, and the pods of a Deployment know nothing of each other. */
function checkSlice(accelerator: Accelerator): void {
  const topology = accelerator.nodeLabels[TPU_TOPOLOGY];
  const chips = topology?.split('x').reduce((product, part) => product * Number(part), 1);
  if (chips !== undefined && chips !== accelerator.count) {
    throw forbidden('accelerator', `the slice ${topology} has ${chips} chips on ${chips / accelerator.count} hosts, and pods of a Deployment are not a group`,
      'use LeaderWorkerGroup, whose pods form one world');
  }
}
