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
    'LeaderWorkerGroup', 'IndexedTrainingJob', 'GpuInferenceDeployment', 'SpotInference', 'DisaggregatedInference', 'ParameterServer', 'RayCluster', 'EngineMonitor', 'GpuMonitor',
    'ModelVariants', 'FlaggerCanary', 'WorkloadAlerts', 'WorkloadBackup', 'ClaimGroupSnapshot', 'FabricNetworks', 'ChaosExperiment', 'WorkloadRoute',
    'InferencePool', 'KarpenterNodePool', 'GangScheduling', 'TeamQueue', 'WorkloadExport',
  ],
};

export const METRICS_TO_SERVE: Notice = {
  id: 'AIW3507',
  title: 'autoscaler metrics that somebody must serve',
  class: 'advice',
  reason: 'Metrics of an engine reach an autoscaler through the custom metrics API, which no plain cluster serves; without them it changes nothing.',
  source: 'pkg/controller/podautoscaler/metrics/client.go (v1.36)',
  remedy: 'Put the rules of adapterRules into the Prometheus adapter and scrape the pods.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference', 'WorkloadAutoscaler'],
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

export const ALIVE_TWICE: Notice = {
  id: 'AIW3211',
  title: 'an ordinal would be alive twice',
  class: 'broken',
  reason: 'While ordinals move to another namespace or cluster, the numbers of both sides are those of the stage. With others an ordinal has two pods, the second one with an empty volume, or has none.',
  source: 'KEP-3335; pkg/controller/statefulset/stateful_set_utils.go (v1.36)',
  remedy: 'Leave replicas and ordinals of both sides to the migration.',
  appliesTo: ['OrdinalMigration'],
};

export const MOVE_CHANGES_OTHERS: Notice = {
  id: 'AIW3212',
  title: 'works on one side of a migration alone',
  class: 'risky',
  reason: 'While members of a store are in two namespaces, names, policies and budgets of one namespace reach the members of that side only.',
  source: 'pkg/controller/disruption/disruption.go (v1.36); kubernetes.io/docs/concepts/services-networking/network-policies',
  remedy: 'Name both sides until the last ordinal has moved.',
  appliesTo: ['OrdinalMigration'],
};

export const STREAM_CUT: Notice = {
  id: 'AIW2817',
  title: 'a route ends answers that the engine would finish',
  class: 'risky',
  reason: 'A stream of tokens is one answer, from the first token to the last, and a timeout of a route ends it in the middle: the client sees a broken connection, and the pod has worked for nothing.',
  source: 'gateway-api apis/v1/httproute_types.go HTTPRouteTimeouts (v1.7): backendRequest covers the full response',
  remedy: 'Give the route as much time as longestStream of the engine, or 0.',
  appliesTo: ['WorkloadRoute', 'ModelVariants'],
};

export const RETRY_NEEDS_RELEASE: Notice = {
  id: 'AIW2818',
  title: 'retry needs a release of the Gateway API',
  class: 'advice',
  reason: 'retry of an HTTPRoute came to the standard channel with Gateway API 1.7. Definitions without it drop it in silence, and nothing is tried again.',
  source: 'gateway-api CHANGELOG/1.7-CHANGELOG.md, #5357 (GEP-1731)',
  remedy: 'Install the definitions of 1.7, or of the experimental channel of an older release.',
  appliesTo: ['WorkloadRoute'],
};

export const PAST_CANARY: Notice = {
  id: 'AIW2835',
  title: 'requests go past a canary',
  class: 'risky',
  reason: "Flagger lets the Service of a Deployment select the primary, and shares requests by an HTTPRoute that it writes itself. Another route to that Service reaches the primary alone: the new version gets nothing, and is promoted by checks that nobody's requests have put to the test. What selects pods by another label finds those of both, and shares by their number.",
  source: 'flagger pkg/router/kubernetes_default.go, pkg/router/gateway_api.go, pkg/canary/util.go makePrimaryLabels (v1.44.0)',
  remedy: 'Give the Gateway and the hosts to FlaggerProvider.gatewayApi of the canary, and leave the other route out.',
  appliesTo: ['WorkloadRoute', 'ModelVariants', 'InferencePool'],
};

export const STOPPED_BY_CANARY: Notice = {
  id: 'AIW2836',
  title: 'requests go to pods that a canary stops',
  class: 'broken',
  reason: 'Flagger serves by a copy of the Deployment whose pods have another value of one label, and scales the Deployment itself to 0 unless a change is tried. What selects its pods by that label has nobody who answers.',
  source: 'flagger pkg/canary/deployment_controller.go ScaleToZero, createPrimaryDeployment (v1.44.0)',
  remedy: 'Lead to the Service that Flagger makes by FlaggerProvider.gatewayApi, or leave the canary out.',
  appliesTo: ['WorkloadRoute', 'ModelVariants', 'InferencePool'],
};

export const CUT_FROM_API_SERVER: Notice = {
  id: 'AIW2159',
  title: 'a policy cuts pods off from the API server',
  class: 'risky',
  reason: 'The API server runs in the network of a node, or outside of the cluster, where labels choose nobody. A policy that restricts what pods call lets them out to it by its addresses alone: '
    + "without them Ray's autoscaler starts no pod, and a router that discovers engines finds none.",
  source: 'kubernetes.io/docs/concepts/services-networking/network-policies (NetworkPolicy and hostNetwork pods, v1.36)',
  remedy: 'Name its addresses and its port in egress, or acknowledge it where another policy lets them out.',
  appliesTo: ['WorkloadNetworkPolicy'],
};

export const CLOSED_TO_PROMETHEUS: Notice = {
  id: 'AIW2160',
  title: 'a policy closes metrics to Prometheus',
  class: 'risky',
  reason: 'A policy lets in whom it names. Prometheus finds the pods by their monitor, is held off at their port, and the targets are down: alerts and boards show nothing, and autoscalers stand still.',
  source: 'kubernetes.io/docs/concepts/services-networking/network-policies (v1.36)',
  remedy: 'Name the pods of Prometheus in monitoring, or acknowledge it where they are among the clients, or another policy lets them in.',
  appliesTo: ['WorkloadNetworkPolicy'],
};
