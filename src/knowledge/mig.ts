import { PlainObject } from '../base/plain';

export const SLICED_MIG = 'the driver has no time slicing for MIG devices: the turns would belong to the whole GPU below';

export const MIG_HELP = 'use DeviceSharing.mps(), or whole GPUs; a MIG device is a share already';

/** Time slicing in NVIDIA's parameters for MIG devices. */
export function isSlicedMig(parameters: PlainObject): boolean {
  const sharing = parameters.sharing as PlainObject | undefined;
  return parameters.kind === 'MigDeviceConfig' && (sharing?.strategy === 'TimeSlicing' || sharing?.timeSlicingConfig !== undefined);
}
