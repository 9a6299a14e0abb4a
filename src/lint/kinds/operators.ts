import { Family } from './kind';

/** Objects whose pods cannot be read from them. Source: prometheus-operator 0.85; knative serving */
export const OPERATORS: Family = {
  kinds: [
    { type: 'monitoring.coreos.com/Prometheus', scale: 'spec.shards', makes: () => [{ kind: 'Service', name: 'prometheus-operated' }] },
    { type: 'monitoring.coreos.com/Alertmanager', makes: () => [{ kind: 'Service', name: 'alertmanager-operated' }] },
    { type: 'serving.knative.dev/Service', makes: object => [{ kind: 'Service', name: object.name }] },
  ],
};
