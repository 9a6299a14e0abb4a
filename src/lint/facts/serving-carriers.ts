import { ANY_VALUE, AddedLabels, exactly, likePattern } from './labels';
import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asNumber, asObject, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/**
 * Argo Rollout: its own template, or that of a Deployment, which is read where it stands.
 * Source: argoproj/argo-rollouts pkg/apis/rollouts/v1alpha1/types.go (DefaultRolloutUniqueLabelKey, workloadRef)
 */
export function rolloutPods(object: Manifest, isHere: (reference: PlainObject) => boolean): PodSet[] | undefined {
  if (isPresent(object.spec.workloadRef)) {
    return isHere(asObject(object.spec.workloadRef)) ? [] : undefined;
  }
  return [new PodSet({
    carrier: object,
    template: asObject(object.spec.template),
    field: 'spec.template',
    added: { 'rollouts-pod-template-hash': ANY_VALUE, ...stageLabels(asObject(object.spec.strategy)) },
    pods: asNumber(object.spec.replicas) ?? 1,
  })];
}

const STAGES: readonly (readonly [strategy: string, metadata: string])[] = [
  ['canary', 'canaryMetadata'], ['canary', 'stableMetadata'], ['blueGreen', 'activeMetadata'], ['blueGreen', 'previewMetadata'],
];

/** Labels that pods carry while they are the new or the old version. */
function stageLabels(strategy: PlainObject): AddedLabels {
  return Object.fromEntries(STAGES.flatMap(path => Object.keys(objectAt(strategy, ...path, 'labels')).map(key => [key, ANY_VALUE])));
}

/** Roles of an LLMInferenceService, with the path of their pod spec and their share of the label. */
const LLM_ROLES: readonly { readonly role: string; readonly path: readonly string[] }[] = [
  { role: 'decode', path: ['template'] },
  { role: 'decode worker', path: ['worker'] },
  { role: 'prefill', path: ['prefill', 'template'] },
  { role: 'prefill worker', path: ['prefill', 'worker'] },
];

/**
 * KServe merges what is written with presets, so the pods are open, and there are some even where nothing is written.
 * Source: kserve/kserve pkg/controller/v1alpha1/llmisvc/workload_single_node.go, workload_multi_node.go
 */
export function llmInferenceServicePods(object: Manifest): PodSet[] {
  return LLM_ROLES.filter(({ path }, index) => index === 0 || isPresent(objectAt(object.spec, ...path.slice(0, -1))[path[path.length - 1]]))
    .map(({ role, path }) => new PodSet({
      carrier: object,
      role,
      template: { spec: objectAt(object.spec, ...path) },
      field: `spec.${path.join('.')}`,
      shape: 'podSpec',
      pods: asNumber(object.spec.replicas) ?? 1,
      open: true,
      added: llmLabels(object.name),
    }));
}

function llmLabels(name: string): AddedLabels {
  return {
    'app.kubernetes.io/name': exactly(name),
    'app.kubernetes.io/part-of': exactly('llminferenceservice'),
    'app.kubernetes.io/component': likePattern(/^llminferenceservice-workload/, 'llminferenceservice-workload…'),
    'kserve.io/component': exactly('workload'),
    'llm-d.ai/role': ANY_VALUE,
  };
}
