import * as fc from 'fast-check';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Facts } from '../../../src/lint/facts/facts';
import { RULES } from '../../../src/lint/rules';
import { findingsOfRules } from '../../../src/lint/rules/rule';
import { runs } from '../../hygiene/runs';

const TYPES = [
  ['apps/v1', 'Deployment'], ['apps/v1', 'StatefulSet'], ['v1', 'Service'], ['v1', 'Secret'], ['v1', 'ConfigMap'], ['disaggregatedset.x-k8s.io/v1', 'DisaggregatedSet'],
  ['kubeflow.org/v1', 'PyTorchJob'], ['batch.volcano.sh/v1alpha1', 'Job'], ['trainer.kubeflow.org/v1alpha1', 'TrainJob'], ['argoproj.io/v1alpha1', 'Rollout'],
  ['trainer.kubeflow.org/v1alpha1', 'TrainingRuntime'], ['serving.kserve.io/v1alpha1', 'LLMInferenceService'], ['serving.kserve.io/v1beta1', 'InferenceService'],
  ['serving.kserve.io/v1alpha1', 'ServingRuntime'], ['jobset.x-k8s.io/v1alpha2', 'JobSet'],
  ['networking.k8s.io/v1', 'Ingress'], ['gateway.networking.k8s.io/v1', 'HTTPRoute'], ['gateway.networking.k8s.io/v1', 'ReferenceGrant'], ['ray.io/v1', 'RayService'],
  ['inference.networking.k8s.io/v1', 'InferencePool'], ['monitoring.coreos.com/v1', 'ServiceMonitor'], ['monitoring.coreos.com/v1', 'PodMonitor'],
  ['kueue.x-k8s.io/v1beta2', 'ClusterQueue'], ['rbac.authorization.k8s.io/v1', 'RoleBinding'], ['keda.sh/v1alpha1', 'ScaledObject'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'], ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler'], ['external-secrets.io/v1', 'ExternalSecret'],
];

const KEYS = [
  'roles', 'tasks', 'plugins', 'svc', 'pytorchReplicaSpecs', 'Worker', 'runtimeRef', 'mlPolicy', 'workloadRef', 'strategy', 'canary', 'prefill', 'worker', 'template', 'metadata',
  'annotations', 'labels', 'name', 'spec', 'containers', 'env', 'valueFrom', 'secretKeyRef', 'key', 'volumes', 'secret', 'items', 'imagePullSecrets', 'serviceAccountName',
  'selector', 'matchLabels', 'matchExpressions', 'rules', 'backendRefs', 'filters', 'requestMirror', 'http', 'paths', 'backend', 'service', 'port', 'ports', 'tls', 'from', 'to',
  'endpoints', 'namespaceSelector', 'matchNames', 'resourceGroups', 'flavors', 'roleRef', 'subjects', 'triggers', 'authenticationRef', 'scaleTargetRef', 'targetRef', 'kind',
  'apiVersion', 'replicas', 'ordinals', 'start', 'serviceName', 'affinity', 'nodeAffinity', 'nodeSelector', 'topologySpreadConstraints', 'replicatedJobs', 'endpointPickerRef',
  'rayClusterConfig', 'headGroupSpec', 'leaderWorkerTemplate', 'workerTemplate', 'size', 'target', '__proto__', 'constructor', 'toString', 'data', 'predictor', 'model', 'runtime', 'resources', 'limits',
  'args', 'command', 'image',
];

const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>('app', 'x', '', 'constructor', '__proto__', null, true, 0, 1, -1, 2.5, 1e308),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 6 }),
  ),
}));

const manifest = fc.tuple(fc.constantFrom(...TYPES), anything, anything, anything)
  .map(([[apiVersion, kind], metadata, spec, more]) => (
    new Manifest({ apiVersion, kind, metadata, spec, data: more, roleRef: more, subjects: more } as PlainObject)));

test.each([true, false])('whatever stands in objects of these kinds gives findings, never an exception (whole files: %s)', isWhole => {
  fc.assert(fc.property(fc.array(manifest, { maxLength: 6 }), objects => {
    expect(findingsOfRules(RULES, new Facts(objects, { isWhole })).filter(finding => finding.id === 'AIW0004')).toEqual([]);
  }), { numRuns: runs(500) });
});
