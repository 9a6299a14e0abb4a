import { acceleratorUses, asksForDevices } from '../../../facts/accelerators';
import { Autoscaling, autoscaling } from '../../../facts/autoscaling';
import { podSetsOf } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { ResourceMetric, isOfResourcesAlone, resourceMetrics } from '../../../facts/resource-metrics';
import { isServer } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** The processor beside a device says nothing of how much is asked of it. */
export const processorUseAsLoad: Rule = {
  id: 'AIW3517',
  title: 'autoscaler follows the processor of what works on devices',
  class: 'risky',
  reason: 'The work is on the device. The processes beside it poll, with a request or without, and the memory of the host is taken while the weights load and stays: neither says how much is asked for, so pods are added for ever, '
    + 'or never.',
  source: 'vllm vllm/envs.py VLLM_SLEEP_WHEN_IDLE (v0.11.0) and sglang python/sglang/srt/server_args.py sleep_on_idle (v0.5.9): off by default; pkg/apis/autoscaling/v2/defaults.go (v1.36): 80 % of cpu where no metric is given',
  remedy: 'Follow what waits: vllm:num_requests_waiting, sglang:num_queue_reqs, or the use of the KV cache.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  but: 'nothing where it follows something else as well; info where no engine that serves is known in the pods',
  check: (facts, report) => {
    for (const scaling of facts.get(autoscaling)) {
      if (scaling.target && isOfResourcesAlone(scaling)) {
        resourceMetrics(scaling).forEach(metric => checkMetric(facts, scaling, metric, report));
      }
    }
  },
};

function checkMetric(facts: Facts, { scaler, target }: Autoscaling, { resource, field, container }: ResourceMetric, report: Report): void {
  for (const pods of podSetsOf(facts, target!)) {
    const placed = pods.containers.find(each => each.isMain && (container === undefined || each.name === container) && asksForDevices(each));
    if (placed) {
      report(scaler, {
        field,
        message: `Invalid value: "${resource}": ${resource === 'cpu' ? `the work of container "${placed.name}" is on ${devicesOf(placed)}, and its processor is as busy with one request as with a hundred`
          : `container "${placed.name}" takes the memory of its host while it loads, and keeps it`}`,
        ...(!serves(facts, pods) && { class: 'advice' }),
        help: 'follow the requests that wait in the engine, and how full its KV cache is',
      });
      return;
    }
  }
}

function devicesOf(placed: PlacedContainer): string {
  return acceleratorUses(placed)[0]?.resource ?? 'a claimed device';
}

function serves(facts: Facts, pods: PodSet): boolean {
  return facts.get(enginesByPods).get(pods)?.some(isServer) === true;
}
