import { AlertPlan, Considered, VALUE, kubectl, labelText, without } from './alert';
import { WorkloadAlert } from './props';
import { XID_OF_PROGRAMS } from '../../knowledge/series/dcgm';
import { Observed } from '../observed-workload';
import { select } from '../promql';

/*
 * What the DCGM exporter says of the GPUs of the pods, as a GpuMonitor keeps it.
 */

export function deviceAlerts(observed: Observed): Considered[] {
  const { workload: { roles }, name } = observed;
  const devices = roles.flatMap(({ accelerator }) => accelerator ?? []);
  if (!devices.some(({ _isNvidia }) => _isNvidia)) {
    const because = devices.length === 0 ? `no role of ${name} says that it has devices` : `DCGM reads NVIDIA devices, and pods of ${name} have ${devices[0].resourceName}`;
    return without(because, WorkloadAlert.GPU_ERROR, WorkloadAlert.GPU_MEMORY_DEFECT);
  }
  return [gpuError(observed), memoryDefect(observed)];
}

/** The exporter shows the last error until it starts again, also to the next pod on that GPU. */
function gpuError(observed: Observed): AlertPlan {
  return {
    alert: WorkloadAlert.GPU_ERROR,
    expr: `max by (namespace, pod, gpu) (${select('DCGM_FI_DEV_XID_ERRORS', observed.pods)}) > 0 ${XID_OF_PROGRAMS.map(xid => `!= ${xid}`).join(' ')}`,
    forSeconds: 0,
    severity: 'critical',
    summary: `GPU ${labelText('gpu')} of ${labelText('pod')} reports XID ${VALUE}`,
    description: 'The device or its driver failed, not the program. The exporter shows the last error until it starts again.',
    command: `${kubectl(observed)} get pod ${labelText('pod')} -o wide`,
    sum: `an XID other than those that programs make (${XID_OF_PROGRAMS.join(', ')})`,
  };
}

function memoryDefect(observed: Observed): AlertPlan {
  return {
    alert: WorkloadAlert.GPU_MEMORY_DEFECT,
    expr: `max by (namespace, pod, gpu) (${select('DCGM_FI_DEV_ROW_REMAP_FAILURE', observed.pods)}) > 0`,
    forSeconds: 0,
    severity: 'critical',
    summary: `Memory of GPU ${labelText('gpu')} of ${labelText('pod')} is defective`,
    description: 'It has no spare rows left for defective ones: the device has to be replaced.',
    command: `${kubectl(observed)} get pod ${labelText('pod')} -o wide`,
    sum: 'a row of memory that could not be remapped',
  };
}
