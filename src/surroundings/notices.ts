import { Notice } from '../base/findings/notice';

/*
 * What patterns, and what is put around them, say of the cluster that they need. Every value of this file is in the catalogue.
 */

export const NEEDS_API: Notice = {
  id: 'AIW0002',
  title: 'needs an extension API',
  class: 'advice',
  reason: 'The pattern writes objects of an API that does not come with Kubernetes; a cluster without it refuses them.',
  remedy: 'Install what serves the API, and say so: Target.define(app, { apis: [...] }).',
  appliesTo: [
    'LeaderWorkerGroup', 'IndexedTrainingJob', 'GpuInferenceDeployment', 'DisaggregatedInference', 'ParameterServer', 'RayCluster', 'EngineMonitor', 'GpuMonitor',
    'ModelVariants',
  ],
};

export const METRICS_TO_SERVE: Notice = {
  id: 'AIW3507',
  title: 'autoscaler metrics that somebody must serve',
  class: 'advice',
  reason: 'Metrics of an engine reach an autoscaler through the custom metrics API, which no plain cluster serves; without them it changes nothing.',
  source: 'pkg/controller/podautoscaler/metrics/client.go (v1.36)',
  remedy: 'Put the rules of adapterRules into the Prometheus adapter and scrape the pods.',
  appliesTo: ['GpuInferenceDeployment', 'WorkloadAutoscaler'],
};

export const CANARY_MOVED: Notice = {
  id: 'AIW3510',
  title: 'a partition that means other pods than the canary',
  class: 'broken',
  reason: 'The partition counts pods from the first one, so after a patch of it or of the number of pods others run the new template than the canary names.',
  source: 'pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (v1.36)',
  remedy: 'Remove the patch, and change indexes of the IndexCanary.',
  appliesTo: ['IndexCanary'],
};
