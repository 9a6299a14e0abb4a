import { acceleratorUses, asksForDevices } from '../../../facts/accelerators';
import { templates } from '../../../facts/carried-pods';
import { literalVariable } from '../../../facts/engine-command';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

const RUNTIME = 'NVIDIA_VISIBLE_DEVICES';
const CUDA = 'CUDA_VISIBLE_DEVICES';

/** Variables that choose devices against those that the kubelet gave. */
export const visibleDevicesVariable: Rule = {
  id: 'AIW2513',
  title: 'devices chosen by a variable',
  class: 'risky',
  reason: 'Variables of the pod come after those of the device plugin, so NVIDIA_VISIBLE_DEVICES shows a container the devices of other pods, or none of its own; the scheduler knows nothing of it. CUDA stops at the first index in CUDA_VISIBLE_DEVICES that the container does not have.',
  source: 'pkg/kubelet/kubelet_pods.go GenerateRunContainerOptions (v1.36); NVIDIA/k8s-device-plugin#61, #1294; CUDA Programming Guide, "CUDA Environment Variables"',
  remedy: 'Leave the variable out and ask for devices by a limit or a claim.',
  appliesTo: ['every carrier of pods but DaemonSets'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      // Agents of a node may well see all its devices.
      if (pods.carrier.kind !== 'DaemonSet') {
        pods.containers.forEach(placed => checkContainer(pods, placed, report));
      }
    }
  },
};

function checkContainer(pods: PodSet, placed: PlacedContainer, report: Report): void {
  const runtime = literalVariable(placed, RUNTIME);
  const detail = runtime && wrongRuntime(placed, runtime.value.trim());
  if (runtime && detail !== undefined) {
    report(pods.carrier, { field: runtime.field, message: `Invalid value: ${JSON.stringify(runtime.value)}: ${detail}`, help: 'leave it out: the device plugin sets it' });
  }
  const cuda = literalVariable(placed, CUDA);
  const gpus = acceleratorUses(placed).find(({ resource }) => resource === 'nvidia.com/gpu')?.count;
  const beyond = cuda && gpus ? cuda.value.split(',').map(each => each.trim()).find(each => /^\d{1,4}$/.test(each) && Number(each) >= gpus) : undefined;
  if (cuda && beyond !== undefined) {
    report(pods.carrier, {
      field: cuda.field,
      message: `Invalid value: ${JSON.stringify(cuda.value)}: device ${beyond} does not exist: the container has nvidia.com/gpu ${gpus}, numbered from 0`,
      help: 'leave it out, or number the devices of the container',
    });
  }
}

function wrongRuntime(placed: PlacedContainer, value: string): string | undefined {
  const hides = ['', 'none', 'void'].includes(value);
  const asks = acceleratorUses(placed).some(({ resource, count }) => resource.startsWith('nvidia.com/') && count !== 0);
  if (asks) {
    return hides ? 'hides the devices that the limit gives' : 'replaces the devices that the limit gives, so that it sees those of other pods';
  }
  return hides || asksForDevices(placed) ? undefined : 'the container asks for no device, and uses what the scheduler may give to other pods';
}
