import { asList, asShown, objectAt } from '../../../../base/reading';
import { Rule } from '../../rule';
import { BUT_MISSING, reportMissing } from '../../wording';

/** A metric of nothing. */
export const describedObjectNotFound: Rule = {
  id: 'AIW3513',
  title: 'object of a metric not found',
  class: 'broken',
  reason: 'A metric of type Object is one of an object in the namespace of the autoscaler. Of one that does not exist nobody has a metric: FailedGetObjectMetric, and with a metric that fails the autoscaler takes nothing away.',
  source: 'pkg/controller/podautoscaler/metrics/client.go GetObjectMetric, replica_calculator.go (v1.36)',
  remedy: 'Name an object that exists in this namespace and that a label of the series names: the Service, the InferencePool, the workload itself.',
  appliesTo: ['HorizontalPodAutoscaler'],
  but: BUT_MISSING,
  check: (facts, report) => {
    for (const scaler of facts.ofType('autoscaling/HorizontalPodAutoscaler')) {
      asList(scaler.spec.metrics).forEach((metric, index) => {
        const described = objectAt(metric, 'object', 'describedObject');
        const type = typeOf(asShown(described.apiVersion), asShown(described.kind));
        if (type !== undefined) {
          const field = `spec.metrics[${index}].object.describedObject.name`;
          reportMissing(facts, report, { subject: scaler, field, type, place: scaler.place, name: asShown(described.name), isOurs: scaler.isOurs });
        }
      });
    }
  },
};

/** Of a Namespace it is that of the autoscaler, whatever its name; kinds of groups that nobody knows may be made by anybody. */
function typeOf(apiVersion: string, kind: string): string | undefined {
  const type = [...apiVersion.split('/').slice(0, -1), kind].join('/');
  return KNOWN.find(each => each === type);
}

const KNOWN: readonly string[] = [
  'Service', 'Pod', 'apps/Deployment', 'apps/StatefulSet', 'apps/ReplicaSet', 'networking.k8s.io/Ingress', 'inference.networking.k8s.io/InferencePool',
  'leaderworkerset.x-k8s.io/LeaderWorkerSet',
];
