import { asList, asObject, asText } from '../../../../base/reading';
import { Rule } from '../../rule';

/** A name that means another address for whoever asks. */
export const prometheusBesideKeda: Rule = {
  id: 'AIW3514',
  title: 'address that KEDA looks for in its own namespace',
  class: 'risky',
  reason: 'The operator of KEDA asks the Prometheus, not the workload. A name without a dot is looked for in the namespace of the operator, where it is seldom: the trigger fails, and the number of pods stays.',
  source: 'keda pkg/scalers/prometheus_scaler.go ExecutePromQuery (v2.21); kubernetes.io/docs/concepts/services-networking/dns-pod-service',
  remedy: 'Write the namespace: http://prometheus.monitoring.svc:9090.',
  appliesTo: ['ScaledObject', 'ScaledJob'],
  check: (facts, report) => {
    for (const scaler of [...facts.ofType('keda.sh/ScaledObject'), ...facts.ofType('keda.sh/ScaledJob')]) {
      asList(scaler.spec.triggers).forEach((trigger, index) => {
        const host = trigger.type === 'prometheus' ? hostOf(asText(asObject(trigger.metadata).serverAddress)) : undefined;
        if (host && !host.includes('.') && !host.startsWith('[')) {
          report(scaler, {
            field: `spec.triggers[${index}].metadata.serverAddress`,
            message: `Invalid value: ${JSON.stringify(host)}: ${host === 'localhost' ? 'is the pod of the operator of KEDA' : 'is a Service in the namespace of the operator of KEDA, which asks'}`,
            help: `write ${host === 'localhost' ? 'prometheus' : host}.<namespace>.svc`,
          });
        }
      });
    }
  },
};

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).hostname : undefined;
}
