import { Manifest } from '../../../../kubernetes/manifest';
import { scalerOf } from '../../../facts/autoscaling';
import { Facts } from '../../../facts/facts';
import { preferenceOf } from '../../../facts/locality';
import { podIndex } from '../../../facts/pod-index';
import { zonesOf } from '../../../facts/zone-reach';
import { Rule } from '../../rule';
import { helpFor } from '../../wording';

/** One number for pods that do not share their load. */
export const localityFleetAutoscaler: Rule = {
  id: 'AIW3404',
  title: 'autoscaler averages over zones',
  class: 'risky',
  reason: 'An autoscaler compares the average over all pods with its target, while each zone\'s clients load the pods of their zone: one zone overloads beside idle ones, and the new pods may start in any zone.',
  source: 'pkg/controller/podautoscaler/replica_calculator.go; k8s.io/endpointslice trafficdist/trafficdist.go (v1.36)',
  remedy: 'Run a workload with an autoscaler of its own in each zone.',
  appliesTo: ['Service with trafficDistribution'],
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      const preference = preferenceOf(service);
      const scaler = preference === undefined ? undefined : fleetScaler(facts, service);
      if (scaler) {
        report(service, {
          field: 'spec.trafficDistribution',
          message: `Invalid value: ${JSON.stringify(preference)}: ${scaler.toString()} scales by the average over all zones, and the load of a zone stays in it`,
          notes: ['pods added for a busy zone may start in another one, and then take none of its load'],
          help: helpFor(service, 'run a Deployment with an autoscaler in each zone; or acknowledge it where clients are spread evenly over zones',
            'use ZonalDeployments: a Deployment and an autoscaler for each zone; or acknowledge it where clients are spread evenly over zones'),
        });
      }
    }
  },
};

/** The autoscaler of selected pods that may run in several zones. */
function fleetScaler(facts: Facts, service: Manifest): Manifest | undefined {
  const zones = service.zones;
  if (zones !== undefined && zones.length < 2) {
    return undefined;
  }
  const fleet = facts.get(podIndex).selectedBy(service).filter(pods => zonesOf(pods, zones)?.length !== 1);
  return fleet.flatMap(pods => scalerOf(facts, pods.carrier) ?? [])[0]?.scaler;
}
