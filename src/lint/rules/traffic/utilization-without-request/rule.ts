import { isPresent, objectAt } from '../../../../base/reading';
import { Autoscaling, autoscaling } from '../../../facts/autoscaling';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { isNativeSidecar } from '../../../facts/probe-budget';
import { ResourceMetric, resourceMetrics } from '../../../facts/resource-metrics';
import { workloadKindOf } from '../../../kinds';
import { Report, Rule } from '../../rule';

/** A share of a number that is not there. */
export const utilizationWithoutRequest: Rule = {
  id: 'AIW2807',
  title: 'utilization of a container without request',
  class: 'broken',
  reason: 'Utilization is the use divided by the requests of all containers. One container without a request, a sidecar too, makes the metric fail: "missing request for cpu in container".',
  source: 'pkg/controller/podautoscaler/replica_calculator.go (v1.36) calculatePodRequestsFromContainers',
  remedy: 'Give every container and sidecar a request, or use ContainerResource for the one that counts.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  but: 'nothing where a LimitRange is among the objects of the namespace, which may fill the request in',
  check: (facts, report) => {
    const limited = new Set(facts.ofType('LimitRange').map(each => each.place));
    for (const scaling of facts.get(autoscaling)) {
      if (scaling.target && !limited.has(scaling.scaler.place)) {
        resourceMetrics(scaling).filter(({ isUtilization }) => isUtilization).forEach(wanted => checkContainers(facts, scaling, wanted, report));
      }
    }
  },
};

function checkContainers(facts: Facts, { scaler, target }: Autoscaling, { resource, field, container }: ResourceMetric, report: Report): void {
  for (const pods of podSetsOf(facts, target!)) {
    const counted = pods.containers.filter(each => (each.isMain || isNativeSidecar(each)) && (container === undefined || each.name === container));
    const isCountedElsewhere = pods.open || (container === undefined && isPresent(pods.spec.resources)) || isGroupWorker(pods);
    const without = isCountedElsewhere ? undefined : counted.find(each => !hasRequest(each, resource));
    if (without) {
      report(scaler, {
        field,
        message: `Invalid value: "Utilization": container "${without.name}" of ${pods.toString()} has no request for ${resource}, so there is nothing to take a share of`,
        help: `set resources.requests.${resource} on ${container === undefined ? 'every container, sidecars included' : 'that container'}`,
      });
      return;
    }
  }
}

/** Source: lws pkg/controllers/leaderworkerset_controller.go (status.hpaPodSelector): leaders speak for their groups */
function isGroupWorker(pods: PodSet): boolean {
  return workloadKindOf(pods.carrier).podsOfGroup !== undefined && pods.role === 'worker';
}

/** A limit alone is the request as well. Source: pkg/apis/core/v1/defaults.go (v1.36) */
function hasRequest({ container }: PlacedContainer, resource: string): boolean {
  return ['requests', 'limits'].some(list => isPresent(objectAt(container, 'resources', list)[resource]));
}
