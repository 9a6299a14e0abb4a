import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, isPresent } from '../../../../base/reading';
import { containerDevices } from '../../../facts/accelerators';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Processes that talk through shared memory have 64 MiB of it. */
export const sharedMemoryMissing: Rule = {
  id: 'AIW2517',
  title: 'no shared memory for several devices',
  class: 'risky',
  reason: 'Without a volume at /dev/shm a container has 64 MiB of shared memory. NCCL, the workers of an engine and data loaders use more, and end with a bus error or "No space left on device".',
  source: 'containerd pkg/cri/server (64 MiB shm mount); production-stack#276; NVIDIA/nccl#290, #342, #525; vLLM docs/deployment/k8s.md',
  remedy: 'Mount an emptyDir with medium: Memory at /dev/shm, with a sizeLimit that the memory limit has room for.',
  appliesTo: ['every carrier of pods with an engine or launcher on two devices and more, unless its operator mounts one'],
  check: (facts, report) => {
    const engines = facts.get(enginesByPods);
    const sharing = new Set([...engines].filter(([, all]) => all.some(each => each.engine.sharesMemory)).map(([{ carrier }]) => carrier));
    for (const [pods, commands] of engines) {
      // Operators (KubeRay, KServe) add the volume themselves.
      if (pods.open || pods.spec.hostIPC === true) {
        continue;
      }
      // A part of a cluster runs the processes of the engine that another pod of its group starts.
      const shares = ({ engine }: EngineCommand) => engine.sharesMemory || engine.cluster !== undefined && sharing.has(pods.carrier);
      for (const placed of new Set(commands.filter(shares).map(each => each.placed))) {
        const devices = containerDevices(facts, pods, placed);
        if (devices?.count !== undefined && devices.count > 1) {
          checkMount(pods, placed, devices.text, report);
        }
      }
    }
  },
};

function checkMount(pods: PodSet, placed: PlacedContainer, devices: string, report: Report): void {
  const mounts = asList(placed.container.volumeMounts);
  const index = mounts.findIndex(({ mountPath }) => typeof mountPath === 'string' && mountPath.replace(/\/$/, '') === '/dev/shm');
  const detail = index < 0 ? undefined : wrongVolume(pods.volume(asText(mounts[index].name)));
  if (index < 0 || detail !== undefined) {
    report(pods.carrier, {
      field: index < 0 ? `${placed.field}.volumeMounts` : `${placed.field}.volumeMounts[${index}].mountPath`,
      message: index < 0 ? `Required value: /dev/shm: 64 MiB for the processes of ${devices}` : `Invalid value: "/dev/shm": ${detail}`,
      help: 'mount an emptyDir with medium: Memory and a sizeLimit',
    });
  }
}

function wrongVolume(volume: PlainObject | undefined): string | undefined {
  if (volume && isPresent(volume.emptyDir)) {
    return asObject(volume.emptyDir).medium === 'Memory' ? undefined : 'the volume is on disk: medium is not Memory';
  }
  return volume && isPresent(volume.hostPath) ? 'the shared memory of the node, which all its pods see and nobody limits' : undefined;
}
