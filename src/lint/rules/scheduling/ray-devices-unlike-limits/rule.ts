import { asList, asObject, asShown, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { containerDevices } from '../../../facts/accelerators';
import { podSetsOf } from '../../../facts/carried-pods';
import { commandFlag } from '../../../facts/command-flags';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { CLUSTERS } from '../../../kinds/ray';
import { Report, Rule } from '../../rule';

/** Ray believes in GPUs that its container does not have. */
export const rayDevicesUnlikeLimits: Rule = {
  id: 'AIW2610',
  title: 'Ray is told of GPUs that the container does not have',
  class: 'broken',
  reason: 'Ray schedules by the number it is told and sets CUDA_VISIBLE_DEVICES to devices that do not exist, so tasks fail on CUDA. Without a number it counts the limit.',
  source: 'ray-project/kuberay ray-operator/controllers/ray/common/pod.go (num-gpus from limits); ray python/ray/_private/accelerators/nvidia_gpu.py',
  remedy: 'Leave num-gpus out: KubeRay and Ray take it from the limit of the container.',
  appliesTo: ['RayCluster', 'RayJob', 'RayService', 'every carrier of pods that runs ray start'],
  but: 'a container without any device: warning',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      for (const command of commands) {
        const flag = command.engine.cluster && commandFlag(command, command.engine.cluster.devices);
        if (flag?.value !== undefined) {
          compare({ facts, pods, field: flag.field, stated: flag.value, at: pods.containers.indexOf(command.placed) }, report);
        }
      }
    }
    for (const [type, path] of CLUSTERS) {
      for (const object of facts.ofType(type)) {
        checkStartParameters(facts, object, path, report);
      }
    }
  },
};

/** Sets of a Ray cluster come in the order of the manifest: the head, then the groups of workers. */
function checkStartParameters(facts: Facts, object: Manifest, path: readonly string[], report: Report): void {
  const cluster = objectAt(object.spec, ...path);
  const groups = [
    { group: asObject(cluster.headGroupSpec), field: 'headGroupSpec' },
    ...asList(cluster.workerGroupSpecs).map((group, index) => ({ group, field: `workerGroupSpecs[${index}]` })),
  ];
  podSetsOf(facts, object).forEach((pods, index) => {
    const { group, field } = groups[index];
    const stated = asShown(asObject(group.rayStartParams)['num-gpus']);
    compare({ facts, pods, field: `${['spec', ...path, field].join('.')}.rayStartParams[num-gpus]`, stated, at: 0 }, report);
  });
}

interface Statement {
  readonly facts: Facts;
  readonly pods: PodSet;
  readonly field: string;
  readonly stated: string;
  readonly at: number;
}

function compare({ facts, pods, field, stated, at }: Statement, report: Report): void {
  const placed = pods.containers[at];
  const devices = placed && containerDevices(facts, pods, placed);
  const has = devices ? devices.count : 0;
  if (!placed || !/^\d{1,6}$/.test(stated) || has === undefined || Number(stated) <= has) {
    return;
  }
  report(pods.carrier, {
    field,
    message: `Invalid value: "${stated}": num-gpus is ${stated}, but container "${placed.name}" has ${devices ? devices.text : 'no device'}`,
    class: devices ? 'broken' : 'risky',
    help: 'leave it out, or raise the limit',
  });
}
