import { asList, asObject, asText } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { Rule } from '../../rule';

/** Device files of the node, mounted into a pod. */
export const deviceFilesFromHost: Rule = {
  id: 'AIW2514',
  title: 'device files mounted from the node',
  class: 'risky',
  reason: 'A mounted device file is not opened for the container (EPERM) unless it is privileged; then it uses devices that the scheduler gives to other pods.',
  source: 'kernel.org cgroup-v2, device controller; pkg/kubelet/cm/devicemanager (v1.36), which passes devices to the runtime instead',
  remedy: 'Ask for the devices by a limit or a claim: the device plugin or driver passes the files.',
  appliesTo: ['every carrier of pods but DaemonSets'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (pods.carrier.kind === 'DaemonSet' || !Array.isArray(pods.spec.volumes)) {
        continue;
      }
      asList(pods.spec.volumes).forEach((volume, index) => {
        const path = asText(asObject(volume.hostPath).path);
        if (path !== undefined && DEVICE.test(path)) {
          report(pods.carrier, {
            field: pods.at(`volumes[${index}].hostPath.path`),
            message: `Invalid value: ${JSON.stringify(path)}: a device of the node, which no limit and no claim asks for`,
            help: 'ask for it in resources.limits, or by a resource claim',
          });
        }
      });
    }
  },
};

const DEVICE = /^\/dev\/(?:nvidia[\w-]*|kfd|dri|accel\d*|neuron\d*|vfio)(?:\/|$)/;
