import { asList, asObject, asText } from '../../../../base/reading';
import { acceleratorUses, asksForDevices, acceleratedPods } from '../../../facts/accelerators';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { isServer, servingOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** A container that needs the devices of its pod and does not have them. */
export const containerBesideDevices: Rule = {
  id: 'AIW2516',
  title: 'container does not see the devices of its pod',
  class: 'risky',
  reason: 'A device plugin gives devices to one container. A sidecar without a limit sees none, or under the nvidia runtime all of the node; with a limit it holds devices of its own, not those of the engine.',
  source: 'pkg/kubelet/cm/devicemanager/manager.go (v1.36): allocation is by container; NVIDIA/k8s-device-plugin#61, #87; KEP-4381 (claims are shared by the containers that name them)',
  remedy: 'Read GPU metrics from the DaemonSet of dcgm-exporter, or give both containers one resource claim.',
  appliesTo: ['every carrier of pods but DaemonSets'],
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      if (pods.carrier.kind !== 'DaemonSet') {
        pods.containers.forEach(placed => checkContainer(pods, placed, facts.get(enginesByPods).get(pods) ?? [], report));
      }
    }
  },
};

const EXPORTER = /(?:^|\/)(?:dcgm-exporter|nvidia[_-]gpu[_-]exporter|device-metrics-exporter|dcgm)(?::|@|$)/;

function checkContainer(pods: PodSet, placed: PlacedContainer, commands: readonly EngineCommand[], report: Report): void {
  const image = asText(placed.container.image) ?? '';
  const isExporter = EXPORTER.test(image);
  const isEngine = !/cpu/i.test(image) && commands.some(each => each.placed === placed && isServer(each) && servingOf(each).needsNoDevice !== true);
  if (!(isExporter || isEngine)) {
    return;
  }
  const other = pods.containers.find(each => each !== placed && asksForDevices(each));
  if (other === undefined) {
    return;
  }
  const own = acceleratorUses(placed).find(use => use.count !== 0);
  const claims = asList(asObject(placed.container.resources).claims).length > 0;
  if (own ? isExporter : !claims) {
    report(pods.carrier, {
      field: own ? own.field : placed.field,
      message: own
        ? `Invalid value: "${own.resource}": ${placed.name} holds a device of its own and measures that, not the one of ${other.name}`
        : `Required value: ${placed.name} asks for no device, so it does not see that of ${other.name}`,
      help: 'share one resource claim between both containers, or use the exporter of the node',
    });
  }
}
